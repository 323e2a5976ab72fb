"""The logic of a design in parts: its datapath, and the shared functions outside of it, each as
often as it is built.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.datapath.optimised_ir import Node, OptimisedDatapath
from cryptagon.hls.datapath.shared_units import SharedUnit
from cryptagon.hls.memory.roms import Rom
from cryptagon.hls.report.content import Operators, Path, Place, SharedEntry, Step
from cryptagon.hls.report.operators import OperatorTable, merged
from cryptagon.hls.report.paths import Detour, arrivals, critical_paths, place_of


@dataclass(frozen=True)
class Part:
    """A datapath that is there `times` times; its nets begin with `prefix` where the hierarchy is
    flat.
    """

    datapath: OptimisedDatapath
    table: OperatorTable
    times: int
    prefix: str


class Logic:
    """What a report says of all parts together."""

    def __init__(self, result: HlsResult, place: Callable[[SharedUnit], Place]) -> None:
        self.result, self.place = result, place
        self.main = _part(result.optimised, result.datapath.roms)
        self.units = {unit.function.name: _unit_part(unit, result) for unit in result.units}
        self.parts = [self.main, *self.units.values()]

    def count(self, chosen: Callable[[Node], bool] = lambda _: True) -> tuple[Operators, ...]:
        """The operators among the chosen nodes."""
        return merged(
            part.table.count(filter(chosen, part.datapath.nodes.values())) * part.times
            for part in self.parts
        )

    def count_by_place(self) -> Mapping[Place, tuple[Operators, ...]]:
        """The operators that stem from each line."""
        found: dict[Place, list[tuple[Operators, ...]]] = defaultdict(list)
        for part in self.parts:
            for place, nodes in _by_place(part).items():
                found[place].append(part.table.count(nodes) * part.times)
        return {place: merged(counts) for place, counts in found.items()}

    def levels_by_place(self) -> Mapping[Place, float]:
        """Levels of the longest chain of operators that all stem from one line."""
        found: dict[Place, float] = {}
        for part in self.parts:
            for place, nodes in _by_place(part).items():
                found[place] = max(found.get(place, 0.0), _longest_chain(nodes, part.table))
        return found

    def nets(self) -> dict[str, str]:
        """The C line of each net; of a shared function's, those of its first unit."""
        named = [
            (f"{part.prefix}{node.name}", node)
            for part in self.parts
            for node in part.datapath.nodes.values()
        ]
        return {name: str(place_of(node)) for name, node in named if node.places}

    def readers(self, rom: Rom) -> int:
        """How often a table is built."""
        invoked = [
            (node.options["to_apply"], part.times)
            for part in self.parts
            for node in part.datapath.nodes.values()
            if node.operation == "invoke"
        ]
        return sum(times for name, times in invoked if name == rom.name)

    def paths(self) -> tuple[Path, ...]:
        """The longest paths, which lead through shared functions where they are used."""
        detours = [detour for unit in self.result.units for detour in self._detours(unit)]
        return critical_paths(self.main.datapath, self.main.table, detours)

    def _detours(self, unit: SharedUnit) -> list[Detour]:
        operation = unit.function.operation()
        found = []
        for port in unit.used_by(dict(self.result.datapath.inputs)):
            name = operation.port_name(port)
            net, kind = f"{name}_return", f"shared function {unit.function.name}"
            levels = self._levels(unit)
            step = Step(
                net=net,
                operation=kind,
                width=unit.function.result.bits,
                place=self.place(unit),
                levels=levels,
                arrival=0,
            )
            found.append(
                Detour(net, tuple(f"{name}_{signal}" for signal, _ in operation.operands), step)
            )
        return found

    def _levels(self, unit: SharedUnit) -> float:
        part = self.units[unit.function.name]
        return round(max(arrivals(part.datapath, part.table)[0].values(), default=0.0), 2)

    def shared(self, calls: Callable[[SharedUnit], tuple[Place, ...]]) -> tuple[SharedEntry, ...]:
        """The shared functions; `calls` tells where one is called."""
        return tuple(
            SharedEntry(
                name=unit.function.name,
                module=unit.module,
                units=self.units[unit.function.name].times,
                operands=dict(unit.function.operation().operands),
                bits=unit.function.result.bits,
                levels=self._levels(unit),
                place=self.place(unit),
                calls=calls(unit),
            )
            for unit in self.result.units
        )


def _part(datapath: OptimisedDatapath, roms: Iterable[Rom]) -> Part:
    return Part(
        datapath, OperatorTable(datapath, {rom.name: len(rom.words) for rom in roms}), 1, ""
    )


def _unit_part(unit: SharedUnit, result: HlsResult) -> Part:
    table = OperatorTable(unit.optimised, {rom.name: len(rom.words) for rom in unit.datapath.roms})
    return Part(
        unit.optimised,
        table,
        len(unit.used_by(dict(result.datapath.inputs))),
        f"unit_{unit.function.name}_0.",
    )


def _by_place(part: Part) -> Mapping[Place, list[Node]]:
    found: dict[Place, list[Node]] = defaultdict(list)
    for node in part.datapath.nodes.values():
        found[place_of(node)].append(node)
    return found


def _longest_chain(nodes: list[Node], table: OperatorTable) -> float:
    ready: dict[str, float] = {}
    for node in nodes:
        ready[node.name] = table.levels(node) + max(
            (ready.get(name, 0.0) for name in node.operands), default=0.0
        )
    return round(max(ready.values(), default=0.0), 2)
