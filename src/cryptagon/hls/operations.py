"""LLVM's integer instructions as XLS operations, one for one."""

from cryptagon.errors import CryptagonError
from cryptagon.hls.llvm_ir import Instruction
from cryptagon.hls.xls_ir import Wire, XlsWriter

DIRECT = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "shl": "shll", "lshr": "shrl", "ashr": "shra"}
COMPARE = {
    "eq": "eq",
    "ne": "ne",
    "ugt": "ugt",
    "uge": "uge",
    "ult": "ult",
    "ule": "ule",
    "sgt": "sgt",
    "sge": "sge",
    "slt": "slt",
    "sle": "sle",
}
DIVIDE = {"udiv": "udiv", "urem": "umod", "sdiv": "sdiv", "srem": "smod"}


def lower_operation(writer: XlsWriter, instruction: Instruction, operands: list[Wire]) -> Wire:
    """The wire that computes an instruction from its operands' wires.

    Raises CryptagonError, with file and line, for an operation that has no hardware here.
    """
    opcode, width = instruction.opcode, instruction.width
    if opcode in ("shl", "lshr", "ashr") and operands[1].constant is not None:
        return _constant_shift(writer, opcode, operands[0], operands[1].constant)
    if opcode in DIRECT:
        return writer.operation(DIRECT[opcode], width, *operands)
    if opcode == "mul":
        return writer.operation("umul", width, *operands)
    if opcode in DIVIDE:
        return _divide(writer, instruction, operands)
    if opcode == "icmp":
        return writer.operation(COMPARE[instruction.detail], 1, *operands)
    if opcode == "select":
        return writer.choice(operands[0], operands[1], operands[2])
    if opcode == "zext":
        return writer.operation("zero_ext", width, operands[0], new_bit_count=width)
    if opcode == "sext":
        return writer.operation("sign_ext", width, operands[0], new_bit_count=width)
    if opcode == "trunc":
        return writer.operation("bit_slice", width, operands[0], start=0, width=width)
    if opcode == "freeze":
        return operands[0]
    return _intrinsic(writer, instruction, operands)


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


def _divide(writer: XlsWriter, instruction: Instruction, operands: list[Wire]) -> Wire:
    if operands[1].constant is None:
        raise CryptagonError(
            "division by a variable cannot become hardware in one cycle",
            where=str(instruction.location),
            fix="divide by a constant, or write the division as a clocked loop",
        )
    return writer.operation(DIVIDE[instruction.opcode], instruction.width, *operands)


def _intrinsic(writer: XlsWriter, instruction: Instruction, operands: list[Wire]) -> Wire:
    name = instruction.detail.split(".")[1] if instruction.detail.startswith("llvm.") else instruction.detail
    width = instruction.width
    if name in ("fshl", "fshr"):
        return _funnel_shift(writer, name, operands)
    if name in ("umin", "umax", "smin", "smax"):
        compare = writer.operation({"umin": "ult", "umax": "ugt", "smin": "slt", "smax": "sgt"}[name], 1, operands[0], operands[1])
        return writer.choice(compare, operands[0], operands[1])
    if name == "bswap":
        bytes_low_first = [writer.operation("bit_slice", 8, operands[0], start=i, width=8) for i in range(0, width, 8)]
        return writer.operation("concat", width, *bytes_low_first)
    if name == "bitreverse":
        return writer.operation("reverse", width, operands[0])
    if name == "abs":
        negative = writer.operation("slt", 1, operands[0], writer.literal(width, 0))
        return writer.choice(negative, writer.operation("neg", width, operands[0]), operands[0])
    if name == "ctpop":
        return _population_count(writer, operands[0])
    if name in ("usub", "uadd") and ".sat." in instruction.detail:
        return _saturate(writer, name, operands)
    raise CryptagonError(
        f"'{instruction.detail or instruction.opcode}' cannot become hardware",
        where=str(instruction.location),
        fix="write it with +, -, *, shifts, comparisons and logic",
    )


def _funnel_shift(writer: XlsWriter, name: str, operands: list[Wire]) -> Wire:
    """Concatenates two words and takes one word's width from a bit position: rotation when both are the same."""
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
        "zero_ext", 2 * width, writer.operation("umod", width, amount, writer.literal(width, width)), new_bit_count=2 * width
    )
    if name == "fshr":
        return writer.operation("bit_slice", width, writer.operation("shrl", 2 * width, both, wide_amount), start=0, width=width)
    return writer.operation("bit_slice", width, writer.operation("shll", 2 * width, both, wide_amount), start=width, width=width)


def _population_count(writer: XlsWriter, value: Wire) -> Wire:
    total = writer.literal(value.width, 0)
    for i in range(value.width):
        one = writer.operation("bit_slice", 1, value, start=i, width=1)
        wide = one if value.width == 1 else writer.operation("zero_ext", value.width, one, new_bit_count=value.width)
        total = writer.operation("add", value.width, total, wide)
    return total


def _saturate(writer: XlsWriter, name: str, operands: list[Wire]) -> Wire:
    a, b = operands
    if name == "usub":
        return writer.choice(writer.operation("ugt", 1, a, b), writer.operation("sub", a.width, a, b), writer.literal(a.width, 0))
    total = writer.operation("add", a.width, a, b)
    return writer.choice(writer.operation("ult", 1, total, a), writer.literal(a.width, -1), total)
