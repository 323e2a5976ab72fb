"""What is only wiring: each bit of the result is a bit of an operand, its inverse, or a
constant.
"""

from collections.abc import Mapping

from cryptagon.hls.ir.instructions import Call, Const, Instruction, Name, Operand

WIRES = frozenset(("zext", "sext", "trunc", "freeze"))
SHIFTS = frozenset(("shl", "lshr", "ashr"))
LOGIC = frozenset(("and", "or", "xor"))
SWAPS = ("llvm.bswap", "llvm.bitreverse")
FUNNELS = ("llvm.fshl", "llvm.fshr")
DEPTH = 8  # operations that are looked through for bits that are zero


def is_wiring(instruction: Instruction, define: Mapping[str, Instruction]) -> bool:
    """Whether an instruction costs nothing; `define` gives the others by their results."""
    opcode, operands = instruction.opcode, instruction.operands
    if opcode in SHIFTS:
        return isinstance(operands[1], Const)
    if opcode in LOGIC:
        constant = any(isinstance(operand, Const) for operand in operands)
        return constant or (
            opcode != "and" and not set_bits(operands[0], define) & set_bits(operands[1], define)
        )
    if isinstance(instruction, Call):
        return instruction.callee.startswith(SWAPS) or (
            instruction.callee.startswith(FUNNELS) and isinstance(operands[2], Const)
        )
    return opcode in WIRES


def set_bits(operand: Operand, define: Mapping[str, Instruction], depth: int = DEPTH) -> int:
    """The bits of a value that can be 1, as a mask."""
    full = (1 << operand.width) - 1
    if isinstance(operand, Const):
        return operand.value
    instruction = define.get(operand.name) if isinstance(operand, Name) and depth else None
    if instruction is None or instruction.opcode not in {
        *SHIFTS,
        *LOGIC,
        "zext",
        "trunc",
        "freeze",
    }:
        return full
    inner = [set_bits(one, define, depth - 1) for one in instruction.operands]
    return _result(instruction, inner) & full


def _result(instruction: Instruction, inner: list[int]) -> int:
    if instruction.opcode in SHIFTS:
        amount = instruction.operands[1]
        if not isinstance(amount, Const) or (
            instruction.opcode == "ashr" and inner[0] >> (instruction.width - 1)
        ):
            return -1
        return inner[0] << amount.value if instruction.opcode == "shl" else inner[0] >> amount.value
    if instruction.opcode == "and":
        return inner[0] & inner[1]
    return inner[0] | inner[1] if instruction.opcode in LOGIC else inner[0]
