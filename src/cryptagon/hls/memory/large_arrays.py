"""Arrays that are too large for registers with multiplexers, refused before time and memory go into
them.
"""

import re
from collections.abc import Iterator

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.layout import ARRAY_TYPE, NamedTypes, members, named_types
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.text import integer_width
from cryptagon.hls.source.annotations import global_notes, local_notes
from cryptagon.hls.source.call_graph import function_bodies

MOST_ELEMENTS = 1 << 14
"""Of an array in registers.

Above this, one line that changes an element takes minutes and gigabytes to compile.
"""
MOST_CHOICES = 1 << 16
"""Elements that all accesses of an array by variable index choose among, in sum."""
GLOBAL = re.compile(
    r"^@([-\w.]+) = [^\n]*?\bglobal ([\[%{<][^\n]*?), align \d+, !dbg !(\d+)$",
    re.MULTILINE,
)
LOCAL = re.compile(r"^  %([-\w.]+) = alloca (.*?), align \d+", re.MULTILINE)
DECLARED = re.compile(r"^    #dbg_declare\(ptr %([-\w.]+), !(\d+),", re.MULTILINE)
STATIC = re.compile(r'^DIGlobalVariable\(name: "(\w+)"')
SMALLER = "write BLOCK_RAM or DISTRIBUTED_RAM before it, which move an element a cycle; ROM before a table of constants; or make it smaller"


def refuse_large_arrays(module_text: str, metadata: Metadata) -> None:
    """Raises CryptagonError, with file and line, for an array of the module as clang wrote it that
    has no chance as registers.
    """
    named = named_types(module_text)
    for name, kind, where in _arrays(module_text, metadata):
        count = elements_of(kind, named)
        if count > MOST_ELEMENTS and not _can_be_a_ram(kind, named):
            raise CryptagonError(
                f"array '{name}' has {count:,} elements, which are too many for registers",
                where=where,
                why=f"an array that is no memory is a register an element; {MOST_ELEMENTS:,} are the most",
                fix=SMALLER,
            )


def _can_be_a_ram(kind: str, named: NamedTypes) -> bool:
    """Whether a type is an array of integers or of structs of integers, which becomes a RAM by
    itself, or may be one: of an array with few values clang writes a packed struct of these and the
    rest.
    """
    if kind.startswith("<{"):
        return True
    array = ARRAY_TYPE.match(kind)
    if not array:
        return False
    element = array[2]
    while inner := ARRAY_TYPE.match(element):
        element = inner[2]
    parts = members(element, named)
    return all(integer_width(part.kind) is not None for part in parts) and (
        bool(parts) or integer_width(element) is not None
    )


def too_large_for_registers(name: str, count: int, error: CryptagonError) -> CryptagonError:
    """Of an array that can be no RAM because of `error` either; `name` is that of its alloca."""
    plain = variable_name(name)
    whose = f"array '{plain}'" if plain else "an array without a name"
    return CryptagonError(
        f"{whose} has {count:,} elements, which are too many for registers",
        where=error.where,
        why=f"{MOST_ELEMENTS:,} are the most, and it cannot become a RAM by itself: {error.what}",
        fix=error.fix,
    )


def refuse_many_choices(
    name: str, elements: int, choices: int, where: str, no_ram: str = ""
) -> None:
    """Raises CryptagonError where the accesses of an array by variable index choose among too many
    elements in sum; `no_ram` tells why it has not become a RAM.
    """
    if choices > MOST_CHOICES:
        why = f"each access by a variable index is a choice among elements in logic: {choices:,} in sum, {MOST_CHOICES:,} are the most"
        fix = SMALLER
        if no_ram:
            fix = "change what keeps it from being a RAM, or make it smaller"
            why = f"it cannot become a RAM: {no_ram}; and {choices:,} choices of elements are more than {MOST_CHOICES:,}"
        raise CryptagonError(
            f"array '{name}' of {elements:,} elements is too large for what is done with it",
            where=where,
            why=why,
            fix=fix,
        )


def variable_name(name: str) -> str:
    """The C name of a variable that LLVM calls `a.i.i` or, when it is static,
    `cg.register.unit.a.2`.
    """
    static = name.startswith("cg.register.")
    parts = [
        part
        for part in name.removeprefix("cg.register.").split(".")
        if part != "sroa" and not part.isdigit()
    ]
    return parts[-1 if static else 0]


def elements_of(kind: str, named: NamedTypes) -> int:
    """The integers that an LLVM type is made of."""
    array = ARRAY_TYPE.match(kind)
    if array:
        return int(array[1]) * elements_of(array[2], named)
    return sum(elements_of(member.kind, named) for member in members(kind, named)) or 1


def place_of_variable(name: str, text: str, metadata: Metadata) -> str:
    """Where a local variable, or a static one that became local, is declared; empty where that is
    not clear.

    `name` is that of its alloca, `text` the function with its debug records.
    """
    declared = dict(DECLARED.findall(text)).get(name)
    if declared:
        return str(metadata.declaration(declared))
    parts = [part for part in name.removeprefix("cg.register.").split(".") if not part.isdigit()]
    found = [
        number
        for number, node in metadata.nodes.items()
        if (static := STATIC.match(node)) and static[1] == parts[-1]
    ]
    return (
        str(metadata.declaration(found[0]))
        if len(found) == 1 and name.startswith("cg.register.")
        else ""
    )


def _leading_type(text: str) -> str:
    """The type of `type value`, in which both may have spaces within brackets."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "[{<") - (sign in "]}>")
        if sign == " " and depth == 0:
            return text[:place]
    return text


def _arrays(module_text: str, metadata: Metadata) -> Iterator[tuple[str, str, str]]:
    """The variables of a module that are no memories: name, type, and where each is declared."""
    memories = {note.name for note in global_notes(module_text)}
    for name, kind_and_value, debug in GLOBAL.findall(module_text):
        if name not in memories:
            yield (
                name.rpartition(".")[2],
                _leading_type(kind_and_value),
                str(metadata.declaration(metadata.attributes(debug)["var"])),
            )
    for body in function_bodies(module_text).values():
        memories, declared = (
            {note.name for note in local_notes(module_text, body)},
            dict(DECLARED.findall(body)),
        )
        for name, kind in LOCAL.findall(body):
            if name not in memories and name in declared:
                yield name.partition(".")[0], kind, str(metadata.declaration(declared[name]))
