"""A site where people have accounts: signs up, takes the link from the caught mail, makes a second
factor.
"""

import base64
import hmac
import re
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from publishing_site import PublishingSite

from cryptagon.site.database import open_database, open_intake
from cryptagon.site.mail import Mail

PASSWORD = "a long and dull sentence"
CAUGHT = Mail(
    {
        "EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend",
        "DEFAULT_FROM_EMAIL": "site@example.org",
    }
)
_CHANGED = (
    "EMAIL_BACKEND",
    "DEFAULT_FROM_EMAIL",
    "SECRET_KEY",
    "ALLAUTH_TRUSTED_PROXY_COUNT",
    "SECOND_FACTOR_KEY",
)


@contextmanager
def overridden() -> Iterator[None]:
    """The settings that opening accounts changes are as before afterwards; passwords are hashed
    fast.
    """
    before = {name: getattr(settings, name) for name in _CHANGED}
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"], **before
    ):
        cache.clear()
        mail.outbox = []
        yield


def totp(secret: str, step: int = 0) -> str:
    """The code of RFC 6238 that an authenticator app shows now, or so many steps of 30 seconds
    later.
    """
    digest = hmac.digest(
        base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30 + step), "sha1"
    )
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


@dataclass
class Person:
    """Somebody with a browser."""

    client: Client
    address: str
    secret: str = field(default="", repr=False)

    def page(self, path: str = "/account/") -> str:
        """The text of a page, after all redirections."""
        return self.client.get(path, follow=True).content.decode()

    def post(self, path: str, **given: object) -> str:
        """The text of the page that a form leads to."""
        return self.client.post(path, given, follow=True).content.decode()

    def sign_in(self, password: str = PASSWORD) -> str:
        """By address and password."""
        return self.post("/account/login/", login=self.address, password=password)

    def second_factor(self) -> None:
        """Make an authenticator app one's second factor."""
        self.post("/account/reauthenticate/", password=PASSWORD)
        found = re.search(
            r'id="authenticator_secret"[^>]*value="([A-Z2-7]+)"',
            self.page("/account/second-factor/totp/activate/"),
        )
        assert found
        self.secret = found[1]
        assert "Recovery" in self.post(
            "/account/second-factor/totp/activate/", code=totp(self.secret)
        )

    def token(self, **given: object) -> str:
        """A new token of one's publisher, from the page that shows it."""
        shown = self.post("/account/tokens/", **{"scope": "publish", "days": 30, **given})
        found = re.search(r"cryptagon_[\w-]{20,}", shown)
        assert found, shown
        return found[0]


@dataclass
class AccountSite(PublishingSite):
    """A site with accounts."""

    def browser(self, *, enforce_csrf_checks: bool = False) -> Client:
        """A browser of somebody new."""
        open_database(self.file)
        open_intake(self.file)
        return Client(enforce_csrf_checks, headers={"host": "localhost"})

    def stranger(self, address: str = "ann@example.org") -> Person:
        """Somebody without an account."""
        return Person(self.browser(), address)

    def member(self, address: str = "ann@example.org") -> Person:
        """Somebody who signed up, opened the link in the mail, and is signed in."""
        found = self.stranger(address)
        found.post("/account/signup/", email=address, password1=PASSWORD)
        found.post(link_in(mail.outbox[-1].body))
        if "Sign out" not in found.page():
            found.sign_in()
        return found

    def publisher(self, name: str, address: str) -> Person:
        """A member with a second factor who publishes under a name."""
        found = self.member(address)
        found.second_factor()
        assert "You publish as" in found.post("/account/publisher/", name=name)
        return found

    def moderator(self, address: str = "mod@example.org") -> Person:
        """A member with a second factor who decides about the queue."""
        found = self.member(address)
        found.second_factor()
        done = self.console("moderator", "add", address)
        assert done.exit_code == 0, done.output
        self.browser()
        return found


def link_in(text: str) -> str:
    """The path of the one link in a mail."""
    found = re.findall(r"https?://localhost(/account/\S+)", text)
    assert len(found) == 1, text
    return found[0]
