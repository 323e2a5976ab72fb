"""Where clock cycles begin: the states of the machine.

Every loop header is a state, so one iteration of a rolled loop is one cycle. A state also begins at an explicit wait(), at a second
access to the same stream, and at a read that follows a write (the reader of that write may have to act before the read can succeed).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.ir.graph import Descendants, Dominators, immediate_dominators, predecessors, reverse_postorder
from cryptagon.hls.ir.loops import notes_of_loops
from cryptagon.hls.ir.model import Block, Const, Function, Instruction, Location, LoopNotes, Undef
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.block_reads import halve_block_reads
from cryptagon.hls.states.conflicts import FINISH, START, AccessWalk, Conflict, activation_graph
from cryptagon.hls.states.staging import split_into_stages
from cryptagon.hls.states.unit_ports import assign_ports
from cryptagon.hls.units.operations import Operations


@dataclass(frozen=True)
class State:
    """One state: the block it begins at, why it exists, and where in the C source."""

    block: str
    reason: str
    location: Location


@dataclass
class Machine:
    """The function cut into states, and the acyclic graph of what one activation can run.

    In `graph` START leads to every state's block, edges into a state's block lead to FINISH. `reset_values` are the constants
    that phis of the first state hold after reset, by name. `written_together` are the output streams that can be written in the same cycle
    as another one. `operations` are those of the units outside the datapath, `unit_ports` gives the port of each call of one with several.
    """

    function: Function
    states: list[State]
    reset_values: dict[str, int]
    written_together: frozenset[str]
    operations: Operations
    unit_ports: dict[str, int]
    graph: dict[str, list[str]] = field(init=False)
    order: list[str] = field(init=False)
    before: dict[str, list[str]] = field(init=False)
    dominator: Dominators = field(init=False)
    post_dominator: Dominators = field(init=False)
    reach: Descendants = field(init=False)

    def __post_init__(self) -> None:
        self.graph = activation_graph(self.function, self.state_blocks)
        self.order = reverse_postorder(self.graph, START)
        self.before = predecessors(self.graph, self.order)
        self.dominator = immediate_dominators(self.graph, START)
        self.post_dominator = immediate_dominators(self.before, FINISH)
        self.reach = Descendants(self.graph, self.order)

    @cached_property
    def state_blocks(self) -> dict[str, int]:
        """The number of the state that begins at each state block."""
        return {state.block: i for i, state in enumerate(self.states)}

    def always_reaches(self, upper: str, lower: str) -> bool:
        """Whether an activation that runs `upper` is certain to run `lower` later."""
        return self.post_dominator.dominates(lower, upper)

    def runs_before(self, upper: str, lower: str) -> bool:
        """Whether an activation that runs `lower` is certain to have run `upper`."""
        return self.dominator.dominates(upper, lower)


def find_states(
    function: Function, ports: dict[str, Port], statements: Sequence[LoopStatement] = (), operations: Operations | None = None
) -> Machine:
    """Cuts a function into states; splits blocks at accesses that need a cycle of their own, and loops with cycles(k) into stages.

    Raises CryptagonError for loops entered in the middle, for loops marked UNROLL that could not be unrolled, and for loops that cannot be
    split into the stages asked for.
    """
    _drop_nothing(function)
    headers = _loop_headers(function)
    halve_block_reads(function, operations or {})
    stages = [
        State(stage.block, stage.reason, stage.location) for stage in split_into_stages(function, ports, statements, operations or {})
    ]
    notes = notes_of_loops(function)
    states = [State(header, "loop", _loop_start(function, header, notes[header])) for header in headers]
    states += stages
    added, walk, unit_ports = _split_at_accesses(function, ports, {state.block for state in states}, operations or {})
    states += added
    reset_values = _fold_reset(function, {state.block for state in states})
    if reset_values is None:
        states.insert(0, State(function.entry, "reset", Location()))
    rank = {name: i for i, name in enumerate(reverse_postorder(function.graph, function.entry))}
    for name in [name for name in function.blocks if name not in rank]:
        _remove_block(function, name)
    first = function.entry
    states.sort(key=lambda state: (state.block != first, rank[state.block]))
    return Machine(function, states, reset_values or {}, frozenset(walk.written_together), walk.operations, unit_ports)


def _drop_nothing(function: Function) -> None:
    for block in function.blocks.values():
        block.instructions = [i for i in block.instructions if i.opcode != "nothing"]
    _hoist_extractions(function)


def _hoist_extractions(function: Function) -> None:
    """Puts every field of an item right behind the access it comes from: the item itself is never a register."""
    fields: dict[str, list[Instruction]] = {
        i.result: [] for _, i in function.instructions() if i.opcode == "call" and i.detail.startswith(("cg.read.", "cg.peek.", "cg.has."))
    }
    moved: set[int] = set()
    for _, i in function.instructions():
        if i.opcode == "extractvalue" and i.detail in fields:
            fields[i.detail].append(i)
            moved.add(id(i))
    for block in function.blocks.values():
        stays = [i for i in block.instructions if id(i) not in moved]
        block.instructions = [one for i in stays for one in (i, *fields.get(i.result, []))]


def _loop_headers(function: Function) -> list[str]:
    graph = function.graph
    order = reverse_postorder(graph, function.entry)
    rank = {name: i for i, name in enumerate(order)}
    dominator = immediate_dominators(graph, function.entry)
    headers = []
    for name in order:
        for successor in graph[name]:
            if rank[successor] > rank[name]:
                continue
            _check_loop(function.blocks[name], dominator.dominates(successor, name))
            headers.append(successor)
    return list(dict.fromkeys(headers))


def _check_loop(latch: Block, entered_at_header: bool) -> None:
    if latch.terminator.loop and latch.terminator.loop.unroll:
        raise CryptagonError(
            "a loop marked UNROLL or UNROLL_BY could not be unrolled",
            where=str(latch.terminator.location),
            why="its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without",
            fix="give it constant bounds, with a break where it may end early; or leave it rolled, at one iteration a cycle",
        )
    if not entered_at_header:
        raise CryptagonError(
            "a loop that is entered in its middle cannot become hardware",
            where=str(latch.terminator.location),
            why="it has no single first block that could be a state",
            fix="write it with for or while instead of goto",
        )


def _loop_start(function: Function, header: str, notes: list[LoopNotes]) -> Location:
    """Where a loop begins in the source; where it is not written as one, the first place in its header."""
    return next((note.start for note in notes if note.start.line), _first_location(function.blocks[header]))


def _first_location(block: Block) -> Location:
    return next((i.location for i in block.instructions if i.location.line), Location())


def _split_at_accesses(
    function: Function, ports: dict[str, Port], cuts: set[str], operations: Operations
) -> tuple[list[State], AccessWalk, dict[str, int]]:
    """Follows every way through a cycle; where an access on it must wait, a cycle begins there. Repeats until none must.

    Returns the states added, the last walk, and the ports of the calls of units.
    """
    added: list[State] = []
    while True:
        walk = AccessWalk(function, ports, cuts, operations)
        for conflict in walk.conflicts():
            added.append(_cut(function, conflict, cuts))
        found = assign_ports(function, cuts, operations, walk.meeting)
        if isinstance(found, dict):
            return added, walk, found
        added.append(_cut(function, found, cuts))


def _cut(function: Function, conflict: Conflict, cuts: set[str]) -> State:
    """Begins a state at an access that must wait."""
    rest = _split(function, conflict.block, conflict.index, drop=conflict.reason == "wait()")
    cuts.add(rest)
    return State(rest, conflict.reason, conflict.location)


def _split(function: Function, name: str, at: int, *, drop: bool) -> str:
    """Moves the instructions from `at` on to a new block behind `name`; returns the new block's name."""
    block = function.blocks[name]
    rest = f"{name}.cycle{len(function.blocks)}"
    moved = block.instructions[at + drop :]
    for successor in dict.fromkeys(label for i in moved[-1:] for label in i.labels):
        for phi in function.blocks[successor].phis:
            phi.labels = [rest if label == name else label for label in phi.labels]
    block.instructions = [*block.instructions[:at], Instruction("br", "", 0, [], [rest], location=moved[0].location)]
    function.blocks[rest] = Block(rest, moved)
    return rest


def _fold_reset(function: Function, cuts: set[str]) -> dict[str, int] | None:
    """Removes an entry block that only sets constants: they become the reset values of the state it leads to.

    Returns None when the way to the first state does more than that and needs a state of its own.
    """
    if function.entry in cuts:
        return {}
    entry = function.blocks[function.entry]
    first = entry.successors[0] if len(entry.successors) == 1 else ""
    if first not in cuts or entry.body:
        return None
    values: dict[str, int] = {}
    for phi in function.blocks[first].phis:
        operand = phi.operands[phi.labels.index(entry.name)]
        if not isinstance(operand, Const | Undef):
            return None
        values[phi.result] = operand.value if isinstance(operand, Const) else 0
    _remove_block(function, entry.name)
    function.blocks = {first: function.blocks.pop(first), **function.blocks}
    return values


def _remove_block(function: Function, name: str) -> None:
    """Takes a block and its phi operands out."""
    for successor in function.blocks.pop(name).successors:
        if successor not in function.blocks:
            continue
        for phi in function.blocks[successor].phis:
            keep = [i for i, label in enumerate(phi.labels) if label != name]
            phi.operands = [phi.operands[i] for i in keep]
            phi.labels = [phi.labels[i] for i in keep]
