"""Whether there is room: a tool on a full disk fails in ways that look like faults of the design."""

import shutil
from pathlib import Path

ROOM_BYTES = 1 << 20
"""With less than this left a disk counts as full: who knows what a tool could not write."""


def is_full(folder: Path) -> bool:
    """Whether the disk of a folder, or of the nearest one above it that is there, is full."""
    place = next(place for place in (folder, *folder.resolve().parents) if place.is_dir())
    return shutil.disk_usage(place).free < ROOM_BYTES
