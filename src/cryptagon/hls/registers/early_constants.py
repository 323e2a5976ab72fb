"""A register that a loop begins with a constant gets it a cycle early.

Where the first iteration runs in the cycle that enters the loop, a counter is zero in it and a
register in others: a multiplexer before all that hangs on the counter. If the register is free in
the state from which the loop is entered, it is loaded with the constant on the way into that state;
then the counter is the register in every iteration. This is how a designer clears a counter when a
permutation ends.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cryptagon.hls.ir.instructions import Const, Name, Phi
from cryptagon.hls.registers.coalescing import coalesced
from cryptagon.hls.registers.hardware import Unallocated
from cryptagon.hls.registers.liveness import live_at_starts, live_at_states
from cryptagon.hls.registers.sources import state_phis
from cryptagon.hls.states.machine import Machine

EARLY = ".early"


@dataclass(frozen=True)
class Early:
    """A constant that `phi` takes on the way in from block `source`, which cycles reach from
    `state` alone.

    `register` is the phi of another state that it takes on another way.
    """

    phi: Phi
    source: str
    state: str
    register: str
    constant: Const

    @property
    def name(self) -> str:
        """The value that keeps the constant in the state."""
        return f"{self.register}.{self.state}{EARLY}"


def with_early_constants(unallocated: Unallocated) -> Unallocated:
    """The machine with constants that are kept in the registers which they are merged with."""
    machine = unallocated.machine
    found = _consistent(_candidates(machine))
    while found:
        changed = _applied(machine, found)
        groups = coalesced(changed, live_at_starts(changed), unallocated.around.declared)
        alone = [
            one for one in found if not any({one.name, one.register} <= group for group in groups)
        ]
        if not alone:
            return replace(unallocated, machine=changed)
        found = [one for one in found if one not in alone]
    return unallocated


def _candidates(machine: Machine) -> Iterator[Early]:
    live, kept = live_at_states(machine), state_phis(machine)
    for name, block in machine.function.blocks.items():
        for phi in block.phis if name not in machine.state_blocks and name in machine.reach else ():
            register = next(
                (o.name for o in phi.operands if isinstance(o, Name) and o.name in kept), None
            )
            for operand, source in zip(phi.operands, phi.sources) if register else ():
                state = _only_state_before(machine, source)
                if (
                    isinstance(operand, Const)
                    and register
                    and state
                    and register not in live[state]
                ):
                    yield Early(phi, source, state, register, operand)


def _only_state_before(machine: Machine, block: str) -> str | None:
    """The state from which alone a cycle can run a block; None where there are several."""
    states = [
        name for name in machine.state_blocks if name == block or machine.reach.leads(name, block)
    ]
    return states[0] if len(states) == 1 else None


def _consistent(candidates: Iterator[Early]) -> list[Early]:
    """Those that want one constant only of a register in a state."""
    wanted: dict[str, list[Early]] = {}
    for one in candidates:
        wanted.setdefault(one.name, []).append(one)
    return [
        one for same in wanted.values() if len({one.constant for one in same}) == 1 for one in same
    ]


def _applied(machine: Machine, found: list[Early]) -> Machine:
    function = machine.function.copied()
    before = machine.function.predecessors()
    reset: Mapping[str, int] = dict(machine.reset_values)
    for one in found:
        phi = next(
            phi
            for block in function.blocks.values()
            for phi in block.phis
            if phi.result == one.phi.result
        )
        number = next(n for n, source in enumerate(phi.sources) if source == one.source)
        phi.operands[number] = Name(one.constant.width, one.name)
        state = function.blocks[one.state]
        if not any(other.result == one.name for other in state.phis):
            ways = before[one.state]
            state.instructions.insert(
                0,
                Phi("phi", one.name, one.constant.width, [one.constant for _ in ways], list(ways)),
            )
        if one.state == machine.states[0].block:
            reset = {**reset, one.name: one.constant.value}
    return replace(machine, function=function, reset_values=dict(reset))
