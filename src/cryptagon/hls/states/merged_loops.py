"""Some loops that do the same, made one loop in place: the first one, which all of them enter and
leave.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from cryptagon.hls.ir.model import Block, Function, copied
from cryptagon.hls.states.header_states import ENTERED
from cryptagon.hls.states.likeness import Likeness
from cryptagon.hls.states.loop_bodies import Body, Position, invariant_cone

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


class Merge:
    """Makes one loop of a group, in place: the first one, which all of them enter and leave."""

    def __init__(self, function: Function, group: Group) -> None:
        self.function, self.group, self.first = function, group, group.first
        self.state, self.header = (
            function.blocks[self.first.state],
            function.blocks[self.first.header],
        )
        self.which = Name((len(group.bodies) - 1).bit_length(), f"phase.{self.first.header}")
        before = function.predecessors()
        self.entries = [_entries(body, before) for body in group.bodies]
        self.tails = [one for one in before[self.first.state] if one in self.first.blocks]
        self.widths = {i.result: i.width for _, i in function.instructions() if i.result}

    def run(self) -> None:
        """Merges them."""
        self._put_invariants_before()
        users = self.function.users()
        order = {id(i): number for number, (_, i) in enumerate(self.function.instructions())}
        kept = [self._kept_behind(body, users, order) for body in self.group.bodies]
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
        dominators = immediate_dominators(self.function.graph, self.function.entry)
        for number, (instruction, place, body) in enumerate(self._places()):
            operand = instruction.operands[place]
            if operand in moved_to:
                instruction.operands[place] = moved_to[operand]
                continue
            cone = invariant_cone(operand.name, body.values()) if isinstance(operand, Name) else []
            names = {one.result: f"{one.result}{BEFORE}{number}" for one in cone}
            before = _before(body, dominators) if cone else ""
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

    def _kept_behind(
        self,
        body: Body,
        users: Mapping[str, Sequence[tuple[str, Instruction]]],
        order: Mapping[int, int],
    ) -> dict[str, str]:
        """What is used of a loop behind it, under a name of its own: by the time of the use,
        another of the loops may have run. `users` use each value, `order` numbers instructions by
        their identity.
        """
        inside, kept = {*body.blocks, body.state}, dict[str, str]()
        made = {
            i.result for name in inside for i in self.function.blocks[name].instructions if i.result
        }
        found = {order[id(user[1])]: user for value in made for user in users.get(value, ())}
        for _, (block, instruction) in sorted(found.items()):
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
                        if block not in inside or instruction.sources[n] not in inside
                    ]
                    for number in behind:
                        kept[value] = value + BEHIND
                        instruction.operands[number] = Name(instruction.width, kept[value])
                elif block not in inside:
                    kept[value] = value + BEHIND
                    instruction.rename(value, kept[value])
        return kept

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
        for block, result, ways in (
            (self.state, name, [*at_state, *((inside, tail) for tail in self.tails)]),
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


def _entries(body: Body, before: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str]]:
    """The blocks outside that lead to a loop's state, and to its header; `before` are those that lead
    to each block.
    """
    inside = {*body.blocks, body.state}
    at_state, at_header = (
        [name for name in before[place] if name not in inside]
        for place in (body.state, body.header)
    )
    return at_state, at_header


def _before(body: Body, dominators: Dominators) -> str:
    """The last block outside a loop that every way to it goes through."""
    name = body.header
    while name in body.blocks or name == body.state:
        name = dominators[name]
    return name
