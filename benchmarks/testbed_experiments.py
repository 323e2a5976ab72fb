"""The maximum frequency of units by experiment: messages of 10 to 1,000 kB through the routed
netlists with their delays, and two virtual boards.
"""

from typing import Any

from cryptagon.catalog import target
from cryptagon.study.plan import FIRST_TARGET, plan
from cryptagon.testbed.experiment import experiment
from cryptagon.testbed.report import plain_experiment

CONTEST = "contests/sha3-round2.toml"
SIZES = (10_000, 100_000, 1_000_000)
BOARDS, SEED = 2, 1
CORES = (("shabal", "rtl"),)
"""Those measured so far; an algorithm and an approach."""


def measure() -> list[dict[str, Any]]:
    """One row a core: one synthesis strategy and one placement seed."""
    chosen, part = plan(CONTEST, quick=True), target(FIRST_TARGET)
    entries = {(one.algorithm.name, one.approach): one for one in chosen.entries}
    rows = []
    for core in CORES:
        entry = entries[core]
        found = experiment(chosen, entry, part, sizes=SIZES, count=BOARDS, seed=SEED)
        named = {"name": core[0], "title": entry.algorithm.title, "approach": core[1]}
        rows.append(named | plain_experiment(found))
    return rows
