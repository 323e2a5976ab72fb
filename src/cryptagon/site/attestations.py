"""Attestations on their way: sent, checked, and waiting for a moderator."""

import hashlib
import json

from django.utils import timezone
from pydantic import ValidationError

from cryptagon.site import submission
from cryptagon.site.accounts import Token
from cryptagon.site.attestation import Attestation
from cryptagon.site.database import INTAKE, one_writer
from cryptagon.site.limits import MOST_WAITING
from cryptagon.site.log import PUBLISHED, WITHDRAWN
from cryptagon.site.log_models import LogEntry
from cryptagon.site.refusal import RefusedError, Taken
from cryptagon.site.signed_sending import signature_of
from cryptagon.site.signing import ATTESTATION, BadSignatureError, opened
from cryptagon.site.submission import SentAttestation


def take_attestation(content: bytes, token: Token, site: str) -> Taken:
    """Check an attestation, {"envelope": ...}, and keep it until a moderator decides. Raises
    RefusedError.

    Its publisher must have a key: who only has a token can say nothing of what others published.
    """
    envelope = _envelope(content)
    said = _said(envelope)
    if (
        signature_of(envelope, ATTESTATION, token.publisher, {"record": said.record, "site": site})
        is None
    ):
        raise RefusedError(403, f"{token.publisher.name} has no key, and an attestation is signed")
    digest = hashlib.sha256(envelope.encode()).hexdigest()
    with one_writer(INTAKE):
        _check_record(said.record)
        sent = SentAttestation.objects.using(INTAKE)
        if known := sent.filter(pk=digest).first():
            return Taken(digest, known.state, new=False)
        if sent.filter(publisher=token.publisher, state=submission.WAITING).count() >= MOST_WAITING:
            raise RefusedError(
                429, f"{MOST_WAITING} attestations of {token.publisher.name} wait already"
            )
        own = {
            "record": said.record,
            "outcome": said.outcome,
            "publisher_id": token.publisher.pk,
            "received": timezone.now(),
        }
        sent.create(id=digest, content=envelope, **own)
    return Taken(digest, submission.WAITING, new=True)


def attestation_in(envelope: str) -> Attestation:
    """What an envelope attests.

    Raises BadSignatureError, and ValidationError for a statement of another form.
    """
    return Attestation(**opened(envelope, ATTESTATION).statement)


def _envelope(content: bytes) -> str:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as fault:
        raise RefusedError(400, "this is no JSON") from fault
    if (
        not isinstance(found, dict)
        or set(found) != {"envelope"}
        or not isinstance(found["envelope"], str)
        or not found["envelope"]
    ):
        raise RefusedError(400, 'this is no attestation: {"envelope": "..."} is expected')
    return found["envelope"]


def _said(envelope: str) -> Attestation:
    try:
        said = attestation_in(envelope)
    except BadSignatureError as fault:
        raise RefusedError(403, fault.what, (fault.why,)) from fault
    except (ValidationError, TypeError) as fault:
        raise RefusedError(
            422, "the statement is none of an attestation", (str(fault)[:500],)
        ) from fault
    if why := said.contradiction():
        raise RefusedError(422, "the attestation contradicts itself", (why,))
    return said


def _check_record(record: str) -> None:
    """Raises RefusedError where a record is not public now."""
    entries = LogEntry.objects.using(INTAKE).filter(
        record_id=record, state__in=(PUBLISHED, WITHDRAWN)
    )
    last = entries.order_by("-rev").first()
    if last is None:
        raise RefusedError(404, f"there is no public record {record}")
    if last.state == WITHDRAWN:
        raise RefusedError(409, "the record was withdrawn", (last.reason,))
