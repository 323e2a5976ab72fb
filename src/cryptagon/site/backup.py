"""A copy of a site's database while it is served, and a site from such a copy: the whole of it,
tokens and queue too.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from cryptagon.errors import CryptagonError
from cryptagon.site.mirror_check import Mirror, check_file
from cryptagon.site.mirroring import own_guards
from cryptagon.site.places import Place, Postgres
from cryptagon.site.postgres_backup import MAGIC, dump, load

_SECONDS = 60
"""How long it waits for who writes."""


def back_up(place: Place, file: Path) -> Mirror:
    """Copy the database of a site as it is at one moment into a new file, which its owner alone can
    read, and check it. Raises CryptagonError, and leaves no file then."""
    if isinstance(place, Postgres):
        return _into_file(file, lambda part: dump(place, part))
    return copy_file(place, file)


def restore(file: Path, place: Place) -> Mirror:
    """Make a database of a backup: a new file, or an empty database of a server. Raises
    CryptagonError."""
    _check_there(file)
    dumped = is_dump(file)
    if dumped != isinstance(place, Postgres):
        kind = "PostgreSQL" if dumped else "a site in a file"
        fix = f"name {'the address of an empty database' if dumped else 'a new file'}"
        raise CryptagonError(f"the backup is one of {kind}", where=str(file), fix=fix)
    return load(file, place) if isinstance(place, Postgres) else copy_file(file, place)


def is_dump(file: Path) -> bool:
    """Whether a file is a backup of PostgreSQL."""
    with file.open("rb") as opened:
        return opened.read(len(MAGIC)) == MAGIC


def copy_file(source: Path, target: Path) -> Mirror:
    """Copy a database in a file. Raises CryptagonError, and leaves no copy then."""
    _check_there(source)

    def fill(part: Path) -> Mirror:
        _copy(source, part)
        return check_file(part, own_guards())

    return _into_file(target, fill)


def _check_there(file: Path) -> None:
    if not file.is_file():
        raise CryptagonError(
            "there is no such file",
            where=str(file),
            fix="name the database of a site, or a backup of one",
        )


def _into_file(target: Path, fill: Callable[[Path], Mirror]) -> Mirror:
    """A new file that its owner alone can read, filled under another name and put on the disk."""
    if target.exists():
        raise CryptagonError(
            "there is a file already, and it is left as it is",
            where=str(target),
            fix="give another name",
        )
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        found = fill(part)
        _to_disk(part)
        part.replace(target)
        _to_disk(target.parent)
    except (OSError, sqlite3.Error) as fault:
        raise CryptagonError(
            "the copy could not be made", where=str(target), why=str(fault)
        ) from fault
    finally:
        part.unlink(missing_ok=True)
    return found


def _copy(source: Path, part: Path) -> None:
    address = f"file:{quote(str(source.resolve()))}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=_SECONDS)) as given,
        closing(sqlite3.connect(part)) as taken,
    ):
        given.backup(taken)
        taken.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def _to_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
