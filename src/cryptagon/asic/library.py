"""A cell library: areas, capacitances and delay tables, read from a liberty file.

Delays and slews are in ns.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from cryptagon.asic.function import truth_table
from cryptagon.asic.liberty import Group, numbers, read_liberty
from cryptagon.asic.table import (
    CLOCK_SLEW,
    DATA_SLEW,
    LOAD,
    SLEW,
    Table,
    Template,
    read_table,
    read_templates,
)
from cryptagon.errors import CryptagonError
from cryptagon.toolchain import digest_of

RISE, FALL = 0, 1
_NAND, _BUFFER = (True, True, True, False), (False, True)
_NANOSECONDS = {"ps": 1e-3, "ns": 1.0, "us": 1e3}
_SENSES = {
    "positive_unate": ((RISE, RISE), (FALL, FALL)),
    "negative_unate": ((FALL, RISE), (RISE, FALL)),
}
_BOTH = ((RISE, RISE), (RISE, FALL), (FALL, RISE), (FALL, FALL))
_EDGES = {"rising_edge": ((RISE, RISE), (RISE, FALL)), "falling_edge": ((FALL, RISE), (FALL, FALL))}
_COMBINATIONAL = {"combinational", "combinational_rise", "combinational_fall"}
_SETUP = {"setup_rising", "setup_falling"}


@dataclass(frozen=True)
class Arc:
    """How an edge at pin `related` becomes edges at this pin: `edges` are pairs (edge there, edge
    here) of RISE and FALL.

    `delay` and `slew` hold a table over (input slew, output load) for each edge here; None where
    the arc has no such edge. A `clocked` arc begins at a clock.
    """

    related: str
    edges: tuple[tuple[int, int], ...]
    delay: tuple[Table | None, Table | None]
    slew: tuple[Table | None, Table | None]
    clocked: bool


@dataclass(frozen=True)
class Setup:
    """How long before the clock's edge each edge of this pin must be there: tables over (clock
    slew, data slew); None: no such check.
    """

    related: str
    times: tuple[Table | None, Table | None]


@dataclass(frozen=True)
class Pin:
    """A pin of a cell; capacitances in the library's unit, for a rising and for a falling edge."""

    name: str
    direction: str
    function: str
    capacitance: tuple[float, float]
    max_capacitance: float | None
    arcs: tuple[Arc, ...]
    setups: tuple[Setup, ...]


@dataclass(frozen=True)
class Cell:
    """A cell; `kind` is "gate", "flip-flop" or "latch" (which is any other cell with a memory).

    `area` is in the library's unit.
    """

    name: str
    area: float
    kind: str
    pins: Mapping[str, Pin]

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of its input pins."""
        return tuple(pin.name for pin in self.pins.values() if pin.direction == "input")

    @cached_property
    def truth_table(self) -> tuple[bool, ...] | None:
        """The values of its one output over all values of its inputs, the last one fastest; None
        for any other cell.
        """
        outputs = [pin for pin in self.pins.values() if pin.direction == "output"]
        if self.kind != "gate" or len(outputs) != 1 or len(self.inputs) > 2:
            return None
        return truth_table(outputs[0].function, self.inputs)


@dataclass(frozen=True)
class WireLoad:
    """A wire's expected capacitance by how many pins it leads to: `capacitance` times a length,
    which goes on by `slope` at the end.
    """

    name: str
    capacitance: float
    slope: float
    lengths: Mapping[int, float]

    def of(self, fanout: int) -> float:
        """The capacitance of a wire to `fanout` pins, in the library's unit."""
        if not fanout:
            return 0.0
        known = sorted(self.lengths)
        below = max((number for number in known if number <= fanout), default=None)
        above = min((number for number in known if number >= fanout), default=None)
        if below is None or above is None:
            nearest = known[-1] if above is None else known[0]
            return self.capacitance * max(
                0.0, self.lengths[nearest] + self.slope * (fanout - nearest)
            )
        part = (fanout - below) / (above - below) if above > below else 0.0
        return self.capacitance * (
            self.lengths[below] + part * (self.lengths[above] - self.lengths[below])
        )


@dataclass(frozen=True)
class Library:
    """A library under one operating condition. `digest` is that of the file; `farads` is the unit
    of capacitance.

    `wire_load` is the library's default; None when it has none, and wires then have no capacitance.
    """

    path: Path
    name: str
    corner: str
    farads: float
    cells: Mapping[str, Cell]
    wire_load: WireLoad | None
    digest: str

    @cached_property
    def gate_equivalent(self) -> Cell:
        """The smallest NAND of two inputs; its area is one gate equivalent.

        Raises CryptagonError when there is none, or it has no area.
        """
        found = self._smallest(_NAND, "NAND of two inputs, so there is no gate equivalent")
        if found.area <= 0:
            raise CryptagonError(
                f"{found.name} has no area, so there is no gate equivalent", where=str(self.path)
            )
        return found

    @cached_property
    def buffer(self) -> Cell:
        """The smallest buffer. Raises CryptagonError when there is none."""
        return self._smallest(_BUFFER, "buffer, so large fan-outs cannot be driven")

    def _smallest(self, function: tuple[bool, ...], what: str) -> Cell:
        found = min(
            (cell for cell in self.cells.values() if cell.truth_table == function),
            key=lambda cell: cell.area,
            default=None,
        )
        if found is None:
            raise CryptagonError(f"the library has no {what}", where=str(self.path))
        return found


@cache
def read_library(path: Path) -> Library:
    """Read a library.

    Raises CryptagonError, with file and line, where the file is broken or lacks what timing needs.
    """
    group = read_liberty(path)
    model = group.text("delay_model", "table_lookup")
    if model != "table_lookup":
        raise group.fault(
            f"the library's delay model is {model}", why="tables (table_lookup) are understood"
        )
    reader = _Reader(group, read_templates(group), _nanoseconds(group))
    cells = {cell.name: cell for cell in map(reader.cell, group.all_groups("cell"))}
    if not cells:
        raise group.fault("the library has no cells")
    name = group.arguments[0] if group.arguments else path.stem
    return Library(
        path,
        name,
        _corner(group),
        _farads(group),
        cells,
        _wire_load(group),
        digest_of(path.read_bytes()),
    )


@dataclass(frozen=True)
class _Reader:
    library: Group
    templates: Mapping[str, Template]
    nanoseconds: float

    def cell(self, group: Group) -> Cell:
        if not group.arguments:
            raise group.fault("a cell has no name")
        kinds = {inner.name for inner in group.groups}
        kind = (
            "flip-flop"
            if "ff" in kinds
            else "latch"
            if kinds & {"latch", "statetable", "ff_bank", "latch_bank"}
            else "gate"
        )
        pins = [self.pin(name, pin) for pin in group.all_groups("pin") for name in pin.arguments]
        return Cell(
            group.arguments[0], group.number("area", 0.0), kind, {pin.name: pin for pin in pins}
        )

    def pin(self, name: str, group: Group) -> Pin:
        timings = [
            (timing.text("timing_type", "combinational"), timing)
            for timing in group.all_groups("timing")
        ]
        arcs = [
            self.arc(related, kind, timing)
            for kind, timing in timings
            if kind in _COMBINATIONAL | set(_EDGES)
            for related in _related(timing)
        ]
        setups = [
            self.setup(related, timing)
            for kind, timing in timings
            if kind in _SETUP
            for related in _related(timing)
        ]
        maximum = group.number("max_capacitance", 0.0)
        function = group.text("function")
        return Pin(
            name,
            group.text("direction", "input"),
            function,
            self.capacitance(group),
            maximum or None,
            tuple(arcs),
            tuple(setups),
        )

    def capacitance(self, group: Group) -> tuple[float, float]:
        default = (
            self.library.number("default_input_pin_cap", 0.0)
            if group.text("direction", "input") == "input"
            else 0.0
        )
        either = group.number("capacitance", default)
        return group.number("rise_capacitance", either), group.number("fall_capacitance", either)

    def arc(self, related: str, kind: str, group: Group) -> Arc:
        edges = _EDGES.get(kind) or _SENSES.get(group.text("timing_sense"), _BOTH)
        delay = self.tables(group, ("cell_rise", "cell_fall"), (SLEW, LOAD))
        slew = self.tables(group, ("rise_transition", "fall_transition"), (SLEW, LOAD))
        if [table is None for table in delay] != [table is None for table in slew] or delay == (
            None,
            None,
        ):
            raise group.fault("a timing arc lacks a table of delays or of transitions")
        return Arc(
            related, tuple(pair for pair in edges if delay[pair[1]]), delay, slew, kind in _EDGES
        )

    def setup(self, related: str, group: Group) -> Setup:
        return Setup(
            related,
            self.tables(group, ("rise_constraint", "fall_constraint"), (CLOCK_SLEW, DATA_SLEW)),
        )

    def tables(
        self, group: Group, names: tuple[str, str], axes: tuple[str, str]
    ) -> tuple[Table | None, Table | None]:
        found = {
            table.name: read_table(table, self.templates, axes, self.nanoseconds)
            for table in group.all_groups(*names)
        }
        return found.get(names[0]), found.get(names[1])


def _related(timing: Group) -> list[str]:
    return timing.text("related_pin").split()


def _nanoseconds(library: Group) -> float:
    """The library's unit of time."""
    text = library.text("time_unit", "1ns")
    match = re.fullmatch(r"(1|10|100)\s*(ps|ns|us)", text)
    if match is None:
        raise library.fault(f"{text!r} is no unit of time")
    return int(match[1]) * _NANOSECONDS[match[2]]


def _farads(library: Group) -> float:
    unit = library.get("capacitive_load_unit")
    if unit is None or len(unit.values) != 2 or unit.values[1].lower() not in {"ff", "pf"}:
        raise library.fault(
            "the library does not say its unit of capacitance", unit.line if unit else 0
        )
    try:
        return float(unit.values[0]) * (1e-15 if unit.values[1].lower() == "ff" else 1e-12)
    except ValueError as error:
        raise library.fault(
            "the unit of capacitance is no number", unit.line, str(error)
        ) from error


def _corner(library: Group) -> str:
    """The default operating condition in words: name, voltage and temperature."""
    name = library.text("default_operating_conditions")
    known = {
        group.arguments[0]: group
        for group in library.all_groups("operating_conditions")
        if group.arguments
    }
    conditions = known.get(name, library)
    prefix = "" if name in known else "nom_"
    parts = [name] if name else []
    for what, unit in (("voltage", "V"), ("temperature", "°C")):
        if conditions.get(prefix + what):
            parts.append(f"{conditions.number(prefix + what):g} {unit}")
    return ", ".join(parts) or "not stated"


def _wire_load(library: Group) -> WireLoad | None:
    name = library.text("default_wire_load")
    for group in library.all_groups("wire_load"):
        if group.arguments[:1] != (name,):
            continue
        lengths = {}
        for attribute in group.attributes:
            if attribute.name == "fanout_length":
                fanout, length, *_ = *numbers(group, attribute), 0.0
                lengths[int(fanout)] = length
        if not lengths:
            raise group.fault(f"{group.title} has no fanout_length")
        return WireLoad(name, group.number("capacitance"), group.number("slope"), lengths)
    if name:
        default = library.get("default_wire_load")
        raise library.fault(f"there is no wire load {name!r}", default.line if default else 0)
    return None
