"""Reads of block RAM in two halves: the address goes in at the end of one cycle, the word comes out
in the next.

Reads of one basic block that do not hang on one another, through ports of their own, go together
and cost one cycle.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import islice

from cryptagon.hls.ir.instructions import Call, Instruction, UnitCall, call
from cryptagon.hls.ir.model import Function
from cryptagon.hls.units.operations import Operation, Operations, operation_of


def halve_block_reads(function: Function, operations: Operations) -> None:
    """Every read of a block RAM becomes an issue, with its address, and behind all that go with it
    the taking of the word.
    """
    for block in function.blocks.values():
        if any(_is_block_read(instruction, operations) for instruction in block.instructions):
            block.instructions = _halved(block.instructions, operations)


def _halved(instructions: list[Instruction], operations: Operations) -> list[Instruction]:
    """The instructions of a block with its reads in two halves."""
    done: list[Instruction] = []
    moved: set[int] = set()
    for index, first in enumerate(instructions):
        if id(first) in moved:
            continue
        if not isinstance(first, UnitCall) or not _is_block_read(first, operations):
            done.append(first)
            continue
        others = (
            instruction
            for instruction in islice(instructions, index + 1, None)
            if id(instruction) not in moved
        )
        together, between = _together(first, others, operations)
        before = _needed_by(together, between)
        done += [*before, *(_issue(read) for read in together), *(_take(read) for read in together)]
        moved |= {id(instruction) for instruction in [*before, *together]}
    return done


def _is_block_read(instruction: Instruction, operations: Operations) -> bool:
    operation = operation_of(instruction, operations)
    return operation is not None and _is_block_operation(operation)


def _is_block_operation(operation: Operation) -> bool:
    return operation.call.startswith("cg.read_ram.") and operation.result is None


def _together(
    first: UnitCall, others: Iterable[Instruction], operations: Operations
) -> tuple[list[UnitCall], list[Instruction]]:
    """The reads that can be issued with `first`: those before any other access, whose addresses do
    not hang on words read.

    Also returns what was looked at on the way to the last of them.
    """
    found, passed, hanging = [first], [], {first.result}
    free = Counter(
        {
            name: operation.ports
            for name, operation in operations.items()
            if _is_block_operation(operation)
        }
    )
    free[first.callee] -= 1
    for instruction in others if +free else ():
        read = (
            instruction
            if isinstance(instruction, UnitCall) and _is_block_read(instruction, operations)
            else None
        )
        if (
            read is None
            and isinstance(instruction, Call)
            and not instruction.callee.startswith("llvm.")
        ):
            break
        passed.append(instruction)
        if not hanging.isdisjoint(instruction.uses()):
            hanging.add(instruction.result)
        elif read and free[read.callee]:
            found.append(read)
            hanging.add(read.result)
            free[read.callee] -= 1
        elif read:
            break
        if not +free:
            break
    return found, passed


def _needed_by(reads: list[UnitCall], others: list[Instruction]) -> list[Instruction]:
    """What computes the addresses of the reads, in order."""
    wanted = {name for read in reads for name in read.uses()}
    found = []
    for instruction in reversed(others):
        if instruction.result in wanted and not any(instruction is read for read in reads):
            found.append(instruction)
            wanted |= set(instruction.uses())
    return found[::-1]


def _issue(read: UnitCall) -> Instruction:
    return call(f"{read.result}.issue", 0, read.operands, read.callee, read.location)


def _take(read: UnitCall) -> Instruction:
    return call(
        read.result,
        read.width,
        [],
        read.callee.replace("cg.read_ram.", "cg.take_ram."),
        read.location,
    )
