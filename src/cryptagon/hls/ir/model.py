"""A function of LLVM IR as the passes after LLVM see it.

It is read from text (`parser`) instead of walking llvmlite's objects because debug locations,
access widths and address arithmetic are in the text only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from cryptagon.hls.ir.instructions import Branch, Instruction, Phi


@dataclass
class Block:
    """A basic block: phis first, one terminator last."""

    name: str
    instructions: list[Instruction]

    @property
    def phis(self) -> list[Phi]:
        """The phis at the block's start."""
        return [
            phi
            for phi in takewhile(lambda i: i.opcode == "phi", self.instructions)
            if isinstance(phi, Phi)
        ]

    @property
    def body(self) -> list[Instruction]:
        """What is between the phis and the terminator."""
        return [i for i in self.instructions[:-1] if i.opcode != "phi"]

    @property
    def terminator(self) -> Instruction:
        """The branch, switch or return at the block's end."""
        return self.instructions[-1]

    @property
    def successors(self) -> list[str]:
        """Target blocks, each once, in the terminator's order."""
        return (
            list(dict.fromkeys(self.terminator.targets))
            if isinstance(self.terminator, Branch)
            else []
        )

    @property
    def branch(self) -> Branch:
        """The terminator of a block that leads to another one."""
        assert isinstance(self.terminator, Branch), self.terminator
        return self.terminator


@dataclass
class Function:
    """A function body; the first block is the entry."""

    name: str
    blocks: dict[str, Block]

    @property
    def entry(self) -> str:
        """The name of the block where the function begins."""
        return next(iter(self.blocks))

    @property
    def graph(self) -> dict[str, list[str]]:
        """The successors of each block."""
        return {name: block.successors for name, block in self.blocks.items()}

    def instructions(self) -> Iterator[tuple[Block, Instruction]]:
        """All instructions, each with its block."""
        for block in self.blocks.values():
            for instruction in block.instructions:
                yield block, instruction

    def definitions(self) -> dict[str, Instruction]:
        """The instruction that makes each value, by the value's name."""
        return {i.result: i for _, i in self.instructions() if i.result}

    def users(self) -> dict[str, list[tuple[str, Instruction]]]:
        """For each value that is used the instructions that use it, each once, with the names of
        their blocks.
        """
        found: dict[str, list[tuple[str, Instruction]]] = {}
        for block, instruction in self.instructions():
            for value in dict.fromkeys(instruction.uses()):
                found.setdefault(value, []).append((block.name, instruction))
        return found

    def copied(self) -> "Function":
        """The function once more, to be changed in place; names, constants and places are shared,
        as they never change.
        """
        blocks = {
            name: Block(name, [copied(one) for one in block.instructions])
            for name, block in self.blocks.items()
        }
        return Function(self.name, blocks)

    def rename(self, names: Mapping[str, str]) -> None:
        """Uses other values in place of some, by their names, wherever they are used."""
        for _, instruction in self.instructions():
            uses = instruction.uses()
            if not names.keys().isdisjoint(uses):
                for name in set(uses) & names.keys():
                    instruction.rename(name, names[name])

    def predecessors(self) -> dict[str, list[str]]:
        """For each block the blocks that may run just before it."""
        table: dict[str, list[str]] = {name: [] for name in self.blocks}
        for block in self.blocks.values():
            for successor in block.successors:
                table[successor].append(block.name)
        return table


def copied(instruction: Instruction) -> Instruction:
    """An instruction with lists of its own; functions of `copy` take several times as long."""
    kind = type(instruction)
    found = kind.__new__(kind)
    vars(found).update(
        (name, list(value) if isinstance(value, list) else value)
        for name, value in vars(instruction).items()
    )
    return found


def text_of(function: Function, notes: Mapping[str, str]) -> str:
    """A function as text for people, with a note behind the name of each block that has one."""
    lines = []
    for name, block in function.blocks.items():
        lines += ["", f"{name}:" + (f"  ; {notes[name]}" if name in notes else "")]
        lines += [f"  {instruction}" for instruction in block.instructions]
    return "\n".join([f"function {function.name}", *lines, ""])
