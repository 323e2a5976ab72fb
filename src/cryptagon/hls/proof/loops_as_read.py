"""What the compiler makes of loops when it cuts a program into states, undone: a core is compared
with the loops as they were read.

Each change is undone only where it is seen here that it changes nothing; what is left of it tells
the program as changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.hls.ir.instructions import Compare, Const, Instruction, Name, Operand, Phi
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.states.header_states import AGAIN

MORE = ".more"


@dataclass(frozen=True)
class EarlyTest:
    """A test `i < m` of a machine that the program has as `i + 1 < n`, where `m + 1` is `n`."""

    block: Block
    test: Compare
    read: list[Operand]
    less: Instruction


def tested_late(plain: Function, function: Function) -> None:
    """Tests counters as the program does, in place: `i < m` as `i + 1 < m + 1`.

    That the hardware does the same is left to be proved.
    """
    for early in list(_early_tests(plain, function)):
        less, at = early.less, early.block.instructions.index(early.test)
        more = Instruction(
            "add",
            f"{early.test.result}{MORE}",
            less.width,
            [Name(less.width, less.result), Const(less.width, 1)],
        )
        early.block.instructions.insert(at, more)
        early.test.operands = [early.read[0], Name(less.width, more.result)]


def as_read(plain: Function, function: Function) -> Function:
    """A copy of a machine's function with the tests of counters as they were read, and loops
    without a block for the state of theirs.
    """
    found = function.copied()
    early = list(_early_tests(plain, found))
    for one in early:
        one.test.operands = one.read
    choices = {id(one.less) for one in early}
    for block in found.blocks.values():
        block.instructions = [i for i in block.instructions if id(i) not in choices]
    for name in [name for name in found.blocks if name.endswith(AGAIN)]:
        _join(found, name)
    return found


def _early_tests(plain: Function, function: Function) -> Iterator[EarlyTest]:
    """The tests that differ, where what a counter is compared with is a choice among constants that
    are less by one.
    """
    read = plain.definitions()
    made = function.definitions()
    for block, test in list(function.instructions()):
        old = read.get(test.result)
        if (
            isinstance(test, Compare)
            and isinstance(old, Compare)
            and test.operands[1] != old.operands[1]
        ):
            less, bound = _maker(test.operands[1], made), _maker(old.operands[1], made)
            step = _maker(
                old.operands[0],
                {i.result: i for i in block.instructions[: block.instructions.index(test)]},
            )
            counted = (
                step is not None
                and step.opcode == "add"
                and step.operands == [test.operands[0], Const(step.width, 1)]
            )
            if less is not None and bound is not None and counted and _is_less_by_one(less, bound):
                yield EarlyTest(block, test, old.operands, less)


def _maker(operand: Operand, made: dict[str, Instruction]) -> Instruction | None:
    return made.get(operand.name) if isinstance(operand, Name) else None


def _is_less_by_one(less: Instruction, bound: Instruction) -> bool:
    """Whether two choices are made alike, the one among constants that are each less by one."""
    if less.opcode != "select" or bound.opcode != "select" or less.operands[0] != bound.operands[0]:
        return False
    pairs = zip(less.operands[1:], bound.operands[1:])
    return all(
        isinstance(a, Const) and isinstance(b, Const) and a.value + 1 == b.value for a, b in pairs
    )


def _join(function: Function, again: str) -> None:
    """Takes out the block of a loop's state, whose phis then are the header's again; in place,
    where it has nothing but these phis.
    """
    block, header = function.blocks[again], function.blocks.get(again.removesuffix(AGAIN))
    if (
        header is None
        or block.body
        or block.successors != [header.name]
        or not _is_handed_on(function, block, header)
    ):
        return
    kept = {phi.result: phi for phi in block.phis}
    for phi in header.phis:
        operand = phi.come_from(again)
        assert isinstance(operand, Name)
        ways = [(o, source) for o, source in zip(phi.operands, phi.sources) if source != again]
        ways += zip(kept[operand.name].operands, kept[operand.name].sources)
        phi.operands, phi.sources = [o for o, _ in ways], [source for _, source in ways]
        _rename(function, phi, operand.name)
    for source in function.predecessors()[again]:
        function.blocks[source].branch.redirect(again, header.name)
    del function.blocks[again]


def _is_handed_on(function: Function, block: Block, header: Block) -> bool:
    """Whether each phi of a block is what one phi of the header is on the way from it, and nothing
    else uses it.
    """
    kept = sorted(phi.result for phi in block.phis)
    handed = [phi.come_from(block.name) for phi in header.phis]
    used = [name for _, i in function.instructions() for name in i.uses() if name in kept]
    return kept == sorted(o.name for o in handed if isinstance(o, Name)) == sorted(used) and len(
        handed
    ) == len(kept)


def _rename(function: Function, phi: Phi, name: str) -> None:
    for _, instruction in function.instructions():
        instruction.rename(phi.result, name)
    phi.result = name
