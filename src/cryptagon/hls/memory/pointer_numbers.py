"""Pointers of one group as numbers: the number of an object above, an index into it below.

An index counts units that divide every step of the group's pointers, so that `block += 64` counts
blocks and not bytes. Arithmetic is that of addresses: objects lie behind each other, at distances
that leave room for the place behind the last element.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd

from cryptagon.hls.ir.writer import LlvmWriter
from cryptagon.hls.memory.addresses import VariablePlace
from cryptagon.hls.memory.pointer_flow import Group


@dataclass(frozen=True)
class PointerNumbers:
    """How the pointers of a group are numbers: `objects` from number `first` on, indices of
    `index_bits` bits in units of `unit` bytes.

    Where there is one object and no null pointer, the number is the index alone. It is `signed`
    where pointers are ordered: one that runs down may end before the object.
    """

    objects: tuple[str, ...]
    first: int
    index_bits: int
    unit: int
    signed: bool

    @property
    def has_number(self) -> bool:
        """Whether the object's number is part of the pointer's."""
        return self.first + len(self.objects) > 1

    @property
    def bits(self) -> int:
        """Bits of a pointer."""
        return (
            self.index_bits + (self.first + len(self.objects) - 1).bit_length()
            if self.has_number
            else self.index_bits + self.signed
        )

    def of_place(self, place: VariablePlace, kept: Mapping[str, object], new: LlvmWriter) -> str:
        """The number of a pointer to a place behind an object or behind a kept pointer of the
        group.
        """
        base, offset = "", place.offset // self.unit
        if place.variable in kept:
            base = f"%{place.variable}"
        else:
            offset += self.first + self.objects.index(place.variable) << self.index_bits
        for term in place.terms:
            index = self._fitted(term.index, term.width, new)
            stride = term.stride // self.unit
            index = index if stride == 1 else new.emit(f"mul i{self.bits} {index}, {stride}")
            base = new.emit(f"add i{self.bits} {base}, {index}") if base else index
        if not base:
            return str(offset)
        return new.emit(f"add i{self.bits} {base}, {offset}") if offset else base

    def _fitted(self, value: str, width: int, new: LlvmWriter) -> str:
        if width == self.bits:
            return value
        return new.emit(
            f"{'sext' if width < self.bits else 'trunc'} i{width} {value} to i{self.bits}"
        )

    def index(self, pointer: str, new: LlvmWriter) -> str:
        """The index of a pointer, of 64 bits."""
        if not self.has_number:
            return self.wide(pointer, 64, new)
        return new.emit(
            f"zext i{self.index_bits} {new.emit(f'trunc i{self.bits} {pointer} to i{self.index_bits}')} to i64"
        )

    def wide(self, pointer: str, bits: int, new: LlvmWriter) -> str:
        """A pointer's number in more bits."""
        return new.emit(f"{'sext' if self.signed else 'zext'} i{self.bits} {pointer} to i{bits}")

    def points_to(self, pointer: str, obj: str, new: LlvmWriter) -> str:
        """Whether a pointer points into an object, in one bit."""
        number = new.emit(f"lshr i{self.bits} {pointer}, {self.index_bits}")
        return new.emit(f"icmp eq i{self.bits} {number}, {self.first + self.objects.index(obj)}")

    def constant(self, place: VariablePlace) -> int:
        """The number of a pointer to a place that is known."""
        return (
            self.first + self.objects.index(place.variable) << self.index_bits
        ) + place.offset // self.unit


def numbers_of(group: Group, sizes: Mapping[str, int]) -> PointerNumbers:
    """How the pointers of a group become numbers; `sizes` are those of objects in bytes."""
    steps = [
        step
        for place in group.places
        for step in (place.offset, *(term.stride for term in place.terms))
    ]
    unit = gcd(*steps) or max((sizes[obj] for obj in group.objects), default=1)
    most = max((sizes[obj] // unit for obj in group.objects), default=0)
    first, bits = int(group.null), max(1, most.bit_length())
    return PointerNumbers(
        tuple(group.objects), first, bits, unit, group.ordered and first + len(group.objects) == 1
    )
