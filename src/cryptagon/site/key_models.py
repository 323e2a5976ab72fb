"""The tables of signatures: publishers' keys, what is signed of the log, and what waits with its
signature.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone

from cryptagon.errors import CryptagonError
from cryptagon.site.accounts import Publisher, state_of
from cryptagon.site.models import ID_DIGITS
from cryptagon.site.signing import check_public

MOST_DAYS = 3660


class Key(models.Model):
    """A public key of a publisher.

    A publisher who has any, even one that is not valid any more, must sign.
    """

    publisher = models.ForeignKey(Publisher, models.PROTECT, related_name="keys")
    public = models.TextField(unique=True)
    created = models.DateTimeField()
    expires = models.DateTimeField()
    revoked = models.DateTimeField(null=True)

    @property
    def state(self) -> str:
        """ "valid", "expired" or "revoked"."""
        return state_of(self.expires, self.revoked)


class SentSignature(models.Model):
    """The envelope that a record in quarantine came with, by the record's id."""

    id = models.CharField(max_length=ID_DIGITS, primary_key=True)
    content = models.TextField()


class Signature(models.Model):
    """The envelope that an entry of the log goes back to, by the number of the entry.

    It is never changed or removed.
    """

    rev = models.IntegerField(primary_key=True)
    content = models.TextField()

    @property
    def digest(self) -> str:
        """Its SHA-256, which the entry has."""
        return digest_of(self.content)


class SignedHead(models.Model):
    """The one row with the envelope in which the site signs the head of its log."""

    content = models.TextField()


def digest_of(envelope: str) -> str:
    """The SHA-256 of an envelope; empty for none."""
    return hashlib.sha256(envelope.encode()).hexdigest() if envelope else ""


def envelopes_of(revs: Iterable[int]) -> dict[int, str]:
    """The envelopes of entries of the log that have one, by the number of the entry."""
    return dict(Signature.objects.filter(rev__in=list(revs)).values_list("rev", "content"))


def add_key(publisher: Publisher, public: str, days: int) -> Key:
    """Let a publisher sign with a key.

    Raises CryptagonError for what is no key, and for one that is known.
    """
    if not 1 <= days <= MOST_DAYS:
        raise CryptagonError(f"a key cannot be valid for {days} days", fix=f"give 1 to {MOST_DAYS}")
    public = check_public(public)
    if known := Key.objects.filter(public=public).select_related("publisher").first():
        raise CryptagonError(
            "the key is known already",
            why=f"it is number {known.pk}, of {known.publisher.name}, and {known.state}",
        )
    now = timezone.now()
    return Key.objects.create(
        publisher=publisher, public=public, created=now, expires=now + timedelta(days=days)
    )


def revoke_key(number: int, now: datetime | None = None) -> Key:
    """Make a key worthless from now on; what it signed before stays.

    Raises CryptagonError where there is none.
    """
    found = Key.objects.select_related("publisher").filter(pk=number).first()
    if found is None:
        raise CryptagonError(f"there is no key {number}", fix="see `cryptagon site key list`")
    if not found.revoked:
        found.revoked = now or timezone.now()
        found.save(update_fields=["revoked"])
    return found
