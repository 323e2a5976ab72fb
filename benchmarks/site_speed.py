"""The results site with 10,000 results: time of its pages as they are made and as they are kept,
size, queries.

Times of the processor are there beside those of the clock, which other work on the machine
lengthens. Requests go through the whole of Django in this process, without a network. Each page is
asked for under addresses of its own, so that none is kept the first time; the second time each is.
"""

import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from common import Row
from site_results import make_site  # sets Django up

from django.db import connection  # isort: skip
from django.test import Client  # isort: skip
from django.test.utils import CaptureQueriesContext  # isort: skip

from cryptagon.site.models import newest_results  # isort: skip
from cryptagon.site.server import settle  # isort: skip

RECORDS = 12_500
"""Of some of them a newer one takes the place: 10,000 are ranked."""
ROUNDS = 30
PUBLISHERS = 20
"""Each has its records whole: three for each committed one."""
PAGES = {
    "ranking": "/ranking/?area_min={number}",
    "ranking by throughput": "/ranking/?metric=throughput&area_min={number}",
    "ranking of a target": "/ranking/?target=ecp5-85f-8&area_min={number}",
    "ranking, last pages": "/ranking/?page={page}",
    "ranking, 500 rows": "/ranking/?size=500&area_min={number}",
    "plot of a target": "/ranking/plot/?target=ecp5-85f-8&algorithm_class=aead&area_min={number}",
    "question, two families": "/question/?families=2&area_max={number}00",
    "API, 100 results": "/api/results?area_min={number}",
    "CSV": "/ranking.csv?area_min={number}",
    "target": "/targets/ecp5-85f-8/?{number}",
    "publisher": "/publishers/Laboratory {publisher}/?{number}",
    "first page": "/?{number}",
}
"""An address of each kind, with numbers that make it another one."""


def measure() -> list[Row]:
    """A row for each kind of page."""
    return rows_of(RECORDS, ROUNDS)


def rows_of(records: int, rounds: int) -> list[Row]:
    """A row for each kind of page of a site of so many records, each asked for so many times."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.sqlite3"
        start, cpu = time.monotonic(), time.process_time()
        make_site(file, records)
        made, cpu = time.monotonic() - start, time.process_time() - cpu
        results = newest_results().count()
        settle()  # as the server does before it answers
        client = Client(headers={"host": "localhost", "accept-encoding": "gzip"})
        rows = [
            {**_row(client, name, address, rounds), "results": results}
            for name, address in PAGES.items()
        ]
        connection.close()
    return [
        {
            "page": "making of the tables",
            "results": results,
            "wall_s": round(made, 1),
            "cpu_s": round(cpu, 1),
        },
        *rows,
    ]


def _row(client: Client, name: str, address: str, rounds: int) -> Row:
    addresses = [
        address.format(number=number, page=60 + number % 60, publisher=number % PUBLISHERS + 1)
        for number in range(1, rounds + 1)
    ]
    client.get(
        address.format(number=0, page=59, publisher=1)
    )  # templates and catalogue are read once a process
    with CaptureQueriesContext(connection) as caught:
        length, queries = len(client.get(addresses[0]).content), len(caught)
    first, cpu = zip(*(_timed(client, one) for one in addresses[1:]))
    kept, kept_cpu = zip(*(_timed(client, one) for one in addresses[1:]))
    times: Row = {
        **{
            "p95_ms": _at(first, 0.95),
            "median_cpu_ms": _at(cpu, 0.5),
            "p95_cpu_ms": _at(cpu, 0.95),
        },
        **{"p95_kept_ms": _at(kept, 0.95), "p95_kept_cpu_ms": _at(kept_cpu, 0.95)},
    }
    return {"page": name, **times, "kib": round(length / 1024, 1), "queries": queries}


def _timed(client: Client, address: str) -> tuple[float, float]:
    """Milliseconds of the clock and of the processor."""
    wall, cpu = time.perf_counter(), time.process_time()
    answer = client.get(address)
    found = (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000
    assert answer.status_code == 200, (address, answer.status_code)
    return found


def _at(times: Iterable[float], part: float) -> float:
    ordered = sorted(times)
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))], 2)
