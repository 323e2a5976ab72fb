"""A simple estimate of how many four-input look-up tables an instruction takes on an FPGA, to
compare ways of sharing.

A table takes two gates of two inputs, so half a table a bit for logic; a bit of an adder or of a
multiplexer takes one.
"""

from cryptagon.hls.ir.instructions import Call, Compare, Const, Instruction
from cryptagon.hls.states.delays import levels


def look_up_tables(instruction: Instruction) -> float:
    """Look-up tables of one instruction alone; wiring, and gates with a constant, take none."""
    constants = sum(isinstance(operand, Const) for operand in instruction.operands)
    match instruction.opcode:
        case "and" | "or" | "xor":
            return 0.0 if constants else instruction.width / 2
        case "add" | "sub" | "select" | "phi":
            return float(instruction.width)
        case "icmp":
            width = instruction.operands[0].width
            equality = isinstance(instruction, Compare) and instruction.predicate in ("eq", "ne")
            return width / (4 if equality and constants else 2 if equality else 1)
        case "load":
            return 4.0 * instruction.width
        case "mul":
            return instruction.width**2 / 2
    wiring = (
        isinstance(instruction, Call)
        and instruction.callee.startswith("llvm.fsh")
        and isinstance(instruction.operands[2], Const)
    )
    return 0.0 if wiring else instruction.width * levels(instruction)
