"""Debug information in LLVM IR text: source locations, and the exact widths and layout of C
types.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptagon.hls.ir.instructions import Location, LoopNotes

NODE_NUMBER = re.compile(r"^!(\d+) = ", re.MULTILINE)
NODE = re.compile(r"^!(\d+) = (?:distinct )?!(.*)$", re.MULTILINE)
ATTRIBUTE = re.compile(r"(\w+): (\"(?:[^\"\\]|\\.)*\"|!\d+|[\w.]+)")
LOOP_NUMBER = re.compile(r'^\{!"cryptagon.loop", i32 (\d+)\}$')
LOOP_STATEMENT = re.compile(r'^\{!"cryptagon.statement", i32 (\d+)\}$')
HEADERS = ("cryptagon.h", "cipher_core.h")
UNROLLED_WHOLLY = "cryptagon.unroll"  # the note on a loop that must not be left
NOT_SHARED = "cryptagon.not_shared"  # the note on a loop that stays one of its own
# The notes on loops that no source has: each iteration finds a bit of a quotient, or moves or
# compares a word of a block.
DIVISION, BLOCK = "cryptagon.division", "cryptagon.block of memory"
POINTER = "DW_TAG_pointer_type"
RECORD = re.compile(r"\bDW_TAG_(?:structure|class)_type\b")
"""A struct, or a class of C++."""


@dataclass(frozen=True)
class Field:
    """One integer in a C type: `bits` wide, stored at `offset` bytes in `size` bytes.

    `name` is "data" for a plain integer.
    """

    name: str
    bits: int
    offset: int
    size: int


def free_node(text: str) -> int:
    """The first number behind those of all metadata nodes of a module."""
    return 1 + max(map(int, NODE_NUMBER.findall(text)), default=0)


class Metadata:
    """The numbered metadata nodes of a module."""

    def __init__(self, text: str) -> None:
        self.nodes: dict[str, str] = dict(NODE.findall(text))
        self._attributes: dict[str, Mapping[str, str]] = {}
        self._paths: dict[str, str] = {}
        self._locations: dict[str, Location] = {}

    def attributes(self, number: str) -> Mapping[str, str]:
        """The `key: value` pairs of one node; strings without quotes, references as their
        number.
        """
        if number not in self._attributes:
            pairs = ATTRIBUTE.findall(self.nodes.get(number, ""))
            self._attributes[number] = {key: value.strip('"').lstrip("!") for key, value in pairs}
        return self._attributes[number]

    def list_items(self, number: str) -> list[str]:
        """The node numbers in a list node such as `!{!3, !4}`."""
        return re.findall(r"!(\d+)", self.nodes.get(number, ""))

    def loop_notes(self, loop: str) -> LoopNotes:
        """What a `!llvm.loop` node says. Once a loop is unrolled, it no longer asks for it."""
        texts = [self.nodes.get(number, "") for number in self.list_items(loop) if number != loop]
        places = [
            number
            for number in self.list_items(loop)
            if self.nodes.get(number, "").startswith("DILocation")
        ]
        wishes = (f'"{UNROLLED_WHOLLY}"', '"llvm.loop.unroll.count"')
        statements = [
            int(match.group(1)) for text in texts if (match := LOOP_STATEMENT.match(text))
        ]
        numbers = [int(match.group(1)) for text in texts if (match := LOOP_NUMBER.match(text))]
        return LoopNotes(
            node=loop,
            number=numbers[0] if numbers else 0,
            start=self.location(places[0]) if places else Location(),
            unroll=any(wish in text for text in texts for wish in wishes),
            statements=tuple(statements),
            not_shared=any(f'"{NOT_SHARED}"' in text for text in texts),
            work=next(
                (
                    note.partition(".")[2]
                    for note in (DIVISION, BLOCK)
                    if any(f'"{note}"' in text for text in texts)
                ),
                "",
            ),
        )

    def location(self, number: str) -> Location:
        """The designer's own line of a DILocation: code inlined from Cryptagon's headers counts
        where it is used.
        """
        if number not in self._locations:
            self._locations[number] = self._find_location(number)
        return self._locations[number]

    def _find_location(self, number: str) -> Location:
        node = self.attributes(number)
        if "line" not in node:
            return Location()
        file = self._file_of_scope(node.get("scope", ""))
        inlined = node.get("inlinedAt")
        if inlined and (
            file.rsplit("/", 1)[-1] in HEADERS
            or self._function_of_scope(node.get("scope", "")).startswith("cg_")
        ):
            return self.location(inlined)
        return Location(file, int(node["line"]))

    def variable_name(self, number: str) -> str:
        """The name of a DILocalVariable; nothing for a parameter of a stream's accessors, which the
        designer did not name.
        """
        node = self.attributes(number)
        return (
            ""
            if self._function_of_scope(node.get("scope", "")).startswith("cg_")
            else node.get("name", "")
        )

    def declaration(self, number: str) -> Location:
        """Where the variable of a DILocalVariable or DIGlobalVariable is declared."""
        node = self.attributes(number)
        file = node.get("file") or node.get("scope", "")  # `this` of C++ has none of its own
        return Location(self._file_of_scope(file), int(node.get("line", "0")))

    def _function_of_scope(self, number: str) -> str:
        """The C function that a scope lies in; the accessors of a stream, whose names begin with
        cg_, are where it is declared.
        """
        while number and not self.nodes.get(number, "").startswith("DISubprogram"):
            number = self.attributes(number).get("scope", "")
        return self.attributes(number).get("name", "")

    def _file_of_scope(self, number: str) -> str:
        seen = set()
        while number and number not in seen:
            seen.add(number)
            node = self.attributes(number)
            if "filename" in node:
                return self.path_of_file(number)
            number = node.get("file") or node.get("scope", "")
        return ""

    def path_of_file(self, number: str) -> str:
        """The path of a DIFile, relative where it lies below the working folder: clang splits it
        wherever the two part.
        """
        if number not in self._paths:
            self._paths[number] = self._find_path(number)
        return self._paths[number]

    def _find_path(self, number: str) -> str:
        node = self.attributes(number)
        path = Path(node.get("directory", "")) / node["filename"]
        return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)

    def fields_of_type(self, number: str, *, pointers: bool = False) -> tuple[Field, ...] | None:
        """The integers that make up a C type: one for an integer, one a member for a struct; None
        for any other type. With `pointers` they count as integers of 64 bits.
        """
        node = self.resolved_type(number)
        text = self.nodes.get(node, "")
        if RECORD.search(text):
            return self._members(node, pointers=pointers)
        return self._basic(node, "data", 0, pointers=pointers)

    def parts_of_type(
        self, number: str, name: str = "", offset: int = 0
    ) -> tuple[Field, ...] | None:
        """The integers that make up a C type, through arrays and structs: `lanes_3` is `lanes[3]`;
        None for other types. A struct within that is around a single integer is that integer.
        """
        node = self.resolved_type(number)
        text = self.nodes.get(node, "")
        if text.startswith("DIBasicType"):
            return self._basic(node, name or "data", offset)
        if RECORD.search(text):
            members = [self.attributes(member) for member in self._own_members(node)]
            alone = bool(name) and len(members) == 1 and self._member(members[0]) is not None
            places = [
                (
                    member["baseType"],
                    "" if alone else member.get("name", ""),
                    int(member.get("offset", "0")) // 8,
                )
                for member in members
            ]
            whole = not any("DIFlagBitField" in member.get("flags", "") for member in members)
        elif "DW_TAG_array_type" in text:
            base, count, step = self._elements(node)
            places = [(base, str(i), i * step) for i in range(count)]
            whole = True
        else:
            return None
        found = [
            self.parts_of_type(kind, "_".join(filter(None, (name, part))), offset + place)
            for kind, part, place in places
        ]
        fields = [field for part in found if part for field in part]
        distinct = len({field.name for field in fields}) == len(fields)
        return tuple(fields) if whole and distinct and all(found) else None

    def integer_sizes(self, number: str, *, pointers: bool = False) -> set[int]:
        """The bytes of the integers that make up a C type, through arrays, structs and unions, 0 for
        what is no integer; with `pointers` they count as integers.
        """
        node = self.resolved_type(number)
        text = self.nodes.get(node, "")
        if "DW_TAG_array_type" in text:
            return self.integer_sizes(self.attributes(node)["baseType"], pointers=pointers)
        if RECORD.search(text) or "DW_TAG_union_type" in text:
            members = [self.attributes(member) for member in self._own_members(node)]
            if any("DIFlagBitField" in member.get("flags", "") for member in members):
                return {0}
            kinds = {one["baseType"] for one in members}
            return set[int]().union(*(self.integer_sizes(one, pointers=pointers) for one in kinds))
        fields = self._basic(node, "", 0, pointers=pointers)
        return {field.size for field in fields or ()} or {0}

    def is_floating(self, number: str) -> bool:
        """Whether a C type is a floating-point number, or has one within."""
        node = self.resolved_type(number)
        text = self.nodes.get(node, "")
        if "DW_TAG_array_type" in text:
            return self.is_floating(self.attributes(node)["baseType"])
        if RECORD.search(text):
            members = map(self.attributes, self._own_members(node))
            return any(self.is_floating(member["baseType"]) for member in members)
        return "DW_ATE_float" in text

    def _elements(self, array: str) -> tuple[str, int, int]:
        """The type of an array's elements, how many there are in all dimensions, and their size in
        bytes; no elements of a flexible array at the end of a struct.
        """
        attributes, count = self.attributes(array), 1
        for dimension in self.list_items(attributes.get("elements", "")):
            count *= int(self.attributes(dimension).get("count", "0"))
        size = int(attributes.get("size", "0")) // 8
        return attributes["baseType"], max(count, 0), size // max(1, count)

    def resolved_type(self, number: str) -> str:
        """The node of a type without typedefs, const and volatile; of an enum type that of its
        integers.
        """
        while self._is_of_another(self.nodes.get(number, "")):
            number = self.attributes(number).get("baseType", "")
        return number

    def is_volatile(self, number: str) -> bool:
        """Whether a type, or what it is a typedef of, is volatile."""
        while self._is_of_another(node := self.nodes.get(number, "")):
            if "DW_TAG_volatile_type" in node:
                return True
            number = self.attributes(number).get("baseType", "")
        return False

    @staticmethod
    def _is_of_another(node: str) -> bool:
        """Whether a node names a type that its base type lays out."""
        if "DW_TAG_enumeration_type" in node:
            return True
        return node.startswith("DIDerivedType") and POINTER not in node

    def _basic(
        self, number: str, name: str, offset: int, *, pointers: bool = False
    ) -> tuple[Field, ...] | None:
        node = self.attributes(number)
        if pointers and POINTER in self.nodes.get(number, ""):
            return (Field(name, 64, offset, 8),)
        if node.get("encoding") not in (
            "DW_ATE_unsigned",
            "DW_ATE_signed",
            "DW_ATE_boolean",
            "DW_ATE_unsigned_char",
            "DW_ATE_signed_char",
        ):
            return None
        size = int(node["size"])
        bits = 1 if node["encoding"] == "DW_ATE_boolean" else int(node.get("dataSize", size))
        return (Field(name, bits, offset, size // 8),)

    def _members(self, number: str, *, pointers: bool = False) -> tuple[Field, ...] | None:
        fields: list[Field] = []
        for member in self._own_members(number):
            node = self.attributes(member)
            if "DIFlagBitField" in node.get("flags", ""):
                return None
            found = self._member(node, pointers=pointers)
            if found is None:
                return None
            fields.append(found)
        return tuple(fields)

    def _member(self, node: Mapping[str, str], *, pointers: bool = False) -> Field | None:
        """A member that is an integer, or a struct of C++ around a single one."""
        if "name" not in node:  # what a struct of C++ is derived from
            return None
        basic = self.resolved_type(node.get("baseType", ""))
        offset = int(node.get("offset", "0")) // 8
        if found := self._basic(basic, node["name"], offset, pointers=pointers):
            return found[0]
        if not RECORD.search(self.nodes.get(basic, "")):
            return None
        within = self._own_members(basic)
        inner = self._member(self.attributes(within[0])) if len(within) == 1 else None
        return inner and Field(node["name"], inner.bits, offset + inner.offset, inner.size)

    def _own_members(self, number: str) -> list[str]:
        """The members that each struct of a type has; in C++ there are functions and names beside."""
        listed = self.list_items(self.attributes(number).get("elements", ""))
        return [
            one
            for one in listed
            if not self.nodes[one].startswith("DISubprogram")
            and "DIFlagStaticMember" not in self.nodes[one]
            and "DW_TAG_typedef" not in self.nodes[one]
        ]
