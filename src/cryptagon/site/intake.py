"""What publishers send: checked, and put into quarantine.

It is on the disk before it is acknowledged.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cryptagon.errors import CryptagonError
from cryptagon.results import record_of
from cryptagon.site import submission
from cryptagon.site.accounts import Token, token_of
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.checks import faults_of
from cryptagon.site.database import INTAKE, intake_is_open, one_writer
from cryptagon.site.group_commit import GroupCommit
from cryptagon.site.key_models import SentSignature
from cryptagon.site.limits import MOST_BYTES, MOST_FAULTS, MOST_WAITING
from cryptagon.site.log import PUBLISHED, WITHDRAWN
from cryptagon.site.log_models import LogEntry
from cryptagon.site.refusal import RefusedError, Taken
from cryptagon.site.signed_sending import signature_of
from cryptagon.site.signing import PUBLICATION
from cryptagon.site.submission import SENT, Submission
from cryptagon.user_files import UnreadableError


@dataclass(frozen=True)
class Sent:
    """The head of a request: whether its body can be taken is known before it is read."""

    length: str
    media_type: str
    encoding: str

    def check(self) -> None:
        """Raises RefusedError."""
        if self.encoding not in ("", "identity"):
            raise RefusedError(
                415, f'the body is encoded as "{self.encoding[:40]}"; send it as it is'
            )
        if self.media_type.partition(";")[0].strip().lower() != "application/json":
            raise RefusedError(415, "the body is not declared as application/json")
        if not self.length.isascii() or not self.length.isdecimal():
            raise RefusedError(411, "the length of the body is not told")
        if len(self.length) > 12 or int(self.length) > MOST_BYTES:
            raise RefusedError(413, f"the record is larger than {MOST_BYTES >> 10} KiB")


def allowed(secret: str, scopes: Collection[str]) -> Token:
    """The token with this secret, if it is of one of these scopes now. Raises RefusedError."""
    if not intake_is_open():
        raise RefusedError(403, "this site takes no records: it was started without --publishing")
    found = token_of(secret)
    if found is None:
        raise RefusedError(401, "there is no such token")
    if found.state != "valid":
        raise RefusedError(401, f"the token is {found.state}")
    if found.scope not in scopes:
        raise RefusedError(403, f'the token is for "{found.scope}", not for "{next(iter(scopes))}"')
    return found


def take(
    content: bytes,
    token: Token,
    envelope: str = "",
    site: str = "",
    embargo: datetime | None = None,
) -> Taken:
    """Check a record and keep it in quarantine. Raises RefusedError for what is no record, or
    cannot be one, or is here already of somebody else.

    `envelope` is the signature that it came with, `site` the host that it must be for, `embargo`
    when it may become public. Of a record that is here already the embargo stays as it is.
    """
    digest = _checked(content)
    signature_of(envelope, PUBLICATION, token.publisher, {"record": digest, "site": site})
    sent = Submission(
        id=digest,
        content=content,
        publisher_id=token.publisher.pk,
        token_id=token.pk,
        received=timezone.now(),
        embargo=embargo,
    )
    return _WRITING.write(lambda: _keep(sent, token, envelope))


_WRITING = GroupCommit(lambda: one_writer(INTAKE), lambda: transaction.atomic(using=INTAKE))
"""Records that come at once are one transaction, since each must be on the disk before it is
acknowledged."""


def _keep(sent: Submission, token: Token, envelope: str) -> Taken:
    """Put a record that was checked into quarantine. Raises RefusedError."""
    if known := _known(str(sent.pk), token):
        return known
    waiting = (
        Submission.objects.using(INTAKE)
        .filter(publisher=token.publisher, state__in=submission.UNDECIDED)
        .count()
    )
    if waiting >= MOST_WAITING:
        raise RefusedError(
            429,
            f"{waiting} records of {token.publisher.name} wait already; send more when some were decided on",
        )
    sent.save(using=INTAKE, force_insert=True)
    if envelope:
        SentSignature.objects.using(INTAKE).create(id=sent.pk, content=envelope)
    return Taken(str(sent.pk), submission.WAITING, new=True)


def _checked(content: bytes) -> str:
    """The id of a record. Raises RefusedError with every fault that was found."""
    try:
        found = object_in(content)
        digest = record_id(found)
        measured = record_of(found, SENT)
    except UnreadableError as fault:
        raise RefusedError(400, "this is no record", (_told(fault),)) from fault
    except CryptagonError as fault:
        raise RefusedError(422, fault.what, tuple((fault.why or fault.fix).split("; "))) from fault
    if faults := faults_of(found, measured):
        more = (f"and {len(faults) - MOST_FAULTS} more",) if len(faults) > MOST_FAULTS else ()
        raise RefusedError(422, "the record cannot be what it says", (*faults[:MOST_FAULTS], *more))
    return digest


def _told(fault: UnreadableError) -> str:
    return f"line {fault.line}: {fault}" if fault.line else str(fault)


def _known(digest: str, token: Token) -> Taken | None:
    """What is here of this record already; None for nothing. Raises RefusedError where it is not
    this publisher's, or was refused or withdrawn."""
    entries = LogEntry.objects.using(INTAKE).filter(
        record_id=digest, state__in=(PUBLISHED, WITHDRAWN)
    )
    if entry := entries.order_by("-rev").first():
        _check_owner(entry.publisher == token.publisher.name)
        if entry.reason:
            raise RefusedError(409, "the record was withdrawn", (entry.reason,))
        return Taken(digest, entry.state, new=False)
    sent = Submission.objects.using(INTAKE).filter(pk=digest).first()
    if sent is None:
        return None
    _check_owner(sent.publisher_id == token.publisher.pk)
    if sent.state == submission.TAKEN_BACK:
        SentSignature.objects.using(INTAKE).filter(pk=digest).delete()
        sent.delete()
        return None
    if sent.state == submission.REFUSED:
        raise RefusedError(409, "the record was refused", (sent.reason,))
    return Taken(digest, sent.state, new=False)


def _check_owner(own: bool) -> None:
    if not own:
        raise RefusedError(409, "another publisher has sent this record before")
