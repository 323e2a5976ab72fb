"""What an instruction gives where its operands are known numbers."""

from collections.abc import Callable, Mapping

from cryptagon.hls.ir.instructions import Compare, Const, Instruction, Name, Operand, Phi

Known = Mapping[str, int]
Evaluator = Callable[[Known], int | None]

BINARY: dict[str, Callable[[int, int, int], int]] = {
    "add": lambda a, b, _: a + b,
    "sub": lambda a, b, _: a - b,
    "mul": lambda a, b, _: a * b,
    "and": lambda a, b, _: a & b,
    "or": lambda a, b, _: a | b,
    "xor": lambda a, b, _: a ^ b,
    "shl": lambda a, b, width: a << b if b < width else 0,
    "lshr": lambda a, b, width: a >> b if b < width else 0,
    "ashr": lambda a, b, width: signed(a, width) >> min(b, width),
    "udiv": lambda a, b, _: a // b if b else 0,
    "urem": lambda a, b, _: a % b if b else 0,
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def signed(value: int, width: int) -> int:
    """An integer of `width` bits read as two's complement."""
    return value - (value >> (width - 1) << width)


def constant_of(operand: Operand, define: Mapping[str, Instruction]) -> int | None:
    """An operand's value, be it a constant that a register has early; None for any other.

    `define` has what makes each value.
    """
    made = define.get(operand.name) if isinstance(operand, Name) else None
    values = set(made.operands) if isinstance(made, Phi) else {operand}
    (first, *others) = values
    return first.value if isinstance(first, Const) and not others else None


def value_of(operand: Operand, known: Known) -> int | None:
    """An operand's value; None when it is not known."""
    if isinstance(operand, Const):
        return operand.value
    return known.get(operand.name) if isinstance(operand, Name) else None


def evaluate(instruction: Instruction, known: Known) -> int | None:
    """An instruction's value modulo 2**width; None when what is known does not determine it, or for
    a phi or an access.
    """
    values = [value_of(operand, known) for operand in instruction.operands]
    opcode = instruction.opcode
    if opcode == "select":
        return None if values[0] is None else values[1 if values[0] else 2]
    if opcode in ("and", "mul") and 0 in values:
        return 0
    if opcode == "or" and (1 << instruction.width) - 1 in values:
        return (1 << instruction.width) - 1
    if None in values or opcode not in EVALUATED:
        return None
    return _compute(instruction, [value for value in values if value is not None]) & (
        (1 << instruction.width) - 1
    )


def evaluator(instruction: Instruction) -> Evaluator:
    """`evaluate` of one instruction, which must not change meanwhile, for very many known values:
    what can be told of it without them is told once.
    """
    operands = instruction.operands
    if instruction.opcode in BINARY or isinstance(instruction, Compare):
        return _of_two(instruction, _reader(operands[0]), _reader(operands[1]))
    if instruction.opcode == "select":
        return _choice(*map(_reader, operands))
    return lambda known: evaluate(instruction, known)


def _reader(operand: Operand) -> Evaluator:
    """`value_of` of one operand."""
    if isinstance(operand, Const):
        value = operand.value
        return lambda _: value
    if isinstance(operand, Name):
        name = operand.name
        return lambda known: known.get(name)
    return lambda _: None


def _of_two(instruction: Instruction, left: Evaluator, right: Evaluator) -> Evaluator:
    mask, width = (1 << instruction.width) - 1, instruction.operands[0].width
    absorbing = {"and": 0, "mul": 0, "or": mask}.get(instruction.opcode)
    binary, compare, signs = BINARY.get(instruction.opcode), COMPARISONS["eq"], False
    if isinstance(instruction, Compare):
        compare = COMPARISONS[instruction.predicate[-2:]]
        signs = instruction.predicate.startswith("s")

    def value(known: Known) -> int | None:
        a, b = left(known), right(known)
        if a is None or b is None:
            return absorbing if absorbing is not None and absorbing in (a, b) else None
        if binary:
            return binary(a, b, width) & mask
        return int(compare(signed(a, width), signed(b, width)) if signs else compare(a, b))

    return value


def _choice(condition: Evaluator, chosen: Evaluator, other: Evaluator) -> Evaluator:
    def value(known: Known) -> int | None:
        which = condition(known)
        return None if which is None else (chosen if which else other)(known)

    return value


def _compute(instruction: Instruction, values: list[int]) -> int:
    opcode, width = instruction.opcode, instruction.operands[0].width
    if opcode in BINARY:
        return BINARY[opcode](values[0], values[1], width)
    if isinstance(instruction, Compare):
        if instruction.predicate.startswith("s"):
            values = [signed(value, width) for value in values]
        return COMPARISONS[instruction.predicate[-2:]](values[0], values[1])
    return signed(values[0], width) if opcode == "sext" else values[0]


EVALUATED = frozenset((*BINARY, "icmp", "select", "zext", "sext", "trunc", "freeze"))
