"""Designs in standard cells in a table: of each the smallest, the best and the fastest netlist."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.metrics import BLOCK_CYCLES, JOB_CYCLES, TIME
from cryptagon.analysis.naming import in_order, kind_of, label_of, shown
from cryptagon.results import CellMeasurement, CellNetlist

LEFT = 4  # columns of words


@dataclass(frozen=True)
class CellGroup:
    """Designs that can be compared: one library and corner, class, scope, interface and kind of
    work.
    """

    designs: tuple[CellMeasurement, ...]

    @property
    def title(self) -> str:
        """What was mapped to which cells."""
        first = self.designs[0]
        kind = kind_of(first)
        return f"{kind[0].upper()}{kind[1:]}; {first.library}, {first.corner}"

    @property
    def jobs(self) -> bool:
        """Whether the work has no bits: then the time counts."""
        return self.designs[0].work.bits is None

    @property
    def heading(self) -> list[str]:
        """The heading of `rows`."""
        speed = ["cycles", "time, µs"] if self.jobs else ["cycles/block", "Mbit/s", "Mbit/s/kGE"]
        return ["", "by", "best at", "strategy", "GE", "of it FF", "MHz", *speed]

    @property
    def rows(self) -> list[list[str]]:
        """A row for each of the three netlists of a design; its name is in the first."""
        return [row for one in self.designs for row in self._rows(one)]

    def _rows(self, one: CellMeasurement) -> list[list[str]]:
        speed = "time" if self.jobs else "throughput"
        chosen = {
            "area": one.smallest,
            f"{speed} and area" if self.jobs else "throughput/area": one.best,
            speed: one.fastest,
        }
        rows = [
            ["", "", goal, netlist.strategy, *self._figures(one, netlist)]
            for goal, netlist in chosen.items()
        ]
        rows[0][:2] = [label_of(one), shown(one.approach)]
        return rows

    def _figures(self, one: CellMeasurement, netlist: CellNetlist) -> list[str]:
        area = [
            _number(value) for value in (netlist.gate_equivalents, netlist.register_equivalents)
        ]
        if not netlist.ok:
            return [*area, netlist.status, *[""] * (len(self.heading) - LEFT - 3)]
        fmax = _number(netlist.fmax_mhz)
        if self.jobs:
            return [*area, fmax, JOB_CYCLES.text(one.cycles_of_work), TIME.text(netlist.time_us)]
        speed = (netlist.throughput_mbps, netlist.throughput_per_kge)
        return [*area, fmax, BLOCK_CYCLES.text(one.cycles_of_work), *map(_number, speed)]


def cell_groups(measurements: Iterable[CellMeasurement]) -> list[CellGroup]:
    """Measurements as groups, in the order of their keys; within a group by label, the baseline
    first.
    """
    found: dict[tuple[object, ...], list[CellMeasurement]] = {}
    for one in sorted(measurements, key=lambda one: one.key):
        kind = (one.algorithm_class, one.interface, one.scope, one.work.bits is None)
        found.setdefault((one.library, one.corner, one.wire_load, *kind), []).append(one)
    return [CellGroup(tuple(_ordered(members))) for members in found.values()]


def _ordered(members: Sequence[CellMeasurement]) -> list[CellMeasurement]:
    order = in_order(one.approach for one in members)
    return sorted(members, key=lambda one: (label_of(one).lower(), order.index(one.approach)))


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.0f}"
