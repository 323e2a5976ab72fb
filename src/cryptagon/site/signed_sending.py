"""What a publisher signs, and whether what came with a record is such a signature."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from cryptagon.site.accounts import Publisher
from cryptagon.site.database import INTAKE
from cryptagon.site.key_models import Key
from cryptagon.site.refusal import RefusedError
from cryptagon.site.signing import MOST_CHARACTERS, BadSignatureError, Signed, opened

FRESH = timedelta(hours=1)
"""How old a signature may be when it arrives, or how far ahead the clock of who signed."""


def signature_of(
    envelope: str, kind: str, publisher: Publisher, due: dict[str, str]
) -> Signed | None:
    """The signature with which a publisher sends something; None of one who has no key and sent
    none.

    `due` are the fields that it must name: the record, so that it covers nothing else, and the
    site, so that nobody can send it on to another. Raises RefusedError.
    """
    keys = list(Key.objects.using(INTAKE).filter(publisher=publisher))
    if not envelope:
        if keys:
            raise RefusedError(
                403, f"{publisher.name} has a key, so what it sends must be signed: give --key FILE"
            )
        return None
    if len(envelope) > MOST_CHARACTERS:
        raise RefusedError(413, "the signature is too long")
    try:
        signed = opened(envelope, kind)
    except BadSignatureError as fault:
        raise RefusedError(403, fault.what, (fault.why,)) from fault
    _check_key(signed, keys, publisher)
    _check_statement(signed.statement, due)
    return signed


def _check_key(signed: Signed, keys: list[Key], publisher: Publisher) -> None:
    own = next((one for one in keys if one.public == signed.key), None)
    if own is None:
        raise RefusedError(403, f"{publisher.name} has no such key", (signed.key,))
    if own.state != "valid":
        raise RefusedError(403, f"the key is {own.state}", (signed.key,))


def _check_statement(statement: dict[str, Any], due: dict[str, str]) -> None:
    for name, value in due.items():
        if statement.get(name) != value:
            raise RefusedError(
                403,
                f"the signature is for another {name}",
                (f"{str(statement.get(name))[:100]!r}, not {value!r}",),
            )
    if abs(timezone.now() - _date(statement.get("date"))) > FRESH:
        raise RefusedError(
            403,
            "the signature is not of now",
            ("sign again; if that does not help, set the clock of your machine",),
        )


def _date(text: object) -> datetime:
    try:
        found = datetime.fromisoformat(str(text))
    except ValueError as fault:
        raise RefusedError(403, "the signature has no date") from fault
    return found if found.tzinfo else found.replace(tzinfo=UTC)
