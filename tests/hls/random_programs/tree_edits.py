"""All trees of a program that are a little smaller, and whether one is complete."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from random_programs.blocks import ByteOrder, WholeFill
from random_programs.expressions import (
    ByteOf,
    Constant,
    Expression,
    Node,
    Reference,
    Signature,
    Variable,
)
from random_programs.jumps import Goto, Labelled
from random_programs.layout import fills_memory, is_whole
from random_programs.loops import GotoLoop, Jump, Loop
from random_programs.program import Program
from random_programs.statements import (
    Block,
    Body,
    Declare,
    Filled,
    If,
    Local,
    Plain,
    Return,
    Statement,
    Stream,
)
from random_programs.switches import Case, EnumSwitch, Switch
from random_programs.trees import rebuilt, walk
from random_programs.types import INT, Enum, Field, Int, Union

NOTHING = Constant(Int(8), 0)


def smaller_trees(tree: Any) -> Iterator[Any]:
    """The tree with one part smaller: large parts first, statements in runs, expressions as what is
    in them.
    """
    yield from _instead(tree)
    if isinstance(tree, tuple):
        yield from _shorter(tree)
        for i, part in enumerate(tree):
            for smaller in smaller_trees(part) if isinstance(part, Node) else ():
                yield (*tree[:i], smaller, *tree[i + 1 :])
    elif isinstance(tree, Node) and not isinstance(tree, Variable | Stream):
        for field in fields(tree):
            for smaller in smaller_trees(getattr(tree, field.name)):
                yield replace(tree, **{field.name: smaller})


def _shorter(parts: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Statements, cases or declarations without a run of them, the longest first; blocks as what is
    in them.
    """
    if not parts or not all(
        isinstance(part, Node) and not isinstance(part, Expression | Variable) for part in parts
    ):
        return
    length = 1 << len(parts).bit_length()
    while length := length // 2:
        for start in range(0, len(parts), length):
            yield (*parts[:start], *parts[start + length :])
    for i, part in enumerate(parts):
        if isinstance(part, Block):
            yield (*parts[:i], *part.body, *parts[i + 1 :])


def _instead(part: Any) -> Iterator[Any]:
    """What can be in the place of a part."""
    if isinstance(part, Expression) and isinstance(part.type, Int):
        yield from (
            inner
            for inner in _children(part)
            if isinstance(inner, Expression) and isinstance(inner.type, Int)
        )
        if part != NOTHING:
            yield NOTHING
    elif isinstance(part, If):
        yield from (Block(part.then), Block(part.other))
    elif isinstance(part, Labelled):
        yield Block(_without(part.body, Goto(part.label)))
    elif isinstance(part, Switch):
        yield from (Block(body) for body in (*(case.body for case in part.cases), part.default))
    elif isinstance(part, Loop):
        yield Block(without_counter(part))
        yield from (replace(part, limit=None), replace(part, condition=None), replace(part, how=""))
        if part.count > 1:
            yield replace(part, count=part.count // 2)


def _children(part: Node) -> Iterator[Any]:
    for field in fields(part):
        value = getattr(part, field.name)
        yield from value if isinstance(value, tuple) else (value,)


def without_counter(loop: Loop) -> Body:
    """The body of a loop on its own: the counter is 0, and nothing leaves the loop."""
    zero = rebuilt(
        loop.body, lambda part: Constant(INT, 0) if part == Reference(loop.counter) else part
    )
    jumps = (Jump(loop.counter, place) for place in ("again", "next", "end"))
    return _without(_without_jumps(zero), *jumps)


def _without(body: Body, *jumps: Statement) -> Body:
    """The body with an empty statement in the place of some jumps."""
    return rebuilt(body, lambda part: Plain(";") if part in jumps else part)


def _without_jumps(body: Body) -> Body:
    return tuple(
        _without_jumps_inside(part)
        for part in body
        if not (isinstance(part, Plain) and part.text in ("break;", "continue;"))
    )


def _without_jumps_inside(part: Statement) -> Statement:
    if isinstance(part, If):
        return replace(part, then=_without_jumps(part.then), other=_without_jumps(part.other))
    if isinstance(part, Switch):
        cases = tuple(
            Case(case.numbers, _without_jumps(case.body), case.ends) for case in part.cases
        )
        return replace(part, cases=cases, default=_without_jumps(part.default))
    return replace(part, body=_without_jumps(part.body)) if isinstance(part, Block) else part


def is_complete(program: Program) -> bool:
    """Whether all that a program names is declared somewhere in it (where, C will tell), functions
    end with their results, and what is read byte by byte has a value in every bit.
    """
    if any(
        function.signature.result and not (function.body and isinstance(function.body[-1], Return))
        for function in program.functions
    ):
        return False
    parts = list(walk(program))
    named = {part.variable.name for part in parts if isinstance(part, Reference)}
    if not named <= {name for part in parts for name in declares(part)}:
        return False
    jumps = {part.label for part in parts if isinstance(part, Goto)}
    jumps |= {part.counter.name for part in parts if isinstance(part, Jump)}
    labels = {part.label for part in parts if isinstance(part, Labelled)}
    labels |= {part.counter.name for part in parts if isinstance(part, GotoLoop)}
    return jumps <= labels and all(map(_has_all_bits, parts))


def _has_all_bits(part: Any) -> bool:
    """Whether nothing but values is read where a part reads bytes, bit-fields have room, and a switch
    over an enum's constants has a value of that type.
    """
    if isinstance(part, EnumSwitch):
        return isinstance(part.value.type, Enum)
    if isinstance(part, Field):
        return not part.bits or (isinstance(part.type, Int) and part.bits <= part.type.bits)
    if isinstance(part, Union):
        return is_whole(part)
    places = [part.place] if isinstance(part, ByteOf | WholeFill) else []
    places += [part.left] if isinstance(part, ByteOrder) else []
    return all(fills_memory(place.type) for place in places)


def declares(part: Any) -> Iterator[str]:
    """The variables that a part of a program declares."""
    if isinstance(part, Loop):
        yield part.counter.name
    elif isinstance(part, Declare | Local | Filled):
        yield part.variable.name
        yield from (part.counter.name,) if isinstance(part, Filled) else ()
    elif isinstance(part, Signature):
        yield from (parameter.name for parameter in part.parameters)
