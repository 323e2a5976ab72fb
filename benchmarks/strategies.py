"""Synthesis strategies: LUTs and Fmax of each in the committed results, and which of them
ever win.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from common import Row

from cryptagon.fpga.effort import merit_of
from cryptagon.results import AttemptRecord, Measurement, load_all, newest, placed

RESULTS = Path(__file__).parent / "results" / "first-look"


def measure() -> list[Row]:
    """A row for each strategy that was tried on a design and target, best seed; then one for each
    strategy of a target, with its wins.
    """
    found = [
        row for measurement in newest(placed(load_all(RESULTS))) for row in _strategies(measurement)
    ]
    return found + list(_wins(found))


def _strategies(measurement: Measurement) -> list[Row]:
    placed = sorted(
        (one for one in measurement.attempts if one.status == "ok"), key=lambda one: one.strategy
    )
    best = [max(group, key=_merit) for _, group in groupby(placed, key=lambda one: one.strategy)]
    design: Row = {
        "kind": "strategy",
        "target": measurement.target,
        "algorithm": measurement.algorithm,
        "approach": measurement.approach,
    }
    return [
        design | _row(one, wins=one.strategy == measurement.best_strategy)
        for one in sorted(best, key=_merit, reverse=True)
    ]


def _row(attempt: AttemptRecord, *, wins: bool) -> Row:
    row: Row = {"strategy": attempt.strategy, "luts": attempt.luts or 0, "wins": int(wins)}
    return row | (
        {"fmax_mhz": attempt.fmax_mhz, "khz_per_lut": round(1000 * _merit(attempt), 2)}
        if attempt.fmax_mhz
        else {}
    )


def _wins(rows: list[Row]) -> Iterator[Row]:
    names = dict.fromkeys((str(row["target"]), str(row["strategy"])) for row in rows)
    for target, strategy in sorted(names):
        own = [row for row in rows if (row["target"], row["strategy"]) == (target, strategy)]
        yield {
            "kind": "wins",
            "target": target,
            "strategy": strategy,
            "designs": len(own),
            "wins": sum(int(row["wins"]) for row in own),
        }


def _merit(attempt: AttemptRecord) -> float:
    return merit_of(attempt.luts, attempt.fmax_mhz, "throughput_per_area")
