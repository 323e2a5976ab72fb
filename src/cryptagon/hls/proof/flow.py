"""Which values a state needs at its start: liveness over the function, worked out anew."""

from cryptagon.hls.ir.instructions import Instruction, Name
from cryptagon.hls.ir.model import Function


def needed_at(function: Function) -> dict[str, frozenset[str]]:
    """For each block the SSA values that may still be read once its phis have been passed, its phis
    among them.
    """
    blocks = function.blocks
    own = {name: _reads_and_makes(block.instructions) for name, block in blocks.items()}
    needed: dict[str, frozenset[str]] = dict.fromkeys(blocks, frozenset())
    before = function.predecessors()
    waiting = dict.fromkeys(reversed(blocks))
    while waiting:
        name = next(iter(waiting))
        del waiting[name]
        reads, makes = own[name]
        after: set[str] = set()
        for successor in blocks[name].successors:
            phis = {phi.result: phi for phi in blocks[successor].phis}
            after |= needed[successor] - set(phis)
            for result in needed[successor] & set(phis):
                operand = phis[result].come_from(name)
                after |= {operand.name} if isinstance(operand, Name) else set()
        found = frozenset(reads | (after - makes))
        if found != needed[name]:
            needed[name] = found
            waiting |= dict.fromkeys(before[name])
    return needed


def _reads_and_makes(instructions: list[Instruction]) -> tuple[set[str], set[str]]:
    """The values that a block reads before it makes them, and those that it makes; its phis are
    made before it begins.
    """
    reads: set[str] = set()
    makes: set[str] = set()
    for instruction in instructions:
        if instruction.opcode != "phi":
            reads |= {name for name in instruction.uses() if name not in makes}
            makes.add(instruction.result)
    return reads, makes
