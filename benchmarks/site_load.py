"""The results site as a server under load, with the committed records: requests a second, records a
second, writers and readers at once.

Clock figures are of whatever else the machine did; those of the processor are of the server alone.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from common import Row

from cryptagon import paths
from cryptagon.site import server

SECONDS = 5
RECORDS = 200
READERS, WRITERS = 20, 2
PAGES = (
    "/ranking/?area_min={}",
    "/ranking/plot/?target=ecp5-85f-8&area_min={}",
    "/api/results?area_min={}",
    "/",
)
_MAIN = "from cryptagon.cli import main; main()"
_TICKS = os.sysconf("SC_CLK_TCK")
_LAB = "Load Lab"


@dataclass
class Load:
    """What clients did: requests that were answered as they should be, and those that were not."""

    done: int = 0
    failed: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status: int, right: tuple[int, ...], what: str) -> None:
        """One answer."""
        with self.lock:
            self.done += 1
            if status not in right:
                self.failed.append(f"{what}: {status}")


def measure() -> list[Row]:
    """A row for each load on a site of the committed records."""
    with tempfile.TemporaryDirectory() as folder:
        return _loads(Path(folder) / "site.sqlite3")


def _loads(file: Path) -> list[Row]:
    server.make_database(file)
    token = _token(file)
    with served(file) as (port, group):
        return [
            _reading(port, group),
            _ingest(port, group, token),
            _together(port, group, token, file),
        ]


def _reading(port: int, group: int) -> Row:
    """Pages that nobody asked for before, by four at once."""
    load, end, before, start = Load(), time.monotonic() + SECONDS, _cpu(group), time.monotonic()
    _at_once([lambda number=number: _read_until(port, load, end, number) for number in range(4)])
    return _row("pages, 4 readers", load, start, _cpu(group) - before)


def _ingest(port: int, group: int, token: str) -> Row:
    """Records, by one publisher with four connections."""
    load, before, start = Load(), _cpu(group), time.monotonic()
    bodies = _bodies(0, RECORDS)
    _at_once([lambda part=part: _send(port, load, bodies[part::4], token) for part in range(4)])
    return _row("records, 4 connections", load, start, _cpu(group) - before)


def _together(port: int, group: int, token: str, file: Path) -> Row:
    """Two who send the same records and twenty who read: each record is there once."""
    load, before, start = Load(), _cpu(group), time.monotonic()
    bodies, end = _bodies(RECORDS, RECORDS + 100), time.monotonic() + SECONDS
    writers: list[Callable[[], None]] = [
        lambda: _send(port, load, bodies, token) for _ in range(WRITERS)
    ]
    readers: list[Callable[[], None]] = [
        lambda number=number: _read_until(port, load, end, 100 + number)
        for number in range(READERS)
    ]
    _at_once([*writers, *readers])
    queue = _cryptagon("site", "queue", "--database", str(file))
    waiting = sum(_LAB in line for line in queue.splitlines())
    return {
        **_row("2 writers, 20 readers", load, start, _cpu(group) - before),
        "lost_or_doubled": RECORDS + len(bodies) - waiting,
    }


def _row(name: str, load: Load, start: float, cpu: float) -> Row:
    seconds = time.monotonic() - start
    return {
        "load": name, "requests": load.done, "failed": len(load.failed), "a_second": round(load.done / seconds, 1),
        "a_cpu_second": round(load.done / max(cpu, 1 / _TICKS), 1),
    }  # fmt: skip


def _read_until(port: int, load: Load, end: float, first: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    number = first * 100_000
    while time.monotonic() < end:
        number += 1
        address = PAGES[number % len(PAGES)].format(number)
        connection.request("GET", address, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        load.note(answer.status, (200,), address)


def _send(port: int, load: Load, bodies: list[bytes], token: str) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    for body in bodies:
        connection.request("POST", "/api/records", body, head)
        answer = connection.getresponse()
        answer.read()
        load.note(answer.status, (200, 201), "record")


def _bodies(first: int, end: int) -> list[bytes]:
    """Records of other seconds."""
    source = next(
        (paths.repository() / "benchmarks" / "results" / "first-look").glob(
            "acorn128_rtl_ecp5-85f-8_unit_*.json"
        )
    )
    content = json.loads(source.read_bytes())
    return [
        json.dumps({**content, "date": f"2026-02-03T04:{one // 60:02}:{one % 60:02}Z"}).encode()
        for one in range(first, end)
    ]


def _at_once(tasks: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=one) for one in tasks]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def _token(file: Path) -> str:
    _cryptagon("site", "publisher", "add", _LAB, "--database", str(file))
    return _cryptagon("site", "token", "add", _LAB, "--database", str(file)).strip()


def _cryptagon(*words: str) -> str:
    command = [sys.executable, "-c", _MAIN, *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "200"}
    ).stdout


@contextmanager
def served(file: Path) -> Iterator[tuple[int, int]]:
    """The port of a site, and the group of its processes."""
    environment = {
        **os.environ,
        "CRYPTAGON_RESULTS": str(file.parent / "none"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [
        sys.executable,
        "-c",
        _MAIN,
        "serve",
        "--port",
        "0",
        "--publishing",
        "--database",
        str(file),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
    ) as process:
        try:
            assert process.stdout
            process.stdout.readline()
            yield int(process.stdout.readline().split("/")[2].rpartition(":")[2]), process.pid
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def _cpu(group: int) -> float:
    """Seconds of the processor that the processes of a group have had."""
    found = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[2]) == group:
            found += int(fields[11]) + int(fields[12])
    return found / _TICKS
