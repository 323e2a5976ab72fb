"""A small model of LLVM IR, read from its text: just the parts that clocked C can contain after clean-up.

Text is read instead of walking llvmlite's objects because debug locations, access widths and address arithmetic are in the text only.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

Operand = "Const | Name | Undef"


@dataclass(frozen=True)
class Const:
    """An integer constant: `width` bits, value in [0, 2**width)."""

    width: int
    value: int


@dataclass(frozen=True)
class Name:
    """A use of the SSA value `name`, `width` bits wide."""

    width: int
    name: str


@dataclass(frozen=True)
class Undef:
    """Undefined or poison: any value will do."""

    width: int


@dataclass(frozen=True)
class Location:
    """A place in the C source; line 0 when unknown."""

    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class LoopNotes:
    """What a back edge tells of its loop: where it begins in the source, whether it is still to be unrolled, and the numbers of the
    statements about its cycles (see `loop_statements`). `node` is LLVM's own number of the loop."""

    node: str = ""
    start: Location = field(default_factory=Location)
    unroll: bool = False
    statements: tuple[int, ...] = ()


@dataclass
class Instruction:
    """One instruction: `result` is "" when it has none.

    `operands` holds the integer operands; `detail` what else the opcode needs (a predicate, a callee, a table's name), `labels` the blocks
    of a phi's operands or of a terminator's targets. `loop` are a back edge's notes.
    """

    opcode: str
    result: str
    width: int
    operands: list[Const | Name | Undef]
    labels: list[str] = field(default_factory=list)
    detail: str = ""
    location: Location = field(default_factory=Location)
    metadata: str = ""
    loop: LoopNotes | None = None

    def __str__(self) -> str:
        given = f"{self.result} = " if self.result else ""
        operands = [str(operand) for operand in self.operands]
        return f"{given}{' '.join(word for word in (self.opcode, self.detail, ', '.join(operands), ' '.join(self.labels)) if word)}"


@dataclass
class Block:
    """A basic block: phis first, one terminator last."""

    name: str
    instructions: list[Instruction]

    @property
    def phis(self) -> list[Instruction]:
        """The phis at the block's start."""
        return list(takewhile(lambda i: i.opcode == "phi", self.instructions))

    @property
    def body(self) -> list[Instruction]:
        """What stands between the phis and the terminator."""
        return [i for i in self.instructions[:-1] if i.opcode != "phi"]

    @property
    def terminator(self) -> Instruction:
        """The branch, switch or return at the block's end."""
        return self.instructions[-1]

    @property
    def successors(self) -> list[str]:
        """Target blocks, each once, in the terminator's order."""
        return list(dict.fromkeys(self.terminator.labels)) if self.terminator.opcode in ("br", "switch") else []


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

    def predecessors(self) -> dict[str, list[str]]:
        """For each block the blocks that may run just before it."""
        table: dict[str, list[str]] = {name: [] for name in self.blocks}
        for block in self.blocks.values():
            for successor in block.successors:
                table[successor].append(block.name)
        return table


def text_of(function: Function, notes: Mapping[str, str]) -> str:
    """A function as text for people, with a note behind the name of each block that has one."""
    lines = []
    for name, block in function.blocks.items():
        lines += ["", f"{name}:" + (f"  ; {notes[name]}" if name in notes else "")]
        lines += [f"  {instruction}" for instruction in block.instructions]
    return "\n".join([f"function {function.name}", *lines, ""])


INTEGER_TYPE = re.compile(r"^i(\d+)$")


def integer_width(type_text: str) -> int | None:
    """Width in bits of an integer type's text such as `i128`, or None for any other type."""
    match = INTEGER_TYPE.match(type_text)
    return int(match.group(1)) if match else None


def split_top(text: str, separator: str = ",") -> list[str]:
    """Splits at separators that stand outside brackets, braces, parentheses and quotes."""
    parts, depth, start, quoted = [], 0, 0, False
    for i, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char in "([{<":
            depth += 1
        elif char in ")]}>":
            depth -= 1
        elif char == separator and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    tail = text[start:].strip()
    return [*parts, tail] if tail or parts else []
