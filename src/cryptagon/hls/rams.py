"""Arrays that are memory blocks: what the source declares, and their Verilog."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cryptagon.errors import CryptagonError
from cryptagon.hls.annotations import Note, global_notes, local_notes
from cryptagon.hls.llvm_ir import Location
from cryptagon.hls.llvm_metadata import Field, Metadata
from cryptagon.hls.rom import initial_bytes
from cryptagon.hls.units import Operation, Signal, ordinal
from cryptagon.hls.verilog_names import unused_name, vector

NOTE = re.compile(r"^cryptagon\.ram\.(distributed|block)\.(\d+)$")
STATIC_PREFIX = "cg.register."
MOST_WORDS = 1 << 20


@dataclass(frozen=True)
class Ram:
    """A memory of `words` words. A word is the `fields` of one element of the array, the first the most significant.

    `variable` is its alloca in LLVM. `kind` is "distributed" (read in the same cycle) or "block" (read in the next). `contents` are the
    words at configuration, None where they are undefined. `element_size` is in bytes. A `masked` one has a write enable for each lane of
    its word, as the design writes parts of elements.
    """

    name: str
    variable: str
    kind: str
    read_ports: int
    words: int
    fields: tuple[Field, ...]
    element_size: int
    contents: tuple[int, ...] | None
    location: Location
    masked: bool = False

    @property
    def width(self) -> int:
        """Bits of a word."""
        return sum(field.bits for field in self.fields)

    @property
    def address_width(self) -> int:
        """Bits that select a word."""
        return max(1, (self.words - 1).bit_length())

    def shift_of(self, field: Field) -> int:
        """Position of a field's least significant bit in the word."""
        return sum(other.bits for other in self.fields[self.fields.index(field) + 1 :])

    @property
    def lanes(self) -> tuple[tuple[int, int], ...]:
        """The parts of a word that can be written alone, as lowest bit and width: the fields of a struct, the bytes of an integer."""
        if len(self.fields) > 1 or self.width % 8:
            return tuple((self.shift_of(field), field.bits) for field in self.fields)
        return tuple((low, 8) for low in range(0, self.width, 8))

    @property
    def operands(self) -> tuple[Signal, ...]:
        """What a write gives."""
        mask = [("mask", len(self.lanes))] if self.masked else []
        return (("address", self.address_width), ("data", self.width), *mask)

    def operations(self) -> list[Operation]:
        """What the datapath does with it."""
        address, data = ("address", self.address_width), ("data", self.width)
        ports = f"{self.read_ports} read port{'s' if self.read_ports > 1 else ''}"
        read, write, take = (f"cg.{verb}.{self.name}" for verb in ("read_ram", "write_ram", "take_ram"))
        late = {write: f"read of RAM '{self.name}' after a write"}
        crowded = f"{ordinal(self.read_ports + 1)} read of RAM '{self.name}' with {ports}"
        writes = Operation(write, self.operands, crowded=f"second write of RAM '{self.name}'", enabled=True)
        if self.kind == "distributed":
            return [writes, Operation(read, (address,), data, self.read_ports, crowded, late, combinational=True)]
        reads = Operation(read, (address,), None, self.read_ports, crowded, late, enabled=True)
        return [writes, reads, Operation(take, (), data, 0, after={read: f"latency of block RAM '{self.name}'"})]


def rams_of(raw: str, inlined: str) -> dict[str, Ram]:
    """The RAMs that a module declares, by the names of their allocas: `raw` as clang wrote it, `inlined` with static variables as allocas.

    Raises CryptagonError for an array that cannot be one.
    """
    metadata = Metadata(inlined)
    found: dict[str, Ram] = {}
    statics = [Note(f"{STATIC_PREFIX}{note.name}", note.text, note.line) for note in global_notes(raw)]
    for note in [*statics, *local_notes(inlined)]:
        kind = NOTE.match(note.text)
        if kind and re.search(rf"^  %{re.escape(note.name)} = alloca ", inlined, re.MULTILINE):
            ram = _ram(note.name, _declaration(note.name, inlined, metadata), inlined, metadata)
            name = unused_name(ram.name, {other.name for other in found.values()})
            found[note.name] = replace(ram, name=name, kind=kind[1], read_ports=int(kind[2]))
    return found


def _declaration(variable: str, text: str, metadata: Metadata) -> Mapping[str, str]:
    """The debug information of a variable."""
    static = variable.removeprefix(STATIC_PREFIX)
    if static != variable:
        found = re.search(rf"^@{re.escape(static)} = .*!dbg !(\d+)$", text, re.MULTILINE)
        return metadata.attributes(metadata.attributes(found[1])["var"]) if found else {}
    found = re.search(rf"#dbg_declare\(ptr %{re.escape(variable)}, !(\d+),", text)
    return metadata.attributes(found[1]) if found else {}


def _ram(variable: str, declared: Mapping[str, str], text: str, metadata: Metadata) -> Ram:
    """The RAM of an array; its kind and its ports are still to be filled in."""
    where = Location(metadata.path_of_file(declared["file"]), int(declared["line"]))
    words, element = _array(declared["type"], metadata)
    fields = metadata.fields_of_type(element)
    if words < 2 or words > MOST_WORDS or not fields:
        raise CryptagonError(
            f"'{declared['name']}' cannot be a RAM",
            where=str(where),
            why=f"a RAM is an array of 2 to {MOST_WORDS} elements, each an integer or a struct of integers",
            fix="declare it so, or leave the directive out",
        )
    size = int(metadata.attributes(metadata.resolved_type(element))["size"]) // 8
    contents = None
    if variable.startswith(STATIC_PREFIX):
        memory = initial_bytes(text, variable.removeprefix(STATIC_PREFIX))
        contents = tuple(_packed(memory[i * size : (i + 1) * size], fields) for i in range(words))
    return Ram(declared["name"], variable, "", 1, words, fields, size, contents, where)


def _array(type_node: str, metadata: Metadata) -> tuple[int, str]:
    """The number of elements of an array type, of all its dimensions, and the type of one; 0 for any other type."""
    node = metadata.resolved_type(type_node)
    if "DW_TAG_array_type" not in metadata.nodes.get(node, ""):
        return 0, type_node
    attributes, total = metadata.attributes(node), 1
    for dimension in metadata.list_items(attributes.get("elements", "")):
        total *= int(metadata.attributes(dimension).get("count", "0"))
    inner, element = _array(attributes["baseType"], metadata)
    return (total * inner, element) if inner else (total, attributes["baseType"])


def _packed(memory: bytes, fields: tuple[Field, ...]) -> int:
    word = 0
    for field in fields:
        value = int.from_bytes(memory[field.offset : field.offset + field.size], "little")
        word = word << field.bits | value & (1 << field.bits) - 1
    return word


def ram_module(name: str, ram: Ram) -> str:
    """The RAM as a Verilog module `name` that synthesis recognises. Read data of a block RAM stays while `read_N_enable` is low.

    No cycle both reads and writes a block RAM, since a read ends its cycle and begins one after a write. Synthesis is told so, or it would
    put registers and comparators around the memory for the old word of such a cycle.
    """
    block, ports = ram.kind == "block", range(ram.read_ports)
    address, data = vector(ram.address_width), vector(ram.width)
    pins = ["input wire clk", "input wire write_enable", *(f"input wire {vector(width)}write_{name}" for name, width in ram.operands)]
    for i in ports:
        pins += [f"input wire read_{i}_enable"] if block else []
        pins += [f"input wire {address}read_{i}_address", f"output {'reg' if block else 'wire'} {data}read_{i}_data"]
    style = 'ram_style = "block", no_rw_check' if block else 'ram_style = "distributed"'
    body = [f"  (* {style} *) reg {data}words [0:{ram.words - 1}];", *_contents(ram)]
    body += ["  always @(posedge clk) begin", *_writes(ram), "  end"] if ram.masked else ["  always @(posedge clk)", *_writes(ram)]
    for i in ports:
        if block:
            body += ["  always @(posedge clk)", f"    if (read_{i}_enable) read_{i}_data <= words[read_{i}_address];"]
        else:
            body += [f"  assign read_{i}_data = words[read_{i}_address];"]
    return "\n".join([f"module {name} (", ",\n".join(f"  {pin}" for pin in pins), ");", *body, "endmodule", ""])


def _writes(ram: Ram) -> list[str]:
    if not ram.masked:
        return ["    if (write_enable) words[write_address] <= write_data;"]
    parts = [(i, f"[{low + width - 1}:{low}]") for i, (low, width) in enumerate(ram.lanes)]
    return [f"    if (write_enable && write_mask[{i}]) words[write_address]{bits} <= write_data{bits};" for i, bits in parts]


def _contents(ram: Ram) -> list[str]:
    """The words at configuration; runs of zeros are one loop."""
    if ram.contents is None:
        return []
    filled = [f"    words[{i}] = {ram.width}'h{word:x};" for i, word in enumerate(ram.contents) if word]
    zero = [f"    for (i = 0; i < {ram.words}; i = i + 1) words[i] = {ram.width}'h0;"] if len(filled) < ram.words else []
    return [*(["  integer i;"] if zero else []), "  initial begin", *zero, *filled, "  end"]


def ram_instance(module: str, ram: Ram, signals: Mapping[str, int]) -> list[str]:
    """The instance between the datapath's `signals`; a port that nobody uses is tied to zero.

    What a RAM holds from the start must outlast a reset, in which the datapath works on whatever the registers came up with.
    """

    def operand(name: str, width: int) -> str:
        happens = f"go && {name}" if name.endswith("_enable") else name
        return happens if name in signals else f"{width}'d0"

    write = f"{ram.name}_write_ram_0"
    running = "!rst && " if ram.contents is not None and f"{write}_enable" in signals else ""
    pins = [".clk(clk)", f".write_enable({running}{operand(f'{write}_enable', 1)})"]
    pins += [f".write_{name}({operand(f'{write}_{name}', width)})" for name, width in ram.operands]
    for i in range(ram.read_ports):
        read = f"{ram.name}_read_ram_{i}"
        result = f"{ram.name}_{'take' if ram.kind == 'block' else 'read'}_ram_{i}_data"
        pins += [f".read_{i}_enable({operand(f'{read}_enable', 1)})"] if ram.kind == "block" else []
        pins += [
            f".read_{i}_address({operand(f'{read}_address', ram.address_width)})",
            f".read_{i}_data({result if result in signals else ''})",
        ]
    return [f"  {module} ram_{ram.name} (", ",\n".join(f"    {pin}" for pin in pins), "  );", ""]
