"""The whole of a site as one file: its log and its records, fetched by its API and checked on the
way.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils import timezone

from cryptagon.errors import CryptagonError
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.client import Site
from cryptagon.site.database import PUBLIC, guards, make_kept_tables, one_change, open_database
from cryptagon.site.key_models import Signature, SignedHead, digest_of
from cryptagon.site.log import PUBLISHED, BrokenLogError, Entry, Line, checked
from cryptagon.site.log_models import LogEntry, Mirrored
from cryptagon.site.mirror_check import Mirror, check_file, check_signature
from cryptagon.site.models import Record
from cryptagon.site.signing import BadSignatureError, check_public
from cryptagon.user_files import UnreadableError

_PAGE = 200
_TYPES = {
    one.name: int if one.name == "rev" else str for one in fields(Line) if one.name != "signature"
}


@dataclass(frozen=True)
class _Fetched:
    """An entry with the bytes of the record that it publishes, None for another, and its signature,
    empty for none.
    """

    entry: Entry
    content: bytes | None
    envelope: str


def check(file: Path, digest: str = "", key: str = "") -> Mirror:
    """Check a mirror; with `digest`, that its log has an entry of that digest, or of one that
    begins so; with `key`, that the site with this public key signed its head. Raises
    CryptagonError.
    """
    found = check_file(file, own_guards())
    if digest and not any(one.startswith(digest.lower()) for one in found.digests):
        why = f"none of its {len(found.digests)} entries has the digest {digest}"
        raise BrokenLogError("this is not the history that was cited", where=str(file), why=why)
    _check_key(found, key, str(file))
    return found


def _check_key(found: Mirror, due: str, where: str) -> None:
    if due and found.key != check_public(due):
        why = f"its head is signed by {found.key}" if found.key else "nobody signed its head"
        raise BadSignatureError(
            "the site that has this key has not signed it",
            where=where,
            why=why,
            fix=f"the key that is due: {due}",
        )


def own_guards() -> dict[str, str]:
    """The triggers of a database of ours by name, as SQLite keeps them."""
    texts = [text.replace(" IF NOT EXISTS", "") for text in guards()]
    return {text.split()[2]: text for text in texts}


def fetch(site: Site, file: Path, key: str = "") -> Mirror:
    """Make `file` a mirror of a site, or nothing. A mirror that is there is replaced if the site's
    log goes on from its.

    Its head must be signed with `key`; without one, with the key that signed the mirror that is
    there. Raises CryptagonError where the site does not answer, says what cannot be, or has another
    history than `file`.
    """
    before = check(file) if file.exists() else None
    if before and not before.url:
        raise CryptagonError(
            "the file is no mirror, and is left as it is",
            where=str(file),
            fix="give another -o FILE",
        )
    part = file.with_name(f".{file.name}.part")
    _remove(part)
    try:
        _write(part, site, before)
        found = check(part, key=key or (before.key if before else ""))
        part.replace(file)
    finally:
        connection.close()
        _remove(part)
    return found


def _write(part: Path, site: Site, before: Mirror | None) -> None:
    open_database(part, writable=True)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    make_kept_tables(PUBLIC)
    digests: list[str] = []
    with one_change():
        for one in _fetched(site):
            _check_history(one.entry, before, site)
            _keep(one, site)
            digests.append(one.entry.digest)
        head = digests[-1] if digests else ""
        if envelope := _signed_head(site, len(digests)):
            SignedHead.objects.create(content=envelope)
        Mirrored.objects.create(url=site.url, date=timezone.now().isoformat(), head=head)
    if before and len(digests) < len(before.digests):
        why = f"its log has {len(digests)} entries, and the mirror that is there has {len(before.digests)}"
        raise BrokenLogError(
            "the site has lost a part of its history",
            where=site.url,
            why=why,
            fix="keep that mirror: it is the evidence",
        )
    connection.close()


def _fetched(site: Site) -> Iterator[_Fetched]:
    """Every entry of the site's log, checked."""
    contents: dict[int, tuple[bytes | None, str]] = {}

    def entries() -> Iterator[Entry]:
        for said in _said(site):
            content, envelope = said.get("content"), str(said.get("envelope") or "")
            entry = _entry(said, envelope, site)
            check_signature(envelope, entry.line, site.url)
            contents[entry.line.rev] = (
                content.encode() if isinstance(content, str) else None,
                envelope,
            )
            yield entry

    for entry in checked(entries(), site.url):
        yield _Fetched(entry, *contents.pop(entry.line.rev))


def _said(site: Site) -> Iterator[dict[str, Any]]:
    """What the site says of every entry, part by part, until there is no more."""
    after = 0
    while True:
        said = site.get(f"/api/log?after={after}&size={_PAGE}&records=true")
        entries = said.get("entries") if isinstance(said, dict) else None
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            raise _strange(site, "there are no entries")
        if not entries:
            return
        yield from entries
        after += len(entries)


def _entry(said: dict[str, Any], envelope: str, site: Site) -> Entry:
    values = {name: said.get(name) for name in (*_TYPES, "digest")}
    if any(type(value) is not _TYPES.get(name, str) for name, value in values.items()):
        raise _strange(site, "an entry of the log lacks a field")
    digest = values.pop("digest")
    return Entry(Line(**values, signature=digest_of(envelope)), str(digest))  # type: ignore[arg-type] - checked above


def _signed_head(site: Site, rev: int) -> str:
    """The envelope of the head, which must still be the entry `rev`; empty for none."""
    said = site.get(f"/api/log?after={rev}&size=1")
    if not isinstance(said, dict) or said.get("entries"):
        raise CryptagonError(
            "the log went on while it was fetched", where=site.url, fix="try again"
        )
    head = said.get("head")
    return str(head.get("envelope") or "") if isinstance(head, dict) else ""


def _keep(one: _Fetched, site: Site) -> None:
    line = one.entry.line
    if line.state == PUBLISHED:
        if one.content is None:
            raise _strange(site, f"it does not give the record of entry {line.rev}")
        try:
            due = record_id(object_in(one.content))
        except UnreadableError as fault:
            raise _strange(site, f"the record of entry {line.rev} is none: {fault}") from fault
        if due != line.record:
            raise _strange(site, f"the record of entry {line.rev} is another than the one it names")
        Record.objects.create(id=line.record, content=one.content, study=line.study, file=line.file)
    own = {name: getattr(line, name) for name in ("rev", "date", "state", "publisher", "reason")}
    LogEntry.objects.create(record_id=line.record, digest=one.entry.digest, **own)
    if one.envelope:
        Signature.objects.create(rev=line.rev, content=one.envelope)


def _check_history(entry: Entry, before: Mirror | None, site: Site) -> None:
    rev = entry.line.rev
    if before and rev <= len(before.digests) and before.digests[rev - 1] != entry.digest:
        why = f"entry {rev} is another one than in the mirror that is there"
        raise BrokenLogError(
            "the site has rewritten its history",
            where=site.url,
            why=why,
            fix="keep that mirror: it is the evidence",
        )


def _strange(site: Site, why: str) -> CryptagonError:
    return CryptagonError(
        "the site says what cannot be", where=site.url, why=why, fix="tell who runs it"
    )


def _remove(file: Path) -> None:
    for suffix in ("", "-journal", "-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
