"""Operations that are linear over GF(2), on values as tuples of bits: they cost nothing until their
results are needed.

Wiring works on bits of any kind, the others on forms (`atoms.py`).
"""

from collections.abc import Sequence
from functools import reduce
from typing import TypeVar

from cryptagon.spt.code.layouts.atoms import ONE, Forms
from cryptagon.spt.model import Matrix, Node, Permutation, Program
from cryptagon.spt.operations import product

T = TypeVar("T")
WIRING = frozenset(
    (
        "slice",
        "concat",
        "permute",
        "rotl",
        "rotr",
        "shl",
        "shr",
        "extend",
        "array",
        "flat",
        "element",
        "elements",
        "reverse",
    )
)
"""Operations that move bits."""
LINEAR = WIRING | {"xor", "not", "product"}
Elements = tuple[Forms, ...]
"""The elements of an array; of a single value its one element."""


def linear(program: Program, node: Node, given: Sequence[Elements]) -> Elements:
    """What an operation of `LINEAR` gives."""
    first = given[0]
    if node.operation == "xor":
        return (tuple(reduce(int.__xor__, bits) for bits in zip(*(one[0] for one in given))),)
    if node.operation == "not":
        return (tuple(bit ^ ONE for bit in first[0]),)
    if node.operation == "product":
        matrix = program.definition[node.target]
        assert isinstance(matrix, Matrix)
        return (multiplied(matrix, first[0]),)
    return wired(program, node, given, 0)


def wired(
    program: Program, node: Node, given: Sequence[tuple[tuple[T, ...], ...]], zero: T
) -> tuple[tuple[T, ...], ...]:
    """What an operation of `WIRING` gives: a tuple of bits, bit 0 first, for each element of an
    array; `zero` is what shifts bring in.
    """
    first = given[0]
    if node.operation in ("array", "elements", "reverse", "element"):
        return _array(node, first)
    if node.operation == "concat":
        return (joined([one[0] for one in given]),)
    if node.operation == "flat":
        return (joined(first),)
    if node.operation == "permute":
        permutation = program.definition[node.target]
        assert isinstance(permutation, Permutation)
        before = cut(first[0], permutation.width)
        return (joined([before[source] for source in permutation.sources]),)
    return (_moved(node, first[0], zero),)


def _array(node: Node, first: tuple[tuple[T, ...], ...]) -> tuple[tuple[T, ...], ...]:
    if node.operation == "array":
        return tuple(cut(first[0], node.numbers[0]))
    if node.operation == "reverse":
        return first[::-1]
    return first[node.numbers[0] : node.numbers[-1] + 1]


def _moved(node: Node, bits: tuple[T, ...], zero: T) -> tuple[T, ...]:
    """Shifts, rotations, slices."""
    distance, width = node.numbers[0], len(bits)
    match node.operation:
        case "slice":
            return bits[node.numbers[1] : distance + 1]
        case "extend":
            return bits + (zero,) * (distance - width)
        case "shl":
            return (zero,) * distance + bits[: width - distance]
        case "shr":
            return bits[distance:] + (zero,) * distance
        case _:
            left = distance if node.operation == "rotl" else -distance % width
            return bits[width - left :] + bits[: width - left]


def cut(bits: tuple[T, ...], width: int) -> list[tuple[T, ...]]:
    """The elements of a value, the most significant first."""
    return [bits[low : low + width] for low in reversed(range(0, len(bits), width))]


def joined(elements: Sequence[tuple[T, ...]]) -> tuple[T, ...]:
    """The value of these elements, the most significant first."""
    return tuple(bit for one in reversed(elements) for bit in one)


def multiplied(matrix: Matrix, bits: Forms) -> Forms:
    """Each column by a matrix."""
    columns = cut(bits, matrix.width * len(matrix.rows))
    return joined(
        [
            joined([_sum(matrix, row, cut(column, matrix.width)) for row in matrix.rows])
            for column in columns
        ]
    )


def _sum(matrix: Matrix, row: Sequence[int], elements: Sequence[Forms]) -> Forms:
    total = [0] * matrix.width
    for factor, element in zip(row, elements):
        for place, form in enumerate(element):
            image = product(factor, 1 << place, matrix.width, matrix.polynomial)
            total = [one ^ form if image >> target & 1 else one for target, one in enumerate(total)]
    return tuple(total)
