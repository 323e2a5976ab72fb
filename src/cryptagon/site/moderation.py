"""What a moderator does, on the console of the site's machine or on its pages: publish, refuse,
withdraw. Each is one transaction with its entry in the log and the tables that follow from it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from cryptagon.analysis.naming import label_of, shown
from cryptagon.errors import CryptagonError
from cryptagon.results import AnyMeasurement, record_of
from cryptagon.site import submission
from cryptagon.site.canonical import object_in
from cryptagon.site.database import one_change, one_writer
from cryptagon.site.heads import sign_head
from cryptagon.site.indexing import reindex
from cryptagon.site.key_models import SentSignature
from cryptagon.site.log import ATTESTED, PUBLISHED, WITHDRAWN
from cryptagon.site.log_models import Change, append, publication_of, withdrawal_of
from cryptagon.site.models import Record
from cryptagon.site.submission import SENT, SentAttestation, Submission

LEAST_DIGITS = 8


@dataclass(frozen=True)
class Waiting:
    """A record in quarantine: who sent it, when, and what it is of."""

    id: str
    publisher: str
    received: datetime
    design: str
    place: str
    embargo: datetime | None


def waiting() -> list[Waiting]:
    """Every record in quarantine, the oldest first."""
    found = (
        Submission.objects.filter(state=submission.WAITING)
        .select_related("publisher")
        .order_by("received")
    )
    return [listed(one, measured_in(one)) for one in found]


def measured_in(sent: Submission) -> AnyMeasurement:
    """What a record in quarantine says."""
    return record_of(object_in(bytes(sent.content or b"")), SENT)


def sent_record(digits: str) -> Submission:
    """The record in quarantine whose id begins with these digits.

    Raises CryptagonError where there is not just one.
    """
    found = list(
        Submission.objects.filter(
            pk__startswith=_digits(digits), state=submission.WAITING
        ).select_related("publisher")[:2]
    )
    if len(found) != 1:
        what = f"{'several records' if found else 'no record'} in the queue {'have' if found else 'has'} an id that begins with {digits}"
        raise CryptagonError(what, fix="see `cryptagon site queue`")
    return found[0]


def publish(ids: Iterable[str]) -> dict[str, str]:
    """Let records of the quarantine in, all or none; gives the state of each by its id. One whose
    publisher gave a date becomes public then. Raises CryptagonError as `sent_record` does, and for
    one that is public already.
    """
    with one_change():
        chosen = {one.pk: one for one in map(sent_record, ids)}
        now = timezone.now()
        later = [one for one in chosen.values() if one.embargo and one.embargo > now]
        for one in later:
            _published(one)
        Submission.objects.filter(pk__in=[one.pk for one in later]).update(
            state=submission.EMBARGOED, decided=now
        )
        make_public([one for one in chosen.values() if one not in later], now)
    return {
        one: submission.EMBARGOED if chosen[one] in later else submission.ACCEPTED for one in chosen
    }


def make_public(chosen: Sequence[Submission], now: datetime) -> None:
    """Enter records into the log and the rankings. To be called within `one_change`. Raises
    CryptagonError for one that is public already."""
    if not chosen:
        return
    records = [_published(one) for one in chosen]
    Record.objects.bulk_create(records)
    publishers = {one.pk: one.publisher.name for one in chosen}
    signed = dict(SentSignature.objects.filter(pk__in=publishers).values_list("pk", "content"))
    append(
        [
            Change(
                one, PUBLISHED, publishers[one.pk], now.isoformat(), envelope=signed.get(one.pk, "")
            )
            for one in records
        ]
    )
    sign_head()
    Submission.objects.filter(pk__in=publishers).update(
        state=submission.ACCEPTED, content=None, decided=now
    )
    reindex()


def _published(sent: Submission) -> Record:
    if publication_of(sent.pk):
        fix = f"refuse it: cryptagon site refuse {sent.pk[:12]}"
        raise CryptagonError(f"the record {sent.pk} is public already, from a file", fix=fix)
    return Record(
        id=sent.pk,
        content=sent.content,
        study=submission.STUDY,
        file=f"{submission.STUDY}/{sent.pk}.json",
    )


def waiting_attestations() -> list[SentAttestation]:
    """Every attestation in quarantine, the oldest first."""
    return list(
        SentAttestation.objects.filter(state=submission.WAITING)
        .select_related("publisher")
        .order_by("received")
    )


def sent_attestation(digits: str) -> SentAttestation | None:
    """The attestation in quarantine whose id begins with these digits; None where there is not just
    one.
    """
    found = list(
        SentAttestation.objects.filter(
            pk__startswith=_digits(digits), state=submission.WAITING
        ).select_related("publisher")[:2]
    )
    return found[0] if len(found) == 1 else None


def publish_attestation(sent: SentAttestation) -> None:
    """Enter an attestation into the log.

    Raises CryptagonError where its record was withdrawn meanwhile.
    """
    if withdrawal_of(sent.record):
        raise CryptagonError(
            f"the record {sent.record} was withdrawn",
            fix=f"refuse it: cryptagon site refuse {sent.pk[:12]}",
        )
    with one_change():
        record = Record.objects.get(pk=sent.record)
        own = {"reason": sent.outcome, "envelope": sent.content}
        append([Change(record, ATTESTED, sent.publisher.name, timezone.now().isoformat(), **own)])
        sign_head()
        SentAttestation.objects.filter(pk=sent.pk).update(state=submission.ACCEPTED)
        reindex()


def refuse(digits: str, reason: str) -> str:
    """Let a record or an attestation of the quarantine go, with a reason that its publisher is
    told; gives its id.
    """
    with one_writer():
        return _refused(digits, reason)


def _refused(digits: str, reason: str) -> str:
    if sent := sent_attestation(digits):
        SentAttestation.objects.filter(pk=sent.pk).update(
            state=submission.REFUSED, reason=_reason(reason)
        )
        return sent.pk
    found = sent_record(digits)
    own = {
        "state": submission.REFUSED,
        "reason": _reason(reason),
        "content": None,
        "decided": timezone.now(),
    }
    Submission.objects.filter(pk=found.pk).update(**own)
    return found.pk


def withdraw(digits: str, reason: str) -> str:
    """Take a public record out of all rankings from now on, with a reason that stays in its place;
    gives its id.

    Its bytes stay, since rankings of before name it. Raises CryptagonError where there is no such
    record, or it was withdrawn before.
    """
    found = list(Record.objects.filter(pk__startswith=_digits(digits))[:2])
    published = publication_of(found[0].pk) if len(found) == 1 else None
    if published is None:
        what = f"{'several records have' if found else 'no public record has'} an id that begins with {digits}"
        raise CryptagonError(what, fix="the page of a result shows its id")
    if before := withdrawal_of(found[0].pk):
        raise CryptagonError(f"the record {digits} was withdrawn before", why=before.reason)
    with one_change():
        append(
            [
                Change(
                    found[0],
                    WITHDRAWN,
                    published.publisher,
                    timezone.now().isoformat(),
                    _reason(reason),
                )
            ]
        )
        sign_head()
        reindex()
    return found[0].pk


def listed(sent: Submission, measured: AnyMeasurement) -> Waiting:
    """The line of a record in the queue."""
    design = f"{label_of(measured)} by {shown(measured.approach)}"
    return Waiting(
        sent.pk, sent.publisher.name, sent.received, design, measured.place, sent.embargo
    )


def _digits(digits: str) -> str:
    if len(digits) < LEAST_DIGITS or set(digits) - set("0123456789abcdef"):
        raise CryptagonError(
            f'"{digits}" is no id', why=f"an id has {LEAST_DIGITS} to 64 hexadecimal digits"
        )
    return digits


def _reason(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise CryptagonError(
            "there is no reason",
            why="it is empty, or has characters that cannot be seen",
            fix="write one in a sentence",
        )
    return text.strip()
