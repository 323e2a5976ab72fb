"""The reference software of hash functions: how fast it is here, and on a Cortex-A9 by a model."""

from typing import Any

from cryptagon.study.plan import plan
from cryptagon.testbed.software import measure as measured
from cryptagon.testbed.software.report import plain

CONTEST = "contests/sha3-round2.toml"
SIZES = (10_000, 100_000, 1_000_000)


def measure() -> list[dict[str, Any]]:
    """One row an algorithm."""
    entries = {entry.algorithm.name: entry for entry in plan(CONTEST).entries}
    return [plain(measured(entries[name], SIZES)) for name in sorted(entries)]
