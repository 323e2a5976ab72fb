"""Which addresses are those of accounts: they alone have sessions, and nobody keeps them."""

from django.http import HttpRequest

PREFIX = "/account/"


def is_account(request: HttpRequest) -> bool:
    """Whether a request is for a page of accounts."""
    return request.path_info.startswith(PREFIX)
