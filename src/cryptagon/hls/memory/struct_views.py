"""How a function looks at its structs: by which members it goes into each, and which structs it also
takes as a whole.

A pointer *views* a struct where clang's own steps say so: the address of the variable, of a member
that is a struct, or a pointer variable that holds such an address and nothing else. C promises that
what is reached through a member's address stays in the member, so that members may lie apart. A
struct of which anything else is done with the address is *whole*, with all that is in it; so is one
of which an access is seen to leave a member, as where a list's link leads back to what it is in.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from cryptagon.hls.ir.layout import ARRAY_TYPE, Member, NamedTypes, members, type_size
from cryptagon.hls.ir.statements import (
    AllocaLine,
    BlockMove,
    LifeLine,
    LoadLine,
    Record,
    Statement,
    StepLine,
    StoreLine,
    statement,
)
from cryptagon.hls.ir.text import operand_of
from cryptagon.hls.memory.addresses import Places, VariablePlace

STRUCT = re.compile(r"%(?:struct|class)\.")
CONSTANT_INDEX = re.compile(r"i\d+ (\d+)")
HELD = "cg.held."
"""What the names of steps to addresses begin with that static variables hold at first
(`cleanup.static_variables`)."""
BACKWARDS = re.compile(r"i\d+ -(\d+)")
AGGREGATE_STORES = ("  store {", "  store <{", "  store %")
Path = tuple[int, ...]


@dataclass(frozen=True)
class View:
    """The member of the struct variable `variable` that the indices `path` lead to, () for itself."""

    variable: str
    path: Path = ()

    def member(self, *indices: int) -> "View":
        """A member of this one."""
        return View(self.variable, (*self.path, *indices))


@dataclass(frozen=True)
class Reached:
    """Where a step leads to: a view, and the type and the indices that are left to step inside of it
    where it is a member that is not taken apart.
    """

    view: View
    kind: str = ""
    indices: tuple[str, ...] = ()

    @property
    def rest(self) -> str:
        """The indices as LLVM writes them."""
        return ", ".join(self.indices) or "i64 0"


@dataclass
class StructViews:
    """The views of the struct variables `kinds` (LLVM types by name) in `body`.

    `views` has those of pointers by name, `inside` the members that other pointers point into, with
    the place there, `padding` the structs that pointers point behind a member in, where clang clears
    what is no member's; `whole` are the structs that are not taken apart. `pointers` are the
    variables that hold one view alone.
    """

    body: Sequence[Statement]
    named: NamedTypes
    kinds: Mapping[str, str]
    views: dict[str, View] = field(default_factory=dict)
    inside: dict[str, tuple[View, VariablePlace]] = field(default_factory=dict)
    padding: dict[str, View] = field(default_factory=dict)
    whole: set[View] = field(default_factory=set)
    pointers: dict[str, View] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._variables = _pointer_variables(self.body)
        self._places = Places(self.body, self.named)
        self._kept, self._backwards = _kept_pointers(self.body), _steps_backwards(self.body)
        while self._look():
            pass

    def is_apart(self, view: View) -> bool:
        """Whether a member is a struct whose members are variables of their own."""
        return view not in self.whole and bool(STRUCT.match(self.kind(view)))

    def kind(self, view: View) -> str:
        """The LLVM type of a member."""
        return self._member(view).kind

    def offset(self, view: View) -> int:
        """The byte of its variable at which a member begins."""
        return self._member(view).offset

    def leaves(self, view: View) -> Iterator[View]:
        """The members that are variables of their own, in order."""
        if not self.is_apart(view):
            yield view
            return
        for number in range(len(members(self.kind(view), self.named))):
            yield from self.leaves(view.member(number))

    def reached(self, step: StepLine) -> Reached | None:
        """Where a step from a view leads to; None where it takes the struct for something else."""
        view, kind = self.views[step.pointer[1:]], step.parts[0]
        start = view
        for start in self._beginnings(view):
            if self.kind(start) == kind:
                return self._inside(start, step.parts[2:])
        first = CONSTANT_INDEX.fullmatch(step.parts[2])
        if first and step.result.startswith(HELD):
            return self._at_byte(view, int(first[1]))
        inner = self._first_kinds(start)[:-1] if first and not int(first[1]) else []
        return Reached(start, kind, tuple(step.parts[2:])) if kind in inner else None

    def _at_byte(self, view: View, offset: int) -> Reached:
        """The member of one number that begins `offset` bytes behind a view's beginning."""
        while self.is_apart(view):
            inner = [member.offset for member in members(self.kind(view), self.named)]
            index = bisect_right(inner, offset) - 1
            view, offset = view.member(index), offset - inner[index]
        return Reached(view, "i8", (f"i64 {offset}",))

    def _is_to_padding(self, step: StepLine) -> bool:
        """Whether a step leads from a struct to bytes that are no member's."""
        view, byte = self.views[step.pointer[1:]], CONSTANT_INDEX.fullmatch(step.parts[2])
        if step.parts[0] != "i8" or not byte:
            return False
        parts = members(self.kind(view), self.named)
        ends = [one.offset + type_size(one.kind, self.named) for one in parts]
        begins = [*(one.offset for one in parts[1:]), self.size(view)]
        return any(end <= int(byte[1]) < begin for end, begin in zip(ends, begins))

    def accessed(self, access: LoadLine | StoreLine) -> View | None:
        """The member that a read or write through a view is of; None where it is of several."""
        *_, start = self._beginnings(self.views[access.pointer[1:]])
        return start if access.kind == self._first_kinds(start)[-1] else None

    def is_of_whole(self, move: BlockMove) -> bool:
        """Whether a copy or fill is of a struct of one type, taken apart alike where it is one on both
        sides.
        """
        *sides, size, _ = map(operand_of, move.arguments)
        views = [self.views[side[1:]] for side in sides if side[1:] in self.views]
        shapes = {
            (self.kind(view), tuple(leaf.path[len(view.path) :] for leaf in self.leaves(view)))
            for view in views
        }
        return len(shapes) == 1 and str(self.size(views[0])) == size

    def size(self, view: View) -> int:
        """The bytes of a member."""
        return type_size(self.kind(view), self.named)

    def _member(self, view: View) -> Member:
        found = Member(self.kinds[view.variable], 0)
        for index in view.path:
            inner = members(found.kind, self.named)[index]
            found = Member(inner.kind, found.offset + inner.offset)
        return found

    def _beginnings(self, view: View) -> Iterator[View]:
        """A struct, its first member, the first member of that: all begin at one address, which clang
        writes without a step.
        """
        while self.is_apart(view) and self.size(view):
            yield view
            view = view.member(0)
        yield view

    def _first_kinds(self, view: View) -> list[str]:
        """The type of a member that is not taken apart, that of its first part, and so on."""
        kind, found = self.kind(view), list[str]()
        while kind and kind not in found:
            found.append(kind)
            array = ARRAY_TYPE.match(kind)
            parts = [] if array else members(kind, self.named)
            kind = array[2] if array else parts[0].kind if parts else ""
        return found

    def _inside(self, start: View, indices: Sequence[str]) -> Reached | None:
        """Where indices lead to from a struct that is taken apart or a member that is not."""
        view, left = start, list(indices)
        if not self.is_apart(view):
            return Reached(view, self.kind(view), tuple(left))
        first = CONSTANT_INDEX.fullmatch(left.pop(0))
        if not first or int(first[1]):
            return None
        while left and self.is_apart(view):
            index = CONSTANT_INDEX.fullmatch(left.pop(0))
            assert index, left
            view = view.member(int(index[1]))
        return Reached(view, self.kind(view), ("i64 0", *left) if left else ())

    def _look(self) -> bool:
        """Finds the views with what is known to be whole; whether that has become more."""
        before = len(self.whole)
        self.views = {name: View(name) for name in self.kinds if View(name) not in self.whole}
        self.pointers, self.inside, self.padding = {}, {}, {}
        while self._found_more():
            pass
        for one in self.body:
            self.whole.update(self._taken_whole(one))
        return len(self.whole) > before

    def _found_more(self) -> bool:
        """Goes through the function once for more views."""
        before = len(self.views) + len(self.pointers)
        held: dict[str, set[View | None]] = {}
        for one in self.body:
            if isinstance(one, StepLine) and one.pointer[1:] in self.views:
                if self._is_to_padding(one):
                    self.padding[one.result] = self.views[one.pointer[1:]]
                self._note(one.result, self.reached(one))
            elif isinstance(one, StepLine) and one.pointer[1:] in self.inside:
                view, place = self.inside[one.pointer[1:]]
                if moved := self._places.stepped(place, one):
                    self.inside[one.result] = view, moved
            elif isinstance(one, StoreLine) and one.pointer[1:] in self._variables:
                held.setdefault(one.pointer[1:], set()).add(self.views.get(one.value[1:]))
            elif isinstance(one, LoadLine) and one.pointer[1:] in self.pointers:
                self.views[one.result] = self.pointers[one.pointer[1:]]
        for variable, views in held.items():
            (view, *others) = views
            if view and not others:
                self.pointers[variable] = view
        return len(self.views) + len(self.pointers) > before

    def _note(self, name: str, reached: Reached | None) -> None:
        """Notes where the pointer that a step makes points to."""
        if reached and self.is_apart(reached.view):
            self.views[name] = reached.view
        elif reached:
            step = f"  %{name} = getelementptr {reached.kind}, ptr %{name}, {reached.rest}"
            place = self._places.stepped(VariablePlace(name, 0), cast(StepLine, statement(step)))
            if place:
                self.inside[name] = reached.view, place

    def _left(self, one: Statement) -> list[View]:
        """The structs of members that a statement leaves: by an access, by a step, or by a step back
        elsewhere from a pointer that is kept.
        """
        found = list[View]()
        for name in one.names:
            view, place = self.inside.get(name, (None, None))
            if not view or not place:
                continue
            begin, size = place.offset, self.size(view)
            bytes_ = _bytes_accessed(one, name, self.named)
            if bytes_ > (size if place.terms else size - begin) or not 0 <= begin <= size:
                found.append(View(view.variable))
        result = self.inside.get(one.result)
        view = result[0] if result else self.views.get(one.result)
        if (
            view
            and one.result in self._kept
            and not self._backwards.isdisjoint(self._offsets(view))
        ):
            found.append(View(view.variable))
        return found

    def _offsets(self, view: View) -> set[int]:
        """Where a member begins in each struct that it is in."""
        outer = (View(view.variable, view.path[:depth]) for depth in range(len(view.path)))
        return {self.offset(view) - self.offset(one) for one in outer}

    def _taken_whole(self, one: Statement) -> list[View]:
        """The structs that a statement takes as a whole."""
        used = [self.views[name] for name in one.names if name in self.views]
        found = self._left(one)
        if not self.clears_padding(one):
            found += [self.padding[name] for name in one.names if name in self.padding]
        if not used or isinstance(one, AllocaLine | LifeLine | Record):
            return found
        if isinstance(one, StoreLine):
            return [*found, *self._stored_whole(one)]
        return found if self._goes_inside(one) else [*found, *used]

    def leaves_nothing(self, one: Statement) -> bool:
        """Whether a statement makes or keeps a view, or clears padding: where members are variables,
        there is neither.
        """
        kept = isinstance(one, StoreLine) and one.value[1:] in self.views
        made = one.result in self.views or one.result in self.padding
        return made or kept or self.clears_padding(one)

    def clears_padding(self, one: Statement) -> bool:
        """Whether a statement writes bytes that are no member's."""
        target = one.pointer[1:] if isinstance(one, StoreLine) else ""
        if isinstance(one, BlockMove) and one.function == "memset":
            target = operand_of(one.arguments[0])[1:]
        return target in self.padding

    def _goes_inside(self, one: Statement) -> bool:
        """Whether what a statement does with a view is done with its members."""
        if isinstance(one, StepLine):
            return self.reached(one) is not None or one.result in self.padding
        if isinstance(one, LoadLine):
            return self.accessed(one) is not None
        if isinstance(one, BlockMove):
            return self.is_of_whole(one)
        return self.is_initial(one)

    def _stored_whole(self, one: StoreLine) -> list[View]:
        value, pointer = self.views.get(one.value[1:]), self.views.get(one.pointer[1:])
        found = [value] if value and one.pointer[1:] not in self.pointers else []
        if pointer and not (self.is_initial(one) or self.accessed(one)):
            found.append(pointer)
        return found

    def is_initial(self, one: Statement) -> bool:
        """Whether a statement sets the initial value of a static struct."""
        return one.text.startswith(AGGREGATE_STORES) and any(
            one.text.endswith(f", ptr %{name}") for name in one.names if name in self.kinds
        )


def _bytes_accessed(one: Statement, pointer: str, named: NamedTypes) -> int:
    """How many bytes from a pointer on a statement reads or writes; 0 where it does not, or as many as
    a variable says.
    """
    if isinstance(one, LoadLine | StoreLine) and one.pointer[1:] == pointer:
        return type_size(one.kind, named)
    if isinstance(one, BlockMove):
        size = operand_of(one.arguments[2])
        return int(size) if size.isdigit() else 0
    return 0


def _kept_pointers(body: Sequence[Statement]) -> set[str]:
    """The values of which more is done than reading, writing and stepping from there."""
    kept: set[str] = set()
    for one in body:
        if isinstance(one, StoreLine):
            kept.add(one.value[1:])
        elif not isinstance(one, LoadLine | StepLine | BlockMove | LifeLine | Record):
            kept.update(one.names)
    return kept


def _steps_backwards(body: Sequence[Statement]) -> set[int]:
    """By how many bytes pointers are stepped back."""
    steps = (one for one in body if isinstance(one, StepLine) and one.parts[0] == "i8")
    found = (BACKWARDS.fullmatch(one.parts[2]) for one in steps)
    return {int(one[1]) for one in found if one}


def _pointer_variables(body: Sequence[Statement]) -> set[str]:
    """The variables that hold pointers, of which nothing else is done with the address than reading
    and writing them.
    """
    found = {one.result for one in body if isinstance(one, AllocaLine) and one.kind == "ptr"}
    for one in body:
        plain: set[str] = set()
        if isinstance(one, LoadLine) and one.kind == "ptr":
            plain = {one.pointer[1:]}
        elif isinstance(one, StoreLine) and one.kind == "ptr":
            plain = {one.pointer[1:]} - {one.value[1:]}
        elif isinstance(one, LifeLine | Record):
            continue
        found -= set(one.names) - plain
    return found
