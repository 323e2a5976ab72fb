"""Whether there is room: a tool on a full disk fails in ways that look like faults of the
design.
"""

import os
import tempfile
from pathlib import Path

from cryptagon.toolchain.faults import machine_fault

ROOM_BYTES = 1 << 20
"""With less than this left a disk counts as full: who knows what a tool could not write."""


def is_full(folder: Path) -> bool:
    """Whether the disk of a folder, or of the nearest one above it that is there, is full.

    A disk that cannot be written at all, or has no size, as what the system shows as files, is none
    that is full.
    """
    place = next(place for place in (folder, *folder.resolve().parents) if place.is_dir())
    found = os.statvfs(place)
    if found.f_flag & os.ST_RDONLY or not found.f_blocks:
        return False
    return found.f_bavail * found.f_frsize < ROOM_BYTES


def check_writable(folder: Path) -> None:
    """Write a file into a folder, made if missing, and remove it: better now than after hours.

    Raises MachineError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"?")
    except OSError as error:
        raise machine_fault(error, folder) from error
