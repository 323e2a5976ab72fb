"""The log by the API: its head, its entries, and with them the records, so that all of the site can
be fetched.
"""

from collections.abc import Sequence
from typing import Annotated

from ninja import Schema
from pydantic import Field

from cryptagon.site.heads import signed_head
from cryptagon.site.key_models import envelopes_of
from cryptagon.site.log import PUBLISHED
from cryptagon.site.log_models import LogEntry, head

MOST_ENTRIES = 500
MOST_CONTENT = 4 << 20
"""Characters of records in one answer, beside those of the first."""


class HeadOut(Schema):
    """The last entry: its number, and its digest, which covers all entries.

    `envelope` is the signature of the site.
    """

    rev: int
    digest: str
    envelope: str | None


class EntryOut(Schema):
    """One entry. `content` is the text of the record that it publishes, and `envelope` its
    signature (DSSE), where records were asked for."""

    rev: int
    date: str
    state: str
    record: str
    publisher: str
    reason: str
    study: str
    file: str
    digest: str
    signature: str = Field(
        "", description="SHA-256 of the envelope in which its publisher signed it; empty for none"
    )
    content: str | None = None
    envelope: str | None = None


class LogOut(Schema):
    """A part of the log; `head` is null while it is empty."""

    head: HeadOut | None
    entries: list[EntryOut]


class LogPart(Schema):
    """Which part of the log is asked for."""

    after: Annotated[
        int, Field(ge=0, le=10**9, description="the number of the last entry that is known")
    ] = 0
    size: Annotated[int, Field(ge=1, le=MOST_ENTRIES, description="entries, at most")] = 100
    records: Annotated[bool, Field(description="with the text of each record")] = False


def log_part(asked: LogPart) -> LogOut:
    """The entries after one, in order; with their records as many as are not too much for one
    answer, one at least.
    """
    last = head()
    found = LogEntry.objects.filter(rev__gt=asked.after).order_by("rev").select_related("record")
    found = found if asked.records else found.defer("record__content")
    chosen = list(found[: asked.size])
    signed = envelopes_of(one.rev for one in chosen)
    entries = [_out(one, signed.get(one.rev, ""), asked.records) for one in chosen]
    own = (
        HeadOut(rev=last.rev, digest=last.digest, envelope=signed_head() or None) if last else None
    )
    return LogOut(head=own, entries=_fitting(entries))


def _out(entry: LogEntry, envelope: str, with_record: bool) -> EntryOut:
    line = entry.entry(envelope).line
    content = (
        bytes(entry.record.content).decode() if with_record and line.state == PUBLISHED else None
    )
    return EntryOut(
        **vars(line),
        digest=entry.digest,
        content=content,
        envelope=envelope or None if with_record else None,
    )


def _fitting(entries: Sequence[EntryOut]) -> list[EntryOut]:
    kept, length = [], 0
    for one in entries:
        length += len(one.content or "")
        if kept and length > MOST_CONTENT:
            break
        kept.append(one)
    return kept
