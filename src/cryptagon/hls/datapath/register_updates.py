"""What every register does at the end of a cycle: keep its value, go back to a constant, or take a
new value.

Ways on which a variable keeps its value become the register's clock enable, ways on which it gets
its reset value its synchronous reset: both are free in an FPGA's flip-flop, where a multiplexer in
front of it is not.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cryptagon.hls.datapath.load_conditions import Class, LoadConditions
from cryptagon.hls.datapath.merges import Merges
from cryptagon.hls.datapath.next_value import ByPhase, Next, NextValue
from cryptagon.hls.datapath.slices import KEPT, Slice, slices
from cryptagon.hls.datapath.values import Operand, Values
from cryptagon.hls.datapath.wires import STATE, Wire
from cryptagon.hls.ir.instructions import Const, Name
from cryptagon.hls.registers.allocation import Register

C = TypeVar("C", bound=Class)
FEWEST_SLICED = 3  # ways; of two synthesis finds equal bits, and those that stay, by itself


@dataclass(frozen=True)
class Load:
    """New bits of a register, `width` of them from `low` on: the datapath's output `value`, where
    its one-bit output `when` says so.
    """

    when: str
    value: str
    low: int
    width: int


@dataclass(frozen=True)
class Update:
    """How one register changes. `clear` names a one-bit output of the datapath, "" for none;
    `loads` are of bits that differ.

    `reset` is the value after reset and after `clear`; `needs_reset` tells whether the design
    depends on it after reset, `unseen` that it would but for what the control does (`hls.resets`),
    or for a value that the program leaves open.
    """

    register: str
    width: int
    reset: int
    needs_reset: bool
    clear: str
    loads: tuple[Load, ...]
    unseen: bool = False

    @property
    def outputs(self) -> tuple[str, ...]:
        """The datapath's outputs that drive the register."""
        clear = (self.clear,) if self.clear else ()
        return (*clear, *(name for load in self.loads for name in (load.when, load.value)))


class RegisterUpdates:
    """Works out the updates of a lowered machine."""

    def __init__(self, values: Values, merges: Merges) -> None:
        self.values, self.merges, self.machine, self.writer = (
            values,
            merges,
            values.machine,
            values.writer,
        )
        self.outputs: dict[str, Wire] = {}
        blocks = self.machine.function.blocks
        self.phases = values.registers.phases
        self.phis = {
            name: {phi.result: phi for phi in blocks[name].phis}
            for name in self.machine.state_blocks
        }

    def run(self) -> tuple[tuple[Update, ...], dict[str, Wire]]:
        """The updates of all registers and of the state, and the datapath outputs that they
        name.
        """
        updates = [self._of_register(register) for register in self.values.registers.registers]
        if len(self.machine.states) > 1:
            numbers, bits = self.machine.state_blocks, self.values.state_bits
            following = NextValue(
                self.values,
                self.merges,
                self.phases,
                lambda _, target: Const(bits, numbers[target]),
            )
            updates.append(_Updating(STATE, bits, 0, following, self).update(needs_reset=True))
        return tuple(updates), self.outputs

    def _of_register(self, register: Register) -> Update:
        following = NextValue(
            self.values,
            self.merges,
            self.phases,
            lambda source, target: self._next_operand(register, source, target),
        )
        begun = self.values.registers.live[self.machine.states[0].block] & register.members
        needs_reset = bool(begun - self.machine.open_resets)
        reset = (
            register.reset
            if needs_reset
            else _commonest_constant(following.values_at_ends(), register.width)
        )
        return _Updating(f"r_{register.name}", register.width, reset, following, self).update(
            needs_reset=needs_reset, unseen=bool(begun) and not needs_reset
        )

    def _next_operand(self, register: Register, source: str, target: str) -> Next | None:
        """What a register must hold after going from `source` to `target`; None when nobody reads
        it there.
        """
        loop = self.phases.get(target)
        if loop is None:
            return self._entered(register, source, target, None)
        if (source, target) in loop.entries:
            return self._entered(register, source, target, loop.entries[source, target])
        values = {phase: self._entered(register, source, target, phase) for phase in loop.all}
        different = set(values.values())
        return (
            different.pop() if len(different) == 1 else ByPhase(loop.header, tuple(values.items()))
        )

    def _entered(
        self, register: Register, source: str, target: str, phase: int | None
    ) -> Operand | None:
        alive = self.values.registers.starts[target, phase] & register.members
        if not alive:
            return None
        phi = next((self.phis[target][name] for name in alive if name in self.phis[target]), None)
        return (
            phi.come_from(source)
            if phi
            else Name(self.values.defined[min(alive)].width, min(alive))
        )


class _Updating:
    """One register: how it gets its next values.

    `name` is that of the register, `reset` the value that it is cleared to.
    """

    def __init__(
        self, name: str, width: int, reset: int, following: NextValue, updates: RegisterUpdates
    ) -> None:
        self.name, self.width, self.reset, self.following = name, width, reset, following
        self.writer, self.outputs = updates.writer, updates.outputs
        self.kept = Wire(name, width)
        self._is_kept: dict[Wire, bool] = {}

    def update(self, *, needs_reset: bool, unseen: bool = False) -> Update:
        """Its update; the conditions and values that it names become outputs."""
        clears = self.following.conditions(
            lambda wire: self._is_clear(wire) if self._has_room(wire) else None
        )
        clear = f"clear_{self.name}" if True in clears.classes else ""
        if clear:
            self.outputs[clear] = clears.of(True)
        loads = tuple(self._loads())
        return Update(self.name, self.width, self.reset, needs_reset, clear, loads, unseen)

    def _has_room(self, wire: Wire) -> bool:
        """Whether the register can hold a value.

        Range analysis proved that a constant without room is never loaded.
        """
        return wire.constant is None or wire.constant < 1 << self.width

    def _is_clear(self, wire: Wire) -> bool:
        return wire.constant == self.reset

    def is_kept(self, wire: Wire) -> bool:
        """Whether a wire is what the register holds; each slice asks that for each way."""
        if wire not in self._is_kept:
            sources = self.writer.sources
            resized = self.writer.resized(wire, self.width)
            self._is_kept[wire] = sources.of(resized) == sources.of(self.kept)
        return self._is_kept[wire]

    def conditions(self, class_of: Callable[[Wire], C | None]) -> LoadConditions:
        """When the register is loaded with a value of each class."""
        return self.following.conditions(self._loading(class_of))

    def condition(self, class_of: Callable[[Wire], bool | None]) -> Wire:
        """One bit: the register is loaded with a value of this class, where it is loaded at all
        with one that it can hold.
        """
        return self.conditions(class_of).of(True)

    def shortest(self, class_of: Callable[[Wire], bool | None]) -> Wire:
        """The same in the shorter of two forms."""
        return self.following.shortest(self._loading(class_of))

    def _loading(self, class_of: Callable[[Wire], C | None]) -> Callable[[Wire], C | None]:
        return lambda wire: (
            class_of(wire) if self._has_room(wire) and not self._is_clear(wire) else None
        )

    def part_of(self, wire: Wire, part: Slice) -> Wire:
        """Some bits of a value."""
        return self.writer.sliced(self.writer.resized(wire, self.width), part.low, part.width)

    def _loads(self) -> Iterator[Load]:
        """The loads of the register, those bits together that differ on the same ways."""
        loaded = [
            wire
            for wire in dict.fromkeys(self.following.values_at_ends())
            if self._has_room(wire) and not self._is_clear(wire) and not self.is_kept(wire)
        ]
        for part in self._slices(loaded) if loaded else ():
            ways = _SliceWays(self, part, loaded)
            if ways.values:
                bits = (
                    f"_bits_{part.low + part.width - 1}_{part.low}"
                    if part.width < self.width
                    else ""
                )
                load = Load(
                    f"load_{self.name}{bits}", f"next_{self.name}{bits}", part.low, part.width
                )
                self.outputs[load.when] = ways.any()
                self.outputs[load.value] = self.writer.multiplexer(ways, part.width)
                yield load

    def _slices(self, loaded: list[Wire]) -> list[Slice]:
        """What the register is loaded in; one piece where there are few ways, or a choice among
        constants only.
        """
        if len(loaded) < FEWEST_SLICED or all(value.constant is not None for value in loaded):
            return [Slice(0, self.width, tuple(range(len(loaded))))]
        sources = self.writer.sources
        return slices(
            [sources.of(self.writer.resized(value, self.width)) for value in loaded],
            sources.of(self.kept),
        )


class _SliceWays:
    """The ways on which some bits of a register are loaded; of several values that are the same in
    these bits, one is taken for all.
    """

    def __init__(self, updating: _Updating, part: Slice, loaded: Sequence[Wire]) -> None:
        self._updating = updating
        sliced = [updating.part_of(wire, part) for wire in loaded]
        self._value = {
            wire: None if number == KEPT else sliced[number]
            for wire, number in zip(loaded, part.pattern)
        }
        self._loaded = updating.conditions(self._of)
        self.values = [
            value
            for value in dict.fromkeys(self._value.values())
            if value and value in self._loaded.classes
        ]

    def any(self) -> Wire:
        """One bit: the bits are loaded; where the register is cleared, that does not matter."""
        return self._updating.shortest(lambda wire: bool(self._of(wire)))

    def when(self, chosen: Collection[Wire]) -> Wire:
        """One bit: one of these values is loaded; where none is, that does not matter."""
        if len(chosen) == 1 and self._loaded.many:
            return self._loaded.of(*chosen)
        return self._updating.condition(
            lambda wire: self._of(wire) in chosen if self._of(wire) else None
        )

    def best_when(self, chosen: Collection[Wire]) -> Wire:
        """The same in the shorter of two forms: one of these, or none of the others."""
        return self._updating.shortest(
            lambda wire: self._of(wire) in chosen if self._of(wire) else None
        )

    def _of(self, wire: Wire) -> Wire | None:
        return None if self._updating.is_kept(wire) else self._value[wire]


def _commonest_constant(values: Sequence[Wire], width: int) -> int:
    constants = [
        value.constant
        for value in values
        if value.constant is not None and value.constant < 1 << width
    ]
    return max(sorted(set(constants)), key=constants.count, default=0)
