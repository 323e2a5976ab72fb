"""C++ headers that are read once: for a small simulator they are most of what its compiler
reads.
"""

import logging
import os
from collections.abc import Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.toolchain.cache import complete
from cryptagon.toolchain.digest import digest_of
from cryptagon.toolchain.process import ToolError, run
from cryptagon.toolchain.tools import compiler, find

logger = logging.getLogger(__name__)

HEADER = "headers.h"
KEPT = f"{HEADER}.gch"


def verilated_headers(names: Sequence[str], flags: Sequence[str]) -> list[str]:
    """Options by which g++ begins a file with Verilator's headers `names`, kept as it read them
    with the same `flags`.

    There are none for zig's compiler, which then reads the headers where the file includes them.
    Some systems do not let g++ take what it kept: there it reads them again, with a warning.
    """
    cpp, verilator = compiler(), find("verilator")
    if cpp.name != "g++":
        return []
    include = Path(verilator.env["VERILATOR_ROOT"]) / "include"
    digest = digest_of(verilator.version, cpp.version, names, flags)

    def make(folder: Path) -> None:
        (folder / HEADER).write_text("".join(f'#include "{name}"\n' for name in names))
        command = [*cpp.argv, *flags, f"-I{include}"]
        try:
            run([*command, "-x", "c++-header", HEADER, "-o", KEPT], cwd=folder, env=cpp.env)
            run(
                [*command, "-include", HEADER, "-fsyntax-only", "-x", "c++", os.devnull],
                cwd=folder,
                env=cpp.env,
            )
        except ToolError as error:
            (folder / KEPT).unlink(missing_ok=True)
            logger.warning(
                "g++ cannot keep the headers of Verilator, so simulators are built more slowly: %s",
                error.why,
            )

    place = paths.build_folder() / "toolchain" / f"verilator-headers-{digest[:20]}"
    complete(place, make)
    return ["-include", str((place / HEADER).resolve())]
