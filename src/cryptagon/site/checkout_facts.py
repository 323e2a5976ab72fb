"""What the checkout of the site knows of a record: the size of the key, and whether the source can
be had.

A record names files as it likes, so only names that a walk of the checkout finds are read.
"""

import hashlib
from collections.abc import Mapping
from functools import cache

from cryptagon import classes, paths

AVAILABLE = "available"
_FOLDERS = ("algorithms", "figures", "hdl")


def key_size_of(algorithm: str) -> str:
    """The bits of an algorithm's key; empty where it has none, or the catalogue does not know it."""
    sizes = getattr(_algorithms().get(algorithm), "sizes", None)
    return str(getattr(sizes, "key", ""))


_algorithms = cache(classes.algorithms)


def source_of(files: Mapping[str, str]) -> str:
    """ "available" where every file of a record is here with its SHA-256; empty where one is not,
    or none is named."""
    here = files and all(_digest(name) == digest != "" for name, digest in files.items())
    return AVAILABLE if here else ""


@cache
def _names() -> frozenset[str]:
    root = paths.repository()
    found = (one for folder in _FOLDERS for one in (root / folder).rglob("*") if one.is_file())
    return frozenset(one.relative_to(root).as_posix() for one in found)


@cache
def _digest(name: str) -> str:
    """The SHA-256 of a file of the checkout; empty for a name that none has."""
    if name not in _names():
        return ""
    return hashlib.sha256((paths.repository() / name).read_bytes()).hexdigest()
