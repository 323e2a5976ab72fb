"""Which values are needed where a state begins: those become registers."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from cryptagon.hls.ir.instructions import Name, Phi
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.contexts import Called, Contexts, Moment
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.states.phases import Phases, phases_of

Live = dict[Moment, frozenset[str]]
Start = TypeVar("Start")


@dataclass
class Uses:
    """Of a block, as bits of `Numbers`: values used in it before they are defined there, values that
    its successors' phis take from it, values it defines, and which of these its own phis are.
    """

    before: int = 0
    by_phis: int = 0
    defined: int = 0
    phis: int = 0


class Numbers(dict[str, int]):
    """A bit for each value that is added: sets of many values are integers, joined in no time."""

    def add(self, values: Iterable[str]) -> None:
        """Gives a bit to each value that has none."""
        for value in values:
            self.setdefault(value, len(self))

    def bits(self, values: Iterable[str]) -> int:
        """The bits of values; those that have none are left out."""
        found = bytearray(len(self) // 8 + 1)
        for value in values:
            if (number := self.get(value)) is not None:
                found[number >> 3] |= 1 << (number & 7)
        return int.from_bytes(found, "little")

    def values_of(self, bits: int) -> frozenset[str]:
        """The values whose bits are 1."""
        return frozenset(name for name, one in zip(self, reversed(f"{bits:b}")) if one == "1")


def live_at_starts(machine: Machine) -> Live:
    """The values that are live where each state begins, in each of its phases. Backward data flow
    over the whole function, phase by phase; a state's own phis count as live at its start."""
    function, numbers = machine.function, Numbers()
    uses = _uses(function, numbers)
    found = _live_in(machine, uses)
    used = {value for _, instruction in function.instructions() for value in instruction.uses()}
    phis = {
        name: {phi.result for phi in function.blocks[name].phis if phi.result in used}
        for name in machine.state_blocks
    }
    of_block: dict[str, list[Moment]] = {}
    for moment in found:
        of_block.setdefault(moment[0], []).append(moment)
    starts = [moment for name in machine.state_blocks for moment in of_block.get(name, ())]
    return {one: numbers.values_of(found[one]) | phis[one[0]] for one in starts}


def live_at_states(machine: Machine) -> dict[str, frozenset[str]]:
    """The values that are live where each state begins, in any of its phases."""
    return in_any_phase(live_at_starts(machine))


def in_any_phase(live: Live) -> dict[str, frozenset[str]]:
    """The values that are live where each state begins, whatever its phase."""
    found: dict[str, frozenset[str]] = {}
    for (state, _), alive in live.items():
        found[state] = found.get(state, frozenset()) | alive
    return found


def starts_of(live: Mapping[Start, frozenset[str]]) -> dict[str, set[Start]]:
    """The starts at which each value is live."""
    starts: dict[str, set[Start]] = {}
    for start, alive in live.items():
        for value in alive:
            starts.setdefault(value, set()).add(start)
    return starts


def _live_in(machine: Machine, uses: Mapping[str, Uses]) -> dict[Moment, int]:
    """The values that are live where each block begins, its own phis left out, as bits."""
    following = Contexts(machine).apart(_following(machine))
    live_in: dict[Called, int] = dict.fromkeys(following, 0)
    before: dict[Called, list[Called]] = {moment: [] for moment in following}
    for moment, targets in following.items():
        for target in targets:
            before[target].append(moment)
    waiting = deque(reversed(following))
    listed = set(waiting)
    while waiting:
        moment = waiting.popleft()
        listed.discard(moment)
        own = uses[moment[0]]
        out = own.by_phis
        for successor in following[moment]:
            out |= live_in[successor] & ~uses[successor[0]].phis
        found = own.before | out & ~own.defined
        if found & ~live_in[moment]:
            live_in[moment] |= found
            again = [one for one in before[moment] if one not in listed]
            waiting += again
            listed.update(again)
    found_in: dict[Moment, int] = {}
    for (name, phase, _), values in live_in.items():
        found_in[name, phase] = found_in.get((name, phase), 0) | values
    return found_in


def _following(machine: Machine) -> dict[Moment, list[Moment]]:
    """The moments behind each: within a loop with phases the phase stays, and behind the loop only
    its own exit follows.
    """
    loops = {name: one for one in phases_of(machine).values() for name in one.inside}
    found: dict[Moment, list[Moment]] = {}
    for name, block in machine.function.blocks.items():
        loop = loops.get(name)
        for phase in loop.all if loop else (None,):
            targets = (
                [loop.exit_of(phase)]
                if loop and phase is not None and name == loop.fork
                else block.successors
            )
            found[name, phase] = [_entered(loops, name, phase, target) for target in targets]
    return found


def _entered(loops: Mapping[str, Phases], name: str, phase: int | None, target: str) -> Moment:
    """The moment in which `target` runs where the block `name` goes on to it."""
    loop = loops.get(target)
    return (target, None) if loop is None else (target, loop.entries.get((name, target), phase))


def _uses(function: Function, numbers: Numbers) -> dict[str, Uses]:
    """What each block uses; a value that is only used in its own block behind its definition has no
    number.
    """
    before: dict[str, set[str]] = {}
    by_phis: dict[str, set[str]] = {name: set() for name in function.blocks}
    defined: dict[str, set[str]] = {}
    for name, block in function.blocks.items():
        used, made = before.setdefault(name, set()), defined.setdefault(name, set())
        for instruction in block.instructions:
            if isinstance(instruction, Phi):
                for operand, source in zip(instruction.operands, instruction.sources):
                    if isinstance(operand, Name):
                        by_phis[source].add(operand.name)
            else:
                used.update(value for value in instruction.uses() if value not in made)
            if instruction.result:
                made.add(instruction.result)
    for values in (*before.values(), *by_phis.values()):
        numbers.add(values)
    return {
        name: Uses(
            numbers.bits(before[name]),
            numbers.bits(by_phis[name]),
            numbers.bits(defined[name]),
            numbers.bits(phi.result for phi in block.phis),
        )
        for name, block in function.blocks.items()
    }
