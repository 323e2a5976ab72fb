"""A counter that nothing but the end of its loop reads counts up from 0, by one.

Loops that do the same then differ in no more than how often they do it, whichever way the source
counts, and can become one loop.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.hls.ir.instructions import Branch, Compare, Const, Instruction, Name, Phi
from cryptagon.hls.ir.loops import Loop, loop_forest
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.evaluation import evaluate

MOST_ITERATIONS = 1 << 16
"""A loop of more keeps its counter as it is."""


def count_up(function: Function) -> None:
    """Changes such counters, in place. A function with one loop alone stays as it is."""
    loops = loop_forest(function.graph, function.entry)
    if len(loops) < 2:
        return
    define, users = function.definitions(), function.users()
    for loop in loops.values():
        for phi in function.blocks[loop.header].phis:
            counter = _counter(loop, phi, function.blocks[loop.tails[0]].terminator, define)
            if (
                counter is not None
                and not counter.counts_up
                and counter.is_read_by_itself_alone(users)
            ):
                counter.turn()


@dataclass
class _Counter:
    """A counter that begins at a constant and becomes `next` in every iteration; `test`, of it or
    of `next`, alone decides whether the loop goes on: at the end of an iteration, by the branch
    `end`.
    """

    phi: Phi
    start: int
    next: Instruction
    test: Compare
    end: Branch
    header: str

    @property
    def counts_up(self) -> bool:
        """Whether it counts up from 0 by one already."""
        return self.start == 0 and self.next.operands[1] == Const(self.phi.width, 1)

    def is_read_by_itself_alone(self, users: Mapping[str, list[tuple[str, Instruction]]]) -> bool:
        """Whether it counts and ends its loop, and nothing else."""
        allowed = {
            self.phi.result: (self.next, self.test),
            self.next.result: (self.phi, self.test),
            self.test.result: (self.end,),
        }
        return all(
            any(user is one for one in known)
            for name, known in allowed.items()
            for _, user in users[name]
        )

    def turn(self) -> None:
        """Makes it count up, as often as before."""
        often = self._iterations()
        if often is None:
            return
        width = self.phi.width
        self.phi.operands = [
            Const(width, 0) if isinstance(operand, Const) else operand
            for operand in self.phi.operands
        ]
        self.next.operands = [self.next.operands[0], Const(width, 1)]
        self.test.operands, self.test.predicate = (
            [Name(width, self.phi.result), Const(width, often - 1)],
            "ult",
        )
        self.end.targets.sort(key=lambda target: target != self.header)

    def _iterations(self) -> int | None:
        """How often the loop iterates; None where that is very often, or without end."""
        value, goes_on = self.start, int(self.end.targets[0] == self.header)
        for often in range(1, MOST_ITERATIONS):
            following = evaluate(self.next, {self.phi.result: value})
            if (
                following is None
                or evaluate(self.test, {self.phi.result: value, self.next.result: following})
                != goes_on
            ):
                return None if following is None else often
            value = following
        return None


def _counter(
    loop: Loop, phi: Phi, end: Instruction, define: Mapping[str, Instruction]
) -> _Counter | None:
    """A loop's phi as a counter; None where it is none.

    `end` is how the block that leads back to the header goes on.
    """
    begins, becomes = (
        {o for o, source in zip(phi.operands, phi.sources) if (source in loop.blocks) == inside}
        for inside in (False, True)
    )
    if (
        len(loop.tails) > 1
        or len(begins) > 1
        or len(becomes) > 1
        or not isinstance(end, Branch)
        or not _leaves(end, loop)
    ):
        return None
    start, following, decided = *begins, *becomes, end.operands[0]
    if (
        not isinstance(start, Const)
        or not isinstance(following, Name)
        or not isinstance(decided, Name)
    ):
        return None
    step, test, counter = define[following.name], define[decided.name], Name(phi.width, phi.result)
    if (
        step.opcode != "add"
        or step.operands[0] != counter
        or not isinstance(step.operands[1], Const)
    ):
        return None
    if (
        not isinstance(test, Compare)
        or test.operands[0] not in (counter, following)
        or not isinstance(test.operands[1], Const)
    ):
        return None
    return _Counter(phi, start.value, step, test, end, loop.header)


def _leaves(end: Branch, loop: Loop) -> bool:
    """Whether a branch at the end of an iteration goes on with the loop or leaves it."""
    return (
        end.opcode == "br"
        and len(end.targets) == 2
        and [target in loop.blocks for target in end.targets].count(True) == 1
    )
