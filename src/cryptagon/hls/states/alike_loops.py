"""Loops that do the same become one loop, which keeps in a register which of them it is.

A function with a clocked loop that is called at several places, or a loop that is written several
times, is so one piece of hardware: the register that tells where it goes on afterwards is what a
designer calls the phase.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cryptagon.hls.ir.graph import Dominators, immediate_dominators
from cryptagon.hls.ir.instructions import (
    Branch,
    Compare,
    Const,
    Instruction,
    Name,
    Operand,
    Phi,
    Undef,
    jump,
)
from cryptagon.hls.ir.loops import Loop, loop_forest, notes_of_loops
from cryptagon.hls.ir.model import Block, Function, copied
from cryptagon.hls.states.first_iteration_costs import is_wiring_of
from cryptagon.hls.states.header_states import AGAIN, ENTERED, drop_copies, state_before
from cryptagon.hls.states.likeness import Body, Likeness, Position, Side, invariant_cone, likeness
from cryptagon.hls.states.logic_area import look_up_tables
from cryptagon.hls.states.machine import Machine, State
from cryptagon.hls.states.straightening import is_pure
from cryptagon.hls.states.unit_ports import hanging_call


def merge_alike_loops(machine: Machine) -> Machine:
    """The machine with loops of one cycle an iteration that do the same as one loop, where that
    makes less logic.

    A loop with a statement `not_shared()` stays one of its own.
    """
    loops = [
        loop
        for loop in loop_forest(machine.function.graph, machine.function.entry).values()
        if _is_of_one_cycle(loop, machine)
    ]
    notes = notes_of_loops(machine.function) if len(loops) > 1 else {}
    loops = [
        loop for loop in loops if not any(note.not_shared for note in notes.get(loop.header, ()))
    ]
    if len(loops) < 2:
        return machine
    function, states = machine.function.copied(), list(machine.states)
    bodies = [_body(function, loop, states) for loop in loops]
    _split_ways_into(function, bodies)
    became: dict[str, str] = {}
    for group in _groups(bodies, machine.unit_ports):
        _Merge(function, group).run()
        became |= {body.state: group.first.state for body, _ in group.others}
    merged = {state.block for state in states if state.block not in became}
    if not became or hanging_call(function, merged, machine.operations, machine.unit_ports):
        return machine
    drop_copies(function)
    became |= {
        old.block: became.get(new.block, new.block)
        for old, new in zip(machine.states, states)
        if old.block != new.block
    }
    states = [state for state in states if state.block not in became]
    return replace(machine, function=function, states=states, became=became)


def _is_of_one_cycle(loop: Loop, machine: Machine) -> bool:
    """Whether a loop has one state, at its header or at its back edge, which is not the first one
    after reset.
    """
    own = [state.block for state in machine.states if state.block in loop.blocks]
    return (
        len(own) == 1
        and own[0] in (loop.header, loop.header + AGAIN)
        and own[0] != machine.states[0].block
    )


def _body(function: Function, loop: Loop, states: list[State]) -> Body:
    """A loop with its state in a block of its own."""
    number = next(number for number, state in enumerate(states) if state.block in loop.blocks)
    if states[number].block == loop.header:
        block = state_before(function, loop.header, function.predecessors()[loop.header])
        states[number] = replace(states[number], block=block)
    return Body(function, loop.header, states[number].block, loop.blocks - {states[number].block})


def _split_ways_into(function: Function, bodies: Sequence[Body]) -> None:
    """Puts a block on every way into a loop on which a branch decides: what leaves one loop must
    not be taken for what enters another, and a branch may lead into two of them."""
    inside = {
        name: {*body.blocks, body.state} for body in bodies for name in (body.state, body.header)
    }
    for name, block in list(function.blocks.items()):
        for target in block.successors if len(block.successors) > 1 else ():
            if target in inside and name not in inside[target]:
                _split_way(function, name, target)


def _split_way(function: Function, source: str, target: str) -> None:
    between, branch = f"{source}.to.{target}", function.blocks[source].branch
    branch.redirect(target, between)
    for phi in function.blocks[target].phis:
        phi.sources = [between if one == source else one for one in phi.sources]
    function.blocks[between] = Block(between, [jump(target, branch.location)])


BEHIND, BEFORE = ".behind", ".before"


@dataclass(frozen=True)
class Group:
    """Loops that do the same: the first, and the others with how they differ from it."""

    first: Body
    others: list[tuple[Body, Likeness]]

    @property
    def bodies(self) -> list[Body]:
        """All of them."""
        return [self.first, *(body for body, _ in self.others)]


def _groups(bodies: Sequence[Body], unit_ports: Mapping[str, int]) -> list[Group]:
    """The loops that become one; `unit_ports` gives the ports of calls, which stay what they
    are.
    """
    groups: list[Group] = []
    sides = {body.header: Side(body) for body in bodies}
    users: dict[str, set[str]] = {}
    for block, instruction in bodies[0].function.instructions():
        for value in instruction.uses():
            users.setdefault(value, set()).add(block.name)
    for body in bodies:
        for group in groups:
            found = likeness(sides[group.first.header], sides[body.header])
            if (
                found is not None
                and _of_same_ports(found, unit_ports)
                and _is_worth_it(group.first, body, found, users)
            ):
                group.others.append((body, found))
                break
        else:
            groups.append(Group(body, []))
    return [group for group in groups if group.others]


def _of_same_ports(found: Likeness, unit_ports: Mapping[str, int]) -> bool:
    """Whether each call uses the same port of its unit in both loops; other ports are used in the
    cycles around them.
    """
    return all(unit_ports.get(one) == unit_ports.get(other) for one, other in found.values.items())


def _is_worth_it(first: Body, second: Body, found: Likeness, users: Mapping[str, set[str]]) -> bool:
    """Whether a second loop costs more than to choose what differs, and nothing else of it is
    needed elsewhere; `users` are the blocks that use each value.
    """
    inside = [i for name in sorted(first.blocks) for i in first.function.blocks[name].instructions]
    made = first.values()
    saved = sum(
        look_up_tables(i)
        for i in inside
        if i.result in found.values and not _is_there_once(first, i, made)
    )
    by_id = {id(i): i for i in (*inside, *first.function.blocks[first.state].instructions)}
    differing = {
        (by_id[one].operands[place], other.operands[number])
        for (one, place), (other, number) in found.outside.items()
    }
    chosen = sum(new.width / (4 if isinstance(new, Const) else 1) for _, new in differing)
    own, paired = second.blocks | {second.state}, set(found.values.values())
    return (
        len(found.exits) == 1
        and saved > chosen + 4
        and all(value in paired or users.get(value, own) <= own for value in second.values())
    )


def _is_there_once(body: Body, instruction: Instruction, inside: Mapping[str, Instruction]) -> bool:
    """Whether hardware for an instruction of a loop is there once as it is: a unit, and a register
    that takes what a unit gives.
    """
    if not isinstance(instruction, Phi):
        return not is_pure(instruction)
    kept = [
        operand
        for operand, source in zip(instruction.operands, instruction.sources)
        if source == body.state
    ]
    registers = [inside[operand.name] for operand in kept if isinstance(operand, Name)]
    again = [
        o
        for phi in registers
        if isinstance(phi, Phi)
        for o, source in zip(phi.operands, phi.sources)
        if source in body.blocks
    ]
    calls = {name for name, made in inside.items() if not is_pure(made)}
    return bool(again) and all(is_wiring_of(inside, operand, calls) for operand in again)


class _Merge:
    """Makes one loop of a group, in place: the first one, which all of them enter and leave."""

    def __init__(self, function: Function, group: Group) -> None:
        self.function, self.group, self.first = function, group, group.first
        self.state, self.header = (
            function.blocks[self.first.state],
            function.blocks[self.first.header],
        )
        self.which = Name((len(group.bodies) - 1).bit_length(), f"phase.{self.first.header}")
        self.entries = [self._entries(body) for body in group.bodies]
        self.widths = {i.result: i.width for _, i in function.instructions() if i.result}

    def run(self) -> None:
        """Merges them."""
        self._put_invariants_before()
        kept = [self._kept_behind(body) for body in self.group.bodies]
        differing = self._differing()
        for number in range(1, len(self.group.bodies)):
            self._enter(number)
        which = self._carried(
            self.which.name,
            self.which.width,
            [Const(self.which.width, n) for n in range(len(self.group.bodies))],
        )
        chosen: dict[tuple[Operand, ...], Operand] = {}
        for instruction, place, choices in differing:
            if choices not in chosen:
                name = f"chosen.{self.first.header}.{len(chosen)}"
                chosen[choices] = self._chosen(name, which, choices)
            instruction.operands[place] = chosen[choices]
        for place in dict.fromkeys(
            place for _, found in self.group.others for place in found.exits
        ):
            self._leave(place, which, kept)
        self._forget()

    def _put_invariants_before(self) -> None:
        """Computes what differs before the loops where they compute it anew in each iteration."""
        moved_to: dict[Operand, Name] = {}
        for number, (instruction, place, body) in enumerate(self._places()):
            operand = instruction.operands[place]
            if operand in moved_to:
                instruction.operands[place] = moved_to[operand]
                continue
            cone = invariant_cone(operand.name, body.values()) if isinstance(operand, Name) else []
            names = {one.result: f"{one.result}{BEFORE}{number}" for one in cone}
            before = self._before(body) if cone else ""
            for one in cone:
                moved = copied(one)
                moved.result = names[one.result]
                for used in set(one.uses()) & names.keys():
                    moved.rename(used, names[used])
                self.function.blocks[before].instructions.insert(-1, moved)
            if cone:
                moved_to[operand] = Name(operand.width, names[cone[-1].result])
                instruction.operands[place] = moved_to[operand]

    def _places(self) -> Iterator[tuple[Instruction, int, Body]]:
        """The operands that differ in any two loops, of each loop."""
        by_id = self._by_identity()
        for position in self._positions():
            yield by_id[position[0]], position[1], self.first
            for body, found in self.group.others:
                if place := found.place_of(position):
                    yield *place, body

    def _positions(self) -> Iterable[Position]:
        """The operands of the first loop that are not the same in all."""
        return dict.fromkeys(place for _, found in self.group.others for place in found.outside)

    def _by_identity(self) -> dict[int, Instruction]:
        """The instructions of the first loop, as `Likeness` names them."""
        return {
            id(i): i
            for name in (*self.first.blocks, self.first.state)
            for i in self.function.blocks[name].instructions
        }

    def _before(self, body: Body) -> str:
        """The last block outside a loop that every way to it goes through."""
        dominators = immediate_dominators(self.function.graph, self.function.entry)
        name = body.header
        while name in body.blocks or name == body.state:
            name = dominators[name]
        return name

    def _kept_behind(self, body: Body) -> dict[str, str]:
        """What is used of a loop behind it, under a name of its own: by the time of the use,
        another of the loops may have run.
        """
        inside, kept = {*body.blocks, body.state}, dict[str, str]()
        made = {
            i.result for name in inside for i in self.function.blocks[name].instructions if i.result
        }
        for block, instruction in self.function.instructions():
            for value in [one for one in dict.fromkeys(instruction.uses()) if one in made]:
                if isinstance(instruction, Phi):
                    used = [
                        n
                        for n, o in enumerate(instruction.operands)
                        if isinstance(o, Name) and o.name == value
                    ]
                    behind = [
                        n
                        for n in used
                        if block.name not in inside or instruction.sources[n] not in inside
                    ]
                    for number in behind:
                        kept[value] = value + BEHIND
                        instruction.operands[number] = Name(instruction.width, kept[value])
                elif block.name not in inside:
                    kept[value] = value + BEHIND
                    instruction.rename(value, kept[value])
        return kept

    def _entries(self, body: Body) -> tuple[list[str], list[str]]:
        """The blocks outside that lead to a loop's state, and to its header."""
        before, inside = self.function.predecessors(), {*body.blocks, body.state}
        at_state, at_header = (
            [name for name in before[place] if name not in inside]
            for place in (body.state, body.header)
        )
        return at_state, at_header

    def _differing(self) -> list[tuple[Instruction, int, tuple[Operand, ...]]]:
        """The operands of the first loop that are not the same in all, with what each loop has
        there.
        """
        by_id = self._by_identity()
        differing = []
        for place in self._positions():
            own = (by_id[place[0]], place[1])
            choices = [own, *(found.place_of(place) or own for _, found in self.group.others)]
            differing.append(
                (*own, tuple(instruction.operands[number] for instruction, number in choices))
            )
        return differing

    def _enter(self, number: int) -> None:
        """Leads what enters another loop to the first one, with the values that it enters with."""
        body, found = self.group.others[number - 1]
        for block, old, sources in zip(
            (self.state, self.header), (body.state, body.header), self.entries[number]
        ):
            theirs = {phi.result: phi for phi in self.function.blocks[old].phis}
            for phi in block.phis:
                other = theirs.get(found.values.get(phi.result, ""))
                phi.operands += [
                    other.come_from(source) if other else Undef(phi.width) for source in sources
                ]
                phi.sources += sources
            for source in sources:
                self.function.blocks[source].branch.redirect(old, block.name)

    def _carried(self, name: str, width: int, choices: Sequence[Operand]) -> Name:
        """A value that is chosen where a loop is entered, and kept from iteration to iteration."""
        inside = Name(width, name + ENTERED)
        at_state, at_header = (
            [(c, s) for c, e in zip(choices, self.entries) for s in e[place]] for place in (0, 1)
        )
        tails = [
            source
            for source in self.function.predecessors()[self.state.name]
            if source in self.first.blocks
        ]
        for block, result, ways in (
            (self.state, name, [*at_state, *((inside, tail) for tail in tails)]),
            (self.header, inside.name, [*at_header, (Name(width, name), self.state.name)]),
        ):
            phi = Phi(
                "phi",
                result,
                width,
                [operand for operand, _ in ways],
                [source for _, source in ways],
            )
            block.instructions.insert(0, phi)
        return inside

    def _chosen(self, name: str, which: Name, choices: Sequence[Operand]) -> Operand:
        """What differs: it is made from the number of the loop where it is there in every
        iteration, and else kept.
        """
        width = choices[0].width
        if not all(self._is_there(choice) for choice in choices):
            return self._carried(name, width, choices)
        found, made = choices[0], list[Instruction]()
        for number, choice in enumerate(choices):
            if choice != choices[0]:
                test = Compare(
                    "icmp", f"{name}.is{number}", 1, [which, Const(which.width, number)], "eq"
                )
                made += [
                    test,
                    Instruction(
                        "select", f"{name}.to{number}", width, [Name(1, test.result), choice, found]
                    ),
                ]
                found = Name(width, made[-1].result)
        at = len(self.header.phis)
        self.header.instructions[at:at] = made
        return found

    def _is_there(self, operand: Operand) -> bool:
        """Whether every way to the loop computes an operand."""
        if not isinstance(operand, Name):
            return True
        home = self._homes.get(operand.name, "")
        return home in self._reached and self._reached.dominates(home, self.state.name)

    @cached_property
    def _homes(self) -> dict[str, str]:
        """The block of every value; from the time on at which all loops are entered at the first
        one, as `_reached`.
        """
        return {i.result: block.name for block, i in self.function.instructions() if i.result}

    @cached_property
    def _reached(self) -> Dominators:
        return immediate_dominators(self.function.graph, self.function.entry)

    def _leave(
        self, place: tuple[str, str], which: Name, kept: Sequence[Mapping[str, str]]
    ) -> None:
        """Goes on behind an exit as the loop does that was entered, with what is kept of it."""
        source, target = place
        ways = [(source, target), *(found.exits[place] for _, found in self.group.others)]
        names = [f"{source}.{target}.{number}" for number in range(len(ways))]
        fork = f"{source}.{target}"
        for name, (old, behind), values in zip(names, ways, kept):
            phis = [
                Phi("phi", new, self.widths[value], [Name(self.widths[value], value)], [fork])
                for value, new in values.items()
            ]
            self.function.blocks[name] = Block(
                name, [*phis, jump(behind, self.function.blocks[old].terminator.location)]
            )
            for phi in self.function.blocks[behind].phis:
                phi.sources = [name if one == old else one for one in phi.sources]
        branch = self.function.blocks[source].branch
        cases = [Const(which.width, number) for number in range(1, len(ways))]
        choice = Branch("switch", "", 0, [which, *cases], names, location=branch.location)
        self.function.blocks[fork] = Block(fork, [choice])
        branch.redirect(target, fork)

    def _forget(self) -> None:
        """Drops the loops that are merged into the first one."""
        names: dict[str, str] = {}
        for body, found in self.group.others:
            names |= {other: one for one, other in found.values.items()}
            for name in (*body.blocks, body.state):
                del self.function.blocks[name]
        self.function.rename(names)
