"""What the pages of accounts have and no other page has: a session, a user, a check of forms'
origin, script of the site itself, and the right to write."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from csp.constants import SELF
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from cryptagon.site.account_paths import is_account
from cryptagon.site.database import intake_is_open, writing
from cryptagon.site.faults import Answer

_POLICY = {"script-src": [SELF], "connect-src": [SELF], "img-src": ["data:"]}
"""Passkeys need script, and the picture of a second factor's secret lies in its page."""


def accounts_are_open() -> bool:
    """Whether people can have accounts: the site takes records, and can send mail."""
    return intake_is_open() and bool(settings.DEFAULT_FROM_EMAIL)


class Adapter(DefaultAccountAdapter):
    """How django-allauth sends mail: from the address of the site."""

    def get_from_email(self) -> str:
        """The address that the site's mail setting names."""
        return settings.DEFAULT_FROM_EMAIL


class Writing:
    """Lets the pages of accounts write; tells every cache to keep nothing of them."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer; of a page of accounts, under its own policy."""
        if not is_account(request) or not accounts_are_open():
            return self.get_response(request)
        with writing():
            answer = self.get_response(request)
        answer["Cache-Control"] = "no-store, private"
        answer._csp_update = _POLICY  # type: ignore[attr-defined] - read by django-csp
        return answer

    def process_view(self, request: HttpRequest, *view: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Raises Http404 where nobody can have an account."""
        if is_account(request) and not accounts_are_open():
            raise Http404("This site has no accounts: who runs it adds publishers, on its console.")


class _Below:
    """A middleware of Django for the pages of accounts alone."""

    made_by: Callable[[Answer], Any]

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.own = type(self).made_by(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer; the middleware sees only those of accounts."""
        return self.own(request) if is_account(request) else self.get_response(request)


class Session(_Below):
    """Who visits, from page to page."""

    made_by = SessionMiddleware


class User(_Below):
    """Who is signed in."""

    made_by = AuthenticationMiddleware


class Messages(_Below):
    """What a page tells once."""

    made_by = MessageMiddleware


class Csrf(_Below):
    """Takes a form from a page of this site alone."""

    made_by = CsrfViewMiddleware

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:  # noqa: ANN401 - Django's own signature
        """The refusal of a form that came from elsewhere."""
        return self.own.process_view(request, *view) if is_account(request) else None
