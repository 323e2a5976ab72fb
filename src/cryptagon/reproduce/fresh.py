"""A build folder of its own: what was made before must not answer for what is made again."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptagon import paths

SHARED = frozenset({"toolchain", "checkouts"})


@contextmanager
def fresh_build() -> Iterator[Path]:
    """Inside it everything is built in a new folder, which stays if anything was.

    What SHARED names is that of before: the machine code of the tools, those of place and route and
    Verilator's library, which is no part of a result; and clones of units of others, whose sources
    are checked by their digests.
    """
    common = paths.build_folder()
    (common / "reproduce").mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=common / "reproduce"))
    for name in SHARED:
        (common / name).mkdir(exist_ok=True)
        (folder / name).symlink_to(common / name)
    try:
        with paths.building_in(folder):
            yield folder
    finally:
        if folder.is_dir() and {path.name for path in folder.iterdir()} == SHARED:
            shutil.rmtree(folder)
