"""Loops that became one, told apart again: in which phase each way enters such a loop, and where it
goes on behind it.

What is kept over the loop is needed in some of its phases only. The machine has one state for all
of them, a register need not keep what another phase needs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cryptagon.hls.ir.instructions import Branch, Const, Instruction, Name, Operand, Phi
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.evaluation import constant_of
from cryptagon.hls.states.machine import Machine

Made = Mapping[str, tuple[str, Instruction]]
"""What makes each value, with the name of its block."""


@dataclass(frozen=True)
class Phases:
    """One loop: its `state`'s block, its `header`, all its blocks `inside`, and the block `fork` in
    which it is left.

    `entries` gives the phase of each way in, by block and target; `exits` the block behind the loop
    by phase, those of phases without a case of their own by None.
    """

    state: str
    header: str
    fork: str
    inside: frozenset[str]
    entries: dict[tuple[str, str], int]
    exits: dict[int | None, str]

    def exit_of(self, phase: int) -> str:
        """Where a phase goes on."""
        return self.exits.get(phase, self.exits[None])

    @property
    def all(self) -> tuple[int, ...]:
        """The phases that are entered."""
        return tuple(sorted(set(self.entries.values())))


def phases_of(machine: Machine) -> dict[str, Phases]:
    """The loops that have phases, by the blocks of their states."""
    made = {i.result: (block.name, i) for block, i in machine.function.instructions() if i.result}
    left = {region.exit for region in machine.regions}
    forks = (name for name in machine.function.blocks if name not in left)
    found = (_phases(machine, fork, made) for fork in forks)
    return {one.state: one for one in found if one}


def _phases(machine: Machine, fork: str, made: Made) -> Phases | None:
    function, branch = machine.function, machine.function.blocks[fork].terminator
    if (
        not isinstance(branch, Branch)
        or branch.opcode != "switch"
        or not isinstance(branch.operands[0], Name)
    ):
        return None
    places = _kept_phase(machine, branch.operands[0].name, made)
    if places is None:
        return None
    state, header, phis = places
    inside = _inside(function, header, fork)
    exits = {case.value: target for case, target in branch.choices if isinstance(case, Const)} | {
        None: branch.targets[0]
    }
    entries = {
        (source, place): operand
        for place, phi in phis.items()
        for operand, source in _ways(phi, inside)
    }
    named = [operand.name for operand in entries.values() if isinstance(operand, Name)]
    define = {name: made[name][1] for name in named if name in made}
    numbers = {way: constant_of(operand, define) for way, operand in entries.items()}
    known = {way: number for way, number in numbers.items() if number is not None}
    leaves = {t for name in inside - {fork} for t in function.blocks[name].successors} <= inside
    before = function.predecessors()
    entered = {name for name in inside if not inside.issuperset(before[name])} <= {header, state}
    own, kept = branch.operands[0], phis[state]
    handed_on = all(
        operand == own for operand, source in zip(kept.operands, kept.sources) if source in inside
    )
    if not (
        known == numbers
        and leaves
        and entered
        and handed_on
        and state in inside
        and inside.isdisjoint(exits.values())
    ):
        return None
    return Phases(state, header, fork, frozenset(inside), known, exits)


def _kept_phase(machine: Machine, name: str, made: Made) -> tuple[str, str, dict[str, Phi]] | None:
    """Of a value that is kept from iteration to iteration the state's block, the header, and its
    phi in each; the header may have none.
    """
    function = machine.function
    place, phi = made[name]
    if not isinstance(phi, Phi):
        return None
    if place in machine.state_blocks:
        return (
            (place, function.blocks[place].successors[0], {place: phi})
            if len(function.blocks[place].successors) == 1
            else None
        )
    for operand, source in zip(phi.operands, phi.sources):
        state, kept = made[operand.name] if isinstance(operand, Name) else ("", phi)
        if (
            source == state
            and state in machine.state_blocks
            and isinstance(kept, Phi)
            and name in kept.uses()
            and function.blocks[state].successors == [place]
        ):
            return state, place, {place: phi, state: kept}
    return None


def _ways(phi: Phi, inside: set[str]) -> Iterator[tuple[Operand, str]]:
    return (
        (operand, source)
        for operand, source in zip(phi.operands, phi.sources)
        if source not in inside
    )


def _inside(function: Function, header: str, fork: str) -> set[str]:
    """The blocks of the loop: those that the header leads to without the fork's branch."""
    found, waiting = set[str](), [header]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += function.blocks[name].successors if name != fork else []
    return found
