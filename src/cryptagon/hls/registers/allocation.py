"""Which values become registers: those that are live where a state begins. Copies and values of one
C variable share a register (`coalescing`), and so do others where it saves area (`binding`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cryptagon.hls.registers.binding import Binding
from cryptagon.hls.registers.coalescing import coalesced
from cryptagon.hls.registers.intervals import Interval
from cryptagon.hls.registers.liveness import Live, in_any_phase, live_at_starts, starts_of
from cryptagon.hls.registers.ranges import value_ranges
from cryptagon.hls.registers.sources import Sources
from cryptagon.hls.source.verilog_names import unused_name
from cryptagon.hls.states.header_states import ENTERED
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.states.phases import Phases, phases_of


@dataclass(frozen=True)
class Register:
    """One register: `members` are the SSA values, wider or narrower themselves, that it holds at
    different times in `width` bits.
    """

    name: str
    width: int
    reset: int
    members: frozenset[str]


@dataclass(frozen=True)
class RegisterFile:
    """All registers, which value lives in which, and which values are live at the start of each
    state in each of its phases; the loops that have phases by their states' blocks; the ranges of
    values by which the registers have their widths.
    """

    registers: list[Register]
    home: dict[str, Register]
    starts: Live
    phases: Mapping[str, Phases]
    ranges: Mapping[str, Interval]

    @cached_property
    def live(self) -> dict[str, frozenset[str]]:
        """The values that are live at the start of each state, in any of its phases."""
        return in_any_phase(self.starts)

    @property
    def bits(self) -> int:
        """Register bits, the state register left out."""
        return sum(register.width for register in self.registers)

    @property
    def text(self) -> str:
        """The registers for people, a line each: name, width, value after reset, and the values
        that it holds.
        """
        lines = (
            f"register {r.name}: {r.width} bits, reset {r.reset:#x}, holds {' '.join(sorted(r.members))}"
            for r in self.registers
        )
        return "\n".join([*lines, ""])


def allocate_registers(
    machine: Machine, variables: Mapping[str, str], declared: Mapping[str, str]
) -> RegisterFile:
    """Finds the registers of a machine. `variables` names SSA values by the C variable they hold,
    `declared` tells variables of one name apart."""
    starts = live_at_starts(machine)
    ranges = value_ranges(machine.function, machine.reset_values)
    bits = {
        i.result: ranges.get(i.result, (0, 0))[1].bit_length()
        for _, i in machine.function.instructions()
        if i.result
    }
    registers, home, used = [], {}, set()
    first = starts[machine.states[0].block, None]
    groups = _variables(machine, starts, bits, declared)
    for members in Binding(machine, bits, starts_of(starts)).run(groups):
        name = unused_name(_register_name(members, variables), used)
        used.add(name)
        reset = next(
            (machine.reset_values[m] for m in sorted(first & members) if m in machine.reset_values),
            0,
        )
        width = max(1, reset.bit_length(), *(bits[member] for member in members))
        register = Register(name, width, reset, members)
        registers.append(register)
        home.update(dict.fromkeys(members, register))
    return RegisterFile(registers, home, starts, phases_of(machine), ranges)


def _variables(
    machine: Machine, starts: Live, bits: Mapping[str, int], declared: Mapping[str, str]
) -> list[set[str]]:
    """The values that are one variable. Two that are loaded with the same are joined before copies
    where that takes fewer multiplexers: rings that move by a word in two loops are otherwise joined
    a word apart, since the word that one moves is a copy in the other.
    """
    needed = starts_of(starts)
    alike = Sources(machine).loaded_alike(needed)
    by_copies, by_loads = (coalesced(machine, starts, declared, first) for first in ((), alike))
    if {*map(frozenset, by_copies)} == {*map(frozenset, by_loads)}:
        return by_copies
    return min(
        (by_copies, by_loads),
        key=lambda groups: Binding(machine, bits, needed).multiplexers(groups),
    )


def _register_name(members: frozenset[str], variables: Mapping[str, str]) -> str:
    """The C variable's name where one is known, STREAM_FIELD for what was read from a stream."""
    ordered = sorted(members)
    static = [_static_name(m) for m in ordered if m.startswith("cg.register.")]
    plain = [name for m in ordered if (name := _plain_name(m))]
    items = [
        "_".join(m.split(".")[i] for i in (2, 4))
        for m in ordered
        if re.fullmatch(r"cg\.\d+\.\w+\.\d+\.\w+.*", m)
    ]
    debug = [variables[m] for m in ordered if variables.get(m)]
    chosen = (static or [n for n in plain if n in debug] or plain or debug or items or ordered)[0]
    return re.sub(r"\W", "_", chosen)


def _plain_name(value: str) -> str:
    """What LLVM called a value or the index in it after, as in `p.i.0.idx7`; "" where it is no name."""
    index = value.removeprefix("cg.index.")
    stem, dot, _ = index.partition(".")
    of_no_variable = (
        stem == "cg" or re.fullmatch(r"i\d*", stem) or (index != value and stem.isdigit())
    )
    return stem if dot and not of_no_variable else ""


def _static_name(value: str) -> str:
    """The C name in `cg.register.unit.state.0`, also where a loop was entered with it; what LLVM
    split off an array or struct, `.sroa.3.0`, is called NAME_3.
    """
    name, split, part = value.removesuffix(ENTERED).partition(".sroa.")
    last = next(word for word in reversed(name.split(".")) if not word.isdigit())
    return f"{last}_{part.split('.')[0]}" if split else last
