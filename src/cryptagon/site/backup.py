"""A copy of a site's database while it is served, and a site from such a copy: the whole of it,
tokens and queue too.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from cryptagon.errors import CryptagonError
from cryptagon.site.mirror_check import Mirror, check_file
from cryptagon.site.mirroring import own_guards
from cryptagon.site.places import Place, in_file

_SECONDS = 60
"""How long it waits for who writes."""


def copy_database(given: Place, wanted: Place) -> Mirror:
    """Copy the database of a site as it is at one moment into a new file, which its owner alone can
    read, and check the copy. Raises CryptagonError, and leaves no file then."""
    source, target = (
        in_file(one, "this copy", "use the tools of its server: pg_dump, pg_restore")
        for one in (given, wanted)
    )
    if not source.is_file():
        raise CryptagonError(
            "there is no such file",
            where=str(source),
            fix="name the database of a site, or a backup of one",
        )
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
        _copy(source, part)
        found = check_file(part, own_guards())
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
