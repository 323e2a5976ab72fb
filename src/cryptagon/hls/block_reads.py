"""Reads of block RAM in two halves: the address goes in at the end of one cycle, the word comes out in the next.

Reads of one basic block that do not hang on one another, through ports of their own, go together and cost one cycle.
"""

from collections import Counter

from cryptagon.hls.llvm_ir import Function, Instruction, Name
from cryptagon.hls.units import Operations, operation_of


def halve_block_reads(function: Function, operations: Operations) -> None:
    """Every read of a block RAM becomes an issue, with its address, and behind all that go with it the taking of the word."""
    for block in function.blocks.values():
        done: list[Instruction] = []
        rest = block.instructions
        while rest:
            first, *others = rest
            if not _is_block_read(first, operations):
                done.append(first)
                rest = others
                continue
            together = _together(first, others, operations)
            before = _needed_by(together, others)
            done += [*before, *(_issue(read) for read in together), *(_take(read) for read in together)]
            moved = {id(instruction) for instruction in [*before, *together]}
            rest = [instruction for instruction in others if id(instruction) not in moved]
        block.instructions = done


def _is_block_read(instruction: Instruction, operations: Operations) -> bool:
    operation = operation_of(instruction, operations)
    return operation is not None and operation.call.startswith("cg.read_ram.") and operation.result is None


def _together(first: Instruction, others: list[Instruction], operations: Operations) -> list[Instruction]:
    """The reads that can be issued with `first`: those before any other access, whose addresses do not hang on words read."""
    found, hanging = [first], {first.result}
    for instruction in others:
        is_read = _is_block_read(instruction, operations)
        if instruction.opcode == "call" and not is_read and not instruction.detail.startswith("llvm."):
            break
        used = Counter(read.detail for read in found)[instruction.detail]
        if _uses(instruction) & hanging:
            hanging.add(instruction.result)
        elif is_read and used < operations[instruction.detail].ports:
            found.append(instruction)
            hanging.add(instruction.result)
        elif is_read:
            break
    return found


def _needed_by(reads: list[Instruction], others: list[Instruction]) -> list[Instruction]:
    """What computes the addresses of the reads, in order."""
    wanted = set().union(*(_uses(read) for read in reads))
    found = []
    for instruction in reversed(others):
        if instruction.result in wanted and not any(instruction is read for read in reads):
            found.append(instruction)
            wanted |= _uses(instruction)
    return found[::-1]


def _uses(instruction: Instruction) -> set[str]:
    names = {operand.name for operand in instruction.operands if isinstance(operand, Name)}
    return names | {text.removeprefix("%") for text in (instruction.detail, *instruction.labels)}


def _issue(read: Instruction) -> Instruction:
    return Instruction("call", f"{read.result}.issue", 0, read.operands, detail=read.detail, location=read.location)


def _take(read: Instruction) -> Instruction:
    call = read.detail.replace("cg.read_ram.", "cg.take_ram.")
    return Instruction("call", read.result, read.width, [], detail=call, location=read.location)
