"""What every register does at the end of a cycle: keep its value, go back to a constant, or take a new value.

Ways on which a variable keeps its value become the register's clock enable, ways on which it gets its reset value its synchronous
reset: both are free in an FPGA's flip-flop, where a multiplexer in front of it is not.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.hls.datapath.bits import BitSources
from cryptagon.hls.datapath.merges import Case, Merges
from cryptagon.hls.datapath.slices import KEPT, Slice, slices
from cryptagon.hls.datapath.values import Operand, Values
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.ir.instructions import Name
from cryptagon.hls.registers.allocation import Register

FEWEST_SLICED = 3  # ways; of two synthesis finds equal bits, and those that stay, by itself


@dataclass(frozen=True)
class Load:
    """New bits of a register, `width` of them from `low` on: the datapath's output `value`, where its one-bit output `when` says so."""

    when: str
    value: str
    low: int
    width: int


@dataclass(frozen=True)
class Update:
    """How one register changes. `clear` names a one-bit output of the datapath, "" for none; `loads` are of bits that differ.

    `reset` is the value after reset and after `clear`; `needs_reset` tells whether the design depends on it after reset.
    """

    register: str
    width: int
    reset: int
    needs_reset: bool
    clear: str
    loads: tuple[Load, ...]


class RegisterUpdates:
    """Works out the updates of a lowered machine."""

    def __init__(self, values: Values, merges: Merges) -> None:
        self.values, self.merges, self.machine, self.writer = values, merges, values.machine, values.writer
        self.outputs: dict[str, Wire] = {}
        self.sources = BitSources(self.writer)
        blocks = self.machine.function.blocks
        self.phis = {name: {phi.result: phi for phi in blocks[name].phis} for name in self.machine.state_blocks}

    def run(self) -> tuple[tuple[Update, ...], dict[str, Wire]]:
        """The updates of all registers and of the state, and the datapath outputs that they name."""
        edges = self._edges()
        updates = [self._of_register(register, edges) for register in self.values.registers.registers]
        if len(self.machine.states) > 1:
            numbers, bits = self.machine.state_blocks, self.values.state_bits
            cases = [(condition, self.writer.literal(bits, numbers[target])) for condition, _, target in edges]
            updates.append(self._update("fsm", bits, 0, needs_reset=True, cases=cases))
        return tuple(updates), self.outputs

    def _edges(self) -> list[tuple[Wire, str, str]]:
        """All ways to end a cycle: the condition, the last block, the block of the next state."""
        blocks = self.machine.function.blocks
        return [
            (self.writer.conjunction(self.values.active(name), self.values.edge(name, target)), name, target)
            for name in self.machine.order
            if name in blocks
            for target in blocks[name].successors
            if target in self.machine.state_blocks
        ]

    def _of_register(self, register: Register, edges: list[tuple[Wire, str, str]]) -> Update:
        cases: list[Case] = []
        for condition, source, target in edges:
            operand = self._next_operand(register, source, target)
            if operand is not None:
                cases += self._cases(register, operand, source, condition)
        cases = [(condition, value) for condition, value in cases if _has_room(register, value)]
        first = self.machine.states[0].block
        needs_reset = bool(self.values.registers.live[first] & register.members)
        reset = register.reset if needs_reset else self._commonest_constant(cases)
        return self._update(f"r_{register.name}", register.width, reset, needs_reset=needs_reset, cases=cases)

    def _next_operand(self, register: Register, source: str, target: str) -> Operand | None:
        """The value that a register must hold after going from `source` to `target`; None when nobody reads it there."""
        alive = self.values.registers.live[target] & register.members
        if not alive:
            return None
        phi = next((self.phis[target][name] for name in alive if name in self.phis[target]), None)
        return phi.come_from(source) if phi else Name(self.values.defined[min(alive)].width, min(alive))

    def _cases(self, register: Register, operand: Operand, block: str, condition: Wire) -> list[Case]:
        """The ways on which the register changes, given that `operand`, as the end of `block` sees it, is its next value."""
        if self._perhaps_kept(register, operand, block):
            assert isinstance(operand, Name)
            computed = self.values.active(self.values.defined_in[operand.name])
            return [(self.writer.conjunction(condition, computed), self.values.wires[operand.name])]
        kept = self.values.held(register, operand.width)
        ways = self.merges.of_operand(operand, block, condition)
        return [(way, wire) for way, wire in ways if wire != kept]

    def _perhaps_kept(self, register: Register, operand: Operand, block: str) -> bool:
        """Whether the operand is computed on some ways of this cycle only and is, on the others, in the register already."""
        if not isinstance(operand, Name) or operand.name in self.values.phi_of_state or operand.name not in self.values.wires:
            return False
        home = self.values.defined_in[operand.name]
        certain = self.values.certain(home, block)
        return not certain and self.machine.reach.leads(home, block) and self.values.registers.home.get(operand.name) is register

    def _commonest_constant(self, cases: list[Case]) -> int:
        constants = [value.constant for _, value in cases if value.constant is not None]
        return max(sorted(set(constants)), key=constants.count, default=0)

    def _update(self, name: str, width: int, reset: int, *, needs_reset: bool, cases: list[Case]) -> Update:
        clears = [condition for condition, value in cases if value.constant == reset]
        loads = [(condition, self.writer.resized(value, width)) for condition, value in cases if value.constant != reset]
        clear = f"clear_{name}" if clears else ""
        if clears:
            self.outputs[clear] = self.writer.disjunction(clears)
        return Update(name, width, reset, needs_reset, clear, tuple(self._loads(name, width, loads)))

    def _loads(self, name: str, width: int, ways: list[Case]) -> Iterator[Load]:
        """The loads of a register, those bits together that differ on the same ways."""
        for part in self._slices(Wire(name, width), [value for _, value in ways]) if ways else ():
            firsts = [(condition, ways[first][1]) for (condition, _), first in zip(ways, part.pattern) if first != KEPT]
            taken = [(condition, self.writer.sliced(value, part.low, part.width)) for condition, value in firsts]
            if taken:
                bits = f"_bits_{part.low + part.width - 1}_{part.low}" if part.width < width else ""
                load = Load(f"load_{name}{bits}", f"next_{name}{bits}", part.low, part.width)
                self.outputs[load.when] = self.writer.disjunction([condition for condition, _ in taken])
                self.outputs[load.value] = self.writer.multiplexer(taken, part.width)
                yield load

    def _slices(self, kept: Wire, values: list[Wire]) -> list[Slice]:
        """What a register that holds `kept` is loaded in; one piece where there are few ways, or a choice among constants only."""
        if len(values) < FEWEST_SLICED or all(value.constant is not None for value in values):
            return [Slice(0, kept.width, tuple(range(len(values))))]
        return slices([self.sources.of(value) for value in values], self.sources.of(kept))


def _has_room(register: Register, value: Wire) -> bool:
    """Whether a register can hold a value; a constant that it has no room for is on a way that range analysis proved to be never taken."""
    return value.constant is None or value.constant < 1 << register.width
