"""Whether the clock cycle that a joined first iteration saves is worth the multiplexers that it
takes.

An item that is read before a loop is loaded into registers: a multiplexer chooses between it and
what an iteration leaves there. With the first iteration in the cycle of the read, that multiplexer
is in front of the loop's logic instead. It is no more than before where logic makes the next value.
It is one more where the loop keeps the value or chooses it: the register then has its choice as
before. A choice between sums (XOR) with something in common is logic: the rest is added under a
condition.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from cryptagon.hls.ir.instructions import Extract, Instruction, Name, Operand, Phi, Read, UnitCall
from cryptagon.hls.ir.loops import Loop
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.cutting import Cut, finished
from cryptagon.hls.states.cycles import LoopCycles, loops_of
from cryptagon.hls.states.logic_area import look_up_tables
from cryptagon.hls.states.machine import State

CHOICES = ("phi", "select")


class CyclesSoFar:
    """The cycles of the loops of what is being cut, counted again only when it has changed: a loop
    that runs thousands of times takes seconds.
    """

    def __init__(self) -> None:
        self._of: tuple[Function, list[State]] | None = None
        self._loops: tuple[LoopCycles, ...] = ()

    def loops(self, cut: Cut) -> tuple[LoopCycles, ...]:
        """The loops; a change of `cut` is another function or another list of states."""
        if self._of is None or self._of[0] is not cut.function or self._of[1] is not cut.states:
            self._of, self._loops = (cut.function, cut.states), loops_of(finished(cut))
        return self._loops


def is_worth_its_merges(cut: Cut, loop: Loop, known: CyclesSoFar) -> bool:
    """Whether a loop may begin its iterations within a cycle, but for the first one, as far as area
    is concerned.

    What comes from outside and what comes from the iteration before are then chosen from in front
    of what the loop begins with, instead of by the registers; cycles and area are weighed as for a
    first iteration.
    """
    added = sum(phi.width for phi in _merged_before_logic(cut, loop))
    if not added:
        return True
    cycles = next((found.most for found in known.loops(cut) if found.header == loop.header), None)
    return cycles is None or added * cycles <= _area(cut)


def is_worth_its_multiplexers(
    cut: Cut, loop: Loop, before: Collection[str], known: CyclesSoFar
) -> bool:
    """Whether the first iteration of a loop may join what is in the blocks `before`, as far as area
    is concerned.

    It may where the part of the area that is added is not larger than the part of the cycles that
    is saved: throughput per area then does not fall. It also may where how often the loop iterates
    hangs on data.
    """
    added = sum(phi.width for phi in _chosen_twice(cut.function, loop, before))
    if not added:
        return True
    iterations = next(
        (found.trips_most for found in known.loops(cut) if found.header == loop.header), None
    )
    return iterations is None or added * (iterations + 1) <= _area(cut)


def _merged_before_logic(cut: Cut, loop: Loop) -> Iterator[Phi]:
    """The values of a loop that are chosen in front of logic; a register chooses for nothing.

    All of them where an inner loop follows whose first iteration may join the same cycle: that
    saves the cycle too, and takes less.
    """
    users, cycle, behind = cut.function.users(), set[str](), set[str]()
    waiting = [loop.header]
    while waiting:
        name = waiting.pop()
        cycle.add(name)
        following = {*cut.function.blocks[name].successors} - cycle
        behind |= following & cut.begun
        waiting += following - cut.begun
    joined = not behind.isdisjoint(cut.movable & cut.loops.keys())
    for phi in cut.function.blocks[loop.header].phis:
        chosen = len({str(operand) for operand in phi.operands}) > 1
        if chosen and (joined or _is_computed_with(users, phi.result, cycle)):
            yield phi


def _is_computed_with(
    users: Mapping[str, Sequence[tuple[str, Instruction]]], value: str, blocks: Collection[str]
) -> bool:
    """Whether logic of some blocks takes a value: other logic than a choice for a register."""
    waiting, seen = [value], set[str]()
    while waiting:
        name = waiting.pop()
        for block, user in users.get(name, ()):
            if block not in blocks or user.result in seen:
                continue
            if not _passes_on(user, name):
                return True
            seen.add(user.result)
            waiting.append(user.result)
    return False


def _passes_on(user: Instruction, value: str) -> bool:
    """Whether a value's user is wiring, or a choice in which the value is one of those to take."""
    if user.opcode in CHOICES:
        return user.opcode == "phi" or user.operands[0] != Name(1, value)
    return bool(user.result) and not isinstance(user, UnitCall) and look_up_tables(user) == 0


def _area(cut: Cut) -> float:
    return sum(look_up_tables(i) for _, i in cut.function.instructions())


def _chosen_twice(function: Function, loop: Loop, before: Collection[str]) -> Iterator[Phi]:
    """The values of a loop that begin as bits of an item and that iterations keep or choose."""
    define = function.definitions()
    items = {
        i.result
        for name in before
        for i in function.blocks[name].instructions
        if isinstance(i, Read)
    }
    for phi in function.blocks[loop.header].phis:
        entering, returning = _values(phi, loop, inside=False), _values(phi, loop, inside=True)
        if any(is_wiring_of(define, value, items) for value in entering) and all(
            _is_chosen(define, value, phi) for value in returning
        ):
            yield phi


def _values(phi: Phi, loop: Loop, *, inside: bool) -> list[Operand]:
    return [
        operand
        for operand, source in zip(phi.operands, phi.sources)
        if (source in loop.blocks) == inside
    ]


def is_wiring_of(define: Mapping[str, Instruction], value: Operand, items: Collection[str]) -> bool:
    """Whether a value is made of bits of one of some items or values by wiring alone."""
    waiting, seen = [value], set[str]()
    while waiting:
        operand = waiting.pop()
        if not isinstance(operand, Name) or operand.name in seen:
            continue
        seen.add(operand.name)
        made = define.get(operand.name)
        if operand.name in items or (isinstance(made, Extract) and made.item in items):
            return True
        if made is not None and not isinstance(made, Extract) and look_up_tables(made) == 0:
            waiting += made.operands
    return False


def _is_chosen(define: dict[str, Instruction], value: Operand, phi: Phi) -> bool:
    """Whether a phi's next value is the phi itself, or a choice of values that are not sums of the
    same.
    """
    if not isinstance(value, Name) or value.name == phi.result:
        return isinstance(value, Name)
    made = define[value.name]
    choice = made.operands[made.opcode == "select" :] if made.opcode in CHOICES else []
    return bool(choice) and not frozenset.intersection(*(_addends(define, one) for one in choice))


def _addends(define: dict[str, Instruction], value: Operand) -> frozenset[str]:
    """The names of what a value is the sum of; its own where it is none."""
    waiting, seen, found = [value], set[str](), set[str]()
    while waiting:
        operand = waiting.pop()
        if isinstance(operand, Name) and operand.name not in seen:
            seen.add(operand.name)
            made = define[operand.name]
            if made.opcode == "xor":
                waiting += made.operands
            else:
                found.add(operand.name)
    return frozenset(found)
