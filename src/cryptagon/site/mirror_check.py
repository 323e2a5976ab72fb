"""Whether a file is the whole of a site: every entry of its log follows from the one before, every
record is what its id says, and there is nothing else in it that could act."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cryptagon.errors import CryptagonError
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.heads import signer_of
from cryptagon.site.key_models import digest_of
from cryptagon.site.log import ATTESTED, Entry, Line, checked
from cryptagon.site.signing import ATTESTATION, PUBLICATION, BadSignatureError
from cryptagon.site.signing import opened as opened_envelope
from cryptagon.user_files import UnreadableError

_TABLES = ("site_record", "site_logentry", "site_mirrored")
_ENTRIES = """SELECT e.rev, e.date, e.state, e.record_id, e.publisher, e.reason, r.study, r.file, e.digest
FROM site_logentry AS e LEFT JOIN site_record AS r ON r.id = e.record_id ORDER BY e.rev"""
_SIGNATURES, _HEADS = "site_signature", "site_signedhead"
"""Tables that a mirror of before there were signatures does not have."""
_NO_ENTRY = (
    "SELECT id FROM site_record WHERE id NOT IN (SELECT record_id FROM site_logentry) LIMIT 1"
)


@dataclass(frozen=True)
class Mirror:
    """What a file holds: the site it is of and when it was fetched ("" where it is a site's own),
    its entries' digests in order, the number of its records, and the public key that signed its
    head ("" for none).
    """

    url: str
    date: str
    digests: tuple[str, ...]
    records: int
    key: str = ""

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
        raise NoMirrorError(
            "there is no such file", where=str(file), fix="make it: cryptagon mirror URL -o FILE"
        )
    try:
        with closing(
            sqlite3.connect(f"file:{quote(str(file.resolve()))}?mode=ro", uri=True)
        ) as opened:
            opened.execute("PRAGMA trusted_schema = OFF")
            return _checked(opened, str(file), guards)
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        raise NoMirrorError(
            "this is no mirror of a site", where=str(file), why=str(fault)
        ) from fault


def _checked(opened: sqlite3.Connection, where: str, guards: Mapping[str, str]) -> Mirror:
    if (state := opened.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
        raise NoMirrorError("the file is damaged", where=where, why=state, fix="fetch it again")
    _check_schema(opened, where, guards)
    digests = tuple(one.digest for one in checked(_entries(opened, where), where))
    _check_records(opened, where)
    url, date, head = opened.execute("SELECT url, date, head FROM site_mirrored").fetchone() or (
        "",
        "",
        "",
    )
    if url and head != (digests[-1] if digests else ""):
        raise NoMirrorError(
            "the log was cut or went on",
            where=where,
            why=f"its last entry was {head[:16]}... when it was fetched",
        )
    key = _signer(opened, digests, where)
    return Mirror(
        url, date, digests, opened.execute("SELECT count(*) FROM site_record").fetchone()[0], key
    )


def _check_schema(opened: sqlite3.Connection, where: str, guards: Mapping[str, str]) -> None:
    """The tables are there as tables, and no view or trigger of somebody else acts when they are
    read or filled.
    """
    found = opened.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    tables = {name for kind, name, _ in found if kind == "table"}
    if missing := [name for name in _TABLES if name not in tables]:
        raise NoMirrorError(
            "this is no mirror of a site", where=where, why=f"there is no table {missing[0]}"
        )
    for kind, name, text in found:
        if kind == "view" or (kind == "trigger" and guards.get(name) != text):
            raise NoMirrorError(
                "the file has a program in it",
                where=where,
                why=f"the {kind} {name} is not one that Cryptagon makes",
            )


def _entries(opened: sqlite3.Connection, where: str) -> Iterator[Entry]:
    envelopes = dict(_rows(opened, _SIGNATURES, "rev, content"))
    for rev, *texts, digest in opened.execute(_ENTRIES):
        envelope = envelopes.pop(rev, "")
        line = Line(rev, *(text or "" for text in texts), signature=digest_of(envelope))
        check_signature(envelope, line, where)
        yield Entry(line, digest)
    if envelopes:
        raise NoMirrorError(
            "there is a signature of nothing",
            where=where,
            why=f"the log has no entry {min(envelopes)}",
        )


def check_signature(envelope: str, line: Line, where: str) -> None:
    """Raises BadSignatureError where an entry has a signature that is not of its record."""
    if not envelope:
        return
    signed = opened_envelope(envelope, ATTESTATION if line.state == ATTESTED else PUBLICATION)
    if signed.statement.get("record") != line.record:
        raise BadSignatureError(
            "the signature is of another record",
            where=where,
            why=f"entry {line.rev} is of {line.record}",
        )


def _signer(opened: sqlite3.Connection, digests: Sequence[str], where: str) -> str:
    """The public key that signed the head; empty where nobody did."""
    found = _rows(opened, _HEADS, "content")
    if len(found) > 1 or (found and not digests):
        raise NoMirrorError(
            "the head of the log is signed more than once, or there is none", where=where
        )
    return signer_of(found[0][0], len(digests), digests[-1]) if found else ""


def _rows(opened: sqlite3.Connection, table: str, columns: str) -> list[tuple[Any, ...]]:
    """What a table has that may not be there."""
    there = opened.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)
    ).fetchone()
    return opened.execute(f"SELECT {columns} FROM {table}").fetchall() if there else []  # nosec B608 - names of own tables


def _check_records(opened: sqlite3.Connection, where: str) -> None:
    """Each record has the id that follows from its bytes, and an entry."""
    if without := opened.execute(_NO_ENTRY).fetchone():
        raise NoMirrorError(
            "there is a record that the log does not have", where=where, why=without[0]
        )
    for digest, content in opened.execute("SELECT id, content FROM site_record"):
        try:
            due = record_id(object_in(bytes(content)))
        except (UnreadableError, TypeError) as fault:
            raise NoMirrorError(
                "a record is none", where=where, why=f"{digest}: {fault}"
            ) from fault
        if due != digest:
            raise NoMirrorError(
                "a record was changed", where=where, why=f"{digest} has bytes of {due}"
            )
