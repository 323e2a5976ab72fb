"""What a register holds next, by the ways through a cycle, followed back from its ends. Ways on which nobody reads the register afterwards
load anything."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from cryptagon.hls.datapath.merges import Merges
from cryptagon.hls.datapath.values import Operand, Values
from cryptagon.hls.datapath.ways import Case
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.ir.instructions import Const, Name, Phi, Undef
from cryptagon.hls.states.machine import START
from cryptagon.hls.states.phases import Phases

T = TypeVar("T")
Class = Hashable
"""What kind of value a way loads; None where any other would do."""


@dataclass(frozen=True)
class ByPhase:
    """What a register holds in each phase of the loop of this header, None for anything: what it was entered with, which the loop keeps."""

    header: str
    values: tuple[tuple[int, Operand | None], ...]


Next = Operand | ByPhase


@dataclass(frozen=True)
class Made:
    """A value as the end of `block` sees it, which computes it, or decides which it is."""

    operand: Name
    block: str


@dataclass(frozen=True)
class Changed:
    """What ways load, with the constant added that the instruction of this result adds."""

    label: "Label"
    by: str


Label = Wire | Name | Made | Changed | ByPhase
"""What ways load: a wire, a value that is made further up, one that is made in a block, one of these with a constant added, or what hangs
on the phase in which a loop was entered."""
Labels = tuple[Label, ...]


class NextValue:
    """The next value of one register. `operand` gives it for a way out of a block into a state's block; None for any value."""

    def __init__(self, values: Values, merges: Merges, phases: Mapping[str, Phases], operand: Callable[[str, str], Next | None]) -> None:
        self.values, self.merges, self.machine, self.writer = values, merges, values.machine, values.writer
        self._operand, self._loops = operand, {loop.header: loop for loop in phases.values()}
        self._blocks = [name for name in self.machine.order if name in self.machine.function.blocks]
        self._behind: dict[str, Labels] = {}
        for name in reversed(self._blocks):
            self._behind[name] = _different(label for target in self.targets(name) for label in self.on_edge(name, target))

    def values_at_ends(self) -> list[Wire]:
        """The value on every way into a state, as often as there are ways."""
        ways = [(name, target) for name in self._blocks for target in self.targets(name) if target in self.machine.state_blocks]
        return [wire for name, target in ways for label in self.on_edge(name, target) for _, wire in self.leaves(label, name)]

    def all_values(self) -> list[Wire]:
        """Every value that `conditions` may ask for: at the ends of ways, and as they are further up, where more is known."""
        further = [wire for name in self._blocks for label in self._behind[name] for wire in self._wires(label, name)]
        edges = [(name, target) for name in self._blocks for target in self.targets(name)]
        further += [wire for name, target in edges for label in self.on_edge(name, target) for wire in self._wires(label, name)]
        return list(dict.fromkeys([*self.values_at_ends(), *further]))

    def _wires(self, label: Label, block: str) -> list[Wire]:
        return [wire for _, wire in self.leaves(label, block)]

    def conditions(self, class_of: Callable[[Wire], Class | None]) -> dict[Class, Wire]:
        """When a value of each class is loaded; on ways of no class several conditions may hold, or none."""
        return {one: self.writer.disjunction(found) for one, found in _Cover(self, class_of).run().items()}

    def shortest(self, class_of: Callable[[Wire], bool | None]) -> Wire:
        """When a value of class True is loaded, or none of False is: whichever has fewer conditions."""
        found = _Cover(self, class_of).run()
        yes, no = found.get(True, []), found.get(False, [])
        return self.writer.inverse(self.writer.disjunction(no)) if len(no) < len(yes) else self.writer.disjunction(yes)

    def targets(self, block: str) -> list[str]:
        """The blocks that a block goes on to."""
        return list(dict.fromkeys(self.machine.function.blocks[block].successors))

    def behind(self, block: str) -> Labels:
        """What is loaded on the ways that run a block."""
        return self._behind[block]

    def on_edge(self, block: str, target: str) -> Labels:
        """What is loaded on the ways that take an edge."""
        if target in self.machine.state_blocks:
            operand = self._operand(block, target)
            return () if operand is None else (operand,) if isinstance(operand, ByPhase) else self._seen(operand, block)
        return _different(label for one in self._behind[target] for label in self._before(one, block, target))

    def _before(self, label: Label, block: str, target: str) -> Labels:
        """What a label behind a block is before it, on the way in from `block`."""
        if isinstance(label, Changed):
            return tuple(Changed(one, label.by) for one in self._before(label.label, block, target))
        if isinstance(label, ByPhase) and label.header == target:
            return self._entered(label, block)
        if not isinstance(label, Name):
            return (label,)
        define = self.values.defined[label.name]
        entered = isinstance(define, Phi) and self.values.defined_in[label.name] == target
        return self._seen(define.come_from(block) if entered and isinstance(define, Phi) else label, block)

    def _entered(self, label: ByPhase, block: str) -> Labels:
        """What a loop keeps that is entered from a block, or goes on from its state's."""
        loop, values = self._loops[label.header], dict(label.values)
        if block == loop.state:
            kept = next(value for value in values.values() if isinstance(value, Name))
            return (self.values.register_of(kept),)
        operand = values[loop.entries[block, label.header]]
        return () if operand is None else self._seen(operand, block)

    def _seen(self, operand: Operand, block: str) -> Labels:
        """An operand at the end of a block."""
        if isinstance(operand, Undef):
            return ()
        if isinstance(operand, Const) or self._is_kept(operand, block):
            return (self.values.use(operand, block),)
        define = self.values.defined[operand.name]
        if self.values.defined_in[operand.name] != block or (isinstance(define, Phi) and self.merges.is_flat(define)):
            return (operand,)
        if self.merges.is_changed_register(define):
            return tuple(Changed(one, operand.name) for one in self._seen(define.operands[0], block))
        return (Made(operand, block),)

    def _is_kept(self, operand: Name, block: str) -> bool:
        """Whether a register has the operand, since no way to the end of the block computes it in this cycle."""
        home = self.values.defined_in[operand.name]
        computed = self.values.certain(home, block) or self.machine.reach.leads(home, block)
        return operand.name in self.values.phi_of_state or not computed

    def leaves(self, label: Label, block: str) -> list[Case]:
        """The values that a label stands for at the end of a block, each with its condition there."""
        if isinstance(label, Wire):
            return [(self.writer.true, label)]
        if isinstance(label, Changed):
            define = self.values.defined[label.by]
            return [(way, self.merges.added(wire, define)) for way, wire in self.leaves(label.label, block)]
        if isinstance(label, ByPhase):
            before = [name for name in self.machine.before[label.header] if name in self.machine.function.blocks]
            ways = [(self.values.taken(name, label.header), one, name) for name in before for one in self._entered(label, name)]
            return [(self.writer.conjunction(taken, way), wire) for taken, one, name in ways for way, wire in self.leaves(one, name)]
        operand, at = (label.operand, label.block) if isinstance(label, Made) else (label, block)
        home = self.values.defined_in[operand.name]
        if self.values.certain(home, at):
            return self.merges.of_operand(operand, at, self.writer.true)
        computed = self.values.active(home)
        kept = self.values.register_of(operand)
        return [*self.merges.of_operand(operand, home, computed), (self.writer.inverse(computed), kept)]


class _Cover:
    """Finds the conditions of all ways, by class."""

    def __init__(self, next_value: NextValue, class_of: Callable[[Wire], Class | None]) -> None:
        self.next, self.class_of = next_value, class_of
        self.values, self.machine, self.writer = next_value.values, next_value.machine, next_value.writer
        self.found: dict[Class, list[Wire]] = {}
        self.visited: set[str] = set()

    def run(self) -> dict[Class, list[Wire]]:
        """The conditions of each class."""
        states = [name for name in self.machine.graph[START] if name in self.machine.function.blocks]
        classes = _different(one for name in states for one in self._classes(self.next.behind(name), name))
        if len(classes) < 2:
            return {one: [self.writer.true] for one in classes}
        for name in states:
            self._visit(name)
        return self.found

    def _classes(self, labels: Labels, block: str) -> tuple[Class, ...]:
        found = (self.class_of(wire) for label in labels for _, wire in self.next.leaves(label, block))
        return _different(one for one in found if one is not None)

    def _visit(self, block: str) -> None:
        """Follows all ways behind a block to their ends.

        A condition higher up, where all agree, must not meet one further down: two wires of one value would both be added.
        """
        if block in self.visited:
            return
        self.visited.add(block)
        for target in self.next.targets(block):
            if target in self.machine.state_blocks:
                self._take(self.values.taken(block, target), self.next.on_edge(block, target), block)
            else:
                self._visit(target)

    def _take(self, condition: Wire, labels: Labels, block: str) -> None:
        """Notes the classes of what is loaded where a condition holds."""
        classes = self._classes(labels, block)
        if len(classes) == 1:
            self.found.setdefault(classes[0], []).append(condition)
            return
        for label in labels:
            for way, wire in self.next.leaves(label, block):
                one = self.class_of(wire)
                if one is not None:
                    self.found.setdefault(one, []).append(self.writer.conjunction(condition, way))


def _different(found: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(found))
