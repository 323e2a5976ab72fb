"""LLVM's integer instructions as XLS operations, one for one."""

import re
from collections.abc import Callable
from itertools import groupby

from cryptagon.errors import CryptagonError
from cryptagon.hls.datapath.own_bits import without_own_bits
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.datapath.xls_ir import XlsWriter
from cryptagon.hls.ir.instructions import Call, Compare, Element, Instruction

DIRECT = {
    **{
        "add": "add",
        "sub": "sub",
        "and": "and",
        "or": "or",
        "xor": "xor",
        "shl": "shll",
        "lshr": "shrl",
        "ashr": "shra",
        "mul": "umul",
    },
    **{
        "udiv": "udiv",
        "urem": "umod",
        "sdiv": "sdiv",
        "srem": "smod",
    },  # by constants: others have become loops or logic before
}
EXTEND = {"zext": "zero_ext", "sext": "sign_ext"}
SIGN_IS: dict[tuple[str, int | None], int] = {
    ("slt", 0): 1,
    ("sle", -1): 1,
    ("sgt", -1): 0,
    ("sge", 0): 0,
}
"""Comparisons with a constant that are the sign bit, or not the sign bit."""
TYPES = re.compile(r"(?:\.i\d+)+$")  # behind an intrinsic's name
MOST_RUNS = 8  # of ones and of zeros, in a mask that is an operation


def lower_operation(writer: XlsWriter, instruction: Instruction, operands: list[Wire]) -> Wire:
    """The wire that computes an instruction from its operands' wires.

    Raises CryptagonError, with file and line, for an operation that has no hardware here.
    """
    opcode, width = instruction.opcode, instruction.width
    if opcode in BY_CONSTANT and operands[1].constant is not None:
        return BY_CONSTANT[opcode](writer, opcode, operands[0], operands[1].constant)
    if opcode == "xor" and (found := without_own_bits(writer, *operands)):
        return found
    if opcode in DIRECT:
        return writer.operation(DIRECT[opcode], width, *operands)
    if isinstance(instruction, Compare):
        return _compared(writer, instruction.predicate, *operands)
    if isinstance(instruction, Call):
        return _called(writer, instruction, operands)
    return _rewire(writer, opcode, width, operands)


def _compared(writer: XlsWriter, predicate: str, value: Wire, other: Wire) -> Wire:
    """A comparison. What asks for the sign alone is the sign bit: XLS leaves a comparison with -1,
    of which logic synthesis makes a chain of carries.
    """
    sign_is = SIGN_IS.get((predicate, _signed(other)))
    if sign_is is None:
        return writer.operation(predicate, 1, value, other)
    sign = writer.bit(value, value.width - 1)
    return sign if sign_is else writer.operation("not", 1, sign)


def _signed(wire: Wire) -> int | None:
    """The value of a constant as a signed number; None of anything else."""
    if wire.constant is None:
        return None
    return wire.constant - (wire.constant >> (wire.width - 1) << wire.width)


def _rewire(writer: XlsWriter, opcode: str, width: int, operands: list[Wire]) -> Wire:
    """What costs at most a multiplexer."""
    if opcode == "select":
        return writer.choice(operands[0], operands[1], operands[2])
    if opcode == "trunc":
        return writer.operation("bit_slice", width, operands[0], start=0, width=width)
    if opcode in EXTEND:
        return writer.operation(EXTEND[opcode], width, operands[0], new_bit_count=width)
    assert opcode == "freeze", opcode
    return operands[0]


def _element(writer: XlsWriter, index: Wire, elements: list[Wire]) -> Wire:
    """The element of a number, by a tree of two-way multiplexers, one level a bit of the number;
    any value past the last element.
    """
    for bit in range(index.width):
        high = writer.bit(index, bit)
        pairs = [elements[i : i + 2] for i in range(0, len(elements), 2)]
        elements = [
            writer.choice(high, pair[1], pair[0]) if len(pair) == 2 else pair[0] for pair in pairs
        ]
    return elements[0]


def _constant_shift(writer: XlsWriter, opcode: str, value: Wire, amount: int) -> Wire:
    """Shifts by a constant are wiring: written as slices, they stay that through XLS."""
    width = value.width
    if amount == 0:
        return value
    if amount >= width:
        return writer.literal(width, 0)
    if opcode == "shl":
        low = writer.operation("bit_slice", width - amount, value, start=0, width=width - amount)
        return writer.operation("concat", width, low, writer.literal(amount, 0))
    high = writer.operation("bit_slice", width - amount, value, start=amount, width=width - amount)
    extend = "zero_ext" if opcode == "lshr" else "sign_ext"
    return writer.operation(extend, width, high, new_bit_count=width)


def _masked(writer: XlsWriter, opcode: str, value: Wire, mask: int) -> Wire:
    """A mask of many runs of ones is written as slices, and stays that through XLS.

    XLS's optimiser looks at the ranges of a concatenation, up to five of each of its first twelve
    parts, in all combinations. What such a mask leaves of the parts has several ranges each, a
    slice has one.
    """
    runs = [
        (bit, len(list(run))) for bit, run in groupby(mask >> i & 1 for i in range(value.width))
    ]
    if len(runs) <= MOST_RUNS:
        return writer.operation(opcode, value.width, value, writer.literal(value.width, mask))
    fixed, parts, start = int(opcode == "or"), list[Wire](), 0
    for bit, length in runs:
        parts.append(
            writer.literal(length, -fixed) if bit == fixed else writer.sliced(value, start, length)
        )
        start += length
    return writer.side_by_side(parts[::-1])


def _called(writer: XlsWriter, instruction: Call, operands: list[Wire]) -> Wire:
    return (
        _element(writer, operands[0], operands[1:])
        if isinstance(instruction, Element)
        else _intrinsic(writer, instruction, operands)
    )


def _intrinsic(writer: XlsWriter, instruction: Call, operands: list[Wire]) -> Wire:
    name = TYPES.sub("", instruction.callee.removeprefix("llvm."))
    if name in ("scmp", "ucmp"):
        return _three_way(writer, name, operands, instruction.width)
    lower = INTRINSICS.get(name)
    if lower is None:
        raise CryptagonError(
            f"'{instruction.callee}' cannot become hardware",
            where=str(instruction.location),
            fix="write it with +, -, *, shifts, comparisons and logic",
        )
    return lower(writer, name, operands)


def _extreme(writer: XlsWriter, name: str, operands: list[Wire]) -> Wire:
    """The smaller or larger of two; of equal ones either, so that the sign decides where it can."""
    strict, loose = {
        "umin": ("ult", "ule"),
        "umax": ("ugt", "uge"),
        "smin": ("slt", "sle"),
        "smax": ("sgt", "sge"),
    }[name]
    value, other = operands
    chosen = loose if (loose, _signed(other)) in SIGN_IS else strict
    return writer.choice(_compared(writer, chosen, value, other), value, other)


def _swap_bytes(writer: XlsWriter, _name: str, operands: list[Wire]) -> Wire:
    width = operands[0].width
    low_first = [
        writer.operation("bit_slice", 8, operands[0], start=i, width=8) for i in range(0, width, 8)
    ]
    return writer.operation("concat", width, *low_first)


def _reverse_bits(writer: XlsWriter, _name: str, operands: list[Wire]) -> Wire:
    return writer.operation("reverse", operands[0].width, operands[0])


def _absolute(writer: XlsWriter, _name: str, operands: list[Wire]) -> Wire:
    value = operands[0]
    negative = writer.bit(value, value.width - 1)
    return writer.choice(negative, writer.operation("neg", value.width, value), value)


def _funnel_shift(writer: XlsWriter, name: str, operands: list[Wire]) -> Wire:
    """Concatenates two words and takes one word's width from a bit position: rotation when both are
    the same.
    """
    high, low, amount = operands
    width = high.width
    if amount.constant is None:
        return _variable_funnel_shift(writer, name, operands)
    shift = amount.constant % width
    left = shift if name == "fshl" else (width - shift) % width
    if left == 0:
        return high if name == "fshl" else low
    upper = writer.operation("bit_slice", width - left, high, start=0, width=width - left)
    lower = writer.operation("bit_slice", left, low, start=width - left, width=left)
    return writer.operation("concat", width, upper, lower)


def _variable_funnel_shift(writer: XlsWriter, name: str, operands: list[Wire]) -> Wire:
    high, low, amount = operands
    width = high.width
    both = writer.operation("concat", 2 * width, high, low)
    wide_amount = writer.operation(
        "zero_ext",
        2 * width,
        writer.operation("umod", width, amount, writer.literal(width, width)),
        new_bit_count=2 * width,
    )
    if name == "fshr":
        return writer.operation(
            "bit_slice",
            width,
            writer.operation("shrl", 2 * width, both, wide_amount),
            start=0,
            width=width,
        )
    return writer.operation(
        "bit_slice",
        width,
        writer.operation("shll", 2 * width, both, wide_amount),
        start=width,
        width=width,
    )


def _population_count(writer: XlsWriter, _name: str, operands: list[Wire]) -> Wire:
    value = operands[0]
    total = writer.literal(value.width, 0)
    for i in range(value.width):
        one = writer.operation("bit_slice", 1, value, start=i, width=1)
        wide = (
            one
            if value.width == 1
            else writer.operation("zero_ext", value.width, one, new_bit_count=value.width)
        )
        total = writer.operation("add", value.width, total, wide)
    return total


def _saturate(writer: XlsWriter, name: str, operands: list[Wire]) -> Wire:
    a, b = operands
    if name == "usub.sat":
        return writer.choice(
            writer.operation("ugt", 1, a, b),
            writer.operation("sub", a.width, a, b),
            writer.literal(a.width, 0),
        )
    total = writer.operation("add", a.width, a, b)
    return writer.choice(writer.operation("ult", 1, total, a), writer.literal(a.width, -1), total)


def _saturate_signed(writer: XlsWriter, name: str, operands: list[Wire]) -> Wire:
    """One bit wider it cannot overflow; where the two upper bits differ, the uppermost tells on
    which side.
    """
    width = operands[0].width
    wide = [
        writer.operation("sign_ext", width + 1, operand, new_bit_count=width + 1)
        for operand in operands
    ]
    total = writer.operation("add" if name == "sadd.sat" else "sub", width + 1, *wide)
    sign = writer.bit(total, width)
    overflow = writer.operation("xor", 1, sign, writer.bit(total, width - 1))
    bound = writer.choice(
        sign, writer.literal(width, 1 << width - 1), writer.literal(width, (1 << width - 1) - 1)
    )
    return writer.choice(
        overflow, bound, writer.operation("bit_slice", width, total, start=0, width=width)
    )


def _three_way(writer: XlsWriter, name: str, operands: list[Wire], width: int) -> Wire:
    """1, 0 or -1: above, equal or below."""
    kind = name[0]
    above, below = (writer.operation(f"{kind}{test}", 1, *operands) for test in ("gt", "lt"))
    return writer.choice(
        below,
        writer.literal(width, -1),
        writer.operation("zero_ext", width, above, new_bit_count=width),
    )


def _leading_zeros(writer: XlsWriter, _name: str, operands: list[Wire]) -> Wire:
    """How many zeros are above the uppermost one, as a tree; the whole width where there is
    no one.
    """
    value, width = operands[0], operands[0].width
    size = 1 << width.bit_length()
    rest, bits = (
        writer.operation(
            "concat", size, value, writer.literal(size - width, 1 << size - width - 1)
        ),
        [],
    )
    while size > 1:
        size //= 2
        high, low = (
            writer.operation("bit_slice", size, rest, start=start, width=size)
            for start in (size, 0)
        )
        bits.append(writer.operation("eq", 1, high, writer.literal(size, 0)))
        rest = writer.choice(bits[-1], low, high)
    count = bits[0] if len(bits) == 1 else writer.operation("concat", len(bits), *bits)
    return (
        count
        if len(bits) == width
        else writer.operation("zero_ext", width, count, new_bit_count=width)
    )


def _trailing_zeros(writer: XlsWriter, name: str, operands: list[Wire]) -> Wire:
    return _leading_zeros(writer, name, [_reverse_bits(writer, name, operands)])


def _first(_writer: XlsWriter, _name: str, operands: list[Wire]) -> Wire:
    """A value about which something is hinted."""
    return operands[0]


INTRINSICS: dict[str, Callable[[XlsWriter, str, list[Wire]], Wire]] = {
    **dict.fromkeys(("fshl", "fshr"), _funnel_shift),
    **dict.fromkeys(("umin", "umax", "smin", "smax"), _extreme),
    **dict.fromkeys(("usub.sat", "uadd.sat"), _saturate),
    **dict.fromkeys(("ssub.sat", "sadd.sat"), _saturate_signed),
    "abs": _absolute,
    "bitreverse": _reverse_bits,
    "bswap": _swap_bytes,
    "ctlz": _leading_zeros,
    "ctpop": _population_count,
    "cttz": _trailing_zeros,
    "expect": _first,
}

BY_CONSTANT = {
    "shl": _constant_shift,
    "lshr": _constant_shift,
    "ashr": _constant_shift,
    "and": _masked,
    "or": _masked,
}
"""What is wiring where the second operand is a constant."""
