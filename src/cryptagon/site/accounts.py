"""Publishers and their tokens."""

import hashlib
import re
import secrets
from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone

from cryptagon.errors import CryptagonError
from cryptagon.site.log import HOUSE
from cryptagon.site.models import ID_DIGITS
from cryptagon.user_files import did_you_mean

PUBLISH, ATTEST = "publish", "attest"
SCOPES = {PUBLISH: "send records and attestations", ATTEST: "send attestations alone"}
PREFIX = "cryptagon_"
MOST_DAYS = 366
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,62}[A-Za-z0-9])?")
_SECRET_BYTES = 32


class Publisher(models.Model):
    """Somebody who may send records."""

    name = models.TextField(unique=True)
    plain = models.TextField(unique=True)
    """Letters and digits of the name, in small letters: no two names may be taken for each
    other.
    """
    created = models.DateTimeField()
    tokens: "models.Manager[Token]"


class Token(models.Model):
    """What allows to act for a publisher until it expires or is revoked.

    The secret has 256 random bits and is kept as its SHA-256 alone: it cannot be guessed, so a slow
    hash would add nothing.
    """

    publisher = models.ForeignKey(Publisher, models.PROTECT, related_name="tokens")
    digest = models.CharField(max_length=ID_DIGITS, unique=True)
    scope = models.TextField()
    created = models.DateTimeField()
    expires = models.DateTimeField()
    revoked = models.DateTimeField(null=True)

    @property
    def state(self) -> str:
        """ "valid", "expired" or "revoked"."""
        return state_of(self.expires, self.revoked)


def state_of(expires: datetime, revoked: datetime | None) -> str:
    """ "valid", "expired" or "revoked", of a token or a key."""
    if revoked:
        return "revoked"
    return "expired" if expires <= timezone.now() else "valid"


def add_publisher(name: str) -> Publisher:
    """A new publisher.

    Raises CryptagonError for a name that cannot be one, or that is or looks like another's.
    """
    if not _NAME.fullmatch(name):
        why = "a name has 1 to 64 letters, digits, spaces, dots, hyphens and underscores, a letter or digit at both ends"
        raise CryptagonError(
            f"{name!r} cannot be the name of a publisher", why=why, fix="give another name"
        )
    plain = _plain(name)
    taken = (
        HOUSE
        if plain == _plain(HOUSE)
        else Publisher.objects.filter(plain=plain).values_list("name", flat=True).first()
    )
    if taken:
        raise CryptagonError(
            f"there is a publisher {taken} already",
            why="names must differ in more than case and signs",
        )
    return Publisher.objects.create(name=name, plain=plain, created=timezone.now())


def publisher_named(name: str) -> Publisher:
    """The publisher of that name. Raises CryptagonError where there is none."""
    found = Publisher.objects.filter(name=name).first()
    if found is None:
        names = Publisher.objects.values_list("name", flat=True)
        fix = (
            did_you_mean(name, names)
            if names
            else f'make it: cryptagon site publisher add "{name}"'
        )
        raise CryptagonError(f"there is no publisher {name}", fix=fix)
    return found


def add_token(publisher: Publisher, days: int, scope: str = PUBLISH) -> tuple[Token, str]:
    """A new token, and its secret, which is kept nowhere. Raises CryptagonError for a time that is
    too long, and for a scope that there is none of."""
    if not 1 <= days <= MOST_DAYS:
        raise CryptagonError(
            f"a token cannot be valid for {days} days", fix=f"give 1 to {MOST_DAYS}"
        )
    if scope not in SCOPES:
        raise CryptagonError(
            f'a token cannot be for "{scope}"', fix=f"give one of {', '.join(SCOPES)}"
        )
    secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    now = timezone.now()
    own = {
        "digest": _digest(secret),
        "scope": scope,
        "created": now,
        "expires": now + timedelta(days=days),
    }
    return Token.objects.create(publisher=publisher, **own), secret


def revoke(number: int, now: datetime | None = None) -> Token:
    """Make a token worthless from now on.

    Raises CryptagonError where there is none of that number.
    """
    found = Token.objects.select_related("publisher").filter(pk=number).first()
    if found is None:
        raise CryptagonError(f"there is no token {number}", fix="see `cryptagon site token list`")
    if not found.revoked:
        found.revoked = now or timezone.now()
        found.save(update_fields=["revoked"])
    return found


def token_of(secret: str) -> Token | None:
    """The token with this secret, in whatever state it is; None where there is none."""
    return Token.objects.select_related("publisher").filter(digest=_digest(secret)).first()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
