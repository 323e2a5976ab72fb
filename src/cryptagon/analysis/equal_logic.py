"""What equal logic is worth: how far a unit's area and clock spread over orders of its statements, from
`benchmarks/run.py equal_logic`.
"""

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from cryptagon.analysis.documents import markdown_table

Row = Mapping[str, Any]
NAMED_BY = ("algorithm", "approach", "target")


def table(rows: Sequence[Row]) -> str:
    """A line a unit and target: over the orders the LUTs, the best clock of the seeds, and how far
    clock per area spreads.
    """
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(str(row[key]) for key in NAMED_BY), []).append(row)
    head = [*NAMED_BY, "orders", "LUT4", "MHz, best of the seeds"]
    head += ["clock/area over its mean", "standard deviation"]
    return markdown_table(head, [[*name, *_cells(found)] for name, found in groups.items()], 3)


def _cells(rows: Sequence[Row]) -> list[str]:
    orders = {row["order"]: (row["luts"], _best(rows, row["order"])) for row in rows}
    luts, clocks = zip(*orders.values(), strict=True)
    ratios = [clock / lut for lut, clock in orders.values()]
    mean = statistics.mean(ratios)
    return [
        f"{len(orders)}",
        f"{min(luts):,} to {max(luts):,}",
        f"{min(clocks):.1f} to {max(clocks):.1f}",
        f"{min(ratios) / mean:.2f} to {max(ratios) / mean:.2f}",
        f"{100 * statistics.stdev(ratios) / mean:.1f} %",
    ]


def _best(rows: Sequence[Row], order: int) -> float:
    return max(row["fmax_mhz"] for row in rows if row["order"] == order)
