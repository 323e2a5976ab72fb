"""Functions marked SHARED: units outside the datapath, to which the places that call them give the
operands in turn.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.metadata import Field, Metadata
from cryptagon.hls.ir.text import split_top
from cryptagon.hls.source.annotations import Note, global_notes, local_notes
from cryptagon.hls.source.call_graph import DIRECT_CALL, called_by, function_bodies
from cryptagon.hls.source.interface import Port
from cryptagon.hls.units.operations import Operation, ordinal

NOTE = re.compile(r"^cryptagon\.shared\.(.*)$")
SUBPROGRAM = re.compile(r"^define [^\n]*!dbg !(\d+)")
STREAM_ACCESS = re.compile(r"^cg_(?:get|look|offers|put)_(\w+)$")
STATEMENTS = {
    "cg_cycles": "cycles",
    "cg_cycles_about": "cycles",
    "cg_expect_cycles": "expect_cycles",
    "cg_not_shared": "not_shared()",
}
VARIABLE = re.compile(r"^@([-\w.]+) = (?!.*\bconstant\b)[^\n]*\bglobal\b", re.MULTILINE)
GLOBAL = re.compile(r"@([-\w.]+)")
DEBUG = re.compile(r"!dbg !(\d+)")
RESULT = "return"
MOST_UNITS = 1024
PURE = "it computes its result from its operands alone"


@dataclass(frozen=True)
class SharedFunction:
    """A function of which there are `units` in hardware.

    Its operands are read like wires, its result is written to the port `return`.
    """

    name: str
    units: int
    operands: tuple[Port, ...]
    result: Port
    location: Location

    @property
    def call(self) -> str:
        """What a place that uses it calls in LLVM."""
        return f"cg.call.{self.name}"

    @property
    def ports(self) -> dict[str, Port]:
        """The operands and the result, by name."""
        return {port.name: port for port in (*self.operands, self.result)}

    def signal_of(self, port: Port, field: Field) -> str:
        """What a field of an operand is called at the unit: by its position where names alone might
        meet.
        """
        clear = len(port.fields) == 1 or not any(
            other.name.startswith(f"{port.name}_") for other in self.operands
        )
        return (
            port.signal_of(field)
            if clear
            else f"{port.name}_{port.fields.index(field)}_of_{self.operands.index(port) + 1}"
        )

    def operation(self, levels: float = 0.0) -> Operation:
        """What the datapath does with it; `levels` is how long it takes."""
        operands = tuple(
            (self.signal_of(port, field), field.bits)
            for port in self.operands
            for field in port.fields
        )
        units = "" if self.units == 1 else f" with {self.units} units"
        crowded = f"{ordinal(self.units + 1)} call of shared function '{self.name}'{units}"
        result = (RESULT, self.result.bits)
        return Operation(
            self.call, operands, result, self.units, crowded, combinational=True, levels=levels
        )


def shared_functions(
    module_text: str, metadata: Metadata, hardware: str
) -> dict[str, SharedFunction]:
    """The functions marked SHARED, by name.

    Raises CryptagonError for one that cannot be a unit: by its type, by what it does, or since it
    is no function or the whole hardware.
    """
    notes = {
        note.name: note
        for note in [*global_notes(module_text), *local_notes(module_text)]
        if NOTE.match(note.text)
    }
    bodies = function_bodies(module_text) if notes else {}
    found = {name: _declared(note, bodies, metadata, hardware) for name, note in notes.items()}
    variables = set(VARIABLE.findall(module_text)) if notes else set()
    for function in found.values():
        _check_contents(function, bodies, metadata, variables)
        _check_memories(function, bodies, module_text)
    return found


def impure(function: SharedFunction, does: str, where: Location, fix: str) -> CryptagonError:
    """The refusal of a shared function that does more than compute."""
    return CryptagonError(
        f"shared function '{function.name}' {does}", where=str(where), why=PURE, fix=fix
    )


def _declared(
    note: Note, bodies: Mapping[str, str], metadata: Metadata, hardware: str
) -> SharedFunction:
    subprogram = SUBPROGRAM.match(bodies.get(note.name, ""))
    if subprogram is None:
        what, why = (
            f"SHARED is before '{note.name}', which is no function",
            "a unit computes a result from operands",
        )
        fix = "write it before a function; an array can be DISTRIBUTED_RAM or BLOCK_RAM"
        raise CryptagonError(what, where=f"{note.file}:{note.line}", why=why, fix=fix)
    attributes = metadata.attributes(subprogram[1])
    where = Location(metadata.path_of_file(attributes["file"]), int(attributes["line"]))
    if note.name == hardware:
        what, why = (
            f"'{hardware}' is marked both HARDWARE and SHARED",
            "the one is the whole design, the other a unit in it",
        )
        raise CryptagonError(what, where=str(where), why=why, fix="leave SHARED out")
    result, *operands = split_top(
        metadata.nodes[metadata.attributes(attributes["type"])["types"]].strip("{}")
    )
    names = _operand_names(attributes.get("retainedNodes", ""), metadata)
    ports = [
        _port(note.name, names.get(i, str(i)), kind, metadata, where)
        for i, kind in enumerate(operands, 1)
    ]
    return SharedFunction(
        note.name,
        _units(note, where),
        tuple(ports),
        _port(note.name, RESULT, result, metadata, where),
        where,
    )


def _units(note: Note, where: Location) -> int:
    text = note.text.rpartition(".")[2]
    if text.isdecimal() and 1 <= int(text) <= MOST_UNITS:
        return int(text)
    what, why = (
        f"SHARED_UNITS({text}) cannot be",
        f"it is how many units of '{note.name}' there are, 1 to {MOST_UNITS}",
    )
    raise CryptagonError(what, where=str(where), why=why, fix="give a number as plain digits")


def _operand_names(retained: str, metadata: Metadata) -> dict[int, str]:
    """The names of a function's parameters by position, from 1; those without a name are
    missing.
    """
    nodes = [metadata.attributes(number) for number in metadata.list_items(retained)]
    return {int(node["arg"]): node["name"] for node in nodes if "arg" in node and "name" in node}


def _port(function: str, name: str, kind: str, metadata: Metadata, where: Location) -> Port:
    """An operand or the result as a port; `kind` is the node of its C type."""
    node = kind.removeprefix("!")
    fields = metadata.parts_of_type(node) if node != "null" else None
    if not fields:
        does = "gives no integer back" if name == RESULT else f"cannot take its parameter '{name}'"
        why = "operands and results of a unit are integers, or structs of integers and of arrays of them, by value"
        fix = "give and take values instead of pointers, an array within a struct, integers instead of unions and bit-fields"
        raise CryptagonError(
            f"shared function '{function}' {does}", where=str(where), why=why, fix=fix
        )
    size = int(metadata.attributes(metadata.resolved_type(node))["size"]) // 8
    return Port(name, "wire_out" if name == RESULT else "wire_in", fields, size)


def _check_contents(
    function: SharedFunction,
    bodies: Mapping[str, str],
    metadata: Metadata,
    variables: set[str],
) -> None:
    """Refuses what is no pure computation in a shared function and in what it calls."""
    for name in called_by(function.name, bodies):
        for callee, debug in DIRECT_CALL.findall(bodies[name]):
            _check_call(function, callee, metadata.location(debug))
        for line in bodies[name].splitlines()[1:]:
            used = [variable for variable in GLOBAL.findall(line) if variable in variables]
            debug = DEBUG.search(line)
            where = metadata.location(debug[1]) if debug else function.location
            if used:
                what = f"uses the variable '{used[0].rpartition('.')[2]}', which keeps its value"
                raise impure(
                    function, what, where, "give it as an operand; a table of constants is ROM"
                )


def _check_call(function: SharedFunction, callee: str, where: Location) -> None:
    access = STREAM_ACCESS.match(callee)
    if access:
        raise impure(
            function, f"uses the port '{access[1]}'", where, "read before the call, write after it"
        )
    if callee in STATEMENTS:
        raise impure(
            function,
            f"has the statement {STATEMENTS[callee]}",
            where,
            "write it where the function is called",
        )


def _check_memories(function: SharedFunction, bodies: Mapping[str, str], module_text: str) -> None:
    for name in called_by(function.name, bodies):
        for note in local_notes(module_text, bodies[name]):
            if note.text.startswith("cryptagon.ram."):
                where = Location(note.file, note.line)
                raise impure(
                    function,
                    f"has the memory '{note.name}'",
                    where,
                    "leave the directive out, or keep the array outside",
                )
