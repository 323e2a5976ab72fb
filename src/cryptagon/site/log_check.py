"""Whether log and records of the database that is open are what they should be: what
`cryptagon.site.mirror_check` looks at in a file, of a database of any kind."""

from collections.abc import Iterator

from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.heads import signed_head, signer_of
from cryptagon.site.key_models import Signature
from cryptagon.site.log import Entry, checked
from cryptagon.site.log_models import LogEntry
from cryptagon.site.mirror_check import Mirror, NoMirrorError, check_signature
from cryptagon.site.models import Record
from cryptagon.user_files import UnreadableError

_PART = 200
"""Rows that are held at a time."""


def check_open(where: str) -> Mirror:
    """What the database holds; `where` is told of a fault. Raises NoMirrorError or BrokenLogError
    at the first thing that is wrong."""
    digests = tuple(one.digest for one in checked(_entries(where), where))
    records = 0
    for one in Record.objects.order_by("pk").iterator(_PART):
        _check_record(one, where)
        records += 1
    entered = LogEntry.objects.values("record_id").distinct().count()
    if entered != records:
        why = f"{records} records, {entered} in the log"
        raise NoMirrorError("there is a record that the log does not have", where=where, why=why)
    signer = signer_of(signed_head(), len(digests), digests[-1]) if digests else ""
    return Mirror("", "", digests, records, signer)


def _entries(where: str) -> Iterator[Entry]:
    envelopes = dict(Signature.objects.values_list("rev", "content"))
    found = LogEntry.objects.order_by("rev").select_related("record").defer("record__content")
    for one in found.iterator(_PART):
        envelope = envelopes.pop(one.rev, "")
        entry = one.entry(envelope)
        check_signature(envelope, entry.line, where)
        yield entry
    if envelopes:
        why = f"the log has no entry {min(envelopes)}"
        raise NoMirrorError("there is a signature of nothing", where=where, why=why)


def _check_record(one: Record, where: str) -> None:
    try:
        due = record_id(object_in(bytes(one.content)))
    except UnreadableError as fault:
        raise NoMirrorError("a record is none", where=where, why=f"{one.pk}: {fault}") from fault
    if due != one.pk:
        raise NoMirrorError("a record was changed", where=where, why=f"{one.pk} has bytes of {due}")
