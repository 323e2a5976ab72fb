"""The results site with 100,000 results: time of its pages as they are made and as they are kept,
size, queries.

It takes some minutes, most of them for the making of the tables.
"""

from common import Row
from site_speed import rows_of

RECORDS = 125_000
"""Of some of them a newer one takes the place: 100,000 are ranked."""
ROUNDS = 12


def measure() -> list[Row]:
    """A row for each kind of page."""
    return rows_of(RECORDS, ROUNDS)
