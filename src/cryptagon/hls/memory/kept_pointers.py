"""Pointers that are kept as numbers: in a variable over iterations, in a static variable, in a
struct, in an array or table of pointers.

A merge, a choice or a read of pointers becomes one of numbers (`pointer_numbers`). An access
through a kept pointer becomes one of each object that it may point into, by the pointer's index;
where there are several, the object's number chooses what is read, and tells where it is written.
"""

import re
from collections.abc import Sequence

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.block_ends import with_block_ends
from cryptagon.hls.ir.layout import NamedTypes, type_size
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.statements import (
    AllocaLine,
    BlockMove,
    FreezeLine,
    Label,
    LoadLine,
    MergeLine,
    Record,
    Statement,
    StepLine,
    StoreLine,
    statements,
)
from cryptagon.hls.ir.text import operand_of
from cryptagon.hls.ir.writer import LlvmWriter
from cryptagon.hls.memory.addresses import VariablePlace
from cryptagon.hls.memory.pointer_flow import (
    AS_INTEGER,
    COMPARISON,
    CONSTANT_STEP,
    NOWHERE,
    POINTER_IN_TABLE,
    PointerFlow,
    is_kept,
)
from cryptagon.hls.memory.pointer_numbers import PointerNumbers, numbers_of
from cryptagon.hls.memory.pointer_tables import PointerTables, used_tables
from cryptagon.hls.memory.roms import CONSTANT, kind_and_value

OF_DIFFERENT_OBJECTS = {"eq": "false", "ne": "true"}


def with_named_steps(body: Sequence[Statement]) -> list[Statement]:
    """The function with each constant address inside of an object computed in a line of its own,
    where the function begins.
    """
    named: dict[str, str] = {}

    def name(match: re.Match[str]) -> str:
        return named.setdefault(match[1], f"%cg.place.{len(named)}")

    made = [
        one if isinstance(one, Record) else _having(one, CONSTANT_STEP.sub(name, one.text))
        for one in body
    ]
    first = next(
        number for number, one in enumerate(made) if not isinstance(one, Label | AllocaLine)
    )
    steps = statements(f"  {name} = getelementptr {address}" for address, name in named.items())
    return [*made[:first], *steps, *made[first:]]


def _having(one: Statement, text: str) -> Statement:
    return one if text == one.text else statements([text])[0]


class KeptPointers:
    """Makes numbers of the kept pointers in `body`; `text` is the module around it."""

    def __init__(self, body: Sequence[Statement], text: str, named: NamedTypes) -> None:
        self.text, self.named, self.metadata = text, named, Metadata(text)
        tables = {name: kind_and_value(source) for name, source in CONSTANT.findall(text)}
        used = used_tables({name: value for name, (_, value) in tables.items()}, body)
        held = {
            name: found for name in used if (found := POINTER_IN_TABLE.findall(tables[name][1]))
        }
        self.body = with_named_steps(body)
        self.flow = PointerFlow(self.body, named, tables, held)
        self.sizes = {f"@{name}": type_size(kind, named) for name, (kind, _) in tables.items()}
        self.sizes |= {
            name: type_size(kind, named) for name, kind in self.flow.places.kinds.items()
        }
        self.tables = PointerTables(self.flow, self.sizes, self.metadata)
        self.ends: dict[str, list[str]] = {}
        self._numbers: dict[str, PointerNumbers] = {}
        self.named_now: dict[str, str] = {}

    def run(self) -> list[Statement]:
        """The new function.

        Raises CryptagonError, with the pointer's own line and name, for a pointer that may point
        anywhere.
        """
        made: list[Statement] = []
        for number, one in enumerate(self.body):
            made += statements(self._made(one, number))
        return with_block_ends(made, self.ends)

    def numbers(self, name: str) -> PointerNumbers:
        """How a kept pointer, the content of memory or a use is a number."""
        if name not in self._numbers:
            self._numbers[name] = numbers_of(name, self.flow, self.sizes)
        return self._numbers[name]

    def _root(self, operand: str) -> str:
        place = self.flow.places.place(operand)
        return place.variable if place and place.variable in self.flow.kept else ""

    def _made(self, one: Statement, number: int) -> list[str]:
        """The lines that a statement becomes."""
        new = LlvmWriter(f"cg.kept.{number}", one.place)
        if is_kept(one):
            return self._number(one, new)
        if isinstance(one, StepLine):
            return [] if self._root(f"%{one.result}") else [one.text]
        if isinstance(one, Record):
            return self._record(one)
        roots = [root for name in one.names if (root := self._root(f"%{name}"))]
        if isinstance(one, LoadLine | StoreLine) and (one.kind == "ptr" or roots):
            self._access(one, new)
        elif isinstance(one, BlockMove) and roots:
            self._block(one, new)
        elif found := COMPARISON.search(one.text):
            self._comparison(one, number, found, new)
        elif (found := AS_INTEGER.search(one.text)) and self.flow.objects(found[1]):
            self._integer(one, number, found, new)
        elif roots:
            raise self._misuse(one, roots[0])
        return new.lines or [one.text]

    # Pointers

    def _value(
        self, operand: str, numbers: PointerNumbers, new: LlvmWriter, user: Statement
    ) -> str:
        """The number of a pointer."""
        if operand == "null":
            return "0"
        if operand in NOWHERE:
            return "undef"
        place = self.flow.places.place(operand)
        if place is None:
            raise self._refusal(user, user.result)
        kept = self.numbers(place.variable) if place.variable in self.flow.kept else None
        return numbers.of_place(place, kept, new)

    def _number(self, one: Statement, new: LlvmWriter) -> list[str]:
        """A kept pointer as a number."""
        if isinstance(one, LoadLine):
            self._access(one, new)
            return new.lines
        numbers = self.numbers(one.result)
        if isinstance(one, MergeLine):
            ends = {
                edge: self._at_end(*edge, one, numbers) for edge in dict.fromkeys(one.edges)
            }  # a switch may come twice
            edges = [f"[ {ends[edge]}, %{edge[1]} ]" for edge in one.edges]
            return [f"  %{one.result} = phi i{numbers.bits} {', '.join(edges)}{one.place}"]
        values = [self._value(value, numbers, new, one) for value in self.flow.incoming(one)]
        if isinstance(one, FreezeLine):
            new.emit(f"freeze i{numbers.bits} {values[0]}", f"%{one.result}")
        else:
            kind = f"i{numbers.bits}"
            condition = one.condition  # pyright: ignore
            new.emit(
                f"select i1 {condition}, {kind} {values[0]}, {kind} {values[1]}", f"%{one.result}"
            )
        return new.lines

    def _at_end(self, value: str, way: str, merge: Statement, numbers: PointerNumbers) -> str:
        """A pointer's number, computed where a way to a merge ends."""
        lines = self.ends.setdefault(way, [])
        new = LlvmWriter(f"cg.kept.{merge.result}.{len(lines)}.{way}", merge.place)
        operand = self._value(value, numbers, new, merge)
        lines += new.lines
        return operand

    def _record(self, one: Record) -> list[str]:
        """What a debugger is told: the C variable is the number; nothing where it is a step from
        one.
        """
        pointer = one.pointer[0]
        if pointer in self.flow.kept:
            return [
                one.text.replace(
                    f"(ptr %{pointer},", f"(i{self.numbers(pointer).bits} %{pointer},", 1
                )
            ]
        return [] if any(self._root(f"%{name}") for name in one.names) else [one.text]

    # Accesses

    def _places(self, operand: str, one: Statement, new: LlvmWriter) -> list[tuple[str, str]]:
        """For each object that a pointer may point into, whether it does, "" where it must, and the
        address there.
        """
        root = self._root(operand)
        if not root:
            return [("", operand)]
        place, numbers = self.flow.places.place(operand), self.numbers(root)
        objects = self.flow.points_to[root]
        if not objects or place is None:
            raise self._refusal(one, root)
        pointer, index = f"%{root}", numbers.index(f"%{root}", new)
        found = []
        for obj in objects:
            here = numbers.points_to(pointer, obj, new) if len(objects) > 1 else ""
            found.append((here, self._address(obj, index, numbers, place, new)))
        return found

    def _address(
        self, obj: str, index: str, numbers: PointerNumbers, place: VariablePlace, new: LlvmWriter
    ) -> str:
        name = obj if obj.startswith("@") else f"%{obj}"
        address = new.emit(f"getelementptr [{numbers.units[obj]} x i8], ptr {name}, i64 {index}")
        if offset := numbers.begins.get(obj, 0) + place.offset:
            address = new.emit(f"getelementptr i8, ptr {address}, i64 {offset}")
        for term in place.terms:
            address = new.emit(
                f"getelementptr [{term.stride} x i8], ptr {address}, i{term.width} {term.index}"
            )
        return address

    def _access(self, one: LoadLine | StoreLine, new: LlvmWriter) -> None:
        """A read or write; that of a pointer is one of 64 bits."""
        places = self._places(one.pointer, one, new)
        held = self._held(one) if one.kind == "ptr" else None
        kind = "i64" if held else one.kind
        aligned = 1 if held else one.alignment
        if isinstance(one, LoadLine):
            value = self._read(places, kind, new, "" if held else f"%{one.result}", aligned)
            if held:
                new.emit(f"trunc i64 {value} to i{held.bits}", f"%{one.result}")
            return
        value = one.value
        if held:
            value = self._value(one.value, held, new, one)
            value = (
                new.emit(f"zext i{held.bits} {value} to i64")
                if value.startswith("%")
                else _unsigned(value, held.bits)
            )
        self._write(places, kind, value, new, aligned)

    def _held(self, one: LoadLine | StoreLine) -> PointerNumbers:
        """How the pointers that an object holds are numbers."""
        objects = self.flow.objects(one.pointer)
        if not objects:
            raise self._refusal(one, self._root(one.pointer))
        return self.numbers(f"memory {next(iter(objects))}")

    def _read(
        self,
        places: Sequence[tuple[str, str]],
        kind: str,
        new: LlvmWriter,
        name: str = "",
        aligned: int = 1,
    ) -> str:
        values = [
            new.emit(
                f"load {kind}, ptr {address}, align {aligned}", name if len(places) == 1 else ""
            )
            for _, address in places
        ]
        value = values[-1]
        for number, ((here, _), other) in reversed(list(enumerate(zip(places[:-1], values)))):
            value = new.emit(
                f"select i1 {here}, {kind} {other}, {kind} {value}", "" if number else name
            )
        return value

    def _write(
        self,
        places: Sequence[tuple[str, str]],
        kind: str,
        value: str,
        new: LlvmWriter,
        aligned: int = 1,
    ) -> None:
        for here, address in places:
            written = value
            if here:
                old = new.emit(f"load {kind}, ptr {address}, align {aligned}")
                written = new.emit(f"select i1 {here}, {kind} {value}, {kind} {old}")
            new.do(f"store {kind} {written}, ptr {address}, align {aligned}")

    def _block(self, one: BlockMove, new: LlvmWriter) -> None:
        """A copy or fill of constant size, as one wide read and write."""
        target, source, size, _ = map(operand_of, one.arguments)
        kind = f"i{8 * int(size)}"
        fills = one.function == "memset"
        value = (
            new.repeated(source, int(size))
            if fills
            else self._read(self._places(source, one, new), kind, new)
        )
        self._write(self._places(target, one, new), kind, value, new)

    # Comparisons

    def _comparison(
        self, one: Statement, number: int, found: re.Match[str], new: LlvmWriter
    ) -> None:
        """A comparison of pointers as one of their numbers; pointers into different objects are
        told apart without them.
        """
        relation, left, right = found.groups()
        if not self.flow.may_be_equal(left, right):
            new.emit(f"or i1 {OF_DIFFERENT_OBJECTS.get(relation, 'true')}, false", f"%{one.result}")
            return
        numbers = self.numbers(f"use {number}")
        values = [self._value(operand, numbers, new, one) for operand in (left, right)]
        if numbers.signed:
            relation = relation.replace("u", "s", 1)
        new.emit(f"icmp {relation} i{numbers.bits} {values[0]}, {values[1]}", f"%{one.result}")

    def _integer(self, one: Statement, number: int, found: re.Match[str], new: LlvmWriter) -> None:
        """An integer made from a pointer: its number, in bytes."""
        operand, width = found[1], int(found[2])
        numbers = self.numbers(f"use {number}")
        value = self._value(operand, numbers, new, one)
        wide = max(width, 64)
        if value.startswith("%"):
            value = numbers.wide(value, wide, new)
        obj = next(iter(numbers.objects), "")  # others have the same unit
        value = new.emit(f"mul i{wide} {value}, {numbers.units.get(obj, 1)}")
        value = new.emit(f"add i{wide} {value}, {numbers.begins.get(obj, 0)}")
        new.emit(
            f"{'trunc' if wide > width else 'bitcast'} i{wide} {value} to i{width}",
            f"%{one.result}",
        )

    def _refusal(self, one: Statement, pointer: str) -> CryptagonError:
        """A pointer of which it is not known where it may point."""
        name, where = self._name_and_place(one, pointer)
        return CryptagonError(
            f"pointer '{name}' may point anywhere" if name else "a pointer may point anywhere",
            where=where,
            why="hardware needs to know which variables and tables a pointer may point into",
            fix="set it to the address of a variable or table on every way, before it is used",
        )

    def _misuse(self, one: Statement, pointer: str) -> CryptagonError:
        """A pointer that something else is done with than reading, writing, stepping and
        comparing.
        """
        name, where = self._name_and_place(one, pointer)
        return CryptagonError(
            f"pointer '{name}' is used for something that cannot become hardware",
            where=where,
            fix="read and write through it, and do nothing else with it",
        )

    def _name_and_place(self, one: Statement, pointer: str) -> tuple[str, str]:
        """The C name of a pointer, or of one that it meets, and where that is declared; else where
        `one` is in the source.
        """
        records = dict(found.pointer for found in self.body if isinstance(found, Record))
        group = [other for other in self.flow.kept if self.flow.meet(pointer, other)]
        declared = next((records[name] for name in (pointer, *group) if name in records), "")
        if declared:
            return self.metadata.attributes(declared).get("name", ""), str(
                self.metadata.declaration(declared)
            )
        uses = [
            found.debug
            for found in (one, *self.body)
            if found.debug and (found is one or not set(group).isdisjoint(found.names))
        ]
        return "", str(self.metadata.location(uses[0])) if uses else ""


def _unsigned(value: str, bits: int) -> str:
    return str(int(value) & (1 << bits) - 1) if value.lstrip("-").isdigit() else value
