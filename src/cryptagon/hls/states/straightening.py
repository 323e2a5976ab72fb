"""Branches that only compute as selections: straight code, which can be split into cycles anywhere."""

from collections.abc import Collection

from cryptagon.hls.ir.instructions import Branch, Call, Instruction, Name, Operand, Phi, jump
from cryptagon.hls.ir.model import Function


def straighten(function: Function, blocks: Collection[str], begun: Collection[str]) -> set[str]:
    """Turns every branch in `blocks` whose ways only compute, and meet again in the same cycle,
    into selections; returns the blocks that are left. Cycles begin at `begun`.
    """
    left = set(blocks)
    while any(
        _collapse(function, name, begun, left) for name in list(function.blocks) if name in left
    ):
        left &= set(function.blocks)
    return left & set(function.blocks)


def is_pure(instruction: Instruction) -> bool:
    """Whether an instruction only computes, so that it may run at any time when its operands are
    there.
    """
    return not (isinstance(instruction, Call) and instruction.callee.startswith("cg"))


def _collapse(function: Function, name: str, begun: Collection[str], left: set[str]) -> bool:
    """Takes the arms of one `if` into the block that decides it. Returns whether there was one."""
    block = function.blocks[name]
    terminator = block.terminator
    if (
        not isinstance(terminator, Branch)
        or terminator.opcode != "br"
        or len(set(terminator.targets)) != 2
    ):
        return False
    before = function.predecessors()
    arms = [
        label
        for label in terminator.targets
        if label in left
        and label not in begun
        and before[label] == [name]
        and _is_arm(function, label)
    ]
    meetings = {
        function.blocks[label].successors[0] if label in arms else label
        for label in terminator.targets
    }
    meeting = min(meetings)
    if not arms or len(meetings) > 1 or meeting in begun or meeting not in left:
        return False
    moved = [i for arm in arms for i in function.blocks[arm].body]
    sources = [label if label in arms else name for label in terminator.targets]
    chosen = _choose(function.blocks[meeting].instructions, name, terminator.operands[0], sources)
    block.instructions = [
        *block.instructions[:-1],
        *moved,
        *chosen,
        jump(meeting, terminator.location),
    ]
    for arm in arms:
        del function.blocks[arm]
    return True


def _is_arm(function: Function, name: str) -> bool:
    block = function.blocks[name]
    return not block.phis and len(block.successors) == 1 and all(is_pure(i) for i in block.body)


def _choose(
    meeting: list[Instruction], name: str, condition: Operand, sources: list[str]
) -> list[Instruction]:
    """Selections for the phis of `meeting`, whose ways from `sources` (if true, if false) are now
    one way from `name`.
    """
    chosen = []
    for phi in [i for i in meeting if isinstance(i, Phi)]:
        arms = [phi.come_from(source) for source in sources]
        others = [
            (operand, source)
            for operand, source in zip(phi.operands, phi.sources)
            if source not in sources
        ]
        result = f"{phi.result}.{name}" if others else phi.result
        chosen.append(
            Instruction("select", result, phi.width, [condition, *arms], location=phi.location)
        )
        phi.operands = [operand for operand, _ in others] + [Name(phi.width, result)]
        phi.sources = [source for _, source in others] + [name]
        if not others:
            meeting.remove(phi)
    return chosen
