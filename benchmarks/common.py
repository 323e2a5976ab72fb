"""What the benchmarks share: which cores there are, and a child process whose costs are
measured.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cryptagon import classes
from cryptagon.analysis.documents import with_section
from cryptagon.approaches import entries_of, made
from cryptagon.catalog import Entry
from cryptagon.core import VerilogCore

Row = dict[str, str | int | float]


@dataclass(frozen=True)
class Cost:
    """Wall-clock and processor seconds, and the largest resident size in MiB, of a child process
    with the children it waited for.
    """

    wall_s: float
    cpu_s: float
    peak_memory_mib: float

    def row(self) -> Row:
        """The figures, rounded to what can be told apart."""
        return {
            "wall_s": round(self.wall_s, 2),
            "cpu_s": round(self.cpu_s, 2),
            "peak_memory_mib": round(self.peak_memory_mib),
        }


def python_child(
    program: str, *arguments: str | Path, environment: dict[str, str] | None = None
) -> Cost:
    """Run Python code in a process of its own.

    Ends this process when it fails: half a benchmark is none.
    """
    command = [sys.executable, "-c", program, *(str(argument) for argument in arguments)]
    start = time.monotonic()
    child = subprocess.Popen(
        command, env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(
            f"a benchmark's child process failed with exit code {child.returncode}: {arguments}"
        )
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def median_cost(costs: list[Cost]) -> Cost:
    """The run whose wall-clock time is the median."""
    return sorted(costs, key=lambda cost: cost.wall_s)[len(costs) // 2]


def spent() -> tuple[float, float]:
    """Processor seconds and the largest resident size in MiB, so far, of this process and those
    that it waited for.
    """
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    return seconds, max(usage.ru_maxrss for usage in usages) / 1024


def into_page(page: Path, results: Path, table: Callable[[list[Row]], str]) -> None:
    """Puts the table of the last results between the marks `measured` of a page."""
    rows = json.loads(results.read_text())["rows"]
    page.write_text(with_section(page.read_text(), "measured", table(rows)))


@contextmanager
def fresh_build_folder() -> Iterator[Path]:
    """An empty build folder for as long as the context lasts, so that nothing comes from a
    cache.
    """
    before = os.environ.get("CRYPTAGON_BUILD")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CRYPTAGON_BUILD"] = folder
        try:
            yield Path(folder)
        finally:
            del os.environ["CRYPTAGON_BUILD"]
            if before:
                os.environ["CRYPTAGON_BUILD"] = before


def entries(kind: str = "") -> Iterator[Entry]:
    """Every core of every algorithm of a class, or of all classes."""
    found = (
        algorithm for algorithm in classes.algorithms().values() if kind in ("", algorithm.class_)
    )
    return (entry for algorithm in found for entry in entries_of(algorithm))


def core_of(entry: Entry) -> VerilogCore:
    """The Verilog core, which is made where it is not kept."""
    return made(entry, classes.class_of(entry.algorithm).module).core
