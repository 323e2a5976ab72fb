"""The forms of the account page."""

from django import forms
from django.http import QueryDict

from cryptagon.errors import CryptagonError
from cryptagon.site import accounts, key_models


class PublisherForm(forms.Form):
    """The name to publish under."""

    name = forms.CharField(
        max_length=64,
        help_text="Letters, digits, spaces, dots, hyphens, underscores. It stays, and everybody sees it.",
    )


class TokenForm(forms.Form):
    """What a new token is for, and how long."""

    scope = forms.ChoiceField(label="It may", choices=list(accounts.SCOPES.items()))
    days = forms.IntegerField(label="Days", initial=90, min_value=1, max_value=accounts.MOST_DAYS)


class KeyForm(forms.Form):
    """A public key, and how long it is valid."""

    public = forms.CharField(
        label="Public key",
        max_length=200,
        help_text="As the command “cryptagon key” prints it: ed25519:…",
    )
    days = forms.IntegerField(
        label="Days", initial=730, min_value=1, max_value=key_models.MOST_DAYS
    )


def number_in(given: QueryDict) -> int:
    """The number that a form names. Raises CryptagonError."""
    text = given.get("number", "")
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise CryptagonError("the form names no number")
    return int(text)
