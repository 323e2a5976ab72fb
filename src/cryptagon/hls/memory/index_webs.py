"""Webs of indices: the merges, choices and steps that carry an index through a function.

LLVM makes one of `for (p = a; p != a + 64; p++)`: it counts the bytes from `a` on, in 64 bits. All
values of a web are equal modulo its `unit`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from cryptagon.hls.ir.statements import ChoiceLine, Label, MergeLine, Statement

WIDTH = 64
"""Bits of the values looked at: those of addresses and of `size_t`."""

STEP = re.compile(r"= (?:add|or disjoint)(?: nuw| nsw)* i64 (%[-\w.]+), (-?\d+)(?:, !.*)?$")
SCALED = re.compile(r"= (mul|shl)((?: nuw| nsw)*) i64 (%[-\w.]+), (\d+)(?:, !.*)?$")
NOTHING = frozenset(("undef", "poison"))


@dataclass(frozen=True)
class Carrier:
    """A value that carries an index: one of the `inputs`, each an operand and the block that it is
    used at the end of, plus `step`. It is line number `at` of the function, in `block`.
    """

    at: int
    name: str
    block: str
    inputs: tuple[tuple[str, str], ...]
    step: int = 0


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


def webs_of(body: Sequence[Statement]) -> tuple[list[Web], dict[str, Scaled]]:
    """The webs of a function that merge something, and the products that feed them, by name."""
    carriers = _feeding_merges({one.name: one for one in _carriers(body)}, body)
    products = dict(_products(body))
    webs = list(_joined(carriers))
    for web in webs:
        _measure(web, products)
    return webs, products


def _carriers(body: Sequence[Statement]) -> Iterator[Carrier]:
    block = ""
    for at, one in enumerate(body):
        if isinstance(one, Label):
            block = one.name
        elif isinstance(one, MergeLine) and one.kind == "i64":
            yield Carrier(at, one.result, block, one.edges)
        elif isinstance(one, ChoiceLine) and one.kind == "i64":
            yield Carrier(at, one.result, block, tuple((arm, block) for arm in one.arms))
        elif one.opcode in ("add", "or") and (found := STEP.search(one.text)):
            yield Carrier(at, one.result, block, ((found[1], block),), int(found[2]))


def _feeding_merges(
    carriers: Mapping[str, Carrier], body: Sequence[Statement]
) -> dict[str, Carrier]:
    """The merges, and the other carriers that a merge takes its value from."""
    left = [one.name for one in carriers.values() if isinstance(body[one.at], MergeLine)]
    found: dict[str, Carrier] = {}
    while left:
        name = left.pop()
        if name in found:
            continue
        found[name] = carriers[name]
        left += [value[1:] for value, _ in carriers[name].inputs if value[1:] in carriers]
    return dict(sorted(found.items(), key=lambda item: item[1].at))


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
    constants = [int(value) for value in outside if not value.startswith("%")]
    factors = [
        products[value[1:]].factor if value[1:] in products else 1
        for value in outside
        if value.startswith("%")
    ]
    first = 0 if factors or not constants else constants[0]
    steps = (one.step for one in web.carriers.values())
    web.unit = gcd(*steps, *factors, *(value - first for value in constants)) or 1
    web.rest = first % web.unit
