"""Arrays that lie in a memory outside the module (MEMORY_PORT): what the source declares of them,
and the two streams through which the module reaches each.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.metadata import Field, Metadata
from cryptagon.hls.memory.rams import PORT, STATIC_PREFIX, Ram, declared_array
from cryptagon.hls.source.annotations import Note, global_notes, local_notes
from cryptagon.hls.source.interface import Port, refuse_names

NOTE = f"cryptagon.ram.{PORT}.1"
WIDTHS = (8, 16, 32, 64, 128, 256, 512, 1024)
"""Bits of an element: those that a word on AXI4 can have."""
MOST_ELEMENTS = 1 << 20
FENCE = re.compile(
    r"^  call void @cg_memory_fence\(ptr noundef ([^\n]*)\)(?: #\d+)?(?:, (!dbg !(\d+)))?$",
    re.MULTILINE,
)
DECLARED_FENCE = "nounwind willreturn convergent memory(inaccessiblemem: readwrite)"


@dataclass(frozen=True)
class MemoryPort:
    """An array of `words` elements of `width` bits in a memory outside the module.

    `name` is that of the array in C, `variable` that in LLVM.
    """

    name: str
    variable: str
    words: int
    width: int
    location: Location

    @property
    def address_width(self) -> int:
        """Bits that select an element."""
        return max(1, (self.words - 1).bit_length())

    @property
    def byte_count(self) -> int:
        """Bytes of an element, which are its bits of byte enables."""
        return self.width // 8

    @property
    def request(self) -> Port:
        """The output stream on which the module asks: write (1 bit), address (of an element, not of
        a byte), write_data, byte_enables (1 bit a byte of a write; any value with a read).
        """
        widths = {
            "write": 1,
            "address": self.address_width,
            "write_data": self.width,
            "byte_enables": self.byte_count,
        }
        return self._stream("request", "stream_out", widths)

    @property
    def response(self) -> Port:
        """The input stream on which the element that was read comes, one for each request to read,
        in their order.
        """
        return self._stream("response", "stream_in", {"read_data": self.width})

    def _stream(self, part: str, kind: str, widths: Mapping[str, int]) -> Port:
        fields, offset = [], 0
        for name, bits in widths.items():
            fields.append(Field(name, bits, offset, -(-bits // 8)))
            offset += fields[-1].size
        return Port(f"{self.name}_{part}", kind, tuple(fields), offset, memory=self.name)

    def values_of(self, content: bytes) -> list[int]:
        """The elements that lie in `content`, little-endian."""
        size = self.byte_count
        return [
            int.from_bytes(content[at : at + size], "little")
            for at in range(0, len(content) - size + 1, size)
        ]

    def content_of(self, values: Iterable[int]) -> bytes:
        """`words` elements as they lie in memory, little-endian; those that `values` lacks are 0."""
        content = b"".join(value.to_bytes(self.byte_count, "little") for value in values)
        return content.ljust(self.words * self.byte_count, b"\0")


def memory_ports_of(module_text: str, metadata: Metadata) -> dict[str, MemoryPort]:
    """The memory ports that a module declares, by name, in the order of the source.

    Raises CryptagonError, with file and line, for one inside a function, for an element that is no
    integer of whole bytes as AXI4 has them, for a length that cannot be, for one that is const or
    has initial values.
    """
    local = next((note for note in local_notes(module_text) if note.text == NOTE), None)
    if local:
        raise _inside_a_function(local, local.name)
    notes = [note for note in global_notes(module_text) if note.text == NOTE]
    found = [_memory_port(note, module_text, metadata) for note in notes]
    found.sort(key=lambda port: port.location.line)
    return {port.name: port for port in found}


def with_streams(ports: Mapping[str, Port], memories: Mapping[str, MemoryPort]) -> dict[str, Port]:
    """The ports of a design with the two streams of each memory port.

    Raises CryptagonError for a memory port whose signals have names that Verilog or other ports
    have.
    """
    found = dict(ports)
    for memory in memories.values():
        for stream in (memory.request, memory.response):
            refuse_names(stream, list(found.values()), memory.location)
            found[stream.name] = stream
    return found


def _inside_a_function(note: Note, name: str) -> CryptagonError:
    return CryptagonError(
        f"memory port '{name}' is declared inside a function",
        where=f"{note.file}:{note.line}",
        why="it is a port of the module, as a stream is",
        fix="declare it outside of functions",
    )


def _memory_port(note: Note, text: str, metadata: Metadata) -> MemoryPort:
    line = re.search(
        rf"^@{re.escape(note.name)} = (.*?)(?:, align \d+)?(?:, !dbg !(\d+))$", text, re.MULTILINE
    )
    assert line, note
    variable = metadata.attributes(metadata.attributes(line[2])["var"])
    name = variable["name"]
    if "." in note.name:
        raise _inside_a_function(note, name)
    where = Location(metadata.path_of_file(variable["file"]), int(variable["line"]))
    words, element = declared_array(variable["type"], metadata)
    fields = metadata.fields_of_type(element) or ()
    width = _width_of(name, words, fields, where)
    if metadata.is_volatile(element):
        raise CryptagonError(
            f"memory port '{name}' is volatile",
            where=str(where),
            why="nothing else may write the array while the module uses it: an element that was read may be kept",
            fix="leave `volatile` out; what changes meanwhile is a stream or a WIRE_IN",
        )
    if re.search(r"\bconstant ", line[1]) or not line[1].endswith("zeroinitializer"):
        raise CryptagonError(
            f"memory port '{name}' is const or has initial values",
            where=str(where),
            why="what a memory outside holds is not the module's to say",
            fix="declare it without; a table of constants is a ROM",
        )
    return MemoryPort(name, note.name, words, width, where)


def _width_of(name: str, words: int, fields: tuple[Field, ...], where: Location) -> int:
    """The bits of an element; raises for a type and a length that cannot be."""
    whole = len(fields) == 1 and fields[0].bits in WIDTHS and fields[0].bits == 8 * fields[0].size
    if not whole:
        raise CryptagonError(
            f"'{name}' cannot be a memory port",
            where=str(where),
            why=f"its elements must be integers of {', '.join(map(str, WIDTHS))} bits",
            fix="use uint8_t, uint32_t, uint_t(128) and the like; put the members of a struct into one of them",
        )
    if not 2 <= words <= MOST_ELEMENTS:
        raise CryptagonError(
            f"'{name}' cannot be a memory port",
            where=str(where),
            why=f"it must be an array of 2 to {MOST_ELEMENTS} elements",
            fix="declare it so, or make it a WIRE_IN or a stream",
        )
    return fields[0].bits


def explicit_fences(text: str, memories: Mapping[str, MemoryPort], metadata: Metadata) -> str:
    """The module with each memory_fence as a call of `cg.fence.PORT`; `text` has calls as clang
    wrote them.

    Raises CryptagonError, with file and line, for a fence of anything but a memory port.
    """
    names = {f"@{memory.variable}": name for name, memory in memories.items()}

    def fence(match: re.Match[str]) -> str:
        argument, debug, number = match.groups()
        if argument not in names:
            raise CryptagonError(
                "memory_fence of something that is no memory port",
                where=str(metadata.location(number)) if number else "",
                fix="name an array that MEMORY_PORT declares: memory_fence(ARRAY)",
            )
        return f"  call void @cg.fence.{names[argument]}()" + (f", {debug}" if debug else "")

    return FENCE.sub(fence, text)


def fence_declarations(memories: Mapping[str, MemoryPort]) -> str:
    """What these calls look like to LLVM: no pass may move one past another access, or drop it."""
    return "".join(f"declare void @cg.fence.{name}() {DECLARED_FENCE}\n" for name in memories)


def without_rams_of(rams: Mapping[str, Ram]) -> dict[str, Ram]:
    """The RAMs that are inside the module."""
    return {variable: ram for variable, ram in rams.items() if ram.kind != PORT}


def named_as_declared(
    rams: Mapping[str, Ram], memories: Mapping[str, MemoryPort]
) -> dict[str, Ram]:
    """RAMs in which the arrays of memory ports have the names of these ports."""
    names = {f"{STATIC_PREFIX}{memory.variable}": memory.name for memory in memories.values()}
    return {
        variable: replace(ram, name=names.get(variable, ram.name)) for variable, ram in rams.items()
    }
