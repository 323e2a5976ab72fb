"""Where memory is accessed: every load, store, copy and fill of a function's local variables, as a
place inside the variable.

The function has all calls inlined. A place is a constant byte offset and a sum of strides times
indices, found through chains of getelementptr, whatever types they step through. Each statement of
the function is looked at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptagon.hls.ir.layout import ARRAY_TYPE, NamedTypes, members, type_size
from cryptagon.hls.ir.statements import (
    AllocaLine,
    BlockMove,
    LifeLine,
    LoadLine,
    Record,
    Statement,
    StepLine,
    StoreLine,
)
from cryptagon.hls.ir.text import integer_width, operand_of, split_top


@dataclass(frozen=True)
class Term:
    """What an index adds to a place: `stride` bytes times the signed LLVM value `index` of `width`
    bits (`%name`).
    """

    stride: int
    index: str
    width: int


@dataclass(frozen=True)
class VariablePlace:
    """An address inside `variable`: `offset` bytes from its start, and the `terms`."""

    variable: str
    offset: int
    terms: tuple[Term, ...] = ()

    def moved(self, offset: int, terms: tuple[Term, ...] = ()) -> "VariablePlace":
        """The place `offset` bytes and `terms` further on."""
        return VariablePlace(self.variable, self.offset + offset, (*self.terms, *terms))


@dataclass(frozen=True)
class Access:
    """One access of `size` bytes at `place`, in line number `line` of the function.

    `kind` is "load" or "store"; "fill" for what memset writes, "copy" for what memcpy or memmove
    writes, "copied" for what it reads. `value` is the operand stored or filled in, or the name of
    the result loaded, `%` included; `bits` its width. `debug` is the number of the DILocation, ""
    for none. `aligned` is what its offset in the variable is a multiple of, in bytes, as far as C
    promises it.
    """

    kind: str
    place: VariablePlace
    size: int
    line: int
    bits: int = 0
    value: str = ""
    debug: str = ""
    aligned: int = 1

    @property
    def writes(self) -> bool:
        """Whether the access changes memory."""
        return self.kind in ("store", "fill", "copy")


@dataclass(frozen=True)
class Variable:
    """A local variable: its LLVM type, its size in bytes, and all that is done with its address.

    `steps` are the lines of address arithmetic, `markers` those that make no difference (lifetimes,
    debug records). `other_uses` are lines that do something else with the address: a choice of
    pointers, a pointer kept in memory, an access of unknown size or of another type.
    """

    name: str
    kind: str
    size: int
    line: int
    accesses: list[Access] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    markers: list[int] = field(default_factory=list)
    other_uses: list[int] = field(default_factory=list)


def variables_of(body: Sequence[Statement], named: NamedTypes) -> dict[str, Variable]:
    """The variables that a function allocates, by name, in order.

    `named` are the module's named types.
    """
    return _Finder(body, named).run()


class Places:
    """The places that the pointers of a function mean."""

    def __init__(self, body: Sequence[Statement], named: NamedTypes) -> None:
        self.body, self.named = body, named
        self.steps = {one.result: one for one in body if isinstance(one, StepLine)}
        # One of variable length has a count behind its type.
        self.allocas = {
            one.result: one
            for one in body
            if isinstance(one, AllocaLine) and len(split_top(one.kind)) == 1
        }
        self.places: dict[str, VariablePlace | None] = {
            name: VariablePlace(name, 0) for name in self.allocas
        }

    @property
    def kinds(self) -> dict[str, str]:
        """The types of the local variables, by name."""
        return {name: one.kind for name, one in self.allocas.items()}

    def place(self, operand: str) -> VariablePlace | None:
        """The place that a pointer means; None when it does not point into a variable by address
        arithmetic alone.
        """
        return self._place_of(operand[1:]) if operand.startswith("%") else None

    def root(self, operand: str) -> str:
        """The operand that a pointer is stepped to from."""
        while operand[1:] in self.steps:
            operand = self.steps[operand[1:]].pointer
        return operand

    def _place_of(self, name: str) -> VariablePlace | None:
        chain = []
        while name not in self.places and name in self.steps:
            chain.append(name)
            name = self.steps[name].pointer.removeprefix("%")
        base = self.places.get(name)
        for step in reversed(chain):
            base = self.places[step] = (
                self.stepped(base, self.steps[step]) if base is not None else None
            )
        return base

    def stepped(self, base: VariablePlace, step: StepLine) -> VariablePlace | None:
        """The place that address arithmetic leads to from another one; None where an index is no
        integer.
        """
        kind, _, *indices = step.parts
        inside = False
        for text in indices:
            index_type, index = text.split(" ")
            width = integer_width(index_type)
            if width is None:
                return None
            array = ARRAY_TYPE.match(kind) if inside else None
            if inside and not array:
                member = members(kind, self.named)[int(index)]
                base, kind = base.moved(member.offset), member.kind
                continue
            kind = array[2] if array else kind
            stride = type_size(kind, self.named)
            base = (
                base.moved(0, (Term(stride, index, width),))
                if index.startswith("%")
                else base.moved(stride * int(index))
            )
            inside = True
        return base


class _Finder(Places):
    def run(self) -> dict[str, Variable]:
        lines = {
            one.result: number for number, one in enumerate(self.body) if one.result in self.allocas
        }
        self.variables = {
            name: Variable(name, kind, type_size(kind, self.named), lines[name])
            for name, kind in self.kinds.items()
        }
        pointers = self.allocas.keys() | self.steps.keys()
        for number, one in enumerate(self.body) if self.variables else ():
            if not pointers.isdisjoint(one.names):
                self._note(one, number)
        return self.variables

    def _note(self, one: Statement, number: int) -> None:
        """Files a statement under the variables whose addresses it uses."""
        used = [place for name in one.names if (place := self._place_of(name))]
        if not used:
            return
        found = self._accesses(one, number)
        accessed = {access.place.variable for access in found}
        for variable in dict.fromkeys(place.variable for place in used):
            self._file(self.variables[variable], one, number, variable in accessed)
        for access in found:
            self.variables[access.place.variable].accesses.append(access)

    def _file(self, variable: Variable, one: Statement, number: int, accessed: bool) -> None:
        if isinstance(one, LifeLine | Record):
            variable.markers.append(number)
        elif isinstance(one, StepLine) and self._place_of(one.result) is not None:
            variable.steps.append(number)
        elif not accessed:
            variable.other_uses.append(number)

    def _accesses(self, one: Statement, number: int) -> list[Access]:
        """The accesses of one statement; none where it has another form, an unknown size or a type
        other than integers.
        """
        if isinstance(one, BlockMove):
            return self._block(one, number)
        if not isinstance(one, LoadLine | StoreLine):
            return []
        bits, place = integer_width(one.kind), self.place(one.pointer)
        value = one.value if isinstance(one, StoreLine) else f"%{one.result}"
        if place is None or bits is None or (value.startswith("%") and value[1:] in self.places):
            return []
        aligned = self._aligned(place.variable, one.alignment)
        return [Access(one.opcode, place, -(-bits // 8), number, bits, value, one.debug, aligned)]

    def _aligned(self, variable: str, alignment: int) -> int:
        """What the offset of an access with an `alignment` is a multiple of: no more than an element
        of an array of integers, as only then the array lies at such an address itself.
        """
        kind = self.variables[variable].kind
        while array := ARRAY_TYPE.match(kind):
            kind = array[2]
        return min(alignment, type_size(kind, self.named)) if integer_width(kind) else 1

    def _block(self, one: BlockMove, number: int) -> list[Access]:
        target, source, size, _ = map(operand_of, one.arguments)
        if size.startswith("%"):
            return []
        fills = one.function == "memset"
        written, read = self.place(target), None if fills else self.place(source)
        found = (
            [Access("fill" if fills else "copy", written, int(size), number, 8, source, one.debug)]
            if written
            else []
        )
        return found + (
            [Access("copied", read, int(size), number, 8, target, one.debug)] if read else []
        )
