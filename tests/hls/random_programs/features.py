"""Which parts of the language a program has: what 'covered' means for many programs is how many had
each.
"""

from collections.abc import Callable, Iterator
from typing import Any

from random_programs.expressions import (
    Arithmetic,
    ByteOf,
    Call,
    Division,
    Element,
    Expression,
    Quotient,
    Reference,
    Rotation,
    Shift,
    Variable,
    WireRead,
)
from random_programs.family_features import FEATURES as FAMILY_FEATURES
from random_programs.loops import Loop
from random_programs.program import Function, Program
from random_programs.rewired import Item, Reversed
from random_programs.statements import (
    Assign,
    Copy,
    Declare,
    Fill,
    If,
    Indifferent,
    Invoke,
    Load,
    Local,
    Plain,
    Poll,
    Read,
    Return,
    Stream,
    Swap,
    VaryingCopy,
    Walk,
    Write,
)
from random_programs.switches import Switch
from random_programs.trees import walk
from random_programs.types import BYTE, Array, Int, Pointer, Struct, Type, Union


def _is_array(part: Any) -> bool:
    return isinstance(part, Variable) and isinstance(part.type, Array) and not part.ram


def _is_plain(part: Any, *texts: str) -> bool:
    return isinstance(part, Plain) and part.text.startswith(texts)


def _nested(part: Any) -> bool:
    return (
        isinstance(part, Loop)
        and any(isinstance(inner, Loop) and not inner.how for inner in walk(part.body))
        and not part.how
    )


def _header_takes_item(part: Any) -> bool:
    return isinstance(part, Loop) and any(isinstance(inner, Item) for inner in walk(part.condition))


def _nest_takes_item(part: Any) -> bool:
    """Whether an outer loop reads before the loop inside."""
    return (
        _nested(part)
        and any(isinstance(inner, Item | Read) for inner in walk(part.body[0]))
        and not isinstance(part.body[0], Loop)
    )


def _is_state(part: Any) -> bool:
    return isinstance(part, Declare) and part.variable.name == "state"


def _is_of_unions(kind: Type) -> bool:
    return isinstance(kind, Union) or (isinstance(kind, Array) and _is_of_unions(kind.element))


def _breaks(part: Any) -> bool:
    return isinstance(part, If) and any(_is_plain(inner, "break") for inner in part.then)


def _is_shared(part: Any) -> bool:
    return isinstance(part, Function) and part.storage.startswith("SHARED")


FEATURES: dict[str, Callable[[Any], bool]] = {
    "arrays": _is_array,
    "arrays by variable index": lambda p: (
        isinstance(p, Element) and not (isinstance(p.index, Expression) and p.index.c.isdigit())
    ),
    "arrays of more than 256 elements": lambda p: _is_array(p) and p.type.length > 256,
    "arrays of two dimensions": lambda p: _is_array(p) and isinstance(p.type.element, Array),
    "arrays of structs": lambda p: isinstance(p, Array) and isinstance(p.element, Struct),
    "structs": lambda p: isinstance(p, Variable) and isinstance(p.type, Struct),
    "structs by value": lambda p: isinstance(p, Call) and isinstance(p.type, Struct),
    "structs assigned": lambda p: isinstance(p, Assign) and isinstance(p.place.type, Struct),
    "unions": lambda p: isinstance(p, Variable) and _is_of_unions(p.type),
    "structs in streams": lambda p: isinstance(p, Stream) and isinstance(p.type, Struct),
    "byte views": lambda p: isinstance(p, ByteOf),
    "kept pointers": lambda p: isinstance(p, Walk),
    "copies and fills of varying size": lambda p: isinstance(p, VaryingCopy),
    "words copied from or to bytes": lambda p: isinstance(p, Load),
    "memcpy": lambda p: isinstance(p, Copy) and p.how == "memcpy",
    "memmove": lambda p: isinstance(p, Copy) and p.how == "memmove",
    "memset": lambda p: isinstance(p, Fill),
    "swaps": lambda p: isinstance(p, Swap),
    "distributed RAMs": lambda p: isinstance(p, Variable) and p.ram.startswith("DISTRIBUTED_RAM"),
    "block RAMs": lambda p: isinstance(p, Variable) and p.ram.startswith("BLOCK_RAM"),
    "RAMs with two read ports": lambda p: isinstance(p, Variable) and p.ram.endswith("(2)"),
    "RAMs of structs": lambda p: (
        isinstance(p, Variable)
        and bool(p.ram)
        and isinstance(p.type, Array)
        and isinstance(p.type.element, Struct)
    ),
    "tables": lambda p: isinstance(p, Declare) and p.storage == "ROM",
    "tables of 256 bytes": lambda p: (
        isinstance(p, Declare) and p.storage == "ROM" and p.variable.type == Array(BYTE, 256)
    ),
    "clocked loops": lambda p: isinstance(p, Loop) and not p.how,
    "nested clocked loops": _nested,
    "loop nests on one state": _is_state,
    "structs kept across loops": lambda p: _is_state(p) and isinstance(p.variable.type, Struct),
    "reads before an inner loop": _nest_takes_item,
    "reads in headers of loops": _header_takes_item,
    "functions with clocked loops": lambda p: (
        isinstance(p, Function) and any(isinstance(s, Loop) and not s.how for s in p.body)
    ),
    "results of clocked loops kept": lambda p: (
        isinstance(p, Local) and p.variable.name != "state" and isinstance(p.value, Call)
    ),
    "pieces in reverse order": lambda p: isinstance(p, Reversed),
    "loops up to data": lambda p: isinstance(p, Loop) and p.limit is not None,
    "while and do loops": lambda p: isinstance(p, Loop) and p.form in ("while", "do"),
    "UNROLL": lambda p: isinstance(p, Loop) and p.how == "UNROLL ",
    "UNROLL_BY": lambda p: isinstance(p, Loop) and p.how.startswith("UNROLL_BY"),
    "break and continue": lambda p: _is_plain(p, "break", "continue"),
    "early returns": lambda p: isinstance(p, Plain) and "return;" in p.text,
    "breaks in UNROLL_BY": lambda p: (
        isinstance(p, Loop)
        and p.how.startswith("UNROLL_BY")
        and any(_breaks(part) for part in p.body)
    ),
    "switches": lambda p: isinstance(p, Switch),
    "cycles(k)": lambda p: _is_plain(p, "cycles("),
    "expect_cycles": lambda p: _is_plain(p, "expect_cycles("),
    "expect_cycles_between": lambda p: _is_plain(p, "expect_cycles_between("),
    "loops kept apart": lambda p: _is_plain(p, "not_shared"),
    "waits": lambda p: _is_plain(p, "wait"),
    "cycles of so many levels": lambda p: isinstance(p, Program) and p.levels > 0,
    "functions": lambda p: isinstance(p, Call),
    "calls through pointers": lambda p: isinstance(p, Call) and p.other is not None,
    "tables of functions": lambda p: isinstance(p, Call) and p.in_table,
    "shared functions": _is_shared,
    "shared functions with clocked loops": lambda p: (
        _is_shared(p) and any(isinstance(one, Loop) and not one.how for one in walk(p))
    ),
    "shared functions that wait": lambda p: (
        _is_shared(p) and any(_is_plain(one, "wait") for one in walk(p))
    ),
    "shared functions that call shared ones": lambda p: (
        _is_shared(p) and any(isinstance(one, Call) for one in walk(p))
    ),
    "functions with effects": lambda p: isinstance(p, Invoke),
    "pointers as parameters": lambda p: isinstance(p, Pointer),
    "returns inside functions": lambda p: isinstance(p, Return),
    "wires": lambda p: isinstance(p, WireRead),
    "stream reads": lambda p: isinstance(p, Read) and p.access == "stream_read",
    "stream_peek": lambda p: isinstance(p, Read) and p.access == "stream_peek",
    "stream_has": lambda p: isinstance(p, Poll),
    "stream writes": lambda p: isinstance(p, Write),
    "STREAM_DEPTH": lambda p: isinstance(p, Stream) and p.depth > 0,
    "any()": lambda p: isinstance(p, Indifferent),
    "products": lambda p: isinstance(p, Arithmetic) and p.operator == "*",
    "divisions by constants": lambda p: isinstance(p, Division),
    "divisions by variables": lambda p: isinstance(p, Quotient),
    "shifts by variables": lambda p: isinstance(p, Shift) and not p.amount.c.strip("()").isdigit(),
    "rotations": lambda p: isinstance(p, Rotation) and isinstance(p.value, Reference | Element),
    "signed numbers": lambda p: isinstance(p, Int) and p.signed,
    "numbers of more than 200 bits": lambda p: isinstance(p, Int) and p.bits > 200,
    **FAMILY_FEATURES,
}


def features_of(program: Program) -> Iterator[str]:
    """The names of the features that a program has."""
    parts = list(walk(program))
    yield from (
        name for name, is_feature in FEATURES.items() if any(is_feature(part) for part in parts)
    )
