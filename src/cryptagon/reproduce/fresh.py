"""A build folder of its own: what was made before must not answer for what is made again."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptagon import paths


@contextmanager
def fresh_build() -> Iterator[Path]:
    """Inside it everything is built in a new folder, which stays if anything was.

    Only the machine code of the tools is shared, those of place and route and Verilator's library:
    it is no part of a result.
    """
    common = paths.build_folder()
    compiled = common / "toolchain"
    compiled.mkdir(parents=True, exist_ok=True)
    (common / "reproduce").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=common / "reproduce"))
    (folder / compiled.name).symlink_to(compiled)
    try:
        with paths.building_in(folder):
            yield folder
    finally:
        if folder.is_dir() and [path.name for path in folder.iterdir()] == [compiled.name]:
            shutil.rmtree(folder)
