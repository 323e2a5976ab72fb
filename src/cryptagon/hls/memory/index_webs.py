"""Webs of indices: the merges, choices and steps that carry an index through a function.

LLVM makes one of `for (p = a; p != a + 64; p++)`: it counts the bytes from `a` on, in 64 bits. All
values of a web are equal modulo its `unit`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from cryptagon.hls.ir.block_ends import blocks_of_lines
from cryptagon.hls.ir.statements import ChoiceLine, MergeLine, Statement

WIDTH = 64
"""Bits of the values looked at: those of addresses and of `size_t`."""

KIND = f"i{WIDTH}"
STEP = re.compile(r"= (?:add|or disjoint)(?: nuw| nsw)* i64 (%[-\w.]+), (-?\d+)(?:, !.*)?$")
SCALED = re.compile(r"= (mul|shl)((?: nuw| nsw)*) i64 (%[-\w.]+), (\d+)(?:, !.*)?$")
NOTHING = frozenset(("undef", "poison"))


@dataclass(frozen=True)
class Carrier:
    """A value that carries an index: one of the `inputs`, each an operand and the
    block that it is used at the end of, plus `step`. It is defined in `block`.
    """

    name: str
    block: str
    inputs: tuple[tuple[str, str], ...]
    step: int = 0
    merges: bool = False


@dataclass(frozen=True)
class Scaled:
    """A product of a value and a constant, that does not overflow."""

    value: str
    factor: int


@dataclass
class Web:
    """Carriers by name that feed one another; each value is `rest` plus a multiple of `unit`."""

    carriers: dict[str, Carrier] = field(default_factory=dict)
    unit: int = 1
    rest: int = 0


class Webs:
    """The webs of a function that merge something.

    `products` are those that may feed them, by name.
    """

    def __init__(self, body: Sequence[Statement]) -> None:
        carriers = {one.name: one for one in _carriers(body)}
        self._stepped = {one.name: one for one in carriers.values() if one.step}
        self.products = dict(_products(body))
        self.webs = list(_joined(_feeding_merges(carriers)))
        for web in self.webs:
            _measure(web, self.products)
        self.of = {name: web for web in self.webs for name in web.carriers}

    def carried(self, index: str) -> tuple[str, int] | None:
        """The carrier that an index is, and what is added to it; None where it is none."""
        name, more = index.removeprefix("%"), 0
        while name not in self.of:
            if name not in self._stepped:
                return None
            more += self._stepped[name].step
            name = self._stepped[name].inputs[0][0][1:]
        return name, more


def _carriers(body: Sequence[Statement]) -> Iterator[Carrier]:
    for one, block in zip(body, blocks_of_lines(body)):
        if isinstance(one, MergeLine) and one.kind == KIND:
            yield Carrier(one.result, block, one.edges, merges=True)
        elif isinstance(one, ChoiceLine) and one.kind == KIND:
            yield Carrier(one.result, block, tuple((arm, block) for arm in one.arms))
        elif one.opcode in ("add", "or") and (found := STEP.search(one.text)):
            yield Carrier(one.result, block, ((found[1], block),), int(found[2]))


def _feeding_merges(carriers: Mapping[str, Carrier]) -> dict[str, Carrier]:
    """The merges, and the other carriers that a merge takes its value from."""
    left, found = [one.name for one in carriers.values() if one.merges], set[str]()
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [value[1:] for value, _ in carriers[name].inputs if value[1:] in carriers]
    return {name: one for name, one in carriers.items() if name in found}


def _products(body: Sequence[Statement]) -> Iterator[tuple[str, Scaled]]:
    for one in body:
        if one.opcode in ("mul", "shl") and (found := SCALED.search(one.text)):
            if found[1] == "shl":
                yield one.result, Scaled(found[3], 1 << int(found[4]))
            elif found[2] and int(found[4]):
                yield one.result, Scaled(found[3], int(found[4]))


def _joined(carriers: Mapping[str, Carrier]) -> Iterator[Web]:
    """The carriers as webs: two are in one if one takes its value from the other."""
    next_to: dict[str, list[str]] = {name: [] for name in carriers}
    for name, one in carriers.items():
        for value, _ in one.inputs:
            if value[1:] in carriers:
                next_to[name].append(value[1:])
                next_to[value[1:]].append(name)
    seen = set[str]()
    for first in carriers:
        left, web = [first], Web()
        while left:
            name = left.pop()
            if name not in seen:
                seen.add(name)
                web.carriers[name] = carriers[name]
                left += next_to[name]
        if web.carriers:
            yield web


def _measure(web: Web, products: Mapping[str, Scaled]) -> None:
    """Finds the unit and the rest."""
    outside = {
        value
        for one in web.carriers.values()
        for value, _ in one.inputs
        if value[1:] not in web.carriers and value not in NOTHING
    }
    constants = sorted(int(value) for value in outside if is_number(value))
    factors = [
        products[value[1:]].factor if value[1:] in products else 1
        for value in outside
        if not is_number(value)
    ]
    first = 0 if factors or not constants else constants[0]
    steps = (one.step for one in web.carriers.values())
    web.unit = gcd(*steps, *factors, *(value - first for value in constants)) or 1
    web.rest = first % web.unit


def is_number(value: str) -> bool:
    """Whether an operand is a constant that is written as a number."""
    return value.removeprefix("-").isdigit()
