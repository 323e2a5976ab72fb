"""Cuts a function into states, pass by pass.

Every loop header is a state, so one iteration of a rolled loop is one cycle. A state also begins at an explicit wait(), at a second
access to the same stream, and at a read that follows a write (the reader of that write may have to act before the read can succeed).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.ir.graph import immediate_dominators, reverse_postorder
from cryptagon.hls.ir.instructions import Branch, Const, Extract, Has, Instruction, Location, LoopNotes, Peek, Read, Undef, jump
from cryptagon.hls.ir.loops import notes_of_loops
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.conflicts import AccessWalk, Conflict
from cryptagon.hls.states.machine import Machine, State, text_of_states
from cryptagon.hls.states.staging import split_into_stages
from cryptagon.hls.states.unit_ports import assign_ports
from cryptagon.hls.units.operations import Operations


@dataclass
class Cut:
    """A function while it is being cut into states, in place: what the passes of this room have found of it so far.

    `headers` are the first blocks of its loops, `written_together` and `unit_ports` as in `Machine`. `reset_values` is None until the first
    block has been looked at, and where the way to the first state needs a state of its own.
    """

    function: Function
    ports: Mapping[str, Port]
    statements: Sequence[LoopStatement] = ()
    operations: Operations = field(default_factory=dict)
    headers: list[str] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    written_together: frozenset[str] = frozenset()
    unit_ports: dict[str, int] = field(default_factory=dict)
    reset_values: dict[str, int] | None = None

    @property
    def begun(self) -> set[str]:
        """The blocks at which states begin so far."""
        return {state.block for state in self.states}

    def shown(self) -> tuple[str, str]:
        """The function and its states as text, and the suffix of a file of it."""
        loops = f"loops: {' '.join(self.headers)}\n" if self.headers else ""
        values = (f"reset value of %{name}: {value}\n" for name, value in (self.reset_values or {}).items())
        return ".txt", "".join([loops, *values, text_of_states(self.function, self.states)])


def without_markers(cut: Cut) -> None:
    """Drops the calls that are no hardware."""
    for block in cut.function.blocks.values():
        block.instructions = [i for i in block.instructions if i.opcode != "nothing"]


def find_loops(cut: Cut) -> None:
    """Finds the first block of every loop: one iteration of a clocked loop is a cycle.

    Raises CryptagonError for loops entered in the middle, and for loops marked UNROLL that could not be unrolled.
    """
    cut.headers = _loop_headers(cut.function)


def cut_into_stages(cut: Cut) -> None:
    """Begins a state at every loop, and at every stage of those with cycles(k).

    Raises CryptagonError for loops that cannot be split into the stages asked for.
    """
    function = cut.function
    stages = split_into_stages(function, cut.ports, cut.statements, cut.operations)
    notes = notes_of_loops(function)
    cut.states = [State(header, "loop", _loop_start(function, header, notes[header])) for header in cut.headers]
    cut.states += [State(stage.block, stage.reason, stage.location) for stage in stages]


def cut_at_accesses(cut: Cut) -> None:
    """Follows every way through a cycle; where an access on it must wait, a cycle begins there. Repeats until none must."""
    begun = cut.begun
    while True:
        walk = AccessWalk(cut.function, cut.ports, begun, cut.operations)
        for conflict in walk.conflicts():
            cut.states.append(_cut(cut.function, conflict, begun))
        found = assign_ports(cut.function, begun, cut.operations, walk.meeting)
        if isinstance(found, dict):
            cut.written_together, cut.unit_ports = frozenset(walk.written_together), found
            return
        cut.states.append(_cut(cut.function, found, begun))


def fold_reset(cut: Cut) -> None:
    """Makes reset values of what the first block sets, or a state of its own where it does more; drops what is never reached."""
    function = cut.function
    cut.reset_values = _fold_reset(function, cut.begun)
    if cut.reset_values is None:
        cut.states.insert(0, State(function.entry, "reset", Location()))
    reached = set(reverse_postorder(function.graph, function.entry))
    for name in [name for name in function.blocks if name not in reached]:
        _remove_block(function, name)


def finished(cut: Cut) -> Machine:
    """The machine: its states in the order in which a run comes to them, the first one first."""
    first = cut.function.entry
    rank = {name: i for i, name in enumerate(reverse_postorder(cut.function.graph, first))}
    states = sorted(cut.states, key=lambda state: (state.block != first, rank[state.block]))
    return Machine(cut.function, states, cut.reset_values or {}, cut.written_together, cut.operations, cut.unit_ports)


def fields_at_accesses(cut: Cut) -> None:
    """Puts every field of an item right behind the access it comes from: the item itself is never a register."""
    function = cut.function
    fields: dict[str, list[Instruction]] = {i.result: [] for _, i in function.instructions() if isinstance(i, Read | Peek | Has)}
    moved: set[int] = set()
    for _, i in function.instructions():
        if isinstance(i, Extract) and i.item in fields:
            fields[i.item].append(i)
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


def _check_loop(tail: Block, entered_at_header: bool) -> None:
    if tail.branch.loop and tail.branch.loop.unroll:
        raise CryptagonError(
            "a loop marked UNROLL or UNROLL_BY could not be unrolled",
            where=str(tail.terminator.location),
            why="its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without",
            fix="give it constant bounds, with a break where it may end early; or leave it rolled, at one iteration a cycle",
        )
    if not entered_at_header:
        raise CryptagonError(
            "a loop that is entered in its middle cannot become hardware",
            where=str(tail.terminator.location),
            why="it has no single first block that could be a state",
            fix="write it with for or while instead of goto",
        )


def _loop_start(function: Function, header: str, notes: list[LoopNotes]) -> Location:
    """Where a loop begins in the source; where it is not written as one, the first place in its header."""
    return next((note.start for note in notes if note.start.line), _first_location(function.blocks[header]))


def _first_location(block: Block) -> Location:
    return next((i.location for i in block.instructions if i.location.line), Location())


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
    for successor in dict.fromkeys(moved[-1].targets if isinstance(moved[-1], Branch) else ()):
        for phi in function.blocks[successor].phis:
            phi.sources = [rest if source == name else source for source in phi.sources]
    block.instructions = [*block.instructions[:at], jump(rest, moved[0].location)]
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
        operand = phi.come_from(entry.name)
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
            keep = [i for i, source in enumerate(phi.sources) if source != name]
            phi.operands = [phi.operands[i] for i in keep]
            phi.sources = [phi.sources[i] for i in keep]
