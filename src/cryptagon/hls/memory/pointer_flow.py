"""Where the pointers of a function come from: which objects each may point to, and which pointers
meet.

An object is a local variable or a constant table. A pointer is *kept* where it is more than address
arithmetic from an object: a merge, a choice, or one read from memory. Kept pointers that meet each
other, in a merge, in memory or in a comparison, form a group: they are to be numbers of one kind.
(L. O. Andersen, "Program Analysis and Specialization for the C Programming Language", 1994; without
fields.)
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cryptagon.hls.ir.layout import NamedTypes
from cryptagon.hls.ir.statements import (
    BlockMove,
    ChoiceLine,
    FreezeLine,
    LoadLine,
    MergeLine,
    Statement,
    StepLine,
    StoreLine,
    statement,
)
from cryptagon.hls.ir.text import operand_of
from cryptagon.hls.memory.addresses import Places, VariablePlace

COMPARISON = re.compile(r"= icmp (?:samesign )?(\w+) ptr ([^,\s]+), ([^,\s]+)")
AS_INTEGER = re.compile(r"= ptrtoint ptr ([^,\s]+) to i(\d+)")
POINTER_IN_TABLE = re.compile(
    r"ptr (null|@[-\w.]+|getelementptr (?:inbounds |nuw |nusw )*\([^()]*\))"
)
CONSTANT_STEP = re.compile(r"getelementptr (?:inbounds |nuw |nusw )*\(([^()]*)\)")
EQUALITY = frozenset(("eq", "ne"))
NOWHERE = frozenset(("undef", "poison"))


def is_kept(one: Statement) -> bool:
    """Whether a statement makes a pointer that is kept."""
    return isinstance(one, MergeLine | ChoiceLine | LoadLine | FreezeLine) and one.kind == "ptr"


@dataclass
class Group:
    """Pointers that are numbers of one kind: the `objects` that they may point to, whether there is
    a null pointer among them, whether they are `ordered` by comparisons or `measured` as integers,
    and the places that flow into which of them.
    """

    objects: dict[str, None] = field(default_factory=dict)
    null: bool = False
    ordered: bool = False
    measured: bool = False
    flows: list[tuple[str, VariablePlace]] = field(default_factory=list)


class PointerPlaces(Places):
    """The places of pointers, behind an object or behind a kept pointer; the name of a table begins
    with `@`.
    """

    def __init__(self, body: Sequence[Statement], named: NamedTypes, tables: Iterable[str]) -> None:
        super().__init__(body, named)
        self.kept = {one.result: one for one in body if is_kept(one)}
        self.places |= {
            name: VariablePlace(name, 0)
            for name in (*self.kept, *(f"@{table}" for table in tables))
        }

    def place(self, operand: str) -> VariablePlace | None:
        """The place that a pointer means; None where it is null or no address."""
        if constant := CONSTANT_STEP.fullmatch(operand):
            step = statement(f"  %cg.constant = getelementptr {constant[1]}")
            assert isinstance(step, StepLine)
            base = self.place(step.pointer)
            return self.stepped(base, step) if base else None
        return self._place_of(operand if operand.startswith("@") else operand[1:])


class PointerFlow:
    """The flow of pointers in `body`; `held` are the addresses that constant tables hold, by the
    table's name.
    """

    def __init__(
        self,
        body: Sequence[Statement],
        named: NamedTypes,
        tables: Iterable[str],
        held: Mapping[str, Sequence[str]],
    ) -> None:
        self.body, self.places = body, PointerPlaces(body, named, tables)
        self.kept = self.places.kept
        self.content: dict[str, list[str]] = {
            f"@{table}": list(addresses) for table, addresses in held.items()
        }
        self.parents: dict[str, str] = {}
        self.alike: dict[str, str] = {}
        self.points_to: dict[str, dict[str, None]] = {name: {} for name in self.kept}
        self._follow()
        self.groups: dict[str, Group] = {}
        self._join()

    def objects(self, operand: str) -> dict[str, None]:
        """The objects that an operand may point into."""
        place = self.places.place(operand)
        return {} if place is None else self.points_to.get(place.variable, {place.variable: None})

    def group(self, name: str) -> Group:
        """The group of a kept pointer, of `memory OBJECT`, or of `use LINE` of a comparison or
        conversion.
        """
        return self.groups.setdefault(self._leader(name), Group())

    def incoming(self, one: Statement) -> list[str]:
        """The operands that a kept pointer may be."""
        if isinstance(one, MergeLine):
            return [value for value, _ in one.edges]
        if isinstance(one, ChoiceLine):
            return list(one.arms)
        if isinstance(one, FreezeLine):
            return [f"%{one.item}"]
        assert isinstance(one, LoadLine)
        return [value for obj in self.objects(one.pointer) for value in self.content.get(obj, ())]

    def _follow(self) -> None:
        """Finds what each kept pointer may point to, and what each object may hold, until nothing
        is added.
        """
        before = -1
        while before != (before := self._size()):
            for one in self.body:
                if isinstance(one, StoreLine) and one.kind == "ptr":
                    for obj in self.objects(one.pointer):
                        self._hold(obj, [one.value])
                elif isinstance(one, BlockMove) and one.function != "memset":
                    target, source, *_ = map(operand_of, one.arguments)
                    held = [
                        value for obj in self.objects(source) for value in self.content.get(obj, ())
                    ]
                    for obj in self.objects(target) if held else ():
                        self._hold(obj, held)
            for name, one in self.kept.items():
                for value in self.incoming(one):
                    self.points_to[name] |= self.objects(value)

    def _hold(self, obj: str, values: Iterable[str]) -> None:
        held = self.content.setdefault(obj, [])
        held += [value for value in dict.fromkeys(values) if value not in held]

    def _size(self) -> int:
        return sum(map(len, (*self.points_to.values(), *self.content.values())))

    def _join(self) -> None:
        """Puts pointers that meet into one group, and notes what flows there."""
        for name, one in self.kept.items():
            if isinstance(one, LoadLine):
                self._meet([name, *(f"memory {obj}" for obj in self.objects(one.pointer))])
            else:
                self._flow(name, self.incoming(one))
        for obj, values in self.content.items():
            self._flow(f"memory {obj}", values)
        for number, one in enumerate(self.body):
            if isinstance(one, StoreLine) and one.kind == "ptr":
                self._meet([f"memory {obj}" for obj in self.objects(one.pointer)])
            elif isinstance(one, BlockMove) and one.function != "memset":
                sides = [
                    obj
                    for side in one.arguments[:2]
                    for obj in self.objects(operand_of(side))
                    if obj in self.content
                ]
                self._meet([f"memory {obj}" for obj in sides])
            elif (found := COMPARISON.search(one.text)) and self.may_be_equal(found[2], found[3]):
                self._flow(f"use {number}", [found[2], found[3]])
                self.group(f"use {number}").ordered |= found[1] not in EQUALITY
            elif found := AS_INTEGER.search(one.text):
                self._flow("use as an integer", [found[1]])
                self._meet([f"use {number}", "use as an integer"])
                self.group(f"use {number}").measured = True
        for name, found in self.points_to.items():
            self.group(name).objects.update(found)

    def may_be_equal(self, left: str, right: str) -> bool:
        """Whether two pointers may point into one object, or one of them may be null or
        anything.
        """
        if any(self.places.place(one) is None for one in (left, right)):
            return True
        return "null" in (left, right) or bool(
            self.objects(left).keys() & self.objects(right).keys()
        )

    def meet(self, one: str, other: str) -> bool:
        """Whether two kept pointers are of one group."""
        return self._leader(one) == self._leader(other)

    def same(self, name: str) -> str:
        """The first one of the names that always hold what `name` does: content of memory, and what
        is read there.
        """
        return _first(name, self.alike)

    def _leader(self, name: str) -> str:
        return _first(name, self.parents)

    def _meet(self, names: Sequence[str]) -> None:
        """Notes of names that they hold the same, not one a step from the other."""
        for one, other in pairwise(names):
            if self.same(one) != self.same(other):
                self.alike[self.same(other)] = self.same(one)
            self._join_groups(one, other)

    def _join_groups(self, one: str, other: str) -> None:
        first, second = self._leader(one), self._leader(other)
        if first != second:
            self.parents[second] = first
            old, new = self.groups.pop(second, Group()), self.groups.setdefault(first, Group())
            new.objects.update(old.objects)
            new.null |= old.null
            new.ordered |= old.ordered
            new.measured |= old.measured
            new.flows += old.flows

    def _flow(self, name: str, values: Iterable[str]) -> None:
        for value in values:
            place = self.places.place(value)
            if place and place.variable in self.kept:
                self._join_groups(name, place.variable)
            group = self.group(name)
            group.null |= value == "null"
            if place:
                group.flows.append((name, place))
                group.objects.update({} if place.variable in self.kept else {place.variable: None})


def _first(name: str, parents: Mapping[str, str]) -> str:
    while (parent := parents.get(name, name)) != name:
        name = parent
    return name
