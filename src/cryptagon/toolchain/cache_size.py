"""How much of what was made is kept, and how the oldest of it goes."""

import os
import shutil
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptagon.toolchain.cache import DAMAGED, FAILED, MANIFEST, PART

KINDS = (
    "asic",
    "cores",
    "cosimulation",
    "fpga",
    "kernels",
    "native",
    "reference",
    "simulators",
    "study",
    "toolchain",
)
"""The folders of the build folder that are for `complete` alone; people put things of their own
into others.
"""
SPARED_S = 3600
"""What was used within so many seconds may be in use by a study, and stays."""


@dataclass(frozen=True)
class Entry:
    """A folder of the cache, or what a failed step left: bytes in it, and when it was last used, in
    seconds since 1970.
    """

    folder: Path
    size: int
    used: float


def entries(root: Path) -> list[Entry]:
    """All that is kept in a build folder, the last used first."""
    found: list[Entry] = []
    for kind in KINDS:
        for name, folders, files in os.walk(root / kind):
            folder = Path(name)
            if MANIFEST in files or folder.suffix in (FAILED, DAMAGED):
                folders.clear()
                with suppress(FileNotFoundError):  # another process puts it away
                    found.append(_entry(folder))
    return sorted(found, key=lambda entry: entry.used, reverse=True)


def remove_oldest(root: Path, most_bytes: int) -> list[Entry]:
    """Remove what was used longest ago until no more than so many bytes are left; what went.

    Whoever needs it again makes it again. What was used within the last hour stays.
    """
    left, gone = most_bytes, []
    for entry in entries(root):
        left -= entry.size
        if left < 0 and time.time() - entry.used > SPARED_S:
            _remove(entry.folder)
            gone.append(entry)
            left += entry.size
    return gone


def _entry(folder: Path) -> Entry:
    manifest = folder / MANIFEST
    used = manifest if manifest.is_file() else folder
    return Entry(
        folder,
        sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()),
        used.stat().st_mtime,
    )


def _remove(folder: Path) -> None:
    """At once for whoever looks for it, so that nobody finds half of it."""
    aside = Path(tempfile.mkdtemp(prefix=PART, dir=folder.parent))
    with suppress(FileNotFoundError):
        folder.rename(aside)
    shutil.rmtree(aside, ignore_errors=True)
