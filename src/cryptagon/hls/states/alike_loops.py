"""Loops that do the same become one loop, which keeps in a register which of them it is.

A function with a clocked loop that is called at several places, or a loop that is written several times, is so one piece of hardware: the
register that tells where it goes on afterwards is what a designer calls the phase.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace

from cryptagon.hls.ir.graph import immediate_dominators
from cryptagon.hls.ir.instructions import Branch, Compare, Const, Instruction, Name, Operand, Phi, Undef, jump
from cryptagon.hls.ir.loops import Loop, loop_forest
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.states.header_states import AGAIN, ENTERED, drop_copies, state_before
from cryptagon.hls.states.likeness import Body, Likeness, likeness
from cryptagon.hls.states.logic_area import look_up_tables
from cryptagon.hls.states.machine import Machine, State


def merge_alike_loops(machine: Machine) -> Machine:
    """The machine with loops of one cycle an iteration that do the same as one loop, where that makes less logic."""
    function = deepcopy(machine.function)
    states = list(machine.states)
    bodies = []
    for loop in loop_forest(function.graph, function.entry).values():
        body = _body(function, loop, states, machine)
        if body:
            bodies.append(body)
    _split_ways_between(bodies)
    became: dict[str, str] = {}
    for group in _groups(bodies):
        _Merge(function, group).run()
        became |= {body.state: group.first.state for body, _ in group.others}
    if not became:
        return machine
    drop_copies(function)
    states = [state for state in states if state.block not in became]
    return replace(machine, function=function, states=states, became=became)


def _body(function: Function, loop: Loop, states: list[State], machine: Machine) -> Body | None:
    """A loop that may be merged, its state in a block of its own; None for one that has several states or loops in it."""
    own = [number for number, state in enumerate(states) if state.block in loop.blocks]
    if len(own) != 1 or states[own[0]].block == machine.states[0].block:
        return None
    state = states[own[0]].block
    if state == loop.header:
        sources = function.predecessors()[loop.header]
        state = state_before(function, loop.header, sources)
        states[own[0]] = replace(states[own[0]], block=state)
    elif state != loop.header + AGAIN:
        return None
    return Body(function, loop.header, state, loop.blocks - {state})


def _split_ways_between(bodies: Sequence[Body]) -> None:
    """Puts a block on every way from one loop straight into another: what leaves one must not be taken for what enters the other."""
    begin = {name for body in bodies for name in (body.state, body.header)}
    for body in bodies:
        for name in sorted(body.blocks):
            for target in set(body.function.blocks[name].successors) & (begin - {body.state, body.header}):
                _split_way(body.function, name, target)


def _split_way(function: Function, source: str, target: str) -> None:
    between, branch = f"{source}.to.{target}", function.blocks[source].branch
    branch.targets = [between if one == target else one for one in branch.targets]
    for phi in function.blocks[target].phis:
        phi.sources = [between if one == source else one for one in phi.sources]
    function.blocks[between] = Block(between, [jump(target, branch.location)])


@dataclass(frozen=True)
class Group:
    """Loops that do the same: the first, and the others with how they differ from it."""

    first: Body
    others: list[tuple[Body, Likeness]]

    @property
    def bodies(self) -> list[Body]:
        """All of them."""
        return [self.first, *(body for body, _ in self.others)]


def _groups(bodies: Sequence[Body]) -> list[Group]:
    groups: list[Group] = []
    for body in bodies:
        for group in groups:
            found = likeness(group.first, body)
            if found is not None and _is_worth_it(group.first, body, found):
                group.others.append((body, found))
                break
        else:
            groups.append(Group(body, []))
    return [group for group in groups if group.others]


def _is_worth_it(first: Body, second: Body, found: Likeness) -> bool:
    """Whether a second loop costs more than to choose what differs, and nothing else of it is needed elsewhere."""
    inside = [i for name in sorted(first.blocks) for i in first.function.blocks[name].instructions]
    saved = sum(look_up_tables(i) for i in inside if i.result in found.values)
    chosen = sum(operand.width / (4 if isinstance(operand, Const) else 1) for operand in found.outside.values())
    computed = {i.result for name in (*second.blocks, second.state) for i in second.function.blocks[name].instructions if i.result}
    used = {value for block, i in second.function.instructions() if block.name not in second.blocks | {second.state} for value in i.uses()}
    return saved > chosen + 4 and not (computed & used) - set(found.values.values())


class _Merge:
    """Makes one loop of a group, in place: the first one, which all of them enter and leave."""

    def __init__(self, function: Function, group: Group) -> None:
        self.function, self.group, self.first = function, group, group.first
        self.state, self.header = function.blocks[self.first.state], function.blocks[self.first.header]
        self.which = Name((len(group.bodies) - 1).bit_length(), f"phase.{self.first.header}")
        self.entries = [self._entries(body) for body in group.bodies]

    def run(self) -> None:
        """Merges them."""
        differing = self._differing()
        for number in range(1, len(self.group.bodies)):
            self._enter(number)
        which = self._carried(self.which.name, self.which.width, [Const(self.which.width, n) for n in range(len(self.group.bodies))])
        for number, (instruction, place, choices) in enumerate(differing):
            instruction.operands[place] = self._chosen(f"chosen.{self.first.header}.{number}", which, choices)
        for place in dict.fromkeys(place for _, found in self.group.others for place in found.exits):
            self._leave(place, which)
        self._forget()

    def _entries(self, body: Body) -> tuple[list[str], list[str]]:
        """The blocks outside that lead to a loop's state, and to its header."""
        before, inside = self.function.predecessors(), {*body.blocks, body.state}
        at_state, at_header = ([name for name in before[place] if name not in inside] for place in (body.state, body.header))
        return at_state, at_header

    def _differing(self) -> list[tuple[Instruction, int, list[Operand]]]:
        """The operands of the first loop that are not the same in all, with what each loop has there."""
        by_id = {id(i): i for name in (*self.first.blocks, self.first.state) for i in self.function.blocks[name].instructions}
        places = dict.fromkeys(place for _, found in self.group.others for place in found.outside)
        found = []
        for place in places:
            instruction, number = by_id[place[0]], place[1]
            own = instruction.operands[number]
            found.append((instruction, number, [own, *(other.outside.get(place, own) for _, other in self.group.others)]))
        return found

    def _enter(self, number: int) -> None:
        """Leads what enters another loop to the first one, with the values that it enters with."""
        body, found = self.group.others[number - 1]
        for block, old, sources in zip((self.state, self.header), (body.state, body.header), self.entries[number]):
            theirs = {phi.result: phi for phi in self.function.blocks[old].phis}
            for phi in block.phis:
                other = theirs.get(found.values.get(phi.result, ""))
                phi.operands += [other.come_from(source) if other else Undef(phi.width) for source in sources]
                phi.sources += sources
            for source in sources:
                branch = self.function.blocks[source].branch
                branch.targets = [block.name if target == old else target for target in branch.targets]

    def _carried(self, name: str, width: int, choices: Sequence[Operand]) -> Name:
        """A value that is chosen where a loop is entered, and kept from iteration to iteration."""
        inside = Name(width, name + ENTERED)
        at_state, at_header = ([(c, s) for c, e in zip(choices, self.entries) for s in e[place]] for place in (0, 1))
        tails = [source for source in self.function.predecessors()[self.state.name] if source in self.first.blocks]
        for block, result, ways in (
            (self.state, name, [*at_state, *((inside, tail) for tail in tails)]),
            (self.header, inside.name, [*at_header, (Name(width, name), self.state.name)]),
        ):
            phi = Phi("phi", result, width, [operand for operand, _ in ways], [source for _, source in ways])
            block.instructions.insert(0, phi)
        return inside

    def _chosen(self, name: str, which: Name, choices: Sequence[Operand]) -> Operand:
        """What differs: it is made from the number of the loop where it is there in every iteration, and else kept."""
        width = choices[0].width
        if not all(self._is_there(choice) for choice in choices):
            return self._carried(name, width, choices)
        found, made = choices[0], list[Instruction]()
        for number, choice in enumerate(choices):
            if choice != choices[0]:
                test = Compare("icmp", f"{name}.is{number}", 1, [which, Const(which.width, number)], "eq")
                made += [test, Instruction("select", f"{name}.to{number}", width, [Name(1, test.result), choice, found])]
                found = Name(width, made[-1].result)
        at = len(self.header.phis)
        self.header.instructions[at:at] = made
        return found

    def _is_there(self, operand: Operand) -> bool:
        """Whether every way to the loop computes an operand."""
        home = next((block.name for block, i in self.function.instructions() if isinstance(operand, Name) and i.result == operand.name), "")
        reached = immediate_dominators(self.function.graph, self.function.entry)
        return not isinstance(operand, Name) or (home in reached and reached.dominates(home, self.state.name))

    def _leave(self, place: tuple[str, str], which: Name) -> None:
        """Goes on behind an exit as the loop does that was entered."""
        source, target = place
        ways = [(source, target), *(found.exits[place] for _, found in self.group.others)]
        names = [f"{source}.{target}.{number}" for number in range(len(ways))]
        for name, (old, behind) in zip(names, ways):
            self.function.blocks[name] = Block(name, [jump(behind, self.function.blocks[old].terminator.location)])
            for phi in self.function.blocks[behind].phis:
                phi.sources = [name if one == old else one for one in phi.sources]
        branch = self.function.blocks[source].branch
        fork = f"{source}.{target}"
        cases = [Const(which.width, number) for number in range(1, len(ways))]
        choice = Branch("switch", "", 0, [which, *cases], names, location=branch.location)
        self.function.blocks[fork] = Block(fork, [choice])
        branch.targets = [fork if one == target else one for one in branch.targets]

    def _forget(self) -> None:
        """Drops the loops that are merged into the first one."""
        names: dict[str, str] = {}
        for body, found in self.group.others:
            names |= {other: one for one, other in found.values.items()}
            for name in (*body.blocks, body.state):
                del self.function.blocks[name]
        for _, instruction in self.function.instructions():
            for name in set(instruction.uses()) & names.keys():
                instruction.rename(name, names[name])
