"""A figure as a walk: a beginning, one round so many times, and an end.

What a walk computes in a clock cycle is a figure of its own, the step: from the values that are
kept and the number of the round, counted from 0, to those of the next round, and to the end.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, needs, ports_of, renamed
from cryptagon.spt.rewrite.inline import without_calls
from cryptagon.spt.rounds import in_turn, rounds, state

COUNT = "count"
"""The input of a step that counts the rounds."""


@dataclass(frozen=True)
class Walk:
    """A figure whose one repeat is `repeat`, and its round; neither calls another one.

    The kept values are those that the round takes and that are no elements in turn; they are called
    as its inputs.
    """

    figure: Figure
    repeat: Node
    round: Figure
    numbers: range

    @cached_property
    def begins(self) -> Mapping[str, Ref]:
        """What each kept value is before the first round, by values of the figure."""
        used = {ref for one in self.round.nodes for ref in one.operands}
        used |= {one.source for one in self.round.outputs if one.source}
        given = ports_of(self.repeat)
        return {port: given[port] for port in given if Ref(port) in used and port not in self.turns}

    @cached_property
    def turns(self) -> set[str]:
        """The inputs of the round that get the elements of an array in turn."""
        return in_turn(
            self.round, {p: self.figure.types[r] for p, r in ports_of(self.repeat).items()}
        )

    def type(self, port: str) -> Type:
        """Of a kept value."""
        return next(one.type for one in self.round.inputs if one.name == port)

    def alone(self, inputs: set[str]) -> set[str]:
        """The kept values that hang on these inputs of the figure and on each other alone."""
        foreign = {one.name for one in self.figure.inputs} - inputs
        behind = set(foreign).union(*(needs(self.figure, one) for one in foreign))
        found = {port for port, ref in self.begins.items() if ref.node not in behind}
        while tainted := {port for port in found if self._before(port) - found - self.turns}:
            found -= tainted
        return found

    def _before(self, port: str) -> set[str]:
        """The inputs that the next value of a kept one hangs on."""
        source = next((one.source for one in self.round.outputs if one.name == port), Ref(port))
        nodes = {one.name: one for one in self.round.nodes}
        found: set[str] = set()
        waiting = [source]
        while waiting:
            ref = waiting.pop()
            if ref and ref.node not in found:
                found.add(ref.node)
                waiting += nodes[ref.node].operands if ref.node in nodes else ()
        return found & {one.name for one in self.round.inputs}

    def step(self, names: Mapping[str, str], count: Type, end: str) -> Figure:
        """One round: takes the kept values, called by `names`, and `count`; gives them anew, and
        the output `end` of the figure, should the round be the last.
        """
        inputs = [Port(called, self.type(port)) for port, called in names.items()]
        inputs.append(Port(COUNT, count))
        new = Nodes({Ref(one.name): one.type for one in inputs}, prefix="#turn")
        inside = {Ref(port): Ref(called) for port, called in names.items()} | self._numbers(new)
        inner = [one for one in self.round.nodes if one.operation != "index"]
        inside |= {Ref(n.name, o): Ref(f"#in_{n.name}", o) for n in inner for o, _ in n.results}
        made = [replace(renamed(one, inside), name=f"#in_{one.name}") for one in inner]
        after = {port: Ref(called) for port, called in names.items()}
        after |= {
            one.name: inside.get(one.source, one.source) for one in self.round.outputs if one.source
        }
        ending, last = self._end(after, end)
        outputs = [Port(called, self.type(port), after[port]) for port, called in names.items()]
        outputs.append(Port(end, last[1], last[0]))
        return finished(Figure("step", tuple(inputs), tuple(outputs), (*new.made, *made, *ending)))

    def _numbers(self, new: Nodes) -> dict[Ref, Ref]:
        """The number of the round, and what it gets in turn, by what counts."""
        found: dict[Ref, Ref] = {}
        if index := self.round.index:
            found[Ref(index.name)] = self._number(new, index.type)
        arrays = {one.name: one for one in self.figure.nodes}
        for port in sorted(self.turns):
            array = arrays[ports_of(self.repeat)[port].node]
            size = 1 << new.types[Ref(COUNT)].width
            values = (*array.numbers, *(0,) * (size - len(array.numbers)))
            table = new.constant(Type(array.type.width, size), values)
            found[Ref(port)] = new.add("select", [table, Ref(COUNT)])
        return found

    def _number(self, new: Nodes, type_: Type) -> Ref:
        counted, width = Ref(COUNT), new.types[Ref(COUNT)].width
        if width < type_.width:
            counted = new.add("extend", [counted], [type_.width])
        elif width > type_.width:
            counted = new.add("slice", [counted], [type_.width - 1, 0])
        if self.numbers.start == 0 and self.numbers.step > 0:
            return counted
        first = new.constant(type_, (self.numbers.start % (1 << type_.width),))
        return new.add(
            *(("add", [counted, first]) if self.numbers.step > 0 else ("sub", [first, counted]))
        )

    def _end(self, after: Mapping[str, Ref], end: str) -> tuple[list[Node], tuple[Ref, Type]]:
        """The nodes behind the repeat, on what the round gives."""
        source = next(one for one in self.figure.outputs if one.name == end)
        assert source.source  # outputs have one
        behind = cone(self.figure, [source.source], {self.repeat.name})
        refs = {Ref(self.repeat.name, port): ref for port, ref in after.items()}
        refs |= {Ref(one.name): Ref(f"#end_{one.name}") for one in behind}
        made = [replace(renamed(one, refs), name=f"#end_{one.name}") for one in behind]
        return made, (refs.get(source.source, source.source), source.type)

    def beginning(self, names: Mapping[str, str], kept: set[str], text: str) -> Figure | None:
        """What the other kept values are before the first round, of the input `text` and of those
        that are `kept`; None where they hang on more.
        """
        known = {self.begins[port]: Ref(names[port]) for port in sorted(kept)}
        wanted = {port: ref for port, ref in self.begins.items() if port not in kept}
        nodes = cone(self.figure, list(wanted.values()), {ref.node for ref in known})
        refs = known | {Ref(one.name): Ref(f"#begin_{one.name}") for one in nodes}
        refs[Ref(text)] = Ref(text)
        asked = [*wanted.values(), *(ref for one in nodes for ref in one.operands)]
        if any(ref not in refs for ref in asked):
            return None
        made = [replace(renamed(one, refs), name=f"#begin_{one.name}") for one in nodes]
        inputs = [one for one in self.figure.inputs if one.name == text]
        inputs += [Port(names[port], self.type(port)) for port in sorted(kept)]
        outputs = [Port(names[port], self.type(port), refs[ref]) for port, ref in wanted.items()]
        return finished(Figure("begin", tuple(inputs), tuple(outputs), tuple(made)))


def walk_of(program: Program, name: str, end: str) -> Walk | None:
    """The walk of a figure; None where it is none.

    It has one repeat of a round that repeats nothing, on single values and constants in turn, and
    its output `end` takes no input.
    """
    figure = without_calls(program, program.by_name[name])
    repeats = [one for one in figure.nodes if one.operation == "repeat"]
    if len(repeats) != 1:
        return None
    round_ = without_calls(program, program.by_name[repeats[0].target])
    walk = Walk(figure, repeats[0], round_, rounds(*repeats[0].numbers))
    collects = any(one.name not in state(round_) for one in round_.outputs)
    arrays = any(one.type.count is not None for one in round_.inputs)
    constants = {one.name for one in figure.nodes if one.operation == "constant"}
    given = ports_of(repeats[0])
    varying = any(given[port].node not in constants for port in walk.turns)
    nested = any(one.operation == "repeat" for one in round_.nodes)
    source = next(one.source for one in figure.outputs if one.name == end)
    assert source  # outputs have one
    taken = {ref.node for one in cone(figure, [source], {repeats[0].name}) for ref in one.operands}
    ends = (taken | {source.node}) & {one.name for one in figure.inputs}
    return None if collects or arrays or varying or nested or ends else walk


def cone(figure: Figure, refs: Sequence[Ref], known: Collection[str] = ()) -> list[Node]:
    """The nodes that these values need, but for what is known, in the figure's order."""
    nodes = {one.name: one for one in figure.nodes}
    found: set[str] = set()
    waiting = list(refs)
    while waiting:
        ref = waiting.pop()
        if ref.node in nodes and ref.node not in known and ref.node not in found:
            found.add(ref.node)
            waiting += nodes[ref.node].operands
    return [one for one in figure.nodes if one.name in found]
