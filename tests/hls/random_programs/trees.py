"""Trees in general: what is in one, and one with other nodes in it."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any


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
