"""C++ headers that are read once: for a small simulator they are most of what its compiler reads."""

from collections.abc import Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.toolchain.cache import complete
from cryptagon.toolchain.digest import digest_of
from cryptagon.toolchain.process import run
from cryptagon.toolchain.tools import compiler, find

HEADER = "headers.h"


def verilated_headers(names: Sequence[str], flags: Sequence[str]) -> list[str]:
    """Options by which g++ begins a file with Verilator's headers `names`, kept as it read them with the same `flags`.

    There are none for zig's compiler, which then reads the headers where the file includes them. Raises ToolError where g++ refuses them.
    """
    cpp, verilator = compiler(), find("verilator")
    if cpp.name != "g++":
        return []
    include = Path(verilator.env["VERILATOR_ROOT"]) / "include"
    digest = digest_of(verilator.version, cpp.version, names, flags)

    def make(folder: Path) -> None:
        (folder / HEADER).write_text("".join(f'#include "{name}"\n' for name in names))
        run([*cpp.argv, *flags, f"-I{include}", "-x", "c++-header", HEADER, "-o", f"{HEADER}.gch"], cwd=folder, env=cpp.env)

    place = paths.build_folder() / "toolchain" / f"verilator-headers-{digest[:20]}"
    complete(place, make)
    return ["-include", str((place / HEADER).resolve())]
