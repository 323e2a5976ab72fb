"""Which values are one variable: copies of each other, and those of one name in the C source.

They share a register unweighed.
"""

from collections.abc import Mapping, Sequence

from cryptagon.hls.ir.instructions import Const, Name
from cryptagon.hls.registers.liveness import Live, starts_of
from cryptagon.hls.states.machine import Machine

Pair = tuple[str, str]


def coalesced(
    machine: Machine, live: Live, declared: Mapping[str, str], alike: Sequence[Pair] = ()
) -> list[set[str]]:
    """The values that are live where states begin, in groups: joined by the pairs `alike`, by phis
    and selects, then by the C variable that `declared` gives for each, as long as no two of a group
    are live where a state begins.
    """
    widths = {i.result: i.width for _, i in machine.function.instructions() if i.result}
    first = sorted(alike, key=lambda pair: -widths[pair[0]])
    pairs = [*first, *_affinities(machine, widths)]
    return _never_together(live, pairs, widths, _counters(machine, declared))


def _affinities(machine: Machine, widths: Mapping[str, int]) -> list[Pair]:
    """Pairs that would save a copy by sharing a register, widest first."""
    pairs = []
    for _, instruction in machine.function.instructions():
        if instruction.opcode in ("phi", "select"):
            pairs += [
                (instruction.result, o.name)
                for o in instruction.operands
                if isinstance(o, Name) and o.width == instruction.width
            ]
    return sorted(pairs, key=lambda pair: -widths[pair[0]])


def _counters(machine: Machine, declared: Mapping[str, str]) -> dict[str, str]:
    """Those of the values that begin at a constant, as counters of loops do; others would need a
    multiplexer before it.
    """
    blocks = machine.function.blocks
    phis = [
        phi
        for name in machine.state_blocks
        for phi in blocks[name].phis
        if any(isinstance(o, Const) for o in phi.operands)
    ]
    return {phi.result: declared[phi.result] for phi in phis if phi.result in declared}


def _never_together(
    live: Live, pairs: list[Pair], widths: Mapping[str, int], declared: Mapping[str, str]
) -> list[set[str]]:
    """Joins values along `pairs`, and then those of one C variable, as long as no two of a group
    are live where a state begins.
    """
    values = sorted(frozenset().union(*live.values()))
    group = {value: {value} for value in values}
    at = starts_of(live)
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


def _through_dead(pairs: list[Pair], live: set[str]) -> list[Pair]:
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
