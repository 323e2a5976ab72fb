"""Which accesses to streams and units can meet in one cycle, and where the next cycle must
therefore begin.
"""

from collections.abc import Iterator, Mapping, Reversible, Sequence
from dataclasses import dataclass

from cryptagon.hls.ir.graph import reverse_postorder
from cryptagon.hls.ir.instructions import (
    Branch,
    Const,
    Has,
    Instruction,
    Location,
    Name,
    Peek,
    PortAccess,
    UnitCall,
    Wait,
)
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.facts import Facts, Reasoner
from cryptagon.hls.units.operations import Operation, Operations, operation_of

START, FINISH = "<start>", "<finish>"
WRITE = "<write>"
WAIT = "wait()"
MOST_WAYS = 200

Way = tuple[Facts, frozenset[str]]
NOTHING_DONE: Way = (Facts(), frozenset())
Access = tuple[int, Instruction]
"""An access to a stream or wire, a call of a unit or a wait, with its number in its block."""


@dataclass(frozen=True)
class Conflict:
    """A cycle must begin at instruction `index` of `block`, for this reason."""

    block: str
    index: int
    reason: str
    location: Location


def activation_graph(function: Function, cuts: Reversible[str]) -> dict[str, list[str]]:
    """The blocks as one activation can run them, between START and FINISH. The order of `cuts`
    passes on to all that is made: no set.

    A first block to which no other leads runs once, after reset, whether it is cut or not.
    """
    cuts = dict.fromkeys(cuts)
    once = function.entry not in cuts and not any(
        function.entry in block.successors for block in function.blocks.values()
    )
    graph = {START: [*cuts, *([function.entry] if once else [])], FINISH: []}
    for name, block in function.blocks.items():
        targets = [FINISH if successor in cuts else successor for successor in block.successors]
        graph[name] = list(dict.fromkeys(targets)) or [FINISH]
    return graph


def in_order(function: Function, blocks: set[str]) -> list[str]:
    """Blocks in the function's order: a set's own differs from run to run."""
    return [name for name in function.blocks if name in blocks]


def _accesses_of(block: Block) -> list[Access]:
    """What in a block can make a way wait; most blocks have nothing of it, and all ways through a
    block look at it.
    """
    return [
        (index, instruction)
        for index, instruction in enumerate(block.instructions)
        if isinstance(instruction, PortAccess | UnitCall | Wait)
    ]


class AccessWalk:
    """Follows all ways through the blocks of a cycle. A way is what is known on it and which
    streams and units it has touched.

    `written_together` are, after a walk, the output streams that can be written in the same cycle
    as another one; `meeting` gives for each call of a unit with several ports the others that can
    run in the same cycle, by their results. Where ways become too many, what is known is dropped:
    then a cycle too much may be the result, never one too few.
    """

    def __init__(
        self, function: Function, ports: Mapping[str, Port], cuts: set[str], operations: Operations
    ) -> None:
        self.function, self.ports, self.cuts, self.operations = function, ports, cuts, operations
        self.reasoner = Reasoner(function.definitions())
        self.ways: dict[str, set[Way]] = {}
        self.written_together: set[str] = set()
        self.meeting: dict[str, set[str]] = {}

    def conflicts(self) -> Iterator[Conflict]:
        """The accesses that must wait, in the order of the blocks.

        Before it asks for the next one, the caller moves what follows each to a block of its own
        and adds that to the cuts.
        """
        graph = activation_graph(self.function, in_order(self.function, self.cuts))
        for entry in graph[START]:
            self.ways[entry] = {NOTHING_DONE}
        waiting = reverse_postorder(graph, START)[::-1]
        while waiting:
            name = waiting.pop()
            if name not in self.function.blocks or name not in self.ways:
                continue
            conflict = self._walk(self.function.blocks[name])
            if conflict is None:
                continue
            yield conflict
            (rest,) = self.function.blocks[name].successors
            self.ways[rest] = {NOTHING_DONE}
            waiting += [rest, name]

    def _walk(self, block: Block) -> Conflict | None:
        """Passes all ways that arrive at a block on to its successors, unless an access in it must
        wait.
        """
        arriving = self.ways[block.name]
        if len(arriving) > MOST_WAYS:
            arriving = {(Facts(), touched) for _, touched in arriving}
        accesses = _accesses_of(block)
        after: dict[frozenset[str], frozenset[str]] = {}
        for touched in sorted({touched for _, touched in arriving}, key=sorted):
            found = self._scan(block, accesses, touched)
            if isinstance(found, Conflict):
                return found
            after[touched] = found
        for touched in set(after.values()):
            self._note_writes(touched)
            self._note_meetings(accesses, touched)
        self._leave(block, [(facts, after[touched]) for facts, touched in arriving])
        return None

    def _note_writes(self, touched: frozenset[str]) -> None:
        written = {
            name for name in touched if name in self.ports and self.ports[name].kind == "stream_out"
        }
        if len(written) > 1:
            self.written_together |= written

    def _scan(
        self, block: Block, accesses: Sequence[Access], touched: frozenset[str]
    ) -> frozenset[str] | Conflict:
        """The streams touched at the block's end, or the first access that must wait."""
        for index, instruction in accesses:
            reason = self._reason_to_wait(instruction, touched)
            if reason:
                return Conflict(block.name, index, reason, instruction.location)
            port = self._port(instruction)
            if port is not None and port.is_stream and not isinstance(instruction, Peek | Has):
                touched |= {port.name, WRITE} if port.kind == "stream_out" else {port.name}
            operation = operation_of(instruction, self.operations)
            if operation is not None:
                touched |= (
                    {operation.call}
                    if operation.ports < 2
                    else {operation.call, f"{operation.call} {instruction.result}"}
                )
        return touched

    def _note_meetings(self, accesses: Sequence[Access], touched: frozenset[str]) -> None:
        """Notes which calls of a unit with several ports a way has passed that the block's own
        calls meet.
        """
        for _, call in accesses:
            operation = operation_of(call, self.operations)
            if operation is None or operation.ports < 2:
                continue
            for other in self._calls_on_way(operation, touched):
                if other != call.result:
                    self.meeting.setdefault(call.result, set()).add(other)
                    self.meeting.setdefault(other, set()).add(call.result)

    def _calls_on_way(self, operation: Operation, touched: frozenset[str]) -> list[str]:
        return [name.split(" ", 1)[1] for name in touched if name.startswith(f"{operation.call} ")]

    def _reason_of_unit(self, operation: Operation, touched: frozenset[str]) -> str:
        for earlier, reason in operation.after.items():
            if earlier in touched:
                return reason
        full = (
            operation.call in touched
            if operation.ports == 1
            else len(self._calls_on_way(operation, touched)) >= operation.ports > 1
        )
        return operation.crowded if full else ""

    def _port(self, instruction: Instruction) -> Port | None:
        return self.ports[instruction.port] if isinstance(instruction, PortAccess) else None

    def _reason_to_wait(self, instruction: Instruction, touched: frozenset[str]) -> str:
        if isinstance(instruction, Wait):
            return WAIT
        operation = operation_of(instruction, self.operations)
        if operation is not None:
            return self._reason_of_unit(operation, touched)
        port = self._port(instruction)
        if port is None:
            return ""
        if port.name in touched:
            return f"second access {port.called}"
        if port.kind == "stream_in" and WRITE in touched and not isinstance(instruction, Has):
            return port.why_late
        return ""

    def _leave(self, block: Block, leaving: Sequence[Way]) -> None:
        for target in block.successors:
            if target in self.cuts:
                continue
            ways = self.ways.setdefault(target, set())
            made = self._made_in(target)
            for facts, touched in leaving:
                onward = self._on_edge(block.branch, target, facts)
                if onward is not None:
                    ways.add((self._arrive(block.name, target, onward, made), touched))

    def _made_in(self, name: str) -> frozenset[str]:
        block = self.function.blocks[name]
        return frozenset(i.result for i in (*block.phis, *block.instructions) if i.result)

    def _on_edge(self, terminator: Branch, target: str, facts: Facts) -> Facts | None:
        """The facts after going to `target`; None when the facts rule that out."""
        if len(set(terminator.targets)) == 1:
            return facts
        subject = terminator.operands[0]
        value = self.reasoner.evaluate(subject, facts)
        if terminator.opcode == "br":
            wanted = int(terminator.targets[0] == target)
            return None if value == 1 - wanted else self.reasoner.assume(subject, wanted, facts)
        cases = [
            case.value
            for case, way in terminator.choices
            if isinstance(case, Const) and way == target
        ]
        all_cases = [case.value for case, _ in terminator.choices if isinstance(case, Const)]
        is_default = terminator.targets[0] == target
        if value is not None:
            return facts if value in cases or (is_default and value not in all_cases) else None
        possible = [
            c
            for c in cases
            if not (isinstance(subject, Name) and (subject.name, c) in facts.excluded)
        ]
        if is_default:
            return self.reasoner.exclude(subject, [c for c in all_cases if c not in cases], facts)
        if not possible:
            return None
        return self.reasoner.assume(subject, possible[0], facts) if len(possible) == 1 else facts

    def _arrive(self, source: str, target: str, facts: Facts, made: frozenset[str]) -> Facts:
        """What is known at `target`: of what is made there, what its phis are that come from
        `source`.

        The values that were `made` there before are those of the iteration before, where a loop
        has no state of its own.
        """
        operands = [
            (phi.result, phi.come_from(source)) for phi in self.function.blocks[target].phis
        ]
        known = [(result, self.reasoner.evaluate(operand, facts)) for result, operand in operands]
        added = frozenset((result, value) for result, value in known if value is not None)
        facts = facts.without(made)
        return Facts(facts.known | added, facts.excluded) if added else facts
