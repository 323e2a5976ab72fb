"""Cuts a function into states, pass by pass.

Every loop header is a state, so one iteration of a rolled loop is one cycle. A state also begins at
an explicit wait(), at a second access to the same stream, and at a read that follows a write (the
reader of that write may have to act before the read can succeed).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.ir.graph import retreating_edges, reverse_postorder
from cryptagon.hls.ir.instructions import (
    Branch,
    Const,
    Extract,
    Has,
    Instruction,
    Location,
    LoopNotes,
    Name,
    Operand,
    Peek,
    Read,
    Undef,
    jump,
)
from cryptagon.hls.ir.loops import notes_of_loops
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.levels import ANY
from cryptagon.hls.states.conflicts import WAIT, AccessWalk, Conflict
from cryptagon.hls.states.endless import refuse_endless_loops
from cryptagon.hls.states.machine import Machine, State, text_of_states
from cryptagon.hls.states.staging import split_into_stages
from cryptagon.hls.states.unit_ports import assign_ports
from cryptagon.hls.units.operations import Operations, is_clocked_call, operation_of

CALL = "call of shared function"


@dataclass
class Cut:
    """A function while it is being cut into states, in place: what the passes of this room have
    found of it so far.

    `loops` tells where each loop begins in the source, by its first block. `calls` are the blocks
    that begin with a call of a function that takes clock cycles. `written_together` and
    `unit_ports` are as in `Machine`. `first` is the block of the state after reset, `reset_values`
    what phis hold then, and `open_resets` those that may hold anything, once the first blocks have
    been looked at. `most_levels` are those of look-up tables that a cycle may have (see `delays`),
    or ANY.
    """

    function: Function
    ports: Mapping[str, Port]
    statements: Sequence[LoopStatement] = ()
    operations: Operations = field(default_factory=dict)
    loops: dict[str, Location] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    written_together: frozenset[str] = frozenset()
    unit_ports: dict[str, int] = field(default_factory=dict)
    first: str = ""
    reset_values: dict[str, int] = field(default_factory=dict)
    open_resets: frozenset[str] = frozenset()
    most_levels: int = ANY

    @property
    def movable(self) -> set[str]:
        """The blocks of states that no `wait()` asks for."""
        return {state.block for state in self.states if state.reason != WAIT}

    @property
    def begun(self) -> set[str]:
        """The blocks at which states begin so far."""
        return {state.block for state in self.states}

    def shown(self) -> tuple[str, str]:
        """The function and its states as text, and the suffix of a file of it."""
        loops = f"loops: {' '.join(self.loops)}\n" if self.loops else ""
        values = (f"reset value of %{name}: {value}\n" for name, value in self.reset_values.items())
        return ".txt", "".join([loops, *values, text_of_states(self.function, self.states)])


def without_markers(cut: Cut) -> None:
    """Drops the calls that are no hardware."""
    for block in cut.function.blocks.values():
        block.instructions = [i for i in block.instructions if i.opcode != "nothing"]


def find_loops(cut: Cut) -> None:
    """Finds the first block of every loop: one iteration of a clocked loop is a cycle.

    Raises CryptagonError for loops marked UNROLL that could not be unrolled, and for loops without an
    end.
    """
    notes = notes_of_loops(cut.function)
    cut.loops = {
        header: _loop_start(cut.function, header, notes.get(header, []))
        for header in _loop_headers(cut.function)
    }
    refuse_endless_loops(cut.function, cut.loops)


def cut_into_stages(cut: Cut) -> None:
    """Begins a state at every loop, and at every stage of those with cycles(k).

    Raises CryptagonError for loops that cannot be split into the stages asked for.
    """
    function = cut.function
    stages = split_into_stages(function, cut.ports, cut.statements, cut.operations)
    works = {
        header: next((note.work for note in notes if note.work), "loop")
        for header, notes in notes_of_loops(function).items()
    }
    cut.states = [
        State(header, works.get(header, "loop"), start) for header, start in cut.loops.items()
    ]
    cut.states += [State(stage.block, stage.reason, stage.location) for stage in stages]


def cut_at_calls(cut: Cut) -> None:
    """Begins a state at every call of a function that takes clock cycles: it is there for all
    states of that function until these take its place.
    """
    waiting = list(cut.function.blocks)
    for name in waiting:
        at = _clocked_call(cut, name)
        if at is not None:
            call = cut.function.blocks[name].instructions[at]
            cut.calls.append(_split(cut.function, name, at, drop=False))
            cut.states.append(State(cut.calls[-1], call_of(cut.operations, call), call.location))
            waiting.append(cut.calls[-1])


def _clocked_call(cut: Cut, name: str) -> int | None:
    """The place of the first call of such a function in a block that does not begin with it."""
    begun = int(name in cut.calls)
    instructions = cut.function.blocks[name].instructions[begun:]
    found = (n for n, one in enumerate(instructions, begun) if is_clocked_call(one, cut.operations))
    return next(found, None)


def call_of(operations: Operations, call: Instruction) -> str:
    """Why a state begins at a call of a function that takes clock cycles."""
    operation = operation_of(call, operations)
    assert operation is not None
    return f"{CALL} '{operation.call.split('.', 2)[2]}'"


def cut_at_accesses(cut: Cut) -> None:
    """Follows every way through a cycle; where an access on it must wait, a cycle begins there.

    Repeats until none must.
    """
    begun = cut.begun
    while True:
        walk = AccessWalk(cut.function, cut.ports, begun, cut.operations)
        for conflict in walk.conflicts():
            cut.states.append(cut_off(cut.function, conflict, begun))
        found = assign_ports(cut.function, begun, cut.operations, walk.meeting)
        if isinstance(found, dict):
            cut.written_together, cut.unit_ports = frozenset(walk.written_together), found
            return
        cut.states.append(cut_off(cut.function, found, begun))


def first_conflict(cut: Cut, begun: set[str]) -> Conflict | None:
    """The first access that has to wait where states begin at `begun` alone; None where none has
    to, and what the accesses then are is noted in `cut`.
    """
    walk = AccessWalk(cut.function, cut.ports, begun, cut.operations)
    conflict = next(walk.conflicts(), None)
    if conflict is not None:
        return conflict
    ports = assign_ports(cut.function, begun, cut.operations, walk.meeting)
    if not isinstance(ports, dict):
        return ports
    cut.written_together, cut.unit_ports = frozenset(walk.written_together), ports
    return None


def fold_reset(cut: Cut) -> None:
    """Makes reset values of what the first block sets, or a state of its own where it does more;
    drops what is never reached.

    Where outer loops without a state begin before the first state, the outermost of them is then
    the function's first block.
    """
    function = cut.function
    way, values = constants_until(function, cut.begun)
    if way[-1] in cut.begun:
        cut.first, cut.reset_values = way[-1], values
        cut.open_resets = frozenset(_open_on(function, way))
        if len(way) > 1:
            _remove_block(function, way[0])
            function.blocks = {way[1]: function.blocks.pop(way[1]), **function.blocks}
    else:
        cut.first = function.entry
        cut.states.insert(0, State(function.entry, "reset", Location()))
    drop_unreached(function)


def drop_unreached(function: Function) -> None:
    """Drops the blocks that nothing leads to."""
    reached = set(reverse_postorder(function.graph, function.entry))
    for name in [name for name in function.blocks if name not in reached]:
        _remove_block(function, name)


def finished(cut: Cut) -> Machine:
    """The machine: its states in the order in which a run comes to them, the first one first."""
    rank = {
        name: i for i, name in enumerate(reverse_postorder(cut.function.graph, cut.function.entry))
    }
    states = sorted(cut.states, key=lambda state: (state.block != cut.first, rank[state.block]))
    return Machine(
        cut.function,
        states,
        cut.loops,
        cut.reset_values,
        cut.written_together,
        cut.operations,
        cut.unit_ports,
        open_resets=cut.open_resets,
    )


def fields_at_accesses(cut: Cut) -> None:
    """Puts every field of an item right behind the access it comes from: the item itself is never a
    register.
    """
    function = cut.function
    fields: dict[str, list[Instruction]] = {
        i.result: [] for _, i in function.instructions() if isinstance(i, Read | Peek | Has)
    }
    moved: set[int] = set()
    for _, i in function.instructions():
        if isinstance(i, Extract) and i.item in fields:
            fields[i.item].append(i)
            moved.add(id(i))
    for block in function.blocks.values():
        stays = [i for i in block.instructions if id(i) not in moved]
        block.instructions = [one for i in stays for one in (i, *fields.get(i.result, []))]


def _loop_headers(function: Function) -> list[str]:
    """A block of each loop: its first one, or one of those that a loop is entered at where several
    ways lead into it.
    """
    headers = dict[str, None]()
    for tail, header in retreating_edges(function.graph, function.entry):
        _refuse_unrolling(function.blocks[tail])
        headers[header] = None
    return list(headers)


def _refuse_unrolling(tail: Block) -> None:
    if tail.branch.loop and tail.branch.loop.unroll:
        raise CryptagonError(
            "a loop marked UNROLL or UNROLL_BY could not be unrolled",
            where=str(tail.terminator.location),
            why="its iterations are neither a constant number nor 256 at most, which only UNROLL_BY without accesses can do without",
            fix="give it constant bounds, and no break where UNROLL_BY is around accesses; or leave it rolled, at one iteration a cycle",
        )


def _loop_start(function: Function, header: str, notes: list[LoopNotes]) -> Location:
    """Where a loop begins in the source; where it is not written as one, the first place in its
    header.
    """
    return next(
        (note.start for note in notes if note.start.line), _first_location(function.blocks[header])
    )


def _first_location(block: Block) -> Location:
    return next((i.location for i in block.instructions if i.location.line), Location())


def cut_off(function: Function, conflict: Conflict, cuts: set[str]) -> State:
    """Begins a state at an access that must wait."""
    rest = _split(function, conflict.block, conflict.index, drop=conflict.reason == WAIT)
    cuts.add(rest)
    return State(rest, conflict.reason, conflict.location)


def _split(function: Function, name: str, at: int, *, drop: bool) -> str:
    """Moves the instructions from `at` on to a new block behind `name`; returns the new block's
    name.
    """
    block = function.blocks[name]
    numbers = count(len(function.blocks))
    rest = next(one for n in numbers if (one := f"{name}.cycle{n}") not in function.blocks)
    moved = block.instructions[at + drop :]
    for successor in dict.fromkeys(moved[-1].targets if isinstance(moved[-1], Branch) else ()):
        for phi in function.blocks[successor].phis:
            phi.sources = [rest if source == name else source for source in phi.sources]
    block.instructions = [*block.instructions[:at], jump(rest, moved[0].location)]
    function.blocks[rest] = Block(rest, moved)
    return rest


def constants_until(function: Function, cuts: set[str]) -> tuple[list[str], dict[str, int]]:
    """The blocks from the entry on, as far as they only set constants, up to the first state; and
    what phis of these blocks hold then.
    """
    way, values = [function.entry], dict[str, int]()
    while way[-1] not in cuts:
        block = function.blocks[way[-1]]
        following = block.successors[0] if len(block.successors) == 1 and not block.body else ""
        operands = (
            [(phi.result, phi.come_from(block.name)) for phi in function.blocks[following].phis]
            if following
            else []
        )
        known = {result: _known(operand, values) for result, operand in operands}
        if not following or following in way or None in known.values():
            break
        values |= {result: value for result, value in known.items() if value is not None}
        way.append(following)
    return way, values


def _open_on(function: Function, way: Sequence[str]) -> set[str]:
    """The phis on a way from the entry that nothing was written into, so that they may hold anything."""
    found = set[str]()
    for before, name in pairwise(way):
        operands = {phi.result: phi.come_from(before) for phi in function.blocks[name].phis}
        found |= {
            result
            for result, operand in operands.items()
            if isinstance(operand, Undef) or (isinstance(operand, Name) and operand.name in found)
        }
    return found


def _known(operand: Operand, values: Mapping[str, int]) -> int | None:
    match operand:
        case Const():
            return operand.value
        case Name():
            return values.get(operand.name)
    return 0


def _remove_block(function: Function, name: str) -> None:
    """Takes a block and its phi operands out."""
    for successor in function.blocks.pop(name).successors:
        if successor not in function.blocks:
            continue
        for phi in function.blocks[successor].phis:
            keep = [i for i, source in enumerate(phi.sources) if source != name]
            phi.operands = [phi.operands[i] for i in keep]
            phi.sources = [phi.sources[i] for i in keep]
