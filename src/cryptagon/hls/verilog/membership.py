"""Whether a signal is one of some numbers, in Verilog: consecutive ones as a test of their common
bits.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby


def is_one_of(signal: str, bits: int, numbers: Collection[int], count: int) -> str:
    """The condition that a signal of `bits` bits, which is below `count`, is one of the numbers.

    It may be written as that it is none of the others. What it is for other values does not matter.
    """
    wanted = sorted(set(numbers))
    others = sorted(set(range(count)).difference(wanted))
    tests, excluded = ([*_tests(signal, bits, each, count)] for each in (wanted, others))
    if len(excluded) < len(tests):
        return f"!({' || '.join(excluded)})" if excluded else "1'b1"
    return " || ".join(tests) or "1'b0"


def _tests(signal: str, bits: int, numbers: Sequence[int], count: int) -> Iterator[str]:
    """A comparison for each aligned block of numbers."""
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        found = [number for _, number in run]
        low, end = found[0], found[-1] + 1
        ends = (end, 1 << bits) if end == count else (end,)
        blocks = min(([*_blocks(low, each, bits)] for each in ends), key=len)
        yield from (_comparison(signal, bits, *block) for block in blocks)


def _blocks(low: int, end: int, bits: int) -> Iterator[tuple[int, int]]:
    """The aligned blocks that the numbers from `low` up to `end` consist of: the first number of each
    and how many low bits are open.
    """
    while low < end:
        aligned = (low & -low).bit_length() - 1 if low else bits
        free = min(aligned, (end - low).bit_length() - 1)
        yield low, free
        low += 1 << free


def _comparison(signal: str, bits: int, low: int, free: int) -> str:
    if free == bits:
        return "1'b1"
    part = f"[{bits - 1}:{free}]" if 0 < free < bits - 1 else f"[{free}]" if free else ""
    return f"{signal}{part} == {bits - free}'d{low >> free}"
