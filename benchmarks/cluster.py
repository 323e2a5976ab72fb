"""Worker processes: the same runs on one worker and on two, wall-clock time against each other; and
what a study costs that is kept.

What is measured holds for an idle machine with two free cores; `load_before` says how idle it was,
as the runs of other programs on it divide the cores with these.
"""

import os
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from common import Row, python_child

from cryptagon import paths
from cryptagon.results import load_all, newest, placed
from cryptagon.toolchain.nextpnr import code_cache

REPEATS = 3
CONTEST = """\
title = "Workers"
algorithms = ["ascon128a", "acorn128"]
approaches = ["rtl"]
targets = ["ecp5-85f-8"]
scope = "core"

[effort]
seeds = [1, 2, 3, 4]
frequency_rounds = 1
strategies = ["narrow-flow3", "narrow"]
"""
PROGRAM = "import sys; from cryptagon.cli import main; main(sys.argv[1:])"


@dataclass(frozen=True)
class _Run:
    jobs: int
    load_before: float
    cost: Row
    layouts: int

    def layouts_per_hour(self) -> int:
        """Finished runs of place and route, each with its share of the synthesis and the
        simulation.
        """
        return round(3600 * self.layouts / float(self.cost["wall_s"]))


def measure() -> list[Row]:
    """A row for each run, one worker and two by turns, then the medians with `two_to_one`; and the
    study of what is kept.
    """
    runs = [_cold(jobs) for _ in range(REPEATS) for jobs in (1, 2)]
    rows = [_row(run) for run in runs]
    one, two = (
        statistics.median(float(run.cost["wall_s"]) for run in runs if run.jobs == jobs)
        for jobs in (1, 2)
    )
    summary: Row = {
        "run": "median",
        "one_worker_s": one,
        "two_workers_s": two,
        "two_to_one": round(two / one, 3),
    }
    return [*rows, summary, _kept()]


def _row(run: _Run) -> Row:
    row: Row = {"run": "cold", "workers": run.jobs, "load_before": run.load_before, **run.cost}
    return row | {"layouts": run.layouts, "layouts_per_hour": run.layouts_per_hour()}


def _cold(jobs: int) -> _Run:
    """Everything from nothing, but for the machine code of the tools."""
    with tempfile.TemporaryDirectory() as name:
        load = round(os.getloadavg()[0], 2)
        cost = _study(Path(name), jobs)
        layouts = sum(
            len(measured.attempts) for measured in newest(placed(load_all(Path(name) / "results")))
        )
        return _Run(jobs, load, cost, layouts)


def _kept() -> Row:
    """The same study once more, with everything there: no worker is started.

    What a kept layout costs is its share of the whole.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _study(folder, 2)
        return {"run": "kept", "workers": 2, **_study(folder, 2)}


def _study(folder: Path, jobs: int) -> Row:
    contest, build = folder / "workers.toml", folder / "build"
    contest.write_text(CONTEST)
    build.mkdir(exist_ok=True)
    if not (build / "toolchain").exists():
        (build / "toolchain").symlink_to(code_cache("ecp5").parent)
    environment = {
        "CRYPTAGON_HOME": str(paths.repository()),
        "CRYPTAGON_BUILD": str(build),
        "CRYPTAGON_RESULTS": str(folder / "results"),
    }
    return python_child(PROGRAM, "run", contest, "--jobs", str(jobs), environment=environment).row()
