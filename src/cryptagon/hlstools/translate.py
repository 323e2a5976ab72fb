"""A C source for hardware as C++ for Vitis HLS or Bambu."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.source.frontend import NEWEST
from cryptagon.hlstools.c_types import Array, CType, Integer, Struct, Types
from cryptagon.hlstools.directives import BAMBU, VITIS
from cryptagon.hlstools.hardware import hardware_lines
from cryptagon.hlstools.names import Names, typedefs_of
from cryptagon.hlstools.program import (
    Program,
    body_of,
    endless,
    leaves,
    parameters_of,
    refuse_constructs,
)
from cryptagon.hlstools.statements import INDENT, Notes, Statements
from cryptagon.hlstools.syntax import Node, refused, tree_of

WIDEST = 4096
"""Bits of the widest integer, which Vitis HLS takes with AP_INT_MAX_W."""


@dataclass(frozen=True)
class TopPort:
    """A parameter of the top function: `kind` is "stream_in", "stream_out" or "wire_in", `item` its type in C++."""

    kind: str
    name: str
    item: str

    @property
    def parameter(self) -> str:
        """Its declaration."""
        return (
            f"{self.item} {self.name}"
            if self.kind == "wire_in"
            else f"hls::stream<{self.item} > &{self.name}"
        )


@dataclass(frozen=True)
class Translation:
    """What comes of a source: the C++, its header, the top function, and what was lost, by file and line."""

    top: str
    source: str
    header: str
    ports: tuple[TopPort, ...]
    lost: Mapping[tuple[str, str], str]


def translate_source(
    source: Path, tool: str, defines: Mapping[str, str] | None = None, standard: str = NEWEST
) -> Translation:
    """The C++ of a source, by the name of a tool.

    Raises CryptagonError, with file and line, for a construct that has no counterpart.
    """
    program = Program(tree_of(source, defines or {}, standard))
    refuse_constructs(program)
    return _Writer(program, tool).translation()


class _Writer:
    """The parts of the C++ file of one program."""

    def __init__(self, program: Program, tool: str) -> None:
        tree = program.tree
        typedefs, self.structs = typedefs_of(tree), _structs_of(tree)
        self.types = Types(typedefs, _enums_of(tree))
        self.names = Names(tree, typedefs)
        self.program, self.tool, self.notes = program, tool, Notes()
        self.text = self._statements()
        self.accessed = program.accesses(program.hardware.name)
        self.ports = tuple(
            TopPort(kind, self.names.of(name), self._item(name))
            for kind, name, _ in program.ports
            if name in self.accessed
        )

    def _statements(self) -> Statements:
        return Statements(
            self.program,
            self.tool,
            self.notes,
            types=self.types,
            names=self.names,
            structs=self.structs,
        )

    def translation(self) -> Translation:
        """All of it."""
        top = self.names.of(self.program.hardware.name)
        for place in _depths_of(self.program):
            self.notes.tell(place, "STREAM_DEPTH(name, n)")
        parts = [
            self._typedefs(),
            self._structs_lines(),
            self._enums(),
            *map(self._packing, self.accessed),
            *map(self._holding, self.accessed),
            self._globals(),
            *(
                self._function(one)
                for one in self.program.reached
                if one is not self.program.hardware
            ),
            self._step(),
            self._top(top),
        ]
        body = "\n".join("\n".join(part) + "\n" for part in parts if part)
        return Translation(
            top, f'#include "{{header}}"\n\n{body}', self._header(top), self.ports, self.notes.lines
        )

    def _header(self, top: str) -> str:
        widest = max([1024, *(kind.bits for kind in self._integers())])
        if widest > WIDEST:
            hardware = self.program.hardware
            raise refused(
                hardware,
                f"an integer of {widest} bits is not exported",
                f"the other tools take {WIDEST}",
                "use arrays",
            )
        limit = [f"#define AP_INT_MAX_W {WIDEST}"] if widest > 1024 else []
        includes = [
            *limit,
            "#include <stdint.h>",
            "#include <string.h>",
            "",
            "#include <ap_int.h>",
            "#include <hls_stream.h>",
        ]
        return "\n".join(["#pragma once", "", *includes, "", f"{self._signature(top)};", ""])

    def _signature(self, top: str) -> str:
        return f"void {top}({', '.join(one.parameter for one in self.ports)})"

    def _integers(self) -> list[Integer]:
        found = [self.types.of(one.type) for one in self.program.tree.walk() if one.type]
        return [one for one in found if isinstance(one, Integer)]

    def _item(self, port: str) -> str:
        """The type of a port's items: a struct is packed, its first member most significant."""
        text = next(text for _, name, text in self.program.ports if name == port)
        kind = self.types.of(text)
        return (
            kind.cpp
            if isinstance(kind, Integer)
            else f"ap_uint<{sum(one.bits for _, one in self._leaves(kind))}>"
        )

    def _leaves(self, kind: CType, place: str = "") -> list[tuple[str, Integer]]:
        """The integers of an item, with what follows the item's name to reach them."""
        if isinstance(kind, Integer):
            return [(place, kind)]
        if isinstance(kind, Array):
            return [
                leaf
                for n in range(kind.count)
                for leaf in self._leaves(kind.element, f"{place}[{n}]")
            ]
        assert isinstance(kind, Struct)  # the compiler refuses items of other types
        members = self.structs[kind.tag]
        return [
            leaf
            for name, text in members
            for leaf in self._leaves(self.types.of(text), f"{place}.{self.names.of(name)}")
        ]

    def _typedefs(self) -> list[str]:
        """Those that name integers of a width of their own."""
        found = []
        for name, text in self.types.typedefs.items():
            kind = self.types.of(text)
            if (
                isinstance(kind, Integer)
                and not kind.native
                and name not in self.names.hidden
                and name[0] != "_"
            ):
                found.append(f"typedef {kind.cpp} {name};")
        return found

    def _structs_lines(self) -> list[str]:
        found = []
        for tag, members in self.structs.items():
            try:
                fields = [
                    f"{self.text.declaration(text, self.names.of(name), self.program.tree)};"
                    for name, text in members
                ]
            except CryptagonError as error:
                if tag in self._used_structs():
                    raise error
                continue
            found += [
                f"struct {self.names.struct(tag)} {{",
                *(f"{INDENT}{one}" for one in fields),
                "};",
            ]
        return found

    def _used_structs(self) -> set[str]:
        used = (
            self.types.of(one.type)
            for function in self.program.reached
            for one in function.walk()
            if one.type
        )
        return {one.tag for one in used if isinstance(one, Struct)}

    def _enums(self) -> list[str]:
        return [
            f"static const {'int' if abs(value) < 1 << 31 else 'int64_t'} {self.names.of(name)} = {value};"
            for name, value in self.text.enumerators.items()
        ]

    def _packing(self, port: str) -> list[str]:
        """Functions between the struct of a port and its packed item."""
        kind_of_port, text = next(
            (kind, text) for kind, name, text in self.program.ports if name == port
        )
        kind = self.types.of(text)
        if not isinstance(kind, Struct):
            return []
        item, struct = self._item(port), self.names.struct(kind.tag)
        leaves, total = self._leaves(kind), int(self._item(port)[8:-1])
        lines, at = [], total
        for place, one in leaves:
            at -= one.bits
            lines.append((place, one, at))
        if kind_of_port == "stream_out":
            parts = [
                _shifted(f"{item}({_unsigned(f'value{place}', one)})", at)
                for place, one, at in lines
            ]
            name = self.names.free(f"{port}_packed")
            return [
                f"static {item} {name}(const {struct} &value) {{",
                f"{INDENT}return {' | '.join(parts)};",
                "}",
            ]
        name = self.names.free(f"{port}_unpacked")
        parts = [
            f"{INDENT}value{place} = {_of_bits(f'(item >> {at})' if at else 'item', one)};"
            for place, one, at in lines
        ]
        return [
            f"static {struct} {name}(const {item} &item) {{",
            f"{INDENT}{struct} value;",
            *parts,
            f"{INDENT}return value;",
            "}",
        ]

    def _holding(self, port: str) -> list[str]:
        """What holds the item that the source looked at and left in its stream."""
        if not self.text.peeked(port) or "look" not in self.accessed[port]:
            return []
        held, item = self.names.free(f"{port}_held"), self._item(port)
        return [
            f"static struct {{ bool full; {item} item; }} {held} = {{false, 0}};",
            f"static {item} {held}_peek(hls::stream<{item} > &port) {{",
            f"{INDENT}if (!{held}.full) {held}.item = port.read();",
            f"{INDENT}{held}.full = true;",
            f"{INDENT}return {held}.item;",
            "}",
            f"static {item} {held}_read(hls::stream<{item} > &port) {{",
            f"{INDENT}{item} next = {held}_peek(port);",
            f"{INDENT}{held}.full = false;",
            f"{INDENT}return next;",
            "}",
        ]

    def _globals(self) -> list[str]:
        used = [one for one in self.program.used_variables if not one.name.startswith("cg_")]
        lines = []
        for one in used:
            lines += [
                line for line in self.text.variable(one, 0, static=True) if not line.startswith("#")
            ]
        return lines

    def _port_parameters(self, function: str) -> list[str]:
        kinds = {name: kind for kind, name, _ in self.program.ports}
        return [
            TopPort(kinds[name], self.names.port(name), self._item(name)).parameter
            for name in self.program.accesses(function)
        ]

    def _function(self, node: Node) -> list[str]:
        returned = self.text.cpp(node.type[: node.type.index(" (")], node)
        given = [
            self.text.declaration(one.type, self.names.of(one.name or "unused"), one)
            for one in parameters_of(node)
        ]
        given += self._port_parameters(node.name)
        shared = any(note.startswith("cryptagon.shared.") for note in node.notes())
        pragmas = self.text.pragma("SHARED, SHARED_UNITS(n)" if shared else "a function")
        head = [f"// {Path(node.file).name}:{node.line}"] + (pragmas if self.tool == BAMBU else [])
        within = [*([] if self.tool == BAMBU else pragmas), *self._storage_of_globals(node)]
        body = body_of(node)
        lines = self.text.block(body.children if body else [], 1)
        return [
            *head,
            f"static {returned} {self.names.of(node.name)}({', '.join(given)}) {{",
            *within,
            *lines,
            "}",
        ]

    def _storage_of_globals(self, function: Node) -> list[str]:
        """Pragmas are in functions: those of the arrays and shared functions that this one uses."""
        named = {one.target.get("name") for one in function.walk() if one.kind == "DeclRefExpr"}
        lines = [
            line
            for one in self.program.used_variables
            if one.name in named
            for line in self.text.storage(one)
        ]
        for name, one in self.program.functions.items():
            note = next((note for note in one.notes() if note.startswith("cryptagon.shared.")), "")
            if note and name in named:
                lines += self.text.pragma(
                    "a call of a shared function", self.names.of(name), int(note.rsplit(".", 1)[1])
                )
        return lines

    def _step(self) -> list[str]:
        """The hardware function with its ports as parameters."""
        hardware = self.program.hardware
        name, given = self._step_name(), self._port_parameters(hardware.name)
        pragmas = (
            [*self.text.pragma("a function"), *self._storage_of_globals(hardware)]
            if self.tool == VITIS
            else []
        )
        head = f"static void {name}({', '.join(given)}) {{"
        return [
            f"// {Path(hardware.file).name}:{hardware.line}",
            head,
            *pragmas,
            *hardware_lines(self.text),
            "}",
        ]

    def _step_name(self) -> str:
        return self.names.free(f"{self.program.hardware.name}_call")

    def _top(self, top: str) -> list[str]:
        """The function whose parameters are the ports."""
        streams = [
            line
            for one in self.ports
            for line in self.text.pragma(
                "WIRE_IN" if one.kind == "wire_in" else "STREAM_IN, STREAM_OUT", one.name
            )
        ]
        pragmas = [*streams, *self.text.pragma("HARDWARE")]
        hardware = self.program.hardware
        if any(note.startswith("cryptagon.levels.") for note in hardware.notes()):
            self.notes.tell(hardware, "HARDWARE_LEVELS(n)")
        body = body_of(hardware)
        if self.tool == VITIS and body and not self.text.program.rolled(_without_endless(body)):
            pragmas += self.text.pragma("a loop that stays rolled")
        call = f"{INDENT}{self._step_name()}({', '.join(one.name for one in self.ports)});"
        if self.tool == BAMBU:
            return [*pragmas, f"{self._signature(top)} {{", call, "}"]
        return [f"{self._signature(top)} {{", *pragmas, call, "}"]


def _without_endless(body: Node) -> Node:
    """The statements of one call."""
    step = (one for one in body.children if endless(one) and not leaves(one))
    around = set(map(id, step))
    parts = [
        part for one in body.children for part in (one.children if id(one) in around else [one])
    ]
    return Node("CompoundStmt", "", body.file, body.line, {}, list(parts))


def _unsigned(text: str, kind: Integer) -> str:
    """A value without its sign, so that it does not reach into the bits before it."""
    return f"ap_uint<{kind.bits}>({text})" if kind.signed or kind.native else text


def _shifted(text: str, at: int) -> str:
    return f"({text} << {at})" if at else text


def _of_bits(text: str, kind: Integer) -> str:
    """A member of a packed item."""
    bits = f"ap_uint<{kind.bits}>({text})"
    if not kind.native:
        return f"{kind.cpp}({bits})" if kind.signed else bits
    return (
        f"({bits} != 0)"
        if kind.native == "bool"
        else f"({kind.native}){bits}.to_uint{'64' if kind.bits > 32 else ''}()"
    )


def _structs_of(tree: Node) -> dict[str, list[tuple[str, str]]]:
    """The members of each struct, name and type, by its tag; of one without a tag by its typedef."""
    found, unnamed = {}, {}
    for one in tree.walk():
        if one.kind == "RecordDecl" and one.fields.get("completeDefinition"):
            members = [(part.name, part.type) for part in one.children if part.kind == "FieldDecl"]
            if any(part.fields.get("isBitfield") for part in one.children):
                continue
            if one.fields.get("tagUsed") != "struct":
                continue
            if one.name:
                found[one.name] = members
            else:
                unnamed[one.fields["id"]] = members
        elif one.kind == "TypedefDecl":
            for part in one.walk():
                owned = part.fields.get("ownedTagDecl", part.fields.get("decl", {})).get("id")
                if owned in unnamed:
                    found[one.name] = unnamed[owned]
    return found


def _enums_of(tree: Node) -> dict[str, str]:
    """The integer that each enum is."""
    found = {}
    for one in tree.walk():
        if one.kind == "EnumDecl" and one.name:
            given = one.fields.get("fixedUnderlyingType", {}).get("qualType", "unsigned int")
            found[one.name] = given
    return found


def _depths_of(program: Program) -> list[Node]:
    """Where the source gives depths of streams."""
    return [one for name, one in program.variables.items() if name.startswith("cg_stream_depth_")]
