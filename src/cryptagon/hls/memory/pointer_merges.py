"""Merges of pointers, as merges of what each way reads or as choices of pointers.

LLVM writes `if (c) x = a[i]; else x = y;` as one read behind the branch, of an address that hangs
on the way. The reads go back to the ends of the ways, as nothing is written between there and the
read. So do steps by a constant from such an address, as to a field. A merge of places that are
known where the function begins becomes a choice by the way that was come.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptagon.hls.ir.block_ends import with_block_ends
from cryptagon.hls.ir.statements import (
    Label,
    LoadLine,
    MergeLine,
    Record,
    Statement,
    StepLine,
    StoreLine,
    is_plain,
    statements,
)
from cryptagon.hls.ir.text import integer_width


@dataclass(frozen=True)
class _Merge:
    """A merge of pointers, the number `at` of the statement, and what uses it: reads in its block
    before anything is written, and steps.
    """

    at: int
    merge: MergeLine
    users: dict[int, LoadLine | StepLine]


def without_pointer_merges(body: list[Statement]) -> list[Statement]:
    """A function without merges of pointers that are only read through in their block, or whose
    places are known where it begins.
    """
    body = _with_named_users(body)
    while found := next(_merges(body, with_steps=False), None):
        body = _with_users_before(body, found)
    while place := next(_merges_of_places(body), None):
        body = _with_choice(body, *place)
    while found := next(_merges(body, with_steps=True), None):
        body = _with_users_before(body, found)
    return body


def _with_named_users(body: list[Statement]) -> list[Statement]:
    """The function with names for reads and steps that have numbers, where pointers are merged:
    LLVM wants numbers in their order.
    """
    if not any(isinstance(one, MergeLine) and one.kind == "ptr" for one in body):
        return body
    moved = [
        one.result for one in body if isinstance(one, LoadLine | StepLine) and one.result.isdigit()
    ]
    names = {result: f"cg.moved.{result}" for result in moved}
    operands = {result: f"%{name}" for result, name in names.items()}
    return [
        (one.giving(names[one.result]) if one.result in names else one).having(operands)
        for one in body
    ]


def _merges(body: Sequence[Statement], *, with_steps: bool) -> Iterator[_Merge]:
    """Merges of pointers of which all users are reads, or steps too, that can move to the ends of
    the ways.
    """
    merges = {
        at: one
        for at, one in enumerate(body)
        if isinstance(one, MergeLine)
        and one.kind == "ptr"
        and all(is_plain(value) for value, _ in one.edges)
    }
    using = _users_of(frozenset(one.result for one in merges.values()), body)
    for at, one in merges.items():
        numbers = using.get(one.result, [])
        users = {number: body[number] for number in numbers if not isinstance(body[number], Record)}
        moved = {
            number: other
            for number, other in users.items()
            if (isinstance(other, LoadLine) and _is_read_at_once(body, at, number, one.result))
            or (
                with_steps
                and isinstance(other, StepLine)
                and _is_constant_step_to_reads(body, other, one.result)
            )
        }
        if users and moved == users:
            yield _Merge(at, one, moved)


def _users_of(names: frozenset[str], body: Sequence[Statement]) -> dict[str, list[int]]:
    """The numbers of the statements that use each of these values."""
    users: dict[str, list[int]] = {}
    for number, one in enumerate(body):
        for name in names.intersection(one.names):
            if name != one.result:
                users.setdefault(name, []).append(number)
    return users


def _is_constant_step_to_reads(body: Sequence[Statement], step: StepLine, pointer: str) -> bool:
    """Whether a step by a constant serves reads alone: a pointer that walks through a loop would be
    stepped without end.
    """
    if step.pointer != f"%{pointer}" or step.names != (pointer,):
        return False
    return all(isinstance(other, LoadLine | Record) for other in body if step.result in other.names)


def _is_read_at_once(body: Sequence[Statement], at: int, number: int, pointer: str) -> bool:
    load = body[number]
    if (
        not isinstance(load, LoadLine)
        or load.pointer != f"%{pointer}"
        or integer_width(load.kind) is None
        or number < at
    ):
        return False
    return not any(
        isinstance(one, Label | StoreLine) or one.opcode == "call" for one in body[at + 1 : number]
    )


def _with_users_before(body: list[Statement], found: _Merge) -> list[Statement]:
    """The function with each read and step at the end of every way to it, and a merge of what was
    made.
    """
    phis: list[str] = []
    ends: dict[str, list[str]] = {}
    for number, user in found.users.items():
        made = {
            way: f"%cg.merged.{found.at}.{number}.{i}"
            for i, (_, way) in enumerate(found.merge.edges)
        }
        for pointer, way in dict.fromkeys(found.merge.edges):
            ends.setdefault(way, []).append(f"  {made[way]} = {_again(user, pointer)}")
        kind = user.kind if isinstance(user, LoadLine) else "ptr"
        phis.append(
            f"  %{user.result} = phi {kind} {', '.join(f'[ {made[way]}, %{way} ]' for _, way in found.merge.edges)}"
        )
    return _replaced(body, found, phis, ends)


def _again(user: LoadLine | StepLine, pointer: str) -> str:
    """The same read or step from another pointer."""
    if isinstance(user, LoadLine):
        return f"load {user.kind}, ptr {pointer}, align 1{user.place}"
    kind, _, *indices = user.parts
    return f"getelementptr {', '.join((kind, f'ptr {pointer}', *indices))}"


def _replaced(
    body: list[Statement], found: _Merge, phis: list[str], ends: dict[str, list[str]]
) -> list[Statement]:
    made: list[Statement] = []
    for number, one in enumerate(body):
        if number == found.at:
            made += statements(phis)
        elif number not in found.users and not (
            isinstance(one, Record) and found.merge.result in one.names
        ):
            made.append(one)
    return with_block_ends(made, ends)


def _merges_of_places(body: Sequence[Statement]) -> Iterator[tuple[int, MergeLine]]:
    """Merges of two pointers, each of which is known where the function begins."""
    first_label = next(
        (number for number, one in enumerate(body) if number and isinstance(one, Label)), len(body)
    )
    known = {one.result for one in body[:first_label] if one.result}
    for at, one in enumerate(body):
        if isinstance(one, MergeLine) and one.kind == "ptr":
            places = {value for value, _ in one.edges}
            if len(places) == 2 and all(
                is_plain(place) and (place[0] == "@" or place[1:] in known) for place in places
            ):
                yield at, one


def _with_choice(body: list[Statement], at: int, merge: MergeLine) -> list[Statement]:
    """The function with a choice of the two pointers in place of their merge, behind all merges of
    its block.
    """
    first, second = dict.fromkeys(value for value, _ in merge.edges)
    ways = ", ".join(
        f"[ {'true' if value == first else 'false'}, %{way} ]" for value, way in merge.edges
    )
    end = next(number for number in range(at, len(body)) if not isinstance(body[number], MergeLine))
    way = f"%cg.way.{merge.result}"
    choice = f"  %{merge.result} = select i1 {way}, ptr {first}, ptr {second}"
    return [
        *body[:at],
        *statements([f"  {way} = phi i1 {ways}"]),
        *body[at + 1 : end],
        *statements([choice]),
        *body[end:],
    ]
