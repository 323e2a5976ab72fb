"""Whether a file is the whole of a site: every entry of its log follows from the one before, every record is what its id
says, and there is nothing else in it that could act."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from cryptagon.errors import CryptagonError
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.log import Entry, Line, checked
from cryptagon.user_files import UnreadableError

_TABLES = ("site_record", "site_logentry", "site_mirrored")
_ENTRIES = """SELECT e.rev, e.date, e.state, e.record_id, e.publisher, e.reason, r.study, r.file, e.digest
FROM site_logentry AS e LEFT JOIN site_record AS r ON r.id = e.record_id ORDER BY e.rev"""
_NO_ENTRY = "SELECT id FROM site_record WHERE id NOT IN (SELECT record_id FROM site_logentry) LIMIT 1"


@dataclass(frozen=True)
class Mirror:
    """What a file holds: the site it is of and when it was fetched ("" where it is a site's own), its entries' digests
    in order, and the number of its records."""

    url: str
    date: str
    digests: tuple[str, ...]
    records: int

    @property
    def head(self) -> str:
        """The digest of the last entry; "" of an empty log."""
        return self.digests[-1] if self.digests else ""


class NoMirrorError(CryptagonError):
    """A file that is no mirror, or one that was changed."""


def check_file(file: Path, guards: Mapping[str, str]) -> Mirror:
    """Check everything in a file; `guards` are the triggers that it may have, by name.

    Raises NoMirrorError or BrokenLogError at the first thing that is wrong.
    """
    if not file.is_file():
        raise NoMirrorError("there is no such file", where=str(file), fix="make it: cryptagon mirror URL -o FILE")
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file.resolve()))}?mode=ro", uri=True)) as opened:
            opened.execute("PRAGMA trusted_schema = OFF")
            return _checked(opened, str(file), guards)
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        raise NoMirrorError("this is no mirror of a site", where=str(file), why=str(fault)) from fault


def _checked(opened: sqlite3.Connection, where: str, guards: Mapping[str, str]) -> Mirror:
    if (state := opened.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
        raise NoMirrorError("the file is damaged", where=where, why=state, fix="fetch it again")
    _check_schema(opened, where, guards)
    digests = tuple(one.digest for one in checked(_entries(opened), where))
    _check_records(opened, where)
    url, date, head = opened.execute("SELECT url, date, head FROM site_mirrored").fetchone() or ("", "", "")
    if url and head != (digests[-1] if digests else ""):
        raise NoMirrorError("the log was cut or went on", where=where, why=f"its last entry was {head[:16]}... when it was fetched")
    return Mirror(url, date, digests, opened.execute("SELECT count(*) FROM site_record").fetchone()[0])


def _check_schema(opened: sqlite3.Connection, where: str, guards: Mapping[str, str]) -> None:
    """The tables are there as tables, and no view or trigger of somebody else acts when they are read or filled."""
    found = opened.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    tables = {name for kind, name, _ in found if kind == "table"}
    if missing := [name for name in _TABLES if name not in tables]:
        raise NoMirrorError("this is no mirror of a site", where=where, why=f"there is no table {missing[0]}")
    for kind, name, text in found:
        if kind == "view" or (kind == "trigger" and guards.get(name) != text):
            raise NoMirrorError("the file has a program in it", where=where, why=f"the {kind} {name} is not one that Cryptagon makes")


def _entries(opened: sqlite3.Connection) -> Iterator[Entry]:
    for rev, *texts, digest in opened.execute(_ENTRIES):
        yield Entry(Line(rev, *(text or "" for text in texts)), digest)


def _check_records(opened: sqlite3.Connection, where: str) -> None:
    """Each record has the id that follows from its bytes, and an entry."""
    if without := opened.execute(_NO_ENTRY).fetchone():
        raise NoMirrorError("there is a record that the log does not have", where=where, why=without[0])
    for digest, content in opened.execute("SELECT id, content FROM site_record"):
        try:
            due = record_id(object_in(bytes(content)))
        except (UnreadableError, TypeError) as fault:
            raise NoMirrorError("a record is none", where=where, why=f"{digest}: {fault}") from fault
        if due != digest:
            raise NoMirrorError("a record was changed", where=where, why=f"{digest} has bytes of {due}")
