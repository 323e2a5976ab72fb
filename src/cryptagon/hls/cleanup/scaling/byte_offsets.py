"""Addresses of elements as LLVM's instruction combiner has them: so many bytes behind the variable.

The combiner would bring them to this form itself, but its time for that grows with the square of
the addresses in one variable, and the initial value of an array of thousands of registers is as
many addresses.
"""

import re

from cryptagon.hls.ir.layout import members, named_types, type_size

ADDRESS = re.compile(
    r"^(  %[-\w.]+\.gep = getelementptr inbounds)(?: nuw)? ([^\n]*?), ptr (%[-\w.]+), i32 0((?:, i32 \d+)+)$",
    re.MULTILINE,
)
ARRAY = re.compile(r"^\[\d+ x (.*)\]$")


def with_byte_offsets(text: str) -> str:
    """The module with the addresses that come of a variable's initial value in bytes; `text` is
    that of LLVM's scalar replacement.
    """
    named = named_types(text)

    def in_bytes(match: re.Match[str]) -> str:
        start, kind, base, indices = match.groups()
        return f"{start} nuw i8, ptr {base}, i64 {_offset(kind, [int(word.split()[1]) for word in indices.split(', ')[1:]], named)}"

    return ADDRESS.sub(in_bytes, text)


def _offset(kind: str, indices: list[int], named: dict[str, str]) -> int:
    """Bytes from the start of a value of type `kind` to one of its parts."""
    offset = 0
    for index in indices:
        array = ARRAY.match(kind)
        if array:
            kind, offset = array[1], offset + index * type_size(array[1], named)
        else:
            member = members(kind, named)[index]
            kind, offset = member.kind, offset + member.offset
    return offset
