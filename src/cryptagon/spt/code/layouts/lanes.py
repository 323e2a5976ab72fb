"""Bits of values as vectors of a bit-sliced program, and statements that go over many of them in a
loop.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Lane:
    """Element `index` of an array of vectors; `scalar` where it is one of the key, the same in all
    blocks.
    """

    array: str
    index: int
    scalar: bool = False


Bit = Lane | int
"""A vector, or a constant."""
Bits = tuple[Bit, ...]
"""A value, bit 0 first."""


def lanes(array: str, count: int, start: int = 0, *, scalar: bool = False) -> Bits:
    """Elements of an array, one after the other."""
    return tuple(Lane(array, start + place, scalar) for place in range(count))


def pointer(bits: Sequence[Bit]) -> str | None:
    """Where these lie, one after the other, in memory; None where they do not."""
    first = bits[0]
    if (
        not isinstance(first, Lane)
        or first.scalar
        or tuple(bits) != lanes(first.array, len(bits), first.index)
    ):
        return None
    return f"{first.array} + {first.index}" if first.index else first.array


def over(
    columns: Sequence[Sequence[Bit]], write: Callable[[list[str]], str], straight: str = ""
) -> Iterator[str]:
    """A statement for each place of columns of bits; those that differ by the place alone are one
    loop, with `straight` before it.

    Column 0 is what is written; `write` gives the statement of the texts of one bit of each column.
    """
    count, start = len(columns[0]), 0
    while start < count:
        end = start + 1
        while end < count and all(
            _follows(column[start], column[end], end - start) for column in columns
        ):
            end += 1
        texts = [_text(column[start], "i" if end - start > 1 else "") for column in columns]
        statement = write(texts)
        yield (
            statement
            if end - start == 1
            else f"{straight}for (int i = 0; i < {end - start}; i++) {statement}"
        )
        start = end


def _follows(first: Bit, other: Bit, distance: int) -> bool:
    if isinstance(first, Lane) and isinstance(other, Lane):
        return first.array == other.array and first.index + distance == other.index
    return first is other or (isinstance(first, int) and isinstance(other, int) and first == other)


def _text(bit: Bit, counter: str) -> str:
    if not isinstance(bit, Lane):
        return str(bit)
    index = " + ".join(
        [*([counter] if counter else []), *([str(bit.index)] if bit.index or not counter else [])]
    )
    return f"{bit.array}[{index}]"
