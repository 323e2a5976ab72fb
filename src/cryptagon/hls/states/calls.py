"""The states of functions that take clock cycles (`subroutines`) in the place of their calls."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cryptagon.hls.ir.instructions import (
    Branch,
    Const,
    Location,
    Name,
    Operand,
    Phi,
    UnitCall,
    jump,
)
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.cutting import Cut, cut_off, drop_unreached, finished, first_conflict
from cryptagon.hls.states.machine import Machine, Region, State
from cryptagon.hls.states.subroutines import WHICH, Subroutine

AFTER_RESET, ON_THE_WAY = ".first", ".on.the.way"


@dataclass(frozen=True)
class Calling:
    """A machine in which calls are states in the place of functions that take clock cycles; these
    functions, what is called before what calls it; and the ports of the design. `apart` is the
    machine without merged loops.
    """

    machine: Machine
    apart: Machine
    subroutines: tuple[Subroutine, ...]
    ports: Mapping[str, Port]

    def shown(self) -> tuple[str, str]:
        """The machine as text, and the suffix of a file of it."""
        return self.machine.shown()


def settled(
    machine: Machine, subroutines: Sequence[Subroutine], ports: Mapping[str, Port]
) -> tuple[Machine, tuple[Subroutine, ...]]:
    """A machine and what it calls with states also where an access must wait for one of a function
    that calls it, or that it calls; operations have the cycles of calls.
    """
    called = {one.prefix: one for one in subroutines}
    while True:
        _, cut = _joined(machine, tuple(called.values()), ports)
        conflict = first_conflict(cut, cut.begun)
        if conflict is None:
            return _counted(machine, called.values())
        owner = next((one for one in called if conflict.block.startswith(one)), "")
        if owner:
            called[owner] = called[owner].cut_off(conflict)
            continue
        function = machine.function.copied()
        states = [*machine.states, cut_off(function, conflict, set())]
        machine = replace(machine, function=function, states=states)


def _counted(
    machine: Machine, subroutines: Iterable[Subroutine]
) -> tuple[Machine, tuple[Subroutine, ...]]:
    """A machine and what it calls, with the cycles of all calls."""
    operations, counted = dict(machine.operations), list[Subroutine]()
    for one in subroutines:
        counted.append(replace(one, called=operations))
        operations = {**operations, one.function.call: counted[-1].operation()}
    return replace(machine, operations=operations), tuple(counted)


def with_subroutines(calling: Calling) -> Machine:
    """The machine with the states of what it calls; with merged loops where no access has to wait
    for that.
    """
    machine = calling.machine
    joined, cut = _joined(machine, calling.subroutines, calling.ports)
    if first_conflict(cut, cut.begun) is not None:
        machine = calling.apart
        joined, cut = _joined(machine, calling.subroutines, calling.ports)
        waiting = first_conflict(cut, cut.begun)
        assert waiting is None, "`settled` leaves none"
    regions = [_region(cut.function, one) for one in calling.subroutines]
    return replace(
        finished(cut),
        became=machine.became | {old: joined.where(old) for old in joined.became},
        regions=tuple(one for one in regions if one),
    )


def _joined(
    machine: Machine, subroutines: Sequence[Subroutine], ports: Mapping[str, Port]
) -> tuple["_Joining", Cut]:
    joined = _Joining(machine, subroutines)
    joined.run()
    return joined, joined.cut(machine, ports)


class _Joining:
    """Leads calls to the functions, and these back to behind the calls."""

    def __init__(self, machine: Machine, subroutines: Sequence[Subroutine]) -> None:
        self.subroutines, self.function = subroutines, machine.function.copied()
        self.states, self.first = list(machine.states), machine.states[0].block
        self.loops, self.became = dict(machine.loops), dict[str, str]()
        for one in subroutines:
            self.function.blocks |= one.body.copied().blocks
            self.states += one.states
            self.loops |= one.starts

    def run(self) -> None:
        """Joins all of them; what nobody calls is left out."""
        for one in self.subroutines:
            self._join(one)
        changed = 1
        while changed:  # what a function hands on may now be the same, too
            changed = sum(self._hand_down(one) for one in self.subroutines)
        drop_unreached(self.function)
        self.states = [state for state in self.states if state.block in self.function.blocks]
        self.loops = {
            header: place for header, place in self.loops.items() if header in self.function.blocks
        }

    def _hand_down(self, one: Subroutine) -> bool:
        """Whether an operand is the same in all calls, so that it is used itself in its place."""
        block, found = self.function.blocks[one.entry], False
        for phi in block.phis:
            given = [operand for operand in phi.operands if operand != Name(phi.width, phi.result)]
            if given and all(operand == given[0] for operand in given):
                block.instructions.remove(phi)
                self._replace(phi.result, given[0])
                found = True
        return found

    def _replace(self, name: str, value: Operand) -> None:
        for _, instruction in self.function.instructions():
            instruction.operands = [
                value if isinstance(one, Name) and one.name == name else one
                for one in instruction.operands
            ]

    def where(self, block: str) -> str:
        """Where the state begins that takes the place of one."""
        while block in self.became:
            block = self.became[block]
        return block

    def cut(self, machine: Machine, ports: Mapping[str, Port]) -> Cut:
        """What is joined, of which no port of a unit is settled yet."""
        clocked = {one.function.call for one in self.subroutines}
        units = {call: one for call, one in machine.operations.items() if call not in clocked}
        return Cut(
            self.function,
            ports,
            operations=units,
            loops=self.loops,
            states=self.states,
            first=self.first,
            reset_values=machine.reset_values,
            open_resets=machine.open_resets,
        )

    def _join(self, one: Subroutine) -> None:
        sites = [
            (block, call)
            for block in list(self.function.blocks.values())
            for call in block.body[:1]
            if isinstance(call, UnitCall) and call.callee == one.function.call
        ]
        ways: list[tuple[str, list[Operand]]] = []
        for number, (block, call) in enumerate(sites):
            which: list[Operand] = [Const(_bits(sites), number)] if len(sites) > 1 else []
            assert not block.phis, "the block was split off at the call"
            sources = self._ways_to(block, call.location)
            ways += [(source, [*call.operands, *which]) for source in sources]
            for source in sources:
                self.function.blocks[source].branch.redirect(block.name, one.entry)
            result = call.result or f"{block.name}.unused"
            copy = Phi("phi", result, call.width, [one.result], [one.exit])
            block.instructions[0] = copy
            self.states = [state for state in self.states if state.block != block.name]
            self.became[block.name] = one.states[0].block
        if sites:
            self._lead(one, [block.name for block, _ in sites], ways)

    def _ways_to(self, block: Block, location: Location) -> list[str]:
        """The blocks that go on to a call and nowhere else. One more is a state after reset, where
        the machine would begin with the call.
        """
        before = self.function.predecessors()[block.name]
        sources = [self._alone(source, block.name, location) for source in before]
        if block.name == self.first:
            self.first = block.name + AFTER_RESET
            start = Block(self.first, [jump(block.name, location)])
            self.function.blocks = {self.first: start, **self.function.blocks}
            self.states.insert(0, State(self.first, "reset", Location()))
            sources.append(self.first)
        return sources

    def _alone(self, source: str, target: str, location: Location) -> str:
        """A block that goes on to another one alone: one more where the first leads elsewhere
        too.
        """
        blocks = self.function.blocks
        if len(blocks[source].successors) == 1:
            return source
        between = f"{source}{ON_THE_WAY}.{target}"
        blocks[source].branch.redirect(target, between)
        blocks[between] = Block(between, [jump(target, location)])
        return between

    def _lead(
        self, one: Subroutine, behind: Sequence[str], ways: Sequence[tuple[str, list[Operand]]]
    ) -> None:
        """Gives the first block its operands, and the last one its ways on."""
        which = Name(max(1, (len(behind) - 1).bit_length()), one.prefix + WHICH)
        taken = [*one.operands, *([which] if len(behind) > 1 else [])]
        entry, leaving = self.function.blocks[one.entry], self.function.blocks[one.exit]
        entry.instructions[:0] = [
            Phi(
                "phi",
                name.name,
                name.width,
                [given[number] for _, given in ways],
                [source for source, _ in ways],
            )
            for number, name in enumerate(taken)
        ]
        place = one.function.location
        leaving.instructions[-1] = (
            jump(behind[0], place)
            if len(behind) == 1
            else Branch(
                "switch",
                "",
                0,
                [which, *(Const(which.width, number) for number in range(1, len(behind)))],
                list(behind),
                location=place,
            )
        )


def _bits(sites: Sequence[object]) -> int:
    return (len(sites) - 1).bit_length()


def _region(function: Function, one: Subroutine) -> Region | None:
    """Where a function is entered, and where it goes on behind each way in; None where nothing
    calls it.
    """
    if one.entry not in function.blocks:
        return None
    branch = function.blocks[one.exit].branch
    phis = {phi.result: phi for phi in function.blocks[one.entry].phis}
    which = phis.get(one.prefix + WHICH)
    targets, other = dict(branch.choices), branch.targets[0]
    behind = dict.fromkeys(function.predecessors()[one.entry], other)
    if which:
        behind |= {
            source: targets.get(number, other)
            for number, source in zip(which.operands, which.sources)
        }
    return Region(one.entry, one.exit, behind)
