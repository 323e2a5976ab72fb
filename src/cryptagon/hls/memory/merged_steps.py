"""Merges of pointers as steps by merged indices: where LLVM rotates a loop it merges both the pointer
of the next access and the index that it was stepped to by, which is compared. The index is enough.
"""

from collections.abc import Mapping, Sequence

from cryptagon.hls.ir.block_ends import blocks_of_lines, with_block_starts
from cryptagon.hls.ir.statements import (
    AllocaLine,
    MergeLine,
    Statement,
    StepLine,
    statements,
    texts,
)
from cryptagon.hls.ir.text_blocks import function_text

INDEX = "i64"
Step = tuple[str, str]
"""The type and the variable that a pointer is stepped through."""


def with_merged_steps(text: str, function: str) -> str:
    """The module with the merges of pointers in `function` that go with a merge of their indices as
    one step by it.
    """
    head, body, tail = function_text(text, function)
    if "= phi ptr " not in body:
        return text
    before = statements(body.splitlines())
    found = _MergedSteps(before).by_name()
    if not found:
        return text
    kept, starts = list[Statement](), dict[str, list[str]]()
    for one, block in zip(before, blocks_of_lines(before)):
        if one.result in found:
            step = f"  %{one.result} = {found[one.result]}{one.place}"
            starts.setdefault(block, []).append(step)
        else:
            kept.append(one)
    return "".join([head, "\n".join(texts(with_block_starts(kept, starts))), tail])


class _MergedSteps:
    """What merges of pointers are steps by."""

    def __init__(self, body: Sequence[Statement]) -> None:
        self.variables = {one.result for one in body if isinstance(one, AllocaLine)}
        self.steps = {one.result: one for one in body if isinstance(one, StepLine)}
        blocks = blocks_of_lines(body)
        merges = [(block, one) for one, block in zip(body, blocks) if isinstance(one, MergeLine)]
        self.pointers = [(block, one) for block, one in merges if one.kind == "ptr"]
        self.indices = {
            (block, frozenset(one.edges)): one.result for block, one in merges if one.kind == INDEX
        }

    def by_name(self) -> Mapping[str, str]:
        """The steps, by the merges that they take the place of."""
        found = {one.result: self._step(block, one) for block, one in self.pointers}
        return {name: step for name, step in found.items() if step}

    def _step(self, block: str, merge: MergeLine) -> str:
        """The step that a merge of pointers is; "" where there is no such merge of indices."""
        ways = [(self._stepped(value), way) for value, way in merge.edges]
        ends = {step for (step, _), _ in ways if step[0]}
        if len(ends) != 1 or {step[1] for (step, _), _ in ways} != {step[1] for step in ends}:
            return ""
        edges = frozenset((index, way) for (_, index), way in ways)
        ((kind, variable),) = ends
        index = self.indices.get((block, edges))
        return f"getelementptr {kind}, ptr {variable}, {INDEX} %{index}" if index else ""

    def _stepped(self, value: str) -> tuple[Step, str]:
        """What a pointer is stepped through from a variable's start, and by what index; the type is
        "" for the start itself, and the variable for what is no such step.
        """
        if value[1:] in self.variables:
            return ("", value), "0"
        step = self.steps.get(value[1:])
        if step and step.pointer[1:] in self.variables and len(step.parts) == 3:
            size, _, index = step.parts[2].rpartition(" ")
            if size == INDEX:
                return (step.parts[0], step.pointer), index
        return ("", ""), ""
