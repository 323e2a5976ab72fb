"""cycles(k): each iteration of a loop split into k balanced stages, for a faster clock.

What only computes goes where it balances the stages; accesses and branches around accesses keep
their order, each as a whole in one stage.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.ir.graph import immediate_dominators
from cryptagon.hls.ir.instructions import (
    Branch,
    Extract,
    Has,
    Instruction,
    Location,
    Peek,
    Phi,
    PortAccess,
    Wait,
    Write,
    jump,
)
from cryptagon.hls.ir.loops import Loop, loop_forest, notes_of_loops
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.delays import delay_of
from cryptagon.hls.states.schedule import Task, balanced
from cryptagon.hls.states.straightening import is_pure, straighten
from cryptagon.hls.units.operations import Operations, is_clocked_call, operation_of


@dataclass(frozen=True)
class Stage:
    """A stage after a loop's first one: the block that it begins at, its reason, and where in the C
    source.
    """

    block: str
    reason: str
    location: Location


@dataclass
class _Piece:
    """What is scheduled as a whole: one instruction, or a branch with the blocks that it leads
    through to `meeting`.
    """

    instruction: Instruction
    block: str
    inside: list[Instruction] = field(default_factory=list)
    meeting: str = ""


def split_into_stages(
    function: Function,
    ports: Mapping[str, Port],
    statements: Sequence[LoopStatement],
    units: Operations,
) -> list[Stage]:
    """Splits every loop that has a cycles(k) statement, and returns the stages added.

    Raises CryptagonError, with file and line, for a loop that cannot be split so.
    """
    loops = loop_forest(function.graph, function.entry)
    found: list[Stage] = []
    notes = notes_of_loops(function)
    for loop in loops.values():
        numbers = dict.fromkeys(number for note in notes[loop.header] for number in note.statements)
        wanted = [statements[number] for number in numbers if statements[number].splits]
        if wanted and wanted[0].least > 1:
            _check(function, loop, loops.values(), wanted, units)
            found += _Splitter(function, ports, units, loop, wanted[0]).run()
    return found


def _check(
    function: Function,
    loop: Loop,
    loops: Iterable[Loop],
    wanted: Sequence[LoopStatement],
    units: Operations,
) -> None:
    statement = wanted[0]
    inside = [i for name in loop.blocks for i in function.blocks[name].instructions]
    waits = [str(i.location) for i in inside if isinstance(i, Wait)]
    calls = [str(i.location) for i in inside if is_clocked_call(i, units)]
    inner = [other for other in loops if other.parent == loop.header]
    if len({one.least for one in wanted}) > 1:
        raise _refusal(
            wanted[1],
            "contradicts another one in the same loop",
            f"that one is at {statement.location}",
            "write one of them",
        )
    if inner:
        tail = function.blocks[inner[0].tails[0]].branch
        where = tail.loop.start if tail.loop and tail.loop.start.line else tail.location
        why = f"the loop at {where} has cycles of its own"
        raise _refusal(
            statement,
            "is in a loop around another clocked loop",
            why,
            "write it in the inner loop, or mark that one UNROLL",
        )
    if waits:
        why = f"at {waits[0]} the source itself begins a cycle"
        raise _refusal(
            statement,
            "is in a loop with a wait()",
            why,
            "take the wait() away, or split the iteration by wait() alone",
        )
    if calls:
        why = f"the shared function called at {calls[0]} takes cycles of its own"
        raise _refusal(
            statement,
            "is in a loop that calls a clocked function",
            why,
            "write it in a loop without that call, or take the call out of the loop",
        )
    assert len(loop.tails) == 1, "every loop has been given one back edge"


def _refusal(statement: LoopStatement, what: str, why: str, fix: str) -> CryptagonError:
    return CryptagonError(
        f"cycles({statement.least}) {what}", where=str(statement.location), why=why, fix=fix
    )


class _Splitter:
    """Splits the iteration of one loop."""

    def __init__(
        self,
        function: Function,
        ports: Mapping[str, Port],
        units: Operations,
        loop: Loop,
        statement: LoopStatement,
    ) -> None:
        self.function, self.ports, self.units = function, ports, units
        self.statement, self.count = statement, statement.least
        self.header, self.tail = loop.header, loop.tails[0]
        self.blocks = straighten(function, loop.blocks, {loop.header})
        self.dominator = immediate_dominators(function.graph, function.entry)
        self.spine = self._spine()
        self.define = function.definitions()

    def run(self) -> list[Stage]:
        """Schedules and rewrites the iteration."""
        pieces = self._pieces()
        tasks = self._tasks(pieces)
        schedule = balanced(tasks, self.count)
        if self.statement.only_aims:
            self.count = schedule.count
        if schedule.count > self.count:
            rules = "a stream moves one item a cycle, no read follows a write in one, a unit serves one call"
            why = f"its accesses need {schedule.count} cycles: {rules}"
            raise _refusal(
                self.statement,
                "asks for fewer stages than the loop has accesses in a row",
                why,
                f"ask for {schedule.count}",
            )
        if schedule.count < self.count:
            slowest = max(range(len(pieces)), key=lambda n: tasks[n].delay)
            fewer = "1 stage" if schedule.count == 1 else f"{schedule.count} stages"
            where = pieces[slowest].instruction.location
            why = f"with {fewer} the longest path is that of one operation, at {where}; more make it no shorter"
            raise _refusal(
                self.statement,
                "asks for more stages than are of use",
                why,
                f"ask for {schedule.count}",
            )
        return self._rewrite(pieces, schedule.stages)

    def _spine(self) -> list[str]:
        """The blocks that every whole iteration passes, in order."""
        spine = [self.tail]
        while spine[-1] != self.header:
            spine.append(self.dominator[spine[-1]])
        return spine[::-1]

    def _pieces(self) -> list[_Piece]:
        pieces: list[_Piece] = []
        for name, following in zip(self.spine, [*self.spine[1:], ""]):
            block = self.function.blocks[name]
            pieces += [_Piece(instruction, name) for instruction in block.body]
            if following:
                pieces += self._branch(block, following)
        return [*pieces, _Piece(self.function.blocks[self.tail].terminator, self.tail)]

    def _branch(self, block: Block, following: str) -> list[_Piece]:
        """The way from one block of the spine to the next; none where it is straight."""
        phis = self.function.blocks[following].phis
        if block.successors == [following] and all(
            set(phi.sources) == {block.name} for phi in phis
        ):
            return [
                _Piece(
                    Instruction(
                        "freeze", phi.result, phi.width, phi.operands[:1], location=phi.location
                    ),
                    block.name,
                )
                for phi in phis
            ]
        between = [name for name in self.function.blocks if self._lies_between(name, block.name)]
        inside = [i for name in between for i in self.function.blocks[name].instructions]
        return [_Piece(block.terminator, block.name, [*inside, *phis], following)]

    def _lies_between(self, name: str, upper: str) -> bool:
        if name not in self.blocks or name in self.spine:
            return False
        while name not in self.spine:
            name = self.dominator[name]
        return name == upper

    def _tasks(self, pieces: Sequence[_Piece]) -> list[Task]:
        """The pieces as the scheduler sees them."""
        made_by = {
            i.result: n
            for n, piece in enumerate(pieces)
            for i in [piece.instruction, *piece.inside]
            if i.result
        }
        outside, accesses, tasks = self._needed_outside(), _Accesses(self.ports, self.units), []
        for n, piece in enumerate(pieces):
            members = [piece.instruction, *piece.inside]
            last = n == len(pieces) - 1
            names = {name for i in members for name in i.uses()} | (
                outside if piece.meeting or last else set()
            )
            pinned = (
                last
                or bool(piece.meeting)
                or any(not is_pure(i) or isinstance(i, Extract) for i in members)
            )
            operands = tuple(sorted({made_by[name] for name in names if made_by.get(name, n) < n}))
            tasks.append(
                Task(
                    self._delay(piece),
                    operands,
                    self._bits(piece),
                    pinned,
                    accesses.must_wait(members),
                    last,
                )
            )
        return tasks

    def _needed_outside(self) -> set[str]:
        """The values that are used after the loop, or by its next iteration."""
        others = [
            i
            for name, block in self.function.blocks.items()
            if name not in self.blocks
            for i in block.instructions
        ]
        return {
            name for i in [*others, *self.function.blocks[self.header].phis] for name in i.uses()
        }

    def _bits(self, piece: _Piece) -> int:
        return (
            piece.instruction.width
            if not piece.meeting
            else sum(i.width for i in piece.inside if i.opcode == "phi")
        )

    def _delay(self, piece: _Piece) -> float:
        """The longest path through a piece."""
        time: dict[str, float] = {}
        for i in [piece.instruction, *piece.inside]:
            before = max((time.get(name, 0.0) for name in i.uses()), default=0.0)
            delay = delay_of(i, self.define, self.units)
            time[i.result] = max(time.get(i.result, 0.0), before + delay)
        return max(time.values())

    def _rewrite(self, pieces: Sequence[_Piece], stages: Sequence[int]) -> list[Stage]:
        """Writes the iteration anew, stage by stage, each from a block of its own on."""
        blocks, found = self.function.blocks, []
        phis = {name: blocks[name].phis for name in self.spine}
        for name in self.spine[1:]:
            del blocks[name]
        current = blocks[self.header]
        current.instructions = [*phis[self.header]]
        for number in range(self.count):
            chosen = [piece for piece, stage in zip(pieces, stages) if stage == number]
            if number:
                where = next(
                    (p.instruction.location for p in chosen if p.instruction.location.line),
                    self.statement.location,
                )
                found.append(
                    Stage(
                        f"{self.header}.stage{number + 1}",
                        f"stage {number + 1} of {self.count}, cycles({self.count})",
                        where,
                    )
                )
                current.instructions.append(jump(found[-1].block, where))
                current = blocks[found[-1].block] = Block(found[-1].block, [])
            for piece in chosen:
                current.instructions.append(piece.instruction)
                if isinstance(piece.instruction, Branch):
                    self._relabel(piece, piece.instruction, current.name)
                if piece.meeting:
                    current = blocks[piece.meeting] = Block(piece.meeting, [*phis[piece.meeting]])
        return found

    def _relabel(self, piece: _Piece, branch: Branch, name: str) -> None:
        """Tells the phis behind a branch that it is now at the end of block `name`."""
        inside = [i for i in piece.inside if isinstance(i, Phi)]
        outside = [
            phi
            for target in set(branch.targets)
            if target in self.function.blocks
            for phi in self.function.blocks[target].phis
        ]
        for phi in {id(phi): phi for phi in [*inside, *outside]}.values():
            phi.sources = [name if source == piece.block else source for source in phi.sources]


@dataclass
class _Accesses:
    """Which streams the cycle has touched so far, and how often it uses which operation of a
    unit.
    """

    ports: Mapping[str, Port]
    units: Operations
    touched: set[str] = field(default_factory=set)
    used: Counter[str] = field(default_factory=Counter)
    written: bool = False

    def must_wait(self, instructions: Sequence[Instruction]) -> bool:
        """Whether these accesses need a later cycle than those before; then they begin it."""
        streams = [
            (i, self.ports[i.port])
            for i in instructions
            if isinstance(i, PortAccess) and self.ports[i.port].is_stream
        ]
        calls = Counter(unit.call for i in instructions if (unit := operation_of(i, self.units)))
        late = self.written and any(
            not isinstance(i, Has) and port.kind == "stream_in" for i, port in streams
        )
        waits = (
            late or any(port.name in self.touched for _, port in streams) or self._units_wait(calls)
        )
        if waits:
            self.touched, self.used, self.written = set(), Counter(), False
        self.touched |= {port.name for i, port in streams if not isinstance(i, Peek | Has)}
        self.used += calls
        self.written |= any(isinstance(i, Write) for i, _ in streams)
        return waits

    def _units_wait(self, calls: Counter[str]) -> bool:
        """Calls on ways that exclude each other count as if they met, which costs at most a balance
        that is less good.
        """
        units = [self.units[call] for call in calls]
        crowded = any(
            self.used[unit.call] and self.used[unit.call] + calls[unit.call] > unit.ports
            for unit in units
        )
        return crowded or any(self.used[earlier] for unit in units for earlier in unit.after)
