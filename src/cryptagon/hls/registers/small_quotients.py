"""Quotients and remainders by a constant of values that are only some times as large, as
subtractions: `(i + 1) % 12` of an `i` below 12 is `i + 1`, or that less 12.

LLVM and XLS know no ranges of registers: they multiply by the constant's reciprocal, and `i % 4` of
an `int` has a sign for them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cryptagon.hls.ir.instructions import Compare, Const, Instruction, Name
from cryptagon.hls.registers.hardware import Hardware
from cryptagon.hls.registers.intervals import Interval

UNSIGNED = {"udiv": "udiv", "urem": "urem", "sdiv": "udiv", "srem": "urem"}
"""Divisions, and the same of values without a sign."""
MOST_STEPS = 2
"""Subtractions behind each other; more of them were not compared with a multiplier."""


def with_small_quotients(hardware: Hardware) -> Hardware:
    """Rewrites such divisions, in place."""
    for block in hardware.machine.function.blocks.values():
        block.instructions = [
            made for one in block.instructions for made in _divided(one, hardware.registers.ranges)
        ]
    return hardware


def _divided(one: Instruction, ranges: Mapping[str, Interval]) -> Sequence[Instruction]:
    """An instruction, or what is in its place."""
    if one.opcode not in UNSIGNED:
        return [one]
    value, divisor = one.operands
    if not (isinstance(value, Name) and isinstance(divisor, Const) and value.name in ranges):
        return [one]
    return _by_constant(one, value, ranges[value.name][1], divisor.value)


def _by_constant(one: Instruction, value: Name, most: int, by: int) -> Sequence[Instruction]:
    """The division of a `value` up to `most` by a constant, or what is in its place."""
    signed = one.opcode != UNSIGNED[one.opcode]
    if by == 0 or (signed and max(most, by) >> (one.width - 1)):
        return [one]
    one = replace(one, opcode=UNSIGNED[one.opcode])
    if by & (by - 1) == 0:
        return [_wired(one, value, by)]
    if (most // by).bit_length() > MOST_STEPS:
        return [one]
    return _Steps(one, value, most, by).instructions()


def _wired(one: Instruction, value: Name, by: int) -> Instruction:
    """The division by a power of two."""
    opcode, other = ("lshr", by.bit_length() - 1) if one.opcode == "udiv" else ("and", by - 1)
    return replace(one, opcode=opcode, operands=[value, Const(one.width, other)])


class _Steps:
    """What is in the place of the division of a `value` up to `most` by a constant."""

    def __init__(self, one: Instruction, value: Name, most: int, by: int) -> None:
        self.one, self.by = one, by
        self.bits = max(1, most.bit_length())
        self.steps = (most // by).bit_length()
        self.made: list[Instruction] = []
        self.rest = value if self.bits == one.width else self._new("trunc", self.bits, value)

    def instructions(self) -> list[Instruction]:
        tests = [self._step(self.by << number) for number in reversed(range(self.steps))]
        width = self.one.width
        if self.one.opcode == "urem":
            self._last("freeze" if self.bits == width else "zext", self.rest)
            return self.made
        quotient: Name | Const = Const(width, 0)
        for test in tests:
            doubled = self._new("shl", width, quotient, Const(width, 1))
            quotient = self._new("or", width, doubled, self._new("zext", width, test))
        self._last("freeze", quotient)
        return self.made

    def _step(self, amount: int) -> Name:
        """Takes an amount off what is left, where there is as much; returns whether there is."""
        test = self._name(1)
        bound = Const(self.bits, amount)
        self.made.append(
            Compare("icmp", test.name, 1, [self.rest, bound], "uge", location=self.one.location)
        )
        less = self._new("sub", self.bits, self.rest, bound)
        self.rest = self._new("select", self.bits, test, less, self.rest)
        return test

    def _new(self, opcode: str, width: int, *operands: Name | Const) -> Name:
        found = self._name(width)
        self.made.append(
            Instruction(opcode, found.name, width, list(operands), location=self.one.location)
        )
        return found

    def _name(self, width: int) -> Name:
        return Name(width, f"{self.one.result}.step{len(self.made)}")

    def _last(self, opcode: str, value: Name | Const) -> None:
        one = self.one
        self.made.append(Instruction(opcode, one.result, one.width, [value], location=one.location))
