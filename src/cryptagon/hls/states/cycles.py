"""How many clock cycles one iteration of each loop takes, and how often it runs.

A cycle is a state. Every way through an iteration is followed from state to state. Values that the
source determines (counters, and what is made of them) are computed on the way: constant loops are
counted exactly, and a way that cannot be taken does not count. What hangs on data is followed both
ways. Stalls of streams are not counted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cryptagon.hls.ir.graph import is_reducible, reverse_postorder
from cryptagon.hls.ir.instructions import Branch, Const, Instruction, Location, Name, Operand
from cryptagon.hls.ir.loops import Loop, loop_forest
from cryptagon.hls.states.evaluation import evaluator, value_of
from cryptagon.hls.states.known_values import counted_values
from cryptagon.hls.states.machine import Machine, State
from cryptagon.hls.units.operations import operation_of

MOST_VISITS = 50_000  # of blocks; what is not counted by then counts as unknown


@dataclass(frozen=True)
class LoopCycles:
    """One clocked loop. `header` and `parent` name its first block and that of the loop around it
    ("" for none).

    `least` and `most` are the clock cycles of an iteration that comes to its end, inner loops
    included; one that breaks off may take fewer. `trips_least` and `trips_most` tell how often it
    iterates each time it is entered. `most` and `trips_most` are None where they hang on data; both
    trips are None when the loop never ends. `states` are those of its blocks, inner loops included.
    """

    location: Location
    header: str
    parent: str
    least: int
    most: int | None
    trips_least: int | None
    trips_most: int | None
    states: tuple[State, ...]

    @property
    def endless(self) -> bool:
        """Whether nothing ends the loop."""
        return self.trips_least is None


def with_merged_states(loop: LoopCycles, machine: Machine) -> LoopCycles:
    """The loop with the states of a machine in which some were merged."""
    kept = dict.fromkeys(machine.became.get(state.block, state.block) for state in loop.states)
    return replace(loop, states=tuple(state for state in machine.states if state.block in kept))


def loops_of(machine: Machine) -> tuple[LoopCycles, ...]:
    """The clocked loops of a machine, outer ones before inner ones.

    Nothing is counted where a loop is entered at several places, as by `goto` or by calls of a
    function that is there once.
    """
    graph, entry = machine.function.graph, machine.function.entry
    if not is_reducible(graph, entry):
        uncounted = _Tally(1, None, 1, None)
        loops = loop_forest(graph, entry).values()
        return tuple(_cycles_of(loop, machine, uncounted) for loop in loops)
    count = _Count(machine)
    count.run()
    return tuple(
        _cycles_of(loop, machine, count.tallies[loop.header])
        for loop in count.loops.values()
        if loop.header in count.tallies
    )


def _cycles_of(loop: Loop, machine: Machine, tally: "_Tally") -> LoopCycles:
    return LoopCycles(
        location=machine.loops[loop.header],
        header=loop.header,
        parent=loop.parent,
        least=tally.least,
        most=tally.most,
        trips_least=tally.trips_least,
        trips_most=tally.trips_most,
        states=tuple(state for state in machine.states if state.block in loop.blocks),
    )


def cycles_of_run(machine: Machine) -> tuple[int, int | None]:
    """The states, at least and at most, that a function enters from its first block until it
    returns; the most are None where they hang on data.
    """
    if not is_reducible(machine.function.graph, machine.function.entry):
        return 1, None
    count = _Count(machine)
    count.run()
    assert count.ended is not None, "what never ends is refused"
    return count.ended.least, count.ended.most


@dataclass(frozen=True)
class _Arrival:
    """Cycles until a block is reached, and the values known there."""

    least: int
    most: int | None
    known: Mapping[str, int]

    def joined(self, other: "_Arrival | None") -> "_Arrival":
        """What holds on either way."""
        if other is None:
            return self
        known = self.known
        if other.known is not known:
            known = {name: value for name, value in known.items() if other.known.get(name) == value}
        return _Arrival(min(self.least, other.least), _largest(self.most, other.most), known)

    def after(self, least: int, most: int | None) -> "_Arrival":
        """The same, so many cycles later."""
        return _Arrival(
            self.least + least,
            None if self.most is None or most is None else self.most + most,
            self.known,
        )


@dataclass(frozen=True)
class _Edge:
    source: str
    target: str
    arrival: _Arrival


@dataclass
class _Tally:
    """What was seen of a loop so far."""

    least: int
    most: int | None
    trips_least: int | None = None
    trips_most: int | None = None
    entered: bool = False

    def iteration(self, least: int, most: int | None) -> None:
        self.least, self.most = min(self.least, least), _largest(self.most, most)

    def trips(self, least: int | None, most: int | None) -> None:
        """Adds one run of the whole loop; both None when it does not end."""
        if self.entered:
            least = (
                self.trips_least
                if least is None
                else min(least, least if self.trips_least is None else self.trips_least)
            )
            most = _largest(self.trips_most, most)
        self.trips_least, self.trips_most, self.entered = least, most, True


def _largest(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else max(a, b)


@dataclass
class _Run:
    """One run of a loop, from entering to leaving it.

    `cycles` have passed when the current iteration begins.
    """

    known: Mapping[str, int]
    least: int = 0
    most: int | None = 0
    trips: int = 0
    trips_least: int | None = None
    trips_most: int | None = None
    exits: dict[tuple[str, str], _Arrival] = field(default_factory=dict)

    def leave(self, edge: _Edge) -> None:
        key = (edge.source, edge.target)
        self.exits[key] = edge.arrival.after(self.least, self.most).joined(self.exits.get(key))
        self.trips_least = self.trips if self.trips_least is None else self.trips_least
        self.trips_most = self.trips

    def go_on(self, back: _Arrival) -> None:
        later = back.after(self.least, self.most)
        self.known, self.least, self.most = back.known, later.least, later.most

    def never_counted(self) -> None:
        """How often it iterates hangs on data: every exit may come at any time."""
        self.trips_most = None
        self.exits = {
            key: _Arrival(arrival.least, None, arrival.known) for key, arrival in self.exits.items()
        }


class _Count:
    """Follows the loops of one machine; `tallies` holds, by header, what was seen of each."""

    def __init__(self, machine: Machine) -> None:
        self.function, self.states, self.reset_values = (
            machine.function,
            machine.state_blocks,
            machine.reset_values,
        )
        self.graph = self.function.graph
        order = reverse_postorder(self.graph, self.function.entry)
        self.rank = {name: number for number, name in enumerate(order)}
        self.loops = loop_forest(self.graph, self.function.entry)
        self.tracked = counted_values(self.function, self.reset_values)
        self.steps = {
            name: [(i.result, evaluator(i)) for i in block.body if i.result in self.tracked]
            for name, block in self.function.blocks.items()
        }
        self.carried = {name: self._carried_into(name) for name in self.rank}
        self.own_blocks = {
            header: self._own_blocks(loop.blocks, header) for header, loop in self.loops.items()
        }
        self.named = {header: self._names_in(loop) for header, loop in self.loops.items()}
        self.tallies: dict[str, _Tally] = {}
        self.visits = 0
        self.calls = {
            block: operation.cycles
            for block in self.states
            for one in self.function.blocks[block].body[:1]
            if (operation := operation_of(one, machine.operations)) and operation.cycles
        }
        self.ended: _Arrival | None = None
        self._runs: dict[tuple[str, frozenset[tuple[str, int]]], _Run] = {}

    def run(self) -> None:
        """Follows the machine from its reset on."""
        known = {name: value for name, value in self.reset_values.items() if name in self.tracked}
        entry = self.function.entry
        self._pass("", self._own_blocks(self.rank, ""), entry, _Arrival(0, 0, known))

    def _own_blocks(self, blocks: Iterable[str], header: str) -> list[str]:
        """The blocks of a loop with the loops in it as one block each, their header; in topological
        order.
        """
        inner = (loop for loop in self.loops.values() if loop.parent == header)
        hidden = frozenset[str]().union(*(loop.blocks - {loop.header} for loop in inner))
        return sorted(frozenset(blocks) - hidden, key=self.rank.__getitem__)

    def _carried_into(self, block: str) -> dict[str, list[tuple[str, Operand]]]:
        """For each block that leads to one, what its tracked phis become on that way."""
        found: dict[str, list[tuple[str, Operand]]] = {}
        for phi in self.function.blocks[block].phis:
            for operand, source in zip(phi.operands, phi.sources):
                if phi.result in self.tracked:
                    found.setdefault(source, []).append((phi.result, operand))
        return found

    def _names_in(self, loop: Loop) -> tuple[frozenset[str], frozenset[str]]:
        """The tracked values that a loop computes, and all that it mentions."""
        inside = [i for name in loop.blocks for i in self.function.blocks[name].instructions]
        made = frozenset(i.result for i in inside) & self.tracked
        used = (
            frozenset(o.name for i in inside for o in i.operands if isinstance(o, Name))
            & self.tracked
        )
        return made, made | used

    def _pass(self, header: str, blocks: list[str], first: str, arrival: _Arrival) -> list[_Edge]:
        """Follows all ways through `blocks` once, from `first` on; returns those that lead out or
        back to `header`.
        """
        arrivals, leaving, inside = {first: arrival}, [], frozenset(blocks)
        for name in blocks:
            if name not in arrivals:
                continue
            edges = (
                self._enter(self.loops[name], arrivals[name])
                if name in self.loops and name != header
                else self._walk(name, arrivals[name])
            )
            for edge in edges:
                if edge.target == header or edge.target not in inside:
                    leaving.append(edge)
                else:
                    arrivals[edge.target] = edge.arrival.joined(arrivals.get(edge.target))
        return leaving

    def _walk(self, name: str, arrival: _Arrival) -> list[_Edge]:
        """The ways that lead on from a block."""
        self.visits += 1
        known = arrival.known
        if self.steps[name]:
            known = dict(known)
            for result, value_in in self.steps[name]:
                _learn(known, result, value_in(known))
        terminator = self.function.blocks[name].terminator
        if not isinstance(terminator, Branch):
            self.ended = _Arrival(arrival.least, arrival.most, {}).joined(self.ended)
        return [self._edge(name, target, arrival, known) for target in _targets(terminator, known)]

    def _edge(self, source: str, target: str, arrival: _Arrival, known: Mapping[str, int]) -> _Edge:
        after, carried = known, self.carried[target].get(source)
        if carried:
            after = dict(known)
            for result, operand in carried:
                _learn(after, result, value_of(operand, known))
        arrived = arrival.after(*self._cycles_at(target))
        return _Edge(source, target, _Arrival(arrived.least, arrived.most, after))

    def _cycles_at(self, block: str) -> tuple[int, int | None]:
        """The cycles of the state that begins at a block; where it is a call, those of the function."""
        own = int(block in self.states)
        return self.calls.get(block, (own, own))

    def _enter(self, loop: Loop, arrival: _Arrival) -> list[_Edge]:
        """The ways that lead out of a loop, all its iterations done."""
        made, mentioned = self.named[loop.header]
        known = {name: value for name, value in arrival.known.items() if name in mentioned}
        key = (loop.header, frozenset(known.items()))
        if key not in self._runs:
            self._runs[key] = self._iterate(loop, known)
        outside = {name: value for name, value in arrival.known.items() if name not in made}
        return [
            _Edge(
                source,
                target,
                _Arrival(leaving.least, leaving.most, {**outside, **leaving.known}).after(
                    arrival.least, arrival.most
                ),
            )
            for (source, target), leaving in self._runs[key].exits.items()
        ]

    def _iterate(self, loop: Loop, known: Mapping[str, int]) -> _Run:
        """Runs a loop until it ends for certain, or until nothing more can come of it."""
        run, seen, now = _Run(known), set[frozenset[tuple[str, int]]](), frozenset(known.items())
        while True:
            seen.add(now)
            run.trips += 1
            back = self._one_iteration(loop, run)
            if back is None:
                break
            run.go_on(back)
            now = frozenset(back.known.items())
            if now in seen:
                run.never_counted()
                break
            if self.visits > MOST_VISITS:
                self._give_up(loop, run)
                break
        self.tallies[loop.header].trips(run.trips_least, run.trips_most)
        return run

    def _one_iteration(self, loop: Loop, run: _Run) -> _Arrival | None:
        """Follows one iteration; what is known where the next one begins, None when none can."""
        edges = self._pass(
            loop.header, self.own_blocks[loop.header], loop.header, _Arrival(0, 0, run.known)
        )
        back = None
        for edge in edges:
            if edge.target == loop.header:
                back = edge.arrival.joined(back)
            else:
                run.leave(edge)
        self._note(loop, edges)
        return back

    def _note(self, loop: Loop, edges: Iterable[_Edge]) -> None:
        """Adds an iteration's cycles. Ways that break off count only for a loop that has no others.

        An arrival counts the states entered since: without the first, where the loop begins with
        one, and with that behind the loop.
        """
        whole = [edge for edge in edges if edge.source in loop.tails]
        for edge in whole or (() if loop.header in self.tallies else edges):
            more, (least, most) = int(loop.header in self.states), self._cycles_at(edge.target)
            cycles = edge.arrival.after(more - least, None if most is None else more - most)
            self.tallies.setdefault(loop.header, _Tally(cycles.least, cycles.most)).iteration(
                cycles.least, cycles.most
            )

    def _give_up(self, loop: Loop, run: _Run) -> None:
        """Counts nothing any more: one iteration in place of all that may follow."""
        made, _ = self.named[loop.header]
        run.known = {name: value for name, value in run.known.items() if name not in made}
        self._one_iteration(loop, run)
        run.never_counted()


def _learn(known: dict[str, int], name: str, value: int | None) -> None:
    if value is None:
        known.pop(name, None)
    else:
        known[name] = value


def _targets(terminator: Instruction, known: Mapping[str, int]) -> list[str]:
    """The blocks that a terminator can lead to."""
    if not isinstance(terminator, Branch):
        return []
    every = list(dict.fromkeys(terminator.targets))
    value = value_of(terminator.operands[0], known) if terminator.operands else None
    if value is None:
        return every
    if terminator.opcode == "br":
        return [terminator.targets[0 if value else 1]]
    cases = [
        target
        for case, target in terminator.choices
        if isinstance(case, Const) and case.value == value
    ]
    return [cases[0] if cases else terminator.targets[0]]
