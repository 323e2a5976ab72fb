"""What the benchmarks share: which cores there are, a child process whose costs are measured, and
the file of results.
"""

import ast
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from cryptagon import __version__, catalog, classes, paths
from cryptagon.approaches import entries_of, made
from cryptagon.catalog import Entry
from cryptagon.core import VerilogCore
from cryptagon.fpga.families import family_of
from cryptagon.spt.speed.machine import processor
from cryptagon.toolchain import survey

Row = dict[str, str | int | float]
RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Cost:
    """Wall-clock and processor seconds, and the largest resident size in MiB, of a child process
    with the children it waited for. It begins as a copy of its parent, whose size counts.
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


def results_of(script: str | Path) -> Path:
    """Where the rows of a benchmark are."""
    return RESULTS / f"{Path(script).stem}.json"


def title_of(script: str | Path) -> str:
    """The first line of what a benchmark says of itself, else its name."""
    told = ast.get_docstring(ast.parse(Path(script).read_text())) or Path(script).stem
    return told.splitlines()[0]


def record(
    script: str | Path, rows: Sequence[Row], parts: Mapping[str, Mapping[str, str]] | None = None
) -> None:
    """Writes the rows of a benchmark down, with where they come from, and where its `parts` do, if it
    has any; whoever stops it leaves the rows of before.
    """
    content = {
        "benchmark": Path(script).stem,
        "title": title_of(script),
        "date": now(),
        "cryptagon": __version__,
        "commit": _commit(),
        "tools": versions(),
        "machine": {
            "cores": os.cpu_count(),
            "processor": processor(),
            "python": platform.python_version(),
        },
        "load_average": round(os.getloadavg()[0], 2),
        **({} if parts is None else {"parts": parts}),
        "rows": rows,
    }
    file = results_of(script)
    file.parent.mkdir(exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(json.dumps(content, indent=2) + "\n")
    part.replace(file)


def now() -> str:
    """The time to the second, as results have it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@cache
def versions() -> dict[str, str]:
    """The version of each tool that is found."""
    return {tool.name: tool.version for tool in survey() if tool.found}


def _commit() -> str:
    """The commit of the checkout, with "+" when files differ from it; empty outside a checkout."""
    command = ["git", "describe", "--always", "--dirty=+", "--abbrev=12", "--exclude=*"]
    return subprocess.run(
        command, cwd=paths.repository(), capture_output=True, text=True, check=False
    ).stdout.strip()


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


def routed() -> list[str]:
    """The targets with place and route."""
    return [name for name, target in catalog.targets().items() if family_of(target).router]


def core_of(entry: Entry) -> VerilogCore:
    """The Verilog core, which is made where it is not kept."""
    return made(entry, classes.class_of(entry.algorithm).module).core
