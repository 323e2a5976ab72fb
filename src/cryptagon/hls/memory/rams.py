"""Arrays that are memory blocks, as the source declares them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.metadata import Field, Metadata
from cryptagon.hls.memory.roms import initial_bytes
from cryptagon.hls.source.annotations import Note, global_notes, local_notes
from cryptagon.hls.source.verilog_names import unused_name
from cryptagon.hls.units.operations import Operation, Signal, ordinal

PORT = "port"
"""The kind of an array that lies in a memory outside the module (`memory.ports`)."""
NOTE = re.compile(rf"^cryptagon\.ram\.(distributed|block|{PORT})\.(\d+)$")
STATIC_PREFIX = "cg.register."
NO_WORDS = "a bit-field and a floating-point number"
MOST_WORDS = 1 << 20
MOST_STRUCT = 1 << 16  # bytes of a struct of arrays


@dataclass(frozen=True)
class Ram:
    """A memory of `words` words. A word is the `fields` of one element of the array, the first the
    most significant.

    `variable` is its alloca in LLVM. `kind` is "distributed" (read in the same cycle) or "block"
    (read in the next), or "port" (in a memory outside the module). `contents` are the words at
    configuration, None where they are undefined. `element_size` is in bytes. A `masked` one has a
    write enable for each lane of its word, as the design writes parts of elements. One is
    `inferred` where the source does not ask for it. In a `packed` one an element, as all this calls
    it, is `elements_a_word` of the array's.
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
    inferred: bool = False
    elements_a_word: int = 1

    def packed(self, count: int) -> "Ram":
        """The same with `count` integers of the array to a word, the first in its lowest bits."""
        (own,) = self.fields
        contents = self.contents and tuple(
            sum(word << i * own.bits for i, word in enumerate(self.contents[first : first + count]))
            for first in range(0, self.words, count)
        )
        return replace(
            self,
            words=self.words // count,
            fields=(replace(own, bits=own.bits * count, size=own.size * count),),
            element_size=self.element_size * count,
            contents=contents,
            elements_a_word=count,
        )

    @property
    def stride(self) -> int:
        """Bytes from one element of the array to the next."""
        return self.element_size // self.elements_a_word

    @property
    def moves_blocks(self) -> bool:
        """Whether a block of it is moved in a loop of an element a cycle; of a RAM that the source
        asks for, it is refused.
        """
        return self.inferred or self.kind == PORT

    @property
    def called(self) -> str:
        """What it is for people."""
        return f"{'memory port' if self.kind == PORT else 'RAM'} '{self.name}'"

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
        """The parts of a word that can be written alone, as lowest bit and width: the fields of a
        struct, the bytes of an integer.
        """
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
        read, write, take = (
            f"cg.{verb}.{self.name}" for verb in ("read_ram", "write_ram", "take_ram")
        )
        late = {write: f"read of RAM '{self.name}' after a write"}
        crowded = f"{ordinal(self.read_ports + 1)} read of RAM '{self.name}' with {ports}"
        writes = Operation(
            write, self.operands, crowded=f"second write of RAM '{self.name}'", enabled=True
        )
        if self.kind == "distributed":
            return [
                writes,
                Operation(
                    read, (address,), data, self.read_ports, crowded, late, combinational=True
                ),
            ]
        reads = Operation(read, (address,), None, self.read_ports, crowded, late, enabled=True)
        return [
            writes,
            reads,
            Operation(take, (), data, 0, after={read: f"latency of block RAM '{self.name}'"}),
        ]


def rams_of(raw: str, inlined: str) -> dict[str, Ram]:
    """The RAMs that a module declares, by the names of their allocas: `raw` as clang wrote it,
    `inlined` with static variables as allocas.

    Raises CryptagonError for an array that cannot be one.
    """
    metadata = Metadata(inlined)
    found: dict[str, Ram] = {}
    statics = [
        Note(f"{STATIC_PREFIX}{note.name}", note.text, note.line) for note in global_notes(raw)
    ]
    for note in [*statics, *local_notes(inlined)]:
        kind = NOTE.match(note.text)
        if kind and re.search(rf"^  %{re.escape(note.name)} = alloca ", inlined, re.MULTILINE):
            ram = declared_ram(note.name, inlined, metadata)
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


def declared_ram(variable: str, text: str, metadata: Metadata, *, pointers: bool = False) -> Ram:
    """The RAM of an array, by the name of its alloca in `text`; its kind and its ports are still to
    be filled in. It may hold `pointers` where these become numbers before it becomes a RAM.

    Raises CryptagonError for an array that cannot be one.
    """
    declared = _declaration(variable, text, metadata)
    where = Location(metadata.path_of_file(declared["file"]), int(declared["line"]))
    words, fields, size = _elements(declared["type"], metadata, pointers)
    if not words and 0 in metadata.integer_sizes(declared["type"], pointers=pointers):
        raise CryptagonError(
            f"'{declared['name']}' has a member that is no integer, and cannot be a RAM",
            where=str(where),
            why=f"{NO_WORDS if pointers else f'a pointer, {NO_WORDS}'} are not kept in a RAM",
            fix="make its arrays variables of their own, or members of a struct of their own",
        )
    if words < 2 or words > MOST_WORDS:
        raise CryptagonError(
            f"'{declared['name']}' cannot be a RAM",
            where=str(where),
            why=f"a RAM is an array of 2 to {MOST_WORDS} elements, each an integer or a struct of "
            "integers, or a struct or union of such arrays",
            fix="declare it so, or leave the directive out",
        )
    contents = None
    if variable.startswith(STATIC_PREFIX):
        memory = initial_bytes(text, variable.removeprefix(STATIC_PREFIX))
        contents = tuple(_packed(memory[i * size : (i + 1) * size], fields) for i in range(words))
    return Ram(declared["name"], variable, "", 1, words, fields, size, contents, where)


def without_a_name(variable: str, text: str, metadata: Metadata) -> CryptagonError | None:
    """Why an array that the source does not declare, such as a compound literal, cannot be a RAM;
    None for one that it declares.
    """
    if _declaration(variable, text, metadata):
        return None
    stored = rf"(?:store|llvm\.mem)[^\n]*%{re.escape(variable)}\b[^\n]*!dbg !(\d+)"
    found = re.search(stored, text)
    return CryptagonError(
        "an array without a name cannot be a RAM",
        where=str(metadata.location(found[1])) if found else "",
        fix="declare it as a variable",
    )


def with_addresses(variable: str, text: str, metadata: Metadata) -> CryptagonError | None:
    """Why an array that holds addresses at first cannot be a RAM; None for one that holds none."""
    static = re.escape(variable.removeprefix(STATIC_PREFIX))
    held = rf"^@{static} = [^\n]*\bptr (?:@|getelementptr)"
    if not variable.startswith(STATIC_PREFIX) or not re.search(held, text, re.MULTILINE):
        return None
    declared = _declaration(variable, text, metadata)
    return CryptagonError(
        f"'{declared['name']}' holds addresses at first, and cannot be a RAM",
        where=str(Location(metadata.path_of_file(declared["file"]), int(declared["line"]))),
        fix="set them where the program begins",
    )


def _elements(
    type_node: str, metadata: Metadata, pointers: bool
) -> tuple[int, tuple[Field, ...], int]:
    """What a variable is as a RAM: how many elements, the fields and the bytes of one; no elements
    where it cannot be one. A struct of arrays, or a union of such, has words of its largest integer.
    """
    words, element = declared_array(type_node, metadata)
    fields = metadata.fields_of_type(element, pointers=pointers) if words else None
    if fields:
        return words, fields, _bytes_of(element, metadata)
    total = _bytes_of(type_node, metadata)
    sizes = metadata.integer_sizes(type_node, pointers=pointers)
    size = max(sizes, default=0)
    if 0 in sizes or not size or total % size or total > MOST_STRUCT:
        return 0, (), 0
    return total // size, (Field("data", 8 * size, 0, size),), size


def _bytes_of(type_node: str, metadata: Metadata) -> int:
    return int(metadata.attributes(metadata.resolved_type(type_node)).get("size", "0")) // 8


def declared_array(type_node: str, metadata: Metadata) -> tuple[int, str]:
    """The number of elements of an array type, of all its dimensions, and the type of one; 0 for
    any other type.
    """
    node = metadata.resolved_type(type_node)
    if "DW_TAG_array_type" not in metadata.nodes.get(node, ""):
        return 0, type_node
    attributes, total = metadata.attributes(node), 1
    for dimension in metadata.list_items(attributes.get("elements", "")):
        total *= int(metadata.attributes(dimension).get("count", "0"))
    inner, element = declared_array(attributes["baseType"], metadata)
    return (total * inner, element) if inner else (total, attributes["baseType"])


def _packed(memory: bytes, fields: tuple[Field, ...]) -> int:
    word = 0
    for field in fields:
        value = int.from_bytes(memory[field.offset : field.offset + field.size], "little")
        word = word << field.bits | value & (1 << field.bits) - 1
    return word
