"""What every page has: where one is."""

from django.http import HttpRequest
from django.urls import reverse

from cryptagon import __version__
from cryptagon.site.account_pages import accounts_are_open
from cryptagon.site.account_paths import is_account
from cryptagon.site.log import HOUSE

_PLACES = (
    ("ranking", "Rankings"),
    ("algorithms", "Algorithms"),
    ("targets", "Targets"),
    ("contests", "Contests"),
    ("publishers", "Publishers"),
    ("data", "Data"),
    ("api", "API"),
)


def navigation(request: HttpRequest) -> dict[str, object]:
    """The places of the head of a page, and which one of them the page is in."""
    here = request.path
    places = [
        {"name": title, "href": reverse(name), "here": here.startswith(reverse(name))}
        for name, title in _PLACES
    ]
    if accounts_are_open():
        places.append(
            {"name": "Account", "href": reverse("account_home"), "here": is_account(request)}
        )
    return {"parts_of_site": places, "version": __version__, "house": HOUSE}
