"""Cycles with more logic than the design asks for, cut into several.

Levels of look-up tables (see `delays`) are counted along the ways through a cycle. Where there would
be more than `most_levels`, a state begins. What only computes runs as early as its operands allow,
accesses and branches keep their order. So a source may be written as its specification reads, and
the clock is chosen by a number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2

from cryptagon.hls.ir.graph import immediate_dominators, predecessors, reverse_postorder
from cryptagon.hls.ir.instructions import (
    Element,
    Extract,
    Instruction,
    Location,
    Name,
    Phi,
    jump,
)
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.states.conflicts import FINISH, START, activation_graph, in_order
from cryptagon.hls.states.cutting import Cut
from cryptagon.hls.states.delays import delay_of
from cryptagon.hls.states.machine import State
from cryptagon.hls.states.schedule import Task, times, within
from cryptagon.hls.states.straightening import is_pure, straighten

_Piece = tuple[Instruction, ...]
"""What stays in one cycle: an instruction, or an access with the fields of its item."""


def cut_long_cycles(cut: Cut) -> None:
    """Begins states where a cycle would have more levels than `cut.most_levels`.

    An operation that alone has more gets a cycle of its own.
    """
    if cut.most_levels:
        straighten(cut.function, cut.function.blocks, cut.begun)
        _Cutter(cut).run()


@dataclass(frozen=True)
class _Passage:
    """A block as a cycle passes it, in levels from the cycle's beginning: when it is known that it
    runs, when it is known that it ends as it does, and when the values that the cycle has made by
    then are there. All other values are there when the cycle begins.
    """

    runs: float
    leaves: float
    ready: Mapping[str, float]


class _Cutter:
    """Goes through the blocks of all cycles, each after those that lead to it."""

    def __init__(self, cut: Cut) -> None:
        self.cut, self.function = cut, cut.function
        self.begun = frozenset(cut.begun)
        self.made = self.function.definitions()
        self.shared = _used_elsewhere(self.function)
        self.graph = activation_graph(self.function, in_order(self.function, cut.begun))
        self.order = reverse_postorder(self.graph, START)
        self.before = predecessors(self.graph, self.order)
        self.dominator = immediate_dominators(self.graph, START)
        self.behind = immediate_dominators(self.before, FINISH)
        self.passed: dict[str, _Passage] = {}
        self.states_then: dict[str, int] = {}

    def run(self) -> None:
        """Cuts every block in which something would be late."""
        for name in self.order:
            if name in self.function.blocks:
                self.states_then[name] = len(self.cut.states)
                runs, ready = self._arrival(name)
                last, passage = self._cut(self.function.blocks[name], runs, ready)
                self.passed[name] = self.passed[last] = passage

    def _arrival(self, name: str) -> tuple[float, dict[str, float]]:
        """When it is known that a block runs, and when what the cycle has made before is there."""
        if name in self.begun:
            return 0.0, {}
        edges = [self.passed[one] for one in self.before[name] if one != START]
        ready: dict[str, float] = {}
        for edge in edges:
            for value, time in edge.ready.items():
                ready[value] = max(ready.get(value, 0.0), time)
        ready |= {phi.result: self._merged(phi) for phi in self.function.blocks[name].phis}
        upper = self.dominator[name]
        if self._runs_with(upper, name):
            return self.passed[upper].runs, ready
        return max((edge.leaves for edge in edges), default=0.0), ready

    def _runs_with(self, upper: str, name: str) -> bool:
        """Whether a block runs in every cycle in which `upper` does, and was not cut off from it."""
        return (
            upper != START
            and self.behind.dominates(name, upper)
            and self.states_then[upper] == len(self.cut.states)
        )

    def _merged(self, phi: Phi) -> float:
        """When a merge at the start of a block is there."""
        ways = [
            max(
                edge.leaves, edge.ready.get(operand.name, 0.0) if isinstance(operand, Name) else 0.0
            )
            for source, operand in zip(phi.sources, phi.operands)
            if (edge := self.passed.get(source))
        ]
        return max(ways, default=0.0) + self._delay(phi)

    def _cut(self, block: Block, runs: float, ready: dict[str, float]) -> tuple[str, _Passage]:
        """Cuts a block where it has to be; the block that leads on, and how it is passed."""
        pieces = _pieces(block)
        given = _given(block, ready)
        tasks = self._tasks(pieces, runs, given)
        schedule = within(tasks, self.cut.most_levels)
        stages = schedule.stages[-len(pieces) :]
        last = self._write(block, pieces, stages, schedule.count)
        if schedule.count > 1:
            runs, ready = 0.0, {}
        time = times(tasks, schedule.stages)[-len(pieces) :]
        made = {
            i.result: at
            for piece, stage, at in zip(pieces, stages, time)
            for i in piece
            if stage == schedule.count - 1 and i.result in self.shared
        }
        leaves = time[-1] if len(block.successors) > 1 else runs
        return last, _Passage(runs, max(runs, leaves), ready | made)

    def _tasks(
        self, pieces: Sequence[_Piece], runs: float, given: Mapping[str, float]
    ) -> list[Task]:
        """First that the block runs, then the values that it is given late, then its pieces."""
        tasks = [
            Task(runs, (), 0, pinned=True),
            *(Task(t, (), 0, pinned=True) for t in given.values()),
        ]
        number = {name: n for n, name in enumerate(given, 1)}
        for piece in pieces:
            pinned = _is_pinned(piece)
            uses = {number[name] for i in piece for name in i.uses() if name in number}
            delay = sum(self._delay(i) for i in piece)
            bits = sum(i.width for i in piece)
            last = piece is pieces[-1]
            operands = tuple(sorted(uses | ({0} if pinned else set())))
            number |= {i.result: len(tasks) for i in piece if i.result}
            tasks.append(Task(delay, operands, bits, pinned, last=last))
        return tasks

    def _reason(self) -> str:
        """Why a state begins."""
        most = self.cut.most_levels
        return f"more than {most} level{'s' if most > 1 else ''} of logic"

    def _delay(self, instruction: Instruction) -> float:
        """The levels of an instruction; an element of an array of registers is a tree of choices,
        which `delays` leaves out.
        """
        if isinstance(instruction, Element):
            return log2(max(1, len(instruction.operands) - 1))
        return delay_of(instruction, self.made, self.cut.operations)

    def _write(
        self, block: Block, pieces: Sequence[_Piece], stages: Sequence[int], count: int
    ) -> str:
        """Writes the block anew, each stage behind the first as a block and a state of its own; the
        name of the last one.
        """
        if count == 1:
            return block.name
        successors = block.successors
        chosen = [[p for p, at in zip(pieces, stages) if at == stage] for stage in range(count)]
        names = [block.name, *(f"{block.name}.levels{stage}" for stage in range(1, count))]
        block.instructions = [*block.phis, *(i for piece in chosen[0] for i in piece)]
        current = block
        for name, own in zip(names[1:], chosen[1:]):
            where = next((p[0].location for p in own if p[0].location.line), Location())
            current.instructions.append(jump(name, where))
            current = self.function.blocks[name] = Block(name, [i for piece in own for i in piece])
            self.cut.states.append(State(name, self._reason(), where))
        for successor in successors:
            for phi in self.function.blocks[successor].phis:
                phi.sources = [current.name if one == block.name else one for one in phi.sources]
        return current.name


def _pieces(block: Block) -> list[_Piece]:
    """What a block does behind its merges, its terminator last."""
    pieces: list[_Piece] = []
    items: dict[str, int] = {}
    for i in (*block.body, block.terminator):
        if isinstance(i, Extract) and i.item in items:
            at = items[i.item]
            pieces[at] = (*pieces[at], i)
        else:
            items[i.result] = len(pieces)
            pieces.append((i,))
    return pieces


def _given(block: Block, ready: Mapping[str, float]) -> dict[str, float]:
    """The values that a block uses, its own merges among them, and that are not there when the
    cycle begins.
    """
    uses = {name for i in (*block.body, block.terminator) for name in i.uses()}
    return {name: time for name, time in ready.items() if name in uses and time}


def _is_pinned(piece: _Piece) -> bool:
    """Whether something keeps its place among accesses and branches."""
    first = piece[0]
    return first.width == 0 or not (is_pure(first) or isinstance(first, Element))


def _used_elsewhere(function: Function) -> set[str]:
    """The values that are used in another block than their own."""
    home = {i.result: block.name for block, i in function.instructions() if i.result}
    return {
        name
        for block, i in function.instructions()
        for name in i.uses()
        if isinstance(i, Phi) or home.get(name) != block.name
    }
