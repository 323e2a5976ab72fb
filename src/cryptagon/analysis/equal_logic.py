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
    """A line a unit and target: over the orders the LUTs and the best clock of the seeds; then how
    far clock per area spreads over the orders, by the best seed of each and by every seed alone.
    """
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(str(row[key]) for key in NAMED_BY), []).append(row)
    head = [*NAMED_BY, "orders", "LUT4", "MHz, best of the seeds"]
    head += ["clock/area over its mean", "standard deviation", "of single seeds"]
    return markdown_table(head, [[*name, *_cells(found)] for name, found in groups.items()], 3)


def _cells(rows: Sequence[Row]) -> list[str]:
    """Runs that failed do not count."""
    placed = [row for row in rows if row["status"] == "ok"]
    orders: dict[int, Row] = {}
    for row in sorted(placed, key=lambda row: row["fmax_mhz"]):
        orders[row["order"]] = row
    best = [_merit(row) for row in orders.values()]
    return [
        f"{len(orders)}",
        _span([row["luts"] for row in orders.values()], ",.0f"),
        _span([row["fmax_mhz"] for row in orders.values()], ".1f"),
        _span([one / statistics.mean(best) for one in best], ".2f"),
        _deviation(best),
        _deviation([_merit(row) for row in placed]),
    ]


def _merit(row: Row) -> float:
    return row["fmax_mhz"] / row["luts"]


def _span(values: Sequence[float], form: str) -> str:
    return f"{min(values):{form}} to {max(values):{form}}"


def _deviation(values: Sequence[float]) -> str:
    """In per cent of the mean."""
    return f"{100 * statistics.stdev(values) / statistics.mean(values):.1f} %"
