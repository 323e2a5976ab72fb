"""What hardware costs when it is decided which values share a register: four-input look-up tables,
fractions of them where synthesis will merge neighbours.

| what                                           | tables                                                                                |
|------------------------------------------------|---------------------------------------------------------------------------------------|
| a flip-flop                                    | 1/2: there is one beside each table, and it is free only where that table feeds it     |
| a multiplexer                                  | for each bit a third of its inputs beyond the first; a value has two, itself and its   |
|                                                | select, a constant one; the value after reset is free (synchronous reset)             |
| add, sub, ordered comparison                   | one a bit: the carry chain                                                            |
| equal, not equal                               | a third a bit; two thirds where neither side is a constant                            |
| and, or, xor                                   | a third a bit; none with a constant, which the next table takes in                    |
| select                                         | two thirds a bit                                                                      |
| shift by a variable, an element of an array    | two thirds a bit for each value that is chosen from                                   |
| mul                                            | an adder for each bit of a factor, or for each one in it where it is constant         |
| look-up in a table                             | a sixteenth of its words a bit                                                        |
| wiring                                         | none                                                                                  |

Tables of other operations are counted as one a bit. The figures compare ways to share with each
other; they are no forecast of area.
"""

from collections.abc import Callable

from cryptagon.hls.ir.instructions import Compare, Const, Element, Instruction, Load

FLIP_FLOP = 0.5
NEW_INPUTS = 3  # of a table that has one input already
CARRY_OF_SHARING = (
    1.0  # the conditions under which a shared register is loaded come together in one more table
)
WORDS_A_TABLE = 16
WIRING = frozenset(
    ("zext", "sext", "trunc", "freeze", "extractvalue", "getelementptr", "phi", "br", "switch")
)
SWAPS = ("llvm.bswap", "llvm.bitreverse", "llvm.fshl", "llvm.fshr")


def multiplexer_luts(bits: int, values: int, constants: int) -> float:
    """A choice among `values` values and `constants` constants, `bits` wide."""
    inputs = 2 * values - 1 + constants if values else constants
    return bits * max(0, inputs - 1) / NEW_INPUTS


def operator_luts(instruction: Instruction, bits: int, *, table_words: int = 256) -> float:
    """One operator, of which `bits` bits are needed; `table_words` is the depth of the table that a
    load reads.
    """
    estimate = ESTIMATES.get(instruction.opcode)
    if estimate is not None:
        return estimate(instruction, bits)
    if isinstance(instruction, Load):
        return bits * max(1.0, table_words / WORDS_A_TABLE)
    if instruction.opcode in WIRING or getattr(instruction, "callee", "").startswith(SWAPS):
        return 0.0
    return (
        2 / NEW_INPUTS * bits * (len(instruction.operands) - 2)
        if isinstance(instruction, Element)
        else float(bits)
    )


def _constants(instruction: Instruction) -> list[Const]:
    return [operand for operand in instruction.operands if isinstance(operand, Const)]


def _comparison(instruction: Instruction, bits: int) -> float:
    if isinstance(instruction, Compare) and instruction.predicate not in ("eq", "ne"):
        return float(bits)
    return bits * (1 if _constants(instruction) else 2) / NEW_INPUTS


def _logic(instruction: Instruction, bits: int) -> float:
    return 0.0 if _constants(instruction) else bits / NEW_INPUTS


def _shift(instruction: Instruction, bits: int) -> float:
    if isinstance(instruction.operands[1], Const):
        return 0.0
    return 2 / NEW_INPUTS * bits * instruction.width.bit_length()


def _product(instruction: Instruction, bits: int) -> float:
    addends = min([bits, *(constant.value.bit_count() for constant in _constants(instruction))])
    return float(bits * max(0, addends - 1))


ESTIMATES: dict[str, Callable[[Instruction, int], float]] = {
    **dict.fromkeys(("and", "or", "xor"), _logic),
    **dict.fromkeys(("add", "sub"), lambda _instruction, bits: float(bits)),
    **dict.fromkeys(("shl", "lshr", "ashr"), _shift),
    "select": lambda _instruction, bits: 2 / NEW_INPUTS * bits,
    "mul": _product,
    "icmp": _comparison,
}
