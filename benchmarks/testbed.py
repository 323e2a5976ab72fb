"""Units in the testbed: throughput by formula and by timer, and the overhead of transfers, at the
clocks of a poster.
"""

from typing import Any

from cryptagon.study.plan import plan
from cryptagon.testbed.measuring import measure as measured
from cryptagon.testbed.report import clock_of, plain

CONTEST = "contests/sha3-round2.toml"
DMA_MHZ = (100.0, 150.0)
SIZES = (10_000, 100_000, 1_000_000, 5_000_000)


def measure() -> list[dict[str, Any]]:
    """One row a core of the contest."""
    chosen = plan(CONTEST)
    return [
        plain(
            measured(
                entry,
                core_mhz=clock_of(chosen.contest, entry.algorithm.name),
                dma_mhz=DMA_MHZ,
                sizes=SIZES,
            )
        )
        for entry in chosen.entries
    ]
