"""Content digests for caches."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

type_tags = {str: b"s", int: b"i", bool: b"b", float: b"f", type(None): b"n"}


def digest_of(*parts: object) -> str:
    """SHA-256 over any nesting of text, bytes, numbers, None, paths, sequences and mappings; 64
    hexadecimal digits.

    A `Path` is taken as the name and the contents of the file it points to, never for where it
    lies; a mapping for its items in the order of their keys. Raises TypeError on anything else, so
    that nothing enters a cache key by its memory address.
    """
    state = hashlib.sha256()
    for part in parts:
        for chunk in _chunks(part):
            state.update(len(chunk).to_bytes(8, "big") + chunk)
    return state.hexdigest()


def _chunks(part: object) -> list[bytes]:
    if isinstance(part, bytes):
        return [b"y", part]
    if isinstance(part, Path):
        return [b"p", part.name.encode(), part.read_bytes()]
    if isinstance(part, Mapping):
        items = sorted(part.items(), key=lambda item: str(item[0]))
        return [b"m", str(len(items)).encode()] + [
            chunk for item in items for chunk in _chunks(item)
        ]
    if type(part) in type_tags:
        return [type_tags[type(part)], str(part).encode()]
    if isinstance(part, Sequence):
        return [b"q", str(len(part)).encode()] + [chunk for item in part for chunk in _chunks(item)]
    raise TypeError(f"no digest is defined for {type(part).__name__}")


def code_of(*packages: str) -> list[Path]:
    """The files of our own packages, by their paths in `cryptagon`, so that a change in them makes
    what they made stale.
    """
    files = (path for package in packages for path in (PACKAGE / package).rglob("*"))
    return sorted(path for path in files if path.is_file() and path.suffix != ".pyc")
