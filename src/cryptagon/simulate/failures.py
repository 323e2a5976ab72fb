"""What failed runs leave to look at: the newest of them, never more than so many files and
bytes.
"""

import shutil
from contextlib import suppress
from pathlib import Path

from cryptagon import paths

KEPT = 20
KEPT_BYTES = 256 << 20


def failure_folder(name: str) -> Path:
    """An empty folder for the files of a failed run.

    Room is made before: the oldest failures go where there are too many of them.
    """
    root = paths.build_folder() / "failures"
    folder = root / name
    shutil.rmtree(folder, ignore_errors=True)
    _remove_oldest(root)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _remove_oldest(root: Path) -> None:
    """Keep the newest, the one that is to come included in the number."""
    left = KEPT_BYTES
    for number, folder in enumerate(sorted(root.glob("*"), key=_age), start=1):
        left -= _size(folder)
        if number >= KEPT or left < 0:
            shutil.rmtree(folder, ignore_errors=True)


def _size(folder: Path) -> int:
    """Bytes of the files in it, as far as no other process removes them meanwhile."""
    total = 0
    for file in folder.rglob("*"):
        with suppress(FileNotFoundError):
            total += file.stat().st_size
    return total


def _age(folder: Path) -> float:
    """The less, the newer; what another process removes meanwhile is old."""
    try:
        return -folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0
