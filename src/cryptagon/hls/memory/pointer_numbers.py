"""Pointers of one group as numbers: the number of an object above, an index into it below.

An index counts units that divide every step of the group's pointers through the object, so that
`block += 64` counts blocks and not bytes (`pointer_steps`). Arithmetic is that of addresses: objects
lie behind each other, at distances that leave room for the place behind the last element.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.hls.ir.writer import LlvmWriter
from cryptagon.hls.memory.addresses import VariablePlace
from cryptagon.hls.memory.pointer_flow import Group, PointerFlow
from cryptagon.hls.memory.pointer_steps import PointerSteps, common_unit


@dataclass(frozen=True)
class PointerNumbers:
    """How pointers are numbers: `objects` from number `first` on, indices of `index_bits` bits.

    Of each object an index counts `units` of as many bytes, from the byte in `begins` on. Where
    there is one object and no null pointer, the number is the index alone. It is `signed` where
    pointers are ordered: one that runs down may end before the object.
    """

    objects: tuple[str, ...]
    first: int
    index_bits: int
    units: Mapping[str, int]
    begins: Mapping[str, int]
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

    def of_place(self, place: VariablePlace, kept: "PointerNumbers | None", new: LlvmWriter) -> str:
        """The number of a pointer to a place behind an object, or behind one of the `kept` pointers of
        the group.
        """
        base, obj = "", place.variable
        if kept:
            base, obj = f"%{place.variable}", next(iter((*kept.begins, *self.objects)), "")
        unit, begin = self.units.get(obj, 1), kept.begins.get(obj, 0) if kept else 0
        offset = (begin + place.offset - self.begins.get(obj, 0)) // unit
        if not kept:
            offset += self.first + self.objects.index(obj) << self.index_bits
        for term in place.terms:
            index = self._fitted(term.index, term.width, new)
            stride = term.stride // unit
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
        obj = place.variable
        index = (place.offset - self.begins.get(obj, 0)) // self.units[obj]
        return (self.first + self.objects.index(obj) << self.index_bits) + index


def numbers_of(name: str, flow: PointerFlow, sizes: Mapping[str, int]) -> PointerNumbers:
    """How the pointers called `name` become numbers, alike those of their group; `sizes` are those of
    objects in bytes.
    """
    group = flow.group(name)
    units, begins = _units_and_begins(name, flow, group)
    whole = max((sizes[obj] for obj in group.objects), default=1)
    units = {obj: unit or whole for obj, unit in units.items()}
    most = max((sizes[obj] // units[obj] for obj in group.objects), default=0)
    first, bits = int(group.null), max(1, most.bit_length())
    signed = group.ordered and first + len(group.objects) == 1
    return PointerNumbers(tuple(group.objects), first, bits, units, begins, signed)


def _units_and_begins(
    name: str, flow: PointerFlow, group: Group
) -> tuple[dict[str, int], dict[str, int]]:
    """Of each object of a group the bytes of a step, and where the pointers called `name` begin."""
    compared = group.ordered or group.measured
    steps = PointerSteps(flow, group)
    if (compared and len(group.objects) > 1) or not steps.are_alike():
        return dict.fromkeys(group.objects, common_unit(group)), {}
    same = flow.same(name)
    begins = {obj: begin for (one, obj), begin in steps.begins.items() if one == same}
    return steps.units, begins
