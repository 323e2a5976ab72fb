"""Trees of programs in general: what is in one, one with other nodes in it, and all trees that are
a little smaller.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from random_programs.expressions import Constant, Expression, Node, Reference, Signature, Variable
from random_programs.program import Program
from random_programs.statements import (
    Block,
    Body,
    Case,
    Declare,
    Filled,
    If,
    Local,
    Loop,
    Plain,
    Return,
    Statement,
    Stream,
    Switch,
)
from random_programs.types import INT, Int

NOTHING = Constant(Int(8), 0)


def walk(tree: Any) -> Iterator[Any]:
    """Everything in a tree, types among it, from the outside to the inside."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from walk(part)
    elif is_dataclass(tree):
        yield tree
        for field in fields(tree):
            yield from walk(getattr(tree, field.name))


def rebuilt(tree: Any, change: Callable[[Any], Any]) -> Any:
    """The tree with every part changed, from the inside to the outside."""
    if isinstance(tree, tuple):
        return tuple(rebuilt(part, change) for part in tree)
    if not is_dataclass(tree):
        return tree
    parts = {field.name: rebuilt(getattr(tree, field.name), change) for field in fields(tree)}
    return change(replace(tree, **parts))  # type: ignore[type-var]


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
    return _without_jumps(zero)


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
    """Whether all that a program names is declared somewhere in it (where, C will tell), and
    functions end with their results.
    """
    if any(
        function.signature.result and not (function.body and isinstance(function.body[-1], Return))
        for function in program.functions
    ):
        return False
    parts = list(walk(program))
    named = {part.variable.name for part in parts if isinstance(part, Reference)}
    return named <= {name for part in parts for name in declares(part)}


def declares(part: Any) -> Iterator[str]:
    """The variables that a part of a program declares."""
    if isinstance(part, Loop):
        yield part.counter.name
    elif isinstance(part, Declare | Local | Filled):
        yield part.variable.name
        yield from (part.counter.name,) if isinstance(part, Filled) else ()
    elif isinstance(part, Signature):
        yield from (parameter.name for parameter in part.parameters)
