"""All results that a site gives in pages."""

from itertools import count
from typing import Any

from django.test import Client

MOST = 500  # rows of a page


def all_rows(client: Client, query: str, address: str = "/ranking.json") -> list[dict[str, Any]]:
    """The results of `ADDRESS?QUERY`, of all of its pages."""
    rows: list[dict[str, Any]] = []
    for page in count(1):
        found = client.get(f"{address}?size={MOST}&page={page}&{query}").json()["results"]
        rows += found
        if len(found) < MOST:
            break
    return rows
