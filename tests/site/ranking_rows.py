"""All rows of a ranking, which a site gives in pages."""

from itertools import count
from typing import Any

from django.test import Client

MOST = 500  # rows of a page


def all_rows(client: Client, query: str) -> list[dict[str, Any]]:
    """The rows of `/ranking.json?QUERY`, of all of its pages."""
    rows: list[dict[str, Any]] = []
    for page in count(1):
        found = client.get(f"/ranking.json?size={MOST}&page={page}&{query}").json()["results"]
        rows += found
        if len(found) < MOST:
            break
    return rows
