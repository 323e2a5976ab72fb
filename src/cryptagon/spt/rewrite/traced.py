"""Where each bit of a value comes from: values that are wires, constants and sums of both, traced
back to the inputs of a figure.

A traced value is several values of the same type, the planes: bit by bit the first is what is added
to it, and the others are the number of the bit that it comes from, 0 for none. So an operation that
moves bits is done once for each plane, as it is on numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.spt.model import Definition, Figure, Node, Port, Ref, Type, Value
from cryptagon.spt.operations import OPERATIONS, Use
from cryptagon.spt.rewrite.selection import WIRING

Planes = tuple[Value, ...]


@dataclass(frozen=True)
class Window:
    """Bits of the input `source` from bit `low` on, which go on with bit 0 behind its last one, and
    a constant that is added to them; without a source the constant alone.
    """

    source: str
    low: int
    constant: int


class Tracer:
    """Traces values to these inputs."""

    def __init__(self, inputs: Sequence[Port], definitions: Mapping[str, Definition]) -> None:
        self.definitions = definitions
        self.sources: list[tuple[str, int, int]] = []
        """Each with the number of its first bit, and its width."""
        first = 1
        for one in inputs:
            self.sources.append((one.name, first, one.type.width))
            first += one.type.width
        self.count = 1 + first.bit_length()

    def inputs(self) -> dict[Ref, Planes]:
        """The inputs themselves."""
        return {Ref(name): self._input(first, width) for name, first, width in self.sources}

    def _input(self, first: int, width: int) -> Planes:
        numbers = range(first, first + width)
        planes = [
            sum((number >> plane & 1) << place for place, number in enumerate(numbers))
            for plane in range(self.count - 1)
        ]
        return (0, *planes)

    def constant(self, value: Value) -> Planes:
        """A value that is known."""
        nothing: Value = (0,) * len(value) if isinstance(value, tuple) else 0
        return (value, *(nothing,) * (self.count - 1))

    def values(self, figure: Figure, given: Mapping[Ref, Planes]) -> dict[Ref, Planes]:
        """The values of a figure that can be traced, by those of its inputs that are; the number of
        the round is one of them.
        """
        found = dict(given)
        for node in figure.nodes:
            operands = [found[one] for one in node.operands if one in found]
            if Ref(node.name) not in found and len(operands) == len(node.operands):
                types = tuple(figure.types[one] for one in node.operands)
                if planes := self._value(node, operands, types):
                    found[Ref(node.name)] = planes
        return found

    def _value(self, node: Node, given: Sequence[Planes], types: tuple[Type, ...]) -> Planes | None:
        if node.operation == "constant":
            return self.constant(node.numbers if node.type.count else node.numbers[0])
        if node.operation not in OPERATIONS:
            return None
        value = OPERATIONS[node.operation].value
        use = Use(types, node.numbers, self.definitions.get(node.target))
        known = [one for one in map(known_value, given) if one is not None]
        if len(known) == len(given):
            return self.constant(value(use, known))
        if node.operation == "select":
            number = known_value(given[1])
            return None if number is None else tuple(value(use, (one, number)) for one in given[0])
        moves = node.operation in WIRING or (node.operation == "xor" and not _overlap(given))
        return tuple(value(use, planes) for planes in zip(*given)) if moves else None

    def window(self, planes: Planes, width: int) -> Window | None:
        """What a single value of so many bits is; None where it is put together of several parts."""
        constant, *rest = planes
        assert isinstance(constant, int)  # it is no array
        numbers = [
            sum((_bit(one, place)) << plane for plane, one in enumerate(rest))
            for place in range(width)
        ]
        if not any(numbers):
            return Window("", 0, constant)
        for name, first, size in self.sources:
            low = numbers[0] - first
            if 0 <= low < size and numbers == [first + (low + at) % size for at in range(width)]:
                return Window(name, low, constant)
        return None


def element(planes: Planes, place: int) -> Planes:
    """An element of a traced array."""
    return tuple(one[place] for one in planes if isinstance(one, tuple))


def known_value(planes: Planes) -> Value | None:
    """The value where no bit of it comes from anywhere."""
    value, *rest = planes
    return None if any(any(one) if isinstance(one, tuple) else one for one in rest) else value


def _bit(value: Value, place: int) -> int:
    assert isinstance(value, int)  # it is no array
    return value >> place & 1


def _overlap(given: Sequence[Planes]) -> bool:
    """Whether a bit of a sum comes from two places."""
    seen = 0
    for planes in given:
        here = 0
        for one in planes[1:]:
            assert isinstance(one, int)  # sums are no arrays
            here |= one
        if seen & here:
            return True
        seen |= here
    return False
