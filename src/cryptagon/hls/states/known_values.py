"""Which values of a function can be counted on: those that decide branches and follow from
constants, such as loop counters.
"""

from collections.abc import Iterable

from cryptagon.hls.ir.instructions import Const, Instruction, Name
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.evaluation import EVALUATED

ABSORBED = ("and", "or", "mul")  # one known operand may do
FOLLOWING = frozenset(("phi", "select", *ABSORBED, *EVALUATED))


def counted_values(function: Function, reset: Iterable[str]) -> frozenset[str]:
    """The values that decide branches and are known at least at times, and all that these are made
    of.

    `reset` names values that are known after reset.
    """
    define = function.definitions()
    knowable = _knowable(define, set(reset) & set(define))
    waiting = [o for block in function.blocks.values() for o in block.terminator.operands]
    found: set[str] = set()
    while waiting:
        operand = waiting.pop()
        if isinstance(operand, Name) and operand.name in knowable and operand.name not in found:
            found.add(operand.name)
            waiting += define[operand.name].operands
    return frozenset(found)


def _knowable(define: dict[str, Instruction], known: set[str]) -> set[str]:
    """The values that constants alone determine on some way."""
    users: dict[str, list[str]] = {}
    for name, instruction in define.items():
        for operand in instruction.operands:
            if isinstance(operand, Name):
                users.setdefault(operand.name, []).append(name)
    found: set[str] = set()
    waiting = [*known, *(name for name, i in define.items() if _follows(i, known))]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [user for user in users.get(name, []) if _follows(define[user], found)]
    return found


def _follows(instruction: Instruction, known: set[str]) -> bool:
    """Whether an instruction's result can be known where the values `known` are."""
    if (
        instruction.opcode not in FOLLOWING
    ):  # most have few operands, but the call that reads an array has all its elements
        return False
    names = [isinstance(o, Name) and o.name in known for o in instruction.operands]
    values = [one or isinstance(o, Const) for one, o in zip(names, instruction.operands)]
    if instruction.opcode == "phi":
        return any(values)
    if instruction.opcode == "select":
        return values[0] and (values[1] or values[2])
    if instruction.opcode in ABSORBED and any(names):
        return True
    return instruction.opcode in EVALUATED and all(values)
