"""What constants make of a function, once its loops are merged: LLVM did not see the arguments of
closed calls as constants.
"""

from collections import Counter

from cryptagon.hls.ir.instructions import Const, Instruction, Name, Operand, Phi
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.evaluation import evaluate
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.states.straightening import is_pure

NEUTRAL_ZERO = frozenset(("xor", "or", "add"))
SHIFTS = frozenset(("sub", "shl", "lshr", "ashr"))


def fold_constants(machine: Machine) -> Machine:
    """Uses in place of each value what it is made of where that is known to be the same, and drops
    what nobody uses, in place.
    """
    function = machine.function
    while found := _same_as(function):
        for _, instruction in function.instructions():
            instruction.operands = [_followed(found, one) for one in instruction.operands]
    _drop_unused(function)
    return machine


def _same_as(function: Function) -> dict[str, Operand]:
    """For each value that is used, what it is the same as, if anything."""
    used = {value for _, i in function.instructions() for value in i.uses()}
    return {
        i.result: same
        for _, i in function.instructions()
        if i.result in used and (same := _simpler(i)) is not None
    }


def _followed(found: dict[str, Operand], operand: Operand) -> Operand:
    while isinstance(operand, Name) and operand.name in found:
        operand = found[operand.name]
    return operand


def _simpler(i: Instruction) -> Operand | None:
    """What an instruction gives, where that is a constant or one of its operands."""
    constants = [one.value if isinstance(one, Const) else None for one in i.operands]
    if isinstance(i, Phi) or not any(value is not None for value in constants):
        return None
    value = evaluate(i, {}) if i.opcode != "select" else None
    if value is not None:
        return Const(i.width, value)
    if i.opcode == "select" and constants[0] is not None:
        return i.operands[1 if constants[0] else 2]
    ones = (1 << i.width) - 1
    if (i.opcode in NEUTRAL_ZERO and constants[0] == 0) or (
        i.opcode == "and" and constants[0] == ones
    ):
        return i.operands[1]
    if (i.opcode in NEUTRAL_ZERO | SHIFTS and constants[1] == 0) or (
        i.opcode == "and" and constants[1] == ones
    ):
        return i.operands[0]
    return None


def _drop_unused(function: Function) -> None:
    """Drops instructions whose results nobody uses, as long as they do nothing else; then those
    that only they used, and so on.
    """
    uses = Counter(value for _, i in function.instructions() for value in i.uses())
    made = function.definitions()
    unused = [i for i in made.values() if _drops(i) and not uses[i.result]]
    dropped = set[str]()
    while unused:
        i = unused.pop()
        dropped.add(i.result)
        for value in i.uses():
            uses[value] -= 1
            if not uses[value] and value in made and _drops(made[value]):
                unused.append(made[value])
    for block in function.blocks.values():
        block.instructions = [i for i in block.instructions if i.result not in dropped]


def _drops(i: Instruction) -> bool:
    return bool(i.result) and is_pure(i)
