"""Choices between pointers as choices between what they point to: `*(c ? a : b)` is `c ? *a : *b`.

LLVM also writes `c ? a[i] : b[j]` that way. A read reads both; a write writes both, one of them
with what it held.
"""

import re
from collections.abc import Iterable

from cryptagon.hls.ir.statements import (
    ChoiceLine,
    LoadLine,
    Record,
    Statement,
    StepLine,
    StoreLine,
    statement,
    statements,
    texts,
)
from cryptagon.hls.ir.text_blocks import BODY
from cryptagon.hls.memory.pointer_merges import without_pointer_merges

ALIGNED = re.compile(r", align \d+")
CONSTANT = re.compile(r"getelementptr (?:inbounds |nuw |nusw )*\(([^()]*)\)")


def without_pointers(text: str) -> str:
    """The module with choices and merges of addresses as those of what is read there."""

    def body(match: re.Match[str]) -> str:
        made = without_pointer_choices(without_pointer_merges(statements(match[2].splitlines())))
        return match[1] + "".join(f"{line}\n" for line in texts(made)) + match[3]

    return BODY.sub(body, text)


def without_pointer_choices(body: list[Statement]) -> list[Statement]:
    """A function without choices of pointers, where all that is done with them is address
    arithmetic, reading and writing.
    """
    body = [one for old in body for one in _with_named_constants(old)]
    while choice := _simple_choice(body):
        made: list[Statement] = []
        for number, one in enumerate(body):
            if one is not choice:
                made += (
                    _twice(one, f"{choice.result}.{number}", choice)
                    if choice.result in one.names
                    else [one]
                )
        body = made
    return body


def _with_named_constants(one: Statement) -> Iterable[Statement]:
    """A choice of constant addresses with each of them computed in a line of its own before it."""
    if not isinstance(one, ChoiceLine) or one.kind != "ptr" or not CONSTANT.search(one.text):
        return [one]
    addresses = dict.fromkeys(CONSTANT.findall(one.text))
    named = {
        address: f"%cg.{one.result}.address.{number}" for number, address in enumerate(addresses)
    }
    steps = [f"  {name} = getelementptr {address}" for address, name in named.items()]
    return statements([*steps, CONSTANT.sub(lambda match: named[match[1]], one.text)])


def _simple_choice(body: list[Statement]) -> ChoiceLine | None:
    for one in body:
        if (
            isinstance(one, ChoiceLine)
            and one.kind == "ptr"
            and not any("," in arm for arm in one.arms)
        ):
            users = [user for user in body if one.result in user.names]
            if all(_is_simple(user, one.result) for user in users):
                return one
    return None


def _is_simple(user: Statement, pointer: str) -> bool:
    if isinstance(user, StoreLine):
        return user.kind != "ptr" and user.pointer == f"%{pointer}"
    return isinstance(user, LoadLine | StepLine | Record)


def _twice(user: Statement, unique: str, choice: ChoiceLine) -> list[Statement]:
    """A statement that uses the chosen pointer, done with each of the two."""
    if isinstance(user, StoreLine):
        return [one for side in (0, 1) for one in _guarded_store(user, unique, choice, side)]
    if not isinstance(user, LoadLine | StepLine):
        return []
    sides = [
        f"cg.{user.result}.{side}" for side in "ab"
    ]  # a name may not begin with the number of an unnamed value
    both = [user.having({choice.result: arm}).giving(side) for arm, side in zip(choice.arms, sides)]
    kind, place = (user.kind, user.place) if isinstance(user, LoadLine) else ("ptr", "")
    return [
        *both,
        statement(
            f"  %{user.result} = select i1 {choice.condition}, {kind} %{sides[0]}, {kind} %{sides[1]}{place}"
        ),
    ]


def _guarded_store(store: StoreLine, unique: str, choice: ChoiceLine, side: int) -> list[Statement]:
    """A store that takes place when the choice falls on this side; otherwise what is there is
    written again.
    """
    old, new, pointer = f"%cg.{unique}.old.{side}", f"%cg.{unique}.new.{side}", choice.arms[side]
    arms = (store.value, old) if side == 0 else (old, store.value)
    aligned = ALIGNED.search(store.text)
    align = aligned[0] if aligned else ", align 1"
    lines = [
        f"{old} = load {store.kind}, ptr {pointer}{align}",
        f"{new} = select i1 {choice.condition}, {store.kind} {arms[0]}, {store.kind} {arms[1]}",
        f"store {store.kind} {new}, ptr {pointer}{align}",
    ]
    return statements(f"  {line}{store.place}" for line in lines)
