"""The ports of a design: the streams and wires that its C source declares."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.metadata import Field, Metadata
from cryptagon.hls.source.verilog_names import VERILOG_WORDS

DECLARATION = re.compile(
    r"^@cg_(stream_in|stream_out|wire_in)_(\w+) = .*!dbg !(\d+)$", re.MULTILINE
)
DEPTH = re.compile(
    r"^@cg_stream_depth_(\w+) = \w+ constant i64 (-?\d+),.*!dbg !(\d+)$", re.MULTILINE
)
DEEPEST = 65536
MOST_FIELDS = 1024


@dataclass(frozen=True)
class Port:
    """A stream or a wire. `fields` are in the order of the C declaration; packed, the first is the
    most significant.

    `depth` is that of the FIFO at a stream's port, in items; 0 for none. `memory` is the name of
    the memory port (`memory.ports`) that a stream belongs to, empty for one that the source
    declares.
    """

    name: str
    # "stream_in", "stream_out" or "wire_in"; for the result of a shared function "wire_out"
    kind: str
    fields: tuple[Field, ...]
    size: int  # bytes in memory
    depth: int = 0
    memory: str = ""

    @property
    def bits(self) -> int:
        """Width of one packed item."""
        return sum(field.bits for field in self.fields)

    @property
    def is_stream(self) -> bool:
        """Whether the port has a handshake."""
        return self.kind.startswith("stream")

    @property
    def is_output(self) -> bool:
        """Whether items leave the design there."""
        return self.kind.endswith("_out")

    @property
    def called(self) -> str:
        """What is accessed there, as it goes after "access"."""
        return f"of memory port '{self.memory}'" if self.memory else f"to stream '{self.name}'"

    @property
    def why_late(self) -> str:
        """Why a read after a write begins a cycle."""
        if self.memory:
            return f"latency of memory port '{self.memory}'"
        return f"read of '{self.name}' after a write"

    @property
    def question(self) -> "Port":
        """What `stream_has` reads of an input stream: one bit."""
        return Port(self.name, self.kind, (Field("data", 1, 0, 1),), 1)

    def shift_of(self, field: Field) -> int:
        """Position of a field's least significant bit in the packed item."""
        following = self.fields[self.fields.index(field) + 1 :]
        return sum(other.bits for other in following)

    def signal_of(self, field: Field) -> str:
        """The Verilog port of a field: the stream's own name for `data`, NAME_FIELD for the
        others.
        """
        return self.name if field.name == "data" else f"{self.name}_{field.name}"

    @property
    def signals(self) -> tuple[str, ...]:
        """All Verilog ports, those of the handshake too."""
        handshake = (f"{self.name}_valid", f"{self.name}_ready") if self.is_stream else ()
        return (*(self.signal_of(field) for field in self.fields), *handshake)

    def pack(self, values: dict[str, int]) -> int:
        """One item as an integer, from its fields by name."""
        return sum(
            (values[field.name] & ((1 << field.bits) - 1)) << self.shift_of(field)
            for field in self.fields
        )

    def unpack(self, item: int) -> dict[str, int]:
        """The fields of a packed item by name."""
        return {
            field.name: item >> self.shift_of(field) & ((1 << field.bits) - 1)
            for field in self.fields
        }


def widths_of(ports: Mapping[str, Port]) -> dict[str, int]:
    """The bits of each Verilog port that carries items or values, by its name."""
    return {port.signal_of(field): field.bits for port in ports.values() for field in port.fields}


def ports_of(module_text: str, metadata: Metadata) -> dict[str, Port]:
    """The ports declared in a module, in the order of the source, by name.

    Raises CryptagonError for a stream of something other than an integer or a struct of integers,
    for names that its Verilog ports cannot have, and for a depth that cannot be.
    """
    found, depths = [], _depths(module_text, metadata)
    for kind, name, expression in DECLARATION.findall(module_text):
        variable = metadata.attributes(metadata.attributes(expression)["var"])
        where = Location(metadata.path_of_file(variable["file"]), int(variable["line"]))
        fields = metadata.parts_of_type(variable["type"])
        if not fields and metadata.is_floating(variable["type"]):
            raise CryptagonError(
                f"the items of '{name}' are floating-point numbers",
                where=str(where),
                why="floating-point arithmetic cannot become hardware here",
                fix="use integers as fixed-point numbers, or a software implementation of floating point on integers",
            )
        if not fields:
            raise CryptagonError(
                f"the items of '{name}' are of a type that has no ports",
                where=str(where),
                why="a stream or wire carries integers, bools and enums, alone or in structs and arrays",
                fix="use uint_t(N), or a struct whose members are uint_t(N)",
            )
        if len(fields) > MOST_FIELDS:
            raise CryptagonError(
                f"an item of '{name}' has {len(fields):,} members, of which each is a port of its own",
                where=str(where),
                why=f"there are {MOST_FIELDS:,} at most",
                fix="give the elements of its arrays one after another, each as an item",
            )
        size = int(metadata.attributes(metadata.resolved_type(variable["type"]))["size"]) // 8
        port = Port(
            name,
            kind,
            fields,
            size,
            depths.pop(name)[0] if kind != "wire_in" and name in depths else 0,
        )
        refuse_names(port, [other for _, other in found], where)
        found.append((where.line, port))
    for name, (_, where) in depths.items():
        why, fix = (
            "a FIFO is at the port of a stream",
            "name one that STREAM_IN or STREAM_OUT declares",
        )
        raise CryptagonError(
            f"STREAM_DEPTH of '{name}', which is no stream", where=str(where), why=why, fix=fix
        )
    return {port.name: port for _, port in sorted(found, key=lambda item: item[0])}


def refuse_names(port: Port, others: Sequence[Port], where: Location) -> None:
    """Refuses a port whose signals have names that Verilog, clock and reset, or the ports before it
    have: raises CryptagonError with the place `where`.
    """
    taken = {"clk", "rst"}.union(*(other.signals for other in others))
    for signal in port.signals:
        if signal in taken or signal in VERILOG_WORDS:
            raise CryptagonError(
                f"'{port.name}' would have a port called '{signal}'",
                where=str(where),
                why="that is a word of Verilog"
                if signal in VERILOG_WORDS
                else "there is one already",
                fix="give it or its member another name",
            )


def _depths(module_text: str, metadata: Metadata) -> dict[str, tuple[int, Location]]:
    """The depths that STREAM_DEPTH gives, by the names of the streams, and where it is."""
    found = {}
    for name, text, expression in DEPTH.findall(module_text):
        variable = metadata.attributes(metadata.attributes(expression)["var"])
        where, depth = (
            Location(metadata.path_of_file(variable["file"]), int(variable["line"])),
            int(text),
        )
        if not 1 <= depth <= DEEPEST:
            why, fix = (
                f"a FIFO holds 1 to {DEEPEST} items",
                "give a number of items, or leave it out for none",
            )
            raise CryptagonError(
                f"STREAM_DEPTH({name}, {depth}) cannot be", where=str(where), why=why, fix=fix
            )
        found[name] = depth, where
    return found
