"""Units in the testbed: throughput by formula and by timer, and the overhead of transfers, at the
clocks of a poster.
"""

from typing import Any

from cryptagon.study.plan import plan
from cryptagon.testbed.measuring import measure as measured
from cryptagon.testbed.report import clock_of, plain

CONTEST = "contests/sha3-round2.toml"
DMA_MHZ = (100.0, 150.0)
SIZES = (10_000, 100_000, 1_000_000)
NAMES = (
    "blake_r2",
    "cubehash",
    "fugue",
    "groestl_r2",
    "hamsi",
    "jh_r2",
    "keccak_r2",
    "luffa",
    "shavite3",
    "skein_r2",
)
APPROACHES = ("rtl",)


def measure() -> list[dict[str, Any]]:
    """One row a core."""
    chosen = plan(CONTEST, approaches=APPROACHES)
    entries = [entry for entry in chosen.entries if entry.algorithm.name in NAMES]
    clocks = [clock_of(chosen.contest, entry.algorithm.name) for entry in entries]
    return [
        plain(measured(entry, core_mhz=mhz, dma_mhz=DMA_MHZ, sizes=SIZES))
        for entry, mhz in zip(entries, clocks, strict=True)
    ]
