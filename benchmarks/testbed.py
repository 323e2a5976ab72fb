"""Units in the testbed: throughput by formula and by timer, and the overhead of transfers, at the
clocks of a poster.
"""

from functools import partial
from typing import Any

from parts import Part, Parts

from cryptagon.catalog import Entry
from cryptagon.study.plan import plan
from cryptagon.testbed.measuring import measure as measured
from cryptagon.testbed.report import clock_of, plain

CONTEST = "contests/sha3-round2.toml"
DMA_MHZ = (100.0, 150.0)
SIZES = (10_000, 100_000, 1_000_000, 5_000_000)


def parts() -> Parts:
    """One row a core of the contest."""
    chosen = plan(CONTEST)
    each = [
        Part(
            entry.label,
            partial(str, entry.source_digest),
            partial(_rows, entry, clock_of(chosen.contest, entry.algorithm.name)),
        )
        for entry in chosen.entries
    ]
    return Parts(each, ("name", "variant", "approach"), ("testbed", "simulate", "hls", "toolchain"))


def _rows(entry: Entry, core_mhz: float) -> list[dict[str, Any]]:
    return [plain(measured(entry, core_mhz=core_mhz, dma_mhz=DMA_MHZ, sizes=SIZES))]
