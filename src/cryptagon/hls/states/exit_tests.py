"""A counter is tested as it is, not as it becomes: `i + 1 < n` as `i < n - 1`, where `n` is one of
some constants.

LLVM does so where `n` is a constant. The test then does not wait for the adder, and loops that
differ in `n` alone are alike: so a loop of two iterations is tested by `i < 1` too, which LLVM
writes as `i == 0`.
"""

from collections.abc import Mapping
from dataclasses import replace

from cryptagon.hls.ir.instructions import Branch, Compare, Const, Instruction, Name, Operand, Phi
from cryptagon.hls.ir.model import Block, Function


def compare_counters_early(function: Function) -> None:
    """Rewrites the tests at the ends of loops, in place."""
    define = {i.result: (block, i) for block, i in function.instructions() if i.result}
    for block, instruction in list(function.instructions()):
        if isinstance(instruction, Compare) and _decides_loop(block, instruction, define):
            counter, bound = instruction.operands
            assert isinstance(counter, Name) and isinstance(bound, Name)
            home, choice = define[bound.name]
            less = replace(
                choice,
                result=f"{bound.name}.less",
                operands=[choice.operands[0], *map(_less, choice.operands[1:])],
            )
            if less.result not in define:
                home.instructions.insert(home.instructions.index(choice), less)
                define[less.result] = (home, less)
            instruction.operands = [
                define[counter.name][1].operands[0],
                Name(bound.width, less.result),
            ]
        elif isinstance(instruction, Compare) and _goes_on_at_zero(block, instruction, define):
            instruction.predicate, instruction.operands[1] = (
                "ult",
                Const(instruction.operands[1].width, 1),
            )


def _goes_on_at_zero(
    block: Block, test: Compare, define: Mapping[str, tuple[Block, Instruction]]
) -> bool:
    """Whether a test is `i == 0` for a counter `i`, and decides alone whether its loop goes on."""
    counter, zero = test.operands
    if test.predicate != "eq" or not isinstance(counter, Name) or zero != Const(counter.width, 0):
        return False
    home, phi = define[counter.name]
    return isinstance(phi, Phi) and _goes_on_where(test, block, home.name)


def _less(operand: Operand) -> Operand:
    assert isinstance(operand, Const)
    return Const(operand.width, operand.value - 1)


def _decides_loop(
    block: Block, test: Compare, define: Mapping[str, tuple[Block, Instruction]]
) -> bool:
    """Whether a test is `i + 1 < n` and decides alone whether the loop that counts `i` goes on, so
    that the sum never overflows.
    """
    counter, bound = test.operands
    if test.predicate != "ult" or not isinstance(counter, Name) or not isinstance(bound, Name):
        return False
    total, choice = define[counter.name][1], define[bound.name][1]
    if (
        total.opcode != "add"
        or total.operands[1] != Const(counter.width, 1)
        or not isinstance(total.operands[0], Name)
    ):
        return False
    home, phi = define[total.operands[0].name]
    bounds = choice.operands[1:] if choice.opcode == "select" else []
    chosen = bool(bounds) and all(
        isinstance(operand, Const) and operand.value > 0 for operand in bounds
    )
    return (
        chosen
        and isinstance(phi, Phi)
        and _counts_from_0(phi, counter, block)
        and _goes_on_where(test, block, home.name)
    )


def _counts_from_0(phi: Phi, counter: Name, end: Block) -> bool:
    """Whether a phi is 0, or what it becomes at the end of the iteration before."""
    ways = list(zip(phi.operands, phi.sources))
    return all(
        operand == Const(phi.width, 0) or (operand == counter and source == end.name)
        for operand, source in ways
    )


def _goes_on_where(test: Compare, block: Block, header: str) -> bool:
    """Whether a block leads back to the header exactly where the test holds."""
    branch = block.terminator
    return (
        isinstance(branch, Branch)
        and branch.uses() == [test.result]
        and branch.targets[0] == header != branch.targets[1]
    )
