"""Where the pointers go that lead into a block of memory: whether they outlive it, and how they
access it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cryptagon.hls.ir.graph import Graph, predecessors, reverse_postorder
from cryptagon.hls.ir.layout import NamedTypes, type_size
from cryptagon.hls.ir.loops import loop_body
from cryptagon.hls.ir.statements import (
    ChoiceLine,
    FreezeLine,
    Label,
    LoadLine,
    MergeLine,
    Record,
    Statement,
    StepLine,
    StoreLine,
    statements,
)
from cryptagon.hls.ir.text_blocks import blocks_of_text, targets_of_text

NUMBERED = re.compile(r"ptr @cg\.block\.(\d+)\(i64 (\S+), ptr (?:\w+ )*(\S+)\)")
"""A call that gives a block: its number, how many elements it has, the block before."""
CONVERSIONS = frozenset(("insertvalue", "extractvalue", "ptrtoint", "inttoptr"))
"""What carries a pointer besides."""
NAMED = re.compile(r"%[-\w.]+")


@dataclass(frozen=True)
class _Block:
    """A block as the function uses it: the basic block that asks for it, all pointers into it, and
    the pointer to the block before.
    """

    asked_in: str
    pointers: frozenset[str]
    before: str


class BlockPointers:
    """Where the pointers to each block go, in a function whose variables are values."""

    def __init__(self, body: str, named: NamedTypes) -> None:
        self.named = named
        self.body = statements(body.splitlines())
        blocks = blocks_of_text(body)
        self.graph: Graph = {name: targets_of_text(text, blocks) for name, text in blocks.items()}
        self.root = next(iter(self.graph))
        self.blocks = dict(self._found())

    def _found(self) -> Iterator[tuple[int, _Block]]:
        label = self.root
        for one in self.body:
            if isinstance(one, Label):
                label = one.name
            if asked := NUMBERED.search(one.text) if one.result else None:
                yield (
                    int(asked[1]),
                    _Block(
                        label, frozenset(self._pointers(one.result)), asked[3].removeprefix("%")
                    ),
                )

    def _pointers(self, first: str) -> set[str]:
        found, waiting = {first}, [first]
        while waiting:
            more = self._made_of.get(waiting.pop(), set()) - found
            found |= more
            waiting += more
        return found

    @cached_property
    def _made_of(self) -> dict[str, set[str]]:
        """The pointers that are made of each value."""
        made = dict[str, set[str]]()
        for one in self.body:
            for name in _sources(one):
                made.setdefault(name, set()).add(one.result)
        return made

    def kept_in(self, number: int) -> str:
        """The metadata of the C variable that a block's address is first put into; "" for none."""
        pointers = self.blocks[number].pointers if number in self.blocks else frozenset()
        told = (one.pointer for one in self.body if isinstance(one, Record))
        return next((variable for pointer, variable in told if pointer in pointers), "")

    def before(self, number: int) -> list[int]:
        """The blocks that a block may be made of by realloc."""
        old = self.blocks[number].before if number in self.blocks else ""
        return [one for one, block in self.blocks.items() if old in block.pointers]

    def outlive(self, number: int) -> bool:
        """Whether a pointer to a block is in memory, or goes on to where its call runs again."""
        block = self.blocks.get(number)
        return block is not None and (self._is_stored(block) or self._comes_back(block))

    def _is_stored(self, block: _Block) -> bool:
        return any(
            isinstance(one, StoreLine) and one.value.removeprefix("%") in block.pointers
            for one in self.body
        )

    def _comes_back(self, block: _Block) -> bool:
        around = {edge for edge, blocks in self._back_edges.items() if block.asked_in in blocks}
        label = self.root
        for one in self.body:
            label = one.name if isinstance(one, Label) else label
            if isinstance(one, MergeLine) and any(
                value.removeprefix("%") in block.pointers and (source, label) in around
                for value, source in one.edges
            ):
                return True
        return False

    @cached_property
    def _back_edges(self) -> dict[tuple[str, str], set[str]]:
        """The edges that begin an iteration, each with the basic blocks of its loop."""
        order = reverse_postorder(self.graph, self.root)
        rank = {name: place for place, name in enumerate(order)}
        before = predecessors(self.graph, order)
        return {
            (source, target): loop_body(target, [source], before)
            for source in order
            for target in self.graph[source]
            if rank[target] <= rank[source]
        }

    def kind(self, number: int, size: int) -> str:
        """The type of a block of some bytes: that of its elements as the function accesses them."""
        pointers = self.blocks[number].pointers if number in self.blocks else frozenset()
        for kind in sorted({kind for one in self.body for kind in _kinds(one, pointers)}):
            each = type_size(kind, self.named)
            if kind != "i8" and each and size % each == 0:
                return f"[{size // each} x {_spelled(kind, self.named)}]"
        return f"[{max(size, 1)} x i8]"


def _spelled(kind: str, named: NamedTypes) -> str:
    """A type without names, which LLVM may change."""
    return NAMED.sub(lambda name: _spelled(named[name[0]], named), kind)


def _sources(one: Statement) -> Sequence[str]:
    """The values of which a statement makes another pointer, or something that has it."""
    if isinstance(one, StepLine):
        return [one.pointer.removeprefix("%")]
    if isinstance(one, ChoiceLine):
        return [arm.removeprefix("%") for arm in one.arms]
    if isinstance(one, MergeLine):
        return [value.removeprefix("%") for value, _ in one.edges]
    if isinstance(one, FreezeLine):
        return [one.item]
    return one.names if one.opcode in CONVERSIONS else ()


def _kinds(one: Statement, pointers: Iterable[str]) -> Iterator[str]:
    """The types by which a statement accesses what some pointers lead to."""
    if isinstance(one, StepLine) and one.pointer.removeprefix("%") in pointers:
        yield one.parts[0]
    elif isinstance(one, LoadLine | StoreLine) and one.pointer.removeprefix("%") in pointers:
        yield one.kind
