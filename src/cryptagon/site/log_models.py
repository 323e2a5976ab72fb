"""The tables of the log, which only grow, and of where a mirror comes from."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import models

from cryptagon.site import log
from cryptagon.site.key_models import Signature, digest_of
from cryptagon.site.models import ID_DIGITS, Record


@dataclass(frozen=True)
class Change:
    """What is to be entered into the log; `envelope` is the signature that it goes back to, empty
    for none.
    """

    record: Record
    state: str
    publisher: str
    date: str
    reason: str = ""
    envelope: str = ""


class LogEntry(models.Model):
    """One entry of the log, as `cryptagon.site.log` describes it; its study and file are those of
    the record.
    """

    rev = models.IntegerField(primary_key=True)
    date = models.TextField()
    state = models.TextField()
    record = models.ForeignKey(Record, models.PROTECT)
    record_id: str
    publisher = models.TextField(db_index=True)
    reason = models.TextField()
    digest = models.CharField(max_length=ID_DIGITS)

    def entry(self, envelope: str = "") -> log.Entry:
        """The same as the log's own type; `envelope` is its signature. The record is asked of the
        database where it was not selected."""
        own = {name: getattr(self, name) for name in ("date", "state", "publisher", "reason")}
        origin = {"record": self.record_id, "study": self.record.study, "file": self.record.file}
        return log.Entry(
            log.Line(self.rev, **own, **origin, signature=digest_of(envelope)), self.digest
        )


class Mirrored(models.Model):
    """Of a mirror, the one row that says which site it is of, when it was made, and the head of the
    log then.
    """

    url = models.TextField()
    date = models.TextField()
    head = models.CharField(max_length=ID_DIGITS)


def head() -> LogEntry | None:
    """The last entry; None of an empty log."""
    return LogEntry.objects.order_by("-rev").first()


def append(changes: Sequence[Change]) -> None:
    """Enter changes in their order. To be called within a transaction."""
    last = head()
    first = last.rev + 1 if last else 1
    lines = [
        log.Line(
            rev,
            one.date,
            one.state,
            one.record.pk,
            one.publisher,
            one.reason,
            one.record.study,
            one.record.file,
            digest_of(one.envelope),
        )
        for rev, one in enumerate(changes, first)
    ]
    names = ("rev", "date", "state", "publisher", "reason", "record")
    LogEntry.objects.bulk_create(
        LogEntry(
            digest=one.digest,
            **{
                ("record_id" if name == "record" else name): getattr(one.line, name)
                for name in names
            },
        )
        for one in log.chained(lines, last.digest if last else log.START)
    )
    signed = [
        Signature(rev=rev, content=one.envelope)
        for rev, one in enumerate(changes, first)
        if one.envelope
    ]
    Signature.objects.bulk_create(signed)


def published(rev: int | None = None) -> dict[str, str]:
    """The publisher of every record that is public, by its id; `rev`: that was so after this
    entry.
    """
    found: dict[str, str] = {}
    entries = LogEntry.objects.order_by("rev")
    entries = entries if rev is None else entries.filter(rev__lte=rev)
    for record, state, publisher in entries.values_list("record_id", "state", "publisher"):
        if state == log.PUBLISHED:
            found[record] = publisher
        elif state == log.WITHDRAWN:
            found.pop(record)
    return found


def withdrawal_of(record: str) -> LogEntry | None:
    """The entry that withdrew a record; None where none did."""
    return LogEntry.objects.filter(record_id=record, state=log.WITHDRAWN).first()


def publication_of(record: str) -> LogEntry | None:
    """The entry that made a record public; None where none did."""
    return LogEntry.objects.filter(record_id=record, state=log.PUBLISHED).first()
