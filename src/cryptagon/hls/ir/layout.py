"""Where LLVM types lie in memory on x86-64: sizes, alignments, offsets."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.hls.ir.text import integer_width, split_top

NAMED_TYPE = re.compile(r"^(%[-\w.]+) = type (.*)$", re.MULTILINE)
ARRAY_TYPE = re.compile(r"^\[(\d+) x (.*)\]$")
# Bytes of the types that are sized here only to be refused later.
OTHER_SIZES = {
    "ptr": 8,
    "half": 2,
    "bfloat": 2,
    "float": 4,
    "double": 8,
    "x86_fp80": 16,
    "fp128": 16,
}
NamedTypes = Mapping[str, str]


@dataclass(frozen=True)
class Member:
    """A direct part of a struct or array type: its own type, and the byte at which it begins."""

    kind: str
    offset: int


def storage_bits(width: int) -> int:
    """Bits that an integer of `width` bits takes in memory on x86-64."""
    return max(8, 1 << (width - 1).bit_length()) if width <= 64 else -(-width // 64) * 64


def named_types(module_text: str) -> dict[str, str]:
    """The named types of a module, such as `%struct.pair`, by name."""
    return dict(NAMED_TYPE.findall(module_text))


def type_size(kind: str, named: NamedTypes) -> int:
    """Bytes that a value of an LLVM type takes in an array."""
    return _size_and_alignment(kind, named)[0]


def members(kind: str, named: NamedTypes) -> list[Member]:
    """The parts of a struct or array type in order; none for an integer or pointer."""
    array = ARRAY_TYPE.match(kind)
    if array:
        step = type_size(array.group(2), named)
        return [Member(array.group(2), i * step) for i in range(int(array.group(1)))]
    if kind.startswith("%"):
        return members(named[kind], named)
    return _struct_members(kind, named)[0] if kind[0] in "{<" else []


def inside(text: str) -> str:
    """What is between the outer brackets of a type or constant: those of a packed struct are two
    characters.
    """
    return text[2:-2] if text.startswith("<{") else text[1:-1]


def _struct_members(kind: str, named: NamedTypes) -> tuple[list[Member], int, int]:
    """The members of a literal struct type, its size and its alignment in bytes."""
    packed = kind.startswith("<{")
    offset, largest, found = 0, 1, []
    for member in split_top(inside(kind)):
        size, align = _size_and_alignment(member, named)
        align = 1 if packed else align
        offset = -(-offset // align) * align
        found.append(Member(member, offset))
        offset, largest = offset + size, max(largest, align)
    return found, -(-offset // largest) * largest, largest


def _size_and_alignment(kind: str, named: NamedTypes) -> tuple[int, int]:
    width = integer_width(kind)
    if width is not None:
        size = storage_bits(width) // 8
        align = min(size, 8) if width <= 64 else 16
        return -(-size // align) * align, align
    if kind in OTHER_SIZES:
        return OTHER_SIZES[kind], OTHER_SIZES[kind]
    array = ARRAY_TYPE.match(kind)
    if array:
        size, align = _size_and_alignment(array.group(2), named)
        return int(array.group(1)) * size, align
    if kind.startswith("%"):
        return _size_and_alignment(named[kind], named)
    return _struct_members(kind, named)[1:]
