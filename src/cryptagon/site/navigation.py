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
_ALSO = {"ranking": ("question", "compare", "ratios")}
"""Pages that belong to a place without being below its address."""


def navigation(request: HttpRequest) -> dict[str, object]:
    """The places of the head of a page, and which one of them the page is in."""
    here = request.path
    places = [
        {"name": title, "href": reverse(name), "here": _is_in(name, here)}
        for name, title in _PLACES
    ]
    if accounts_are_open():
        places.append(
            {"name": "Account", "href": reverse("account_home"), "here": is_account(request)}
        )
    return {"parts_of_site": places, "version": __version__, "house": HOUSE}


def _is_in(place: str, here: str) -> bool:
    return here.startswith(tuple(reverse(one) for one in (place, *_ALSO.get(place, ()))))
