"""Operations that are linear over GF(2), on values of forms: they cost nothing until their results are needed as words."""

from collections.abc import Sequence
from functools import reduce

from cryptagon.spt.code.layouts.atoms import ONE, Forms, number
from cryptagon.spt.model import Matrix, Node, Permutation, Program, Type
from cryptagon.spt.operations import product

WIRING = frozenset(
    ("slice", "concat", "permute", "rotl", "rotr", "shl", "shr", "extend", "array", "flat", "element", "elements", "reverse")
)
"""Operations that move bits."""
LINEAR = WIRING | {"xor", "not", "product"}
Elements = tuple[Forms, ...]
"""The elements of an array; of a single value its one element."""


def linear(program: Program, node: Node, given: Sequence[Elements], types: Sequence[Type]) -> Elements:
    """What an operation of `LINEAR` gives."""
    first, numbers = given[0], node.numbers
    match node.operation:
        case "xor":
            return (tuple(reduce(int.__xor__, bits) for bits in zip(*(one[0] for one in given))),)
        case "not":
            return (tuple(bit ^ ONE for bit in first[0]),)
        case "product":
            matrix = program.definition[node.target]
            assert isinstance(matrix, Matrix)
            return (multiplied(matrix, first[0]),)
        case "permute":
            permutation = program.definition[node.target]
            assert isinstance(permutation, Permutation)
            before = cut(first[0], permutation.width)
            return (joined([before[source] for source in permutation.sources]),)
        case "concat":
            return (joined([one[0] for one in given]),)
        case "flat":
            return (joined(first),)
        case "array":
            return tuple(cut(first[0], numbers[0]))
        case "element":
            return (first[numbers[0]],)
        case "elements":
            return first[numbers[0] : numbers[1] + 1]
        case "reverse":
            return first[::-1]
        case _:
            return (moved(node, first[0], types[0].width),)


def moved(node: Node, bits: Forms, width: int) -> Forms:
    """Shifts, rotations, slices."""
    distance = node.numbers[0]
    match node.operation:
        case "slice":
            return bits[node.numbers[1] : distance + 1]
        case "extend":
            return bits + number(0, distance - width)
        case "shl":
            return number(0, distance) + bits[: width - distance]
        case "shr":
            return bits[distance:] + number(0, distance)
        case _:
            left = distance if node.operation == "rotl" else -distance % width
            return bits[width - left :] + bits[: width - left]


def cut(bits: Forms, width: int) -> list[Forms]:
    """The elements of a value, the most significant first."""
    return [bits[low : low + width] for low in reversed(range(0, len(bits), width))]


def joined(elements: Sequence[Forms]) -> Forms:
    """The value of these elements, the most significant first."""
    return tuple(bit for one in reversed(elements) for bit in one)


def multiplied(matrix: Matrix, bits: Forms) -> Forms:
    """Each column by a matrix."""
    columns = cut(bits, matrix.width * len(matrix.rows))
    return joined([joined([_sum(matrix, row, cut(column, matrix.width)) for row in matrix.rows]) for column in columns])


def _sum(matrix: Matrix, row: Sequence[int], elements: Sequence[Forms]) -> Forms:
    total = [0] * matrix.width
    for factor, element in zip(row, elements):
        for place, form in enumerate(element):
            image = product(factor, 1 << place, matrix.width, matrix.polynomial)
            total = [one ^ form if image >> target & 1 else one for target, one in enumerate(total)]
    return tuple(total)
