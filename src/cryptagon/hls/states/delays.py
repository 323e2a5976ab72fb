"""A simple estimate of how long logic takes: the levels of four-input look-up tables that an
instruction needs on an FPGA.

One level is a look-up table and the wire behind it. The figures compare instructions with each
other: they tell where to split an iteration and which source lines are slow, not at which clock a
design runs. They are for one instruction alone; synthesis merges neighbours.

| instruction                                  | levels                                                                              |
|----------------------------------------------|-------------------------------------------------------------------------------------|
| wiring: widening, narrowing, constant shifts, fields, swapped bytes | 0                                                            |
| and, or, xor                                 | 1/2, as a table takes two of them; 0 with a constant, which the next table takes in |
| select, and a merge of ways                  | log2 of the values, at least 1; 1/2 for single bits                                 |
| add, sub, ordered comparison                 | 1 + width / 16: the carry chain                                                     |
| equal, not equal                             | log4 of the bits compared, at least 1/2                                             |
| shift by a variable                          | log2 of the width                                                                   |
| mul                                          | a tree of adders: log2 of the addends, and the last adder                           |
| division by a constant                       | two multiplications                                                                 |
| look-up in a table of 2^a words              | 1 + (a - 4) / 2, at least 1                                                         |
| count of ones                                | log2 of the width, and an adder                                                     |
"""

import re
from collections.abc import Mapping
from math import log, log2

from cryptagon.hls.ir.carry_chains import adder_levels
from cryptagon.hls.ir.instructions import Call, Compare, Const, Instruction, Load, PointerStep
from cryptagon.hls.units.operations import Operations, operation_of

WIRING = frozenset(
    (
        "zext",
        "sext",
        "trunc",
        "freeze",
        "extractvalue",
        "getelementptr",
        "br",
        "switch",
        "ret",
        "unreachable",
        "nothing",
    )
)
SWAPS = ("llvm.bswap", "llvm.bitreverse")
EXTREMES = ("llvm.umin", "llvm.umax", "llvm.smin", "llvm.smax", "llvm.abs")
UNKNOWN = 1.0


def levels(instruction: Instruction, *, table_words: int = 256) -> float:
    """Levels of look-up tables from an instruction's operands to its result; `table_words` is the
    depth of the table that a load reads.
    """
    opcode = instruction.opcode
    if opcode in WIRING:
        return 0.0
    estimate = ESTIMATES.get(opcode)
    if estimate is not None:
        return estimate(instruction)
    return _look_up(table_words) if opcode == "load" else UNKNOWN


def delay_of(
    instruction: Instruction, made: Mapping[str, Instruction], operations: Operations
) -> float:
    """`levels` of an instruction, of a table as deep as its address in `made` tells, and of the
    unit that it calls.
    """
    unit = operation_of(instruction, operations)
    address = made.get(instruction.address.name) if isinstance(instruction, Load) else None
    return unit.levels if unit else levels(instruction, table_words=table_words_of(address))


def table_words_of(address: Instruction | None) -> int:
    """Words of the table that an address points into, as far as its type tells; 256 where it does
    not.
    """
    array = (
        re.match(r"^\[(\d+) x (.*)\]$", address.kind) if isinstance(address, PointerStep) else None
    )
    if not array:
        return 256
    inner = re.match(r"^\[(\d+) x ", array.group(2))
    return int(array.group(1)) * (int(inner.group(1)) if inner else 1)


def _constants(instruction: Instruction) -> list[Const]:
    return [operand for operand in instruction.operands if isinstance(operand, Const)]


def _sum(instruction: Instruction) -> float:
    return adder_levels(instruction.width)


def _logic(instruction: Instruction) -> float:
    return 0.0 if _constants(instruction) else 0.5


def _choice(instruction: Instruction) -> float:
    if instruction.width == 1:
        return 0.5
    return max(1.0, log2(len(instruction.operands))) if instruction.opcode == "phi" else 1.0


def _comparison(instruction: Instruction) -> float:
    width = instruction.operands[0].width
    if isinstance(instruction, Compare) and instruction.predicate not in ("eq", "ne"):
        return adder_levels(width) if width > 1 else 0.5
    return max(0.5, log(width if _constants(instruction) else 2 * width, 4))


def _shift(instruction: Instruction) -> float:
    return 0.0 if isinstance(instruction.operands[1], Const) else log2(max(2, instruction.width))


def _product(instruction: Instruction) -> float:
    """An addend for every bit of one factor, or for every one in it where it is constant."""
    addends = min(
        [instruction.width, *(constant.value.bit_count() for constant in _constants(instruction))]
    )
    return 0.0 if addends < 2 else log2(addends) + adder_levels(instruction.width)


def _quotient(instruction: Instruction) -> float:
    divisor = _constants(instruction)
    if divisor and divisor[-1].value.bit_count() == 1:
        return 0.0
    return 2 * (log2(max(2, instruction.width)) + adder_levels(instruction.width))


def _look_up(words: int) -> float:
    return max(1.0, 1 + (max(1, words - 1).bit_length() - 4) / 2)


def _call(instruction: Instruction) -> float:
    assert isinstance(instruction, Call)
    callee, width = instruction.callee, instruction.width
    if callee.startswith(("cg", *SWAPS)):
        return 0.0
    if callee.startswith(EXTREMES):
        return adder_levels(width) + 1
    if callee.startswith(("llvm.fshl", "llvm.fshr")):
        return 0.0 if isinstance(instruction.operands[2], Const) else log2(max(2, width))
    return (
        log2(max(2, width)) + adder_levels(width.bit_length())
        if callee.startswith("llvm.ctpop")
        else UNKNOWN
    )


ESTIMATES = {
    **dict.fromkeys(("and", "or", "xor"), _logic),
    **dict.fromkeys(("add", "sub"), _sum),
    **dict.fromkeys(("select", "phi"), _choice),
    **dict.fromkeys(("shl", "lshr", "ashr"), _shift),
    **dict.fromkeys(("udiv", "urem", "sdiv", "srem"), _quotient),
    "mul": _product,
    "icmp": _comparison,
    "call": _call,
}
