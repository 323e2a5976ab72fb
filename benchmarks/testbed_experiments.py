"""The maximum frequency of units by experiment: messages of 10 to 1,000 kB through the routed
netlists with their delays, and two virtual boards.
"""

from functools import partial
from typing import Any

from parts import Part, Parts

from cryptagon.catalog import Entry, target
from cryptagon.study.plan import FIRST_TARGET, Plan, plan
from cryptagon.testbed.experiment import experiment
from cryptagon.testbed.report import plain_experiment

CONTEST = "contests/sha3-round2.toml"
SIZES = (10_000, 100_000, 1_000_000)
BOARDS, SEED = 2, 1


def parts() -> Parts:
    """One row a core: one synthesis strategy and one placement seed."""
    chosen = plan(CONTEST, quick=True)
    each = [
        Part(entry.label, partial(str, entry.source_digest), partial(_rows, chosen, entry))
        for entry in chosen.entries
    ]
    return Parts(each, ("name", "approach"), ("testbed", "timing", "fpga", "hls", "toolchain"))


def _rows(chosen: Plan, entry: Entry) -> list[dict[str, Any]]:
    found = experiment(chosen, entry, target(FIRST_TARGET), sizes=SIZES, count=BOARDS, seed=SEED)
    named = {
        "name": entry.algorithm.name,
        "title": entry.algorithm.title,
        "approach": entry.approach,
    }
    return [named | plain_experiment(found)]
