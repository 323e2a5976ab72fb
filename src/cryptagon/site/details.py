"""Everything that a record says, as names and texts."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cryptagon.analysis.documents import NOTHING
from cryptagon.catalog import AlgorithmFolder
from cryptagon.results import AnyMeasurement, CellMeasurement, Measurement
from cryptagon.site.known import known_algorithms

_FORMULAS = {
    "cycles_per_ad_block": "a block of associated data",
    "cycles_per_data_block": "a block of data",
    "cycles_per_block": "a block",
    "cycles_per_message": "a message",
    "cycles": "a message",
}


@dataclass(frozen=True)
class Table:
    """A table of text.

    `right` numbers the columns of numbers, `marked` the row that gave the figures; -1 for none.
    """

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int]
    marked: int = -1


def flattened(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every value inside JSON with the names that lead to it, joined by a dot; a list of plain
    values is one text.
    """
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from flattened(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list | tuple) and any(isinstance(one, dict | list) for one in value):
        for place, inner in enumerate(value, 1):
            yield from flattened(inner, f"{name}.{place}")
    else:
        yield name, plain(value)


def plain(value: object) -> str:
    """A value of JSON, for people."""
    if value is None or value in ({}, [], ()):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(plain(one) for one in value)
    if isinstance(value, str):
        return value or NOTHING
    return json.dumps(value)


def search_runs(measured: AnyMeasurement) -> Table | None:
    """Every run of the search, or every netlist in standard cells; None where the record lists
    none.
    """
    return _attempts(measured) if isinstance(measured, Measurement) else _netlists(measured)


def _attempts(measured: Measurement) -> Table | None:
    if not measured.attempts:
        return None
    rows = tuple(
        (
            one.strategy,
            _number(one.seed),
            _number(one.requested_mhz, 1),
            _number(one.luts),
            _number(one.ffs),
            _number(one.fmax_mhz, 1),
            one.status,
        )
        for one in measured.attempts
    )
    best = measured.best_attempt
    marked = measured.attempts.index(best) if measured.ok and best in measured.attempts else -1
    heading = ("Strategy", "Seed", "Requested, MHz", "Area", "FF", "Fmax, MHz", "Status")
    return Table(heading, rows, frozenset(range(1, 6)), marked)


def _netlists(measured: CellMeasurement) -> Table:
    rows = tuple(
        (
            one.strategy,
            _number(one.gate_equivalents),
            _number(one.register_equivalents),
            _number(one.registers),
            _number(one.fmax_mhz, 1),
            one.status,
        )
        for one in measured.netlists
    )
    heading = ("Strategy", "Area, GE", "of it flip-flops, GE", "Flip-flops", "Fmax, MHz", "Status")
    return Table(heading, rows, frozenset(range(1, 5)), measured.netlists.index(measured.best))


def critical_path(measured: AnyMeasurement) -> tuple[str, ...]:
    """The slowest path, from its start to its end."""
    return (
        measured.critical_path if isinstance(measured, Measurement) else measured.best.critical_path
    )


def formulas(algorithm: str) -> list[tuple[str, str]]:
    """What takes cycles, and the formula that the algorithm's own description gives for it; none
    for one that is not in the catalogue."""
    found = known_algorithms().get(algorithm)
    architecture = architecture_of(found) if found else {}
    return [
        (words, str(architecture[name]))
        for name, words in _FORMULAS.items()
        if name in architecture
    ]


def architecture_of(algorithm: AlgorithmFolder) -> dict[str, Any]:
    """The description of the architecture in algorithm.toml."""
    found = getattr(algorithm, "architecture", None)
    return found.model_dump() if found else {}


def _number(value: float | None, digits: int = 0) -> str:
    return NOTHING if value is None else f"{value:,.{digits}f}"
