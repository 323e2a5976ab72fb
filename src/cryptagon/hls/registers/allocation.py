"""Which values become registers, and which of them share one.

A value is a register when it is live where a state begins. Values joined by a phi or a select and never live together share a register,
so a variable of the C source is one register however many loops it passes through.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from cryptagon.hls.ir.instructions import Const, Instruction, Name, Phi
from cryptagon.hls.registers.ranges import value_ranges
from cryptagon.hls.source.verilog_names import unused_name
from cryptagon.hls.states.machine import Machine

# Bits below which a register costs less than the multiplexer before a shared one.
NARROWEST_SHARED = 16
WIDENING = frozenset(("zext", "sext", "getelementptr", "freeze"))


@dataclass(frozen=True)
class Register:
    """One register: `members` are the SSA values, `value_width` bits wide, that it holds at different times in `width` bits."""

    name: str
    width: int
    value_width: int
    reset: int
    members: frozenset[str]


@dataclass(frozen=True)
class RegisterFile:
    """All registers, which value lives in which, and which values are live at the start of each state."""

    registers: list[Register]
    home: dict[str, Register]
    live: dict[str, frozenset[str]]

    @property
    def bits(self) -> int:
        """Register bits, the state register left out."""
        return sum(register.width for register in self.registers)

    @property
    def text(self) -> str:
        """The registers for people, a line each: name, width, value after reset, and the values that it holds."""
        lines = (f"register {r.name}: {r.width} bits, reset {r.reset:#x}, holds {' '.join(sorted(r.members))}" for r in self.registers)
        return "\n".join([*lines, ""])


def allocate_registers(machine: Machine, variables: Mapping[str, str], declared: Mapping[str, str]) -> RegisterFile:
    """Finds the registers of a machine. `variables` names SSA values by the C variable they hold, `declared` tells variables of one name
    apart."""
    live = _live_at_states(machine)
    widths = _widths(machine)
    ranges = value_ranges(machine.function, machine.reset_values)
    together = _never_together(live, _affinities(machine, widths), widths, _counters(machine, declared))
    together = _share(live, together, widths, {name: high.bit_length() for name, (_, high) in ranges.items()})
    registers, home, used = [], {}, set()
    first = live[machine.states[0].block]
    for members in together:
        name = unused_name(_register_name(members, variables), used)
        used.add(name)
        reset = next((machine.reset_values[m] for m in sorted(first & members) if m in machine.reset_values), 0)
        largest = max([reset, *(ranges.get(m, (0, 0))[1] for m in members)])
        register = Register(name, max(1, largest.bit_length()), widths[min(members)], reset, frozenset(members))
        registers.append(register)
        home.update(dict.fromkeys(members, register))
    return RegisterFile(registers, home, live)


def localise_widening(machine: Machine) -> Machine:
    """Repeats operations that cost nothing (widening, address arithmetic) where they are used, so that only the narrow value is kept."""
    blocks = machine.function.blocks
    changed = True
    while changed:
        changed = False
        home = {i.result: (name, i) for name, block in blocks.items() for i in block.instructions if i.opcode in WIDENING}
        for name, block in blocks.items():
            for position, user in [(n, i) for n, i in enumerate(block.instructions) if i.opcode != "phi"][::-1]:
                for value in user.uses():
                    if value in home and home[value][0] != name:
                        _repeat(block.instructions, position, home[value][1], name)
                        changed = True
    return machine


def _repeat(instructions: list[Instruction], position: int, original: Instruction, block: str) -> None:
    copy = replace(original, result=f"{original.result}@{block}", operands=list(original.operands))
    instructions[position].rename(original.result, copy.result)
    if not any(i.result == copy.result for i in instructions):
        at = next(n for n, i in enumerate(instructions) if i.opcode != "phi")
        instructions.insert(at, copy)
    else:
        at = next(n for n, i in enumerate(instructions) if i.result == copy.result)
        instructions.insert(next(n for n, i in enumerate(instructions) if i.opcode != "phi"), instructions.pop(at))


def _widths(machine: Machine) -> dict[str, int]:
    return {i.result: i.width for _, i in machine.function.instructions() if i.result}


def _live_at_states(machine: Machine) -> dict[str, frozenset[str]]:
    """Backward data flow over the whole function; a state's own phis count as live at its start."""
    function = machine.function
    use, define = _uses_and_definitions(machine)
    live_in: dict[str, set[str]] = {name: set() for name in function.blocks}
    changed = True
    while changed:
        changed = False
        for name in reversed(list(function.blocks)):
            block = function.blocks[name]
            out = set(use[name][1])
            for successor in block.successors:
                out |= live_in[successor] - {phi.result for phi in function.blocks[successor].phis}
            found = use[name][0] | (out - define[name])
            if found - live_in[name]:
                live_in[name] |= found
                changed = True
    used = {value for _, instruction in function.instructions() for value in instruction.uses()}
    return {
        name: frozenset(live_in[name] | {phi.result for phi in function.blocks[name].phis if phi.result in used})
        for name in machine.state_blocks
    }


def _uses_and_definitions(machine: Machine) -> tuple[dict[str, tuple[set[str], set[str]]], dict[str, set[str]]]:
    """For each block: values used in it before they are defined there, values its successors' phis take from it; values it defines."""
    function = machine.function
    use: dict[str, tuple[set[str], set[str]]] = {name: (set(), set()) for name in function.blocks}
    define: dict[str, set[str]] = {name: set() for name in function.blocks}
    for name, block in function.blocks.items():
        for instruction in block.instructions:
            if isinstance(instruction, Phi):
                for operand, source in zip(instruction.operands, instruction.sources):
                    if isinstance(operand, Name):
                        use[source][1].add(operand.name)
            else:
                use[name][0].update(value for value in instruction.uses() if value not in define[name])
            define[name].add(instruction.result)
    return use, define


def _affinities(machine: Machine, widths: dict[str, int]) -> list[tuple[str, str]]:
    """Pairs that would save a copy by sharing a register, widest first."""
    pairs = []
    for _, instruction in machine.function.instructions():
        if instruction.opcode in ("phi", "select"):
            pairs += [(instruction.result, o.name) for o in instruction.operands if isinstance(o, Name) and o.width == instruction.width]
    return sorted(pairs, key=lambda pair: -widths[pair[0]])


def _counters(machine: Machine, declared: Mapping[str, str]) -> dict[str, str]:
    """Those of the values that begin at a constant, as counters of loops do; others would need a multiplexer before it."""
    blocks = machine.function.blocks
    phis = [phi for name in machine.state_blocks for phi in blocks[name].phis if any(isinstance(o, Const) for o in phi.operands)]
    return {phi.result: declared[phi.result] for phi in phis if phi.result in declared}


def _never_together(
    live: dict[str, frozenset[str]], pairs: list[tuple[str, str]], widths: dict[str, int], declared: Mapping[str, str]
) -> list[set[str]]:
    """Joins values along `pairs`, and then those of one C variable, as long as no two of a group are live where a state begins."""
    values = sorted(frozenset().union(*live.values()))
    group = {value: {value} for value in values}
    at = _states_of(live)
    occupied = {id(group[value]): set(at[value]) for value in values}

    def join(a: str, b: str) -> bool:
        one, two = group[a], group[b]
        if one is two:
            return True
        if widths[a] != widths[b] or occupied[id(one)] & occupied[id(two)]:
            return False
        one |= two
        occupied[id(one)] |= occupied[id(two)]
        for value in two:
            group[value] = one
        return True

    for a, b in [*pairs, *_through_dead(pairs, set(values))]:
        if a in group and b in group:
            join(a, b)
    apart: dict[str, list[str]] = {}  # a value of each register that a variable has so far
    for value in values:
        others = apart.setdefault(declared[value], []) if value in declared else []
        if not any(join(other, value) for other in others):
            others.append(value)
    return list({id(members): members for members in group.values()}.values())


def _share(live: dict[str, frozenset[str]], groups: list[set[str]], widths: dict[str, int], bits: dict[str, int]) -> list[set[str]]:
    """Puts wide groups of the same width that are never needed together, though no copy joins them, into one register."""
    at, shared = _states_of(live), _SharedGroups()
    for members in groups:
        states = frozenset().union(*(at[member] for member in members))
        shared.add(members, states, widths[min(members)] if _is_wide(members, bits) else 0)
    return shared.groups


class _SharedGroups:
    """Groups of values that share a register. Those of one width that are needed in the same states are looked at once for all."""

    def __init__(self) -> None:
        self.groups: list[set[str]] = []
        self._numbers: dict[int, dict[frozenset[str], list[int]]] = {}

    def add(self, members: set[str], states: frozenset[str], width: int) -> None:
        """Adds values that are needed in `states`, to the first group of their width that is never needed there; width 0 is for none."""
        alike = self._numbers.setdefault(width, {})
        room = [others for others, numbers in alike.items() if numbers and width and states.isdisjoint(others)]
        if not room:
            self.groups.append(set(members))
            heappush(alike.setdefault(states, []), len(self.groups) - 1)
            return
        others = min(room, key=lambda one: alike[one][0])
        number = heappop(alike[others])
        self.groups[number] |= members
        heappush(alike.setdefault(others | states, []), number)


def _states_of(live: dict[str, frozenset[str]]) -> dict[str, set[str]]:
    """The states at whose start each value is live."""
    states: dict[str, set[str]] = {}
    for state, alive in live.items():
        for value in alive:
            states.setdefault(value, set()).add(state)
    return states


def _is_wide(members: set[str], bits: dict[str, int]) -> bool:
    return max(bits.get(member, 0) for member in members) >= NARROWEST_SHARED


def _through_dead(pairs: list[tuple[str, str]], live: set[str]) -> list[tuple[str, str]]:
    """Pairs joined by a value that is itself never a register."""
    neighbours: dict[str, set[str]] = {}
    for a, b in pairs:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    found = []
    for middle in sorted(set(neighbours) - live):
        ends = sorted(neighbours[middle] & live)
        found += [(ends[0], end) for end in ends[1:]]
    return found


def _register_name(members: set[str], variables: Mapping[str, str]) -> str:
    """The C variable's name where one is known, STREAM_FIELD for what was read from a stream."""
    ordered = sorted(members)
    static = [_static_name(m) for m in ordered if m.startswith("cg.register.")]
    plain = [m.split(".")[0] for m in ordered if "." in m and not m.startswith("cg.") and not re.fullmatch(r"i\d*", m.split(".")[0])]
    items = ["_".join(m.split(".")[i] for i in (2, 4)) for m in ordered if re.fullmatch(r"cg\.\d+\.\w+\.\d+\.\w+.*", m)]
    debug = [variables[m] for m in ordered if variables.get(m)]
    chosen = (static or [n for n in plain if n in debug] or plain or debug or items or ordered)[0]
    return re.sub(r"\W", "_", chosen)


def _static_name(value: str) -> str:
    """The C name in `cg.register.unit.state.0`; what LLVM split off an array or struct, `.sroa.3.0`, is called NAME_3."""
    name, split, part = value.partition(".sroa.")
    last = next(word for word in reversed(name.split(".")) if not word.isdigit())
    return f"{last}_{part.split('.')[0]}" if split else last
