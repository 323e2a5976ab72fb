"""Merges of whole items, and choices between them, as merges and choices of their fields.

Where two ways take a field of the item that they read, LLVM merges the items, or chooses one, and
takes the field once, behind that. An item is no value of the datapath; its fields are. Nor is it
ever undefined, so that LLVM's `freeze` of one is the item itself.
"""

from collections.abc import Collection, Mapping

from cryptagon.hls.ir.statements import (
    ChoiceLine,
    FieldLine,
    FreezeLine,
    MergeLine,
    Record,
    Statement,
    statement,
    statements,
    texts,
)


def without_item_phis(text: str) -> str:
    """The module's text with a phi for every field that is taken of a phi of items, and the same
    for choices between items.
    """
    if not any(made in text for made in (" = phi {", " = freeze {", ", { ")):
        return text
    body = _without_freezes(statements(text.splitlines()))
    choices = {one.result for one in body if isinstance(one, ChoiceLine) and _is_item(one.kind)}
    body = [
        made
        for one in body
        for made in (_with_choices_of_fields(one) if one.result in choices else [one])
    ]
    merges = {one.result: one for one in body if isinstance(one, MergeLine) and _is_item(one.kind)}
    return "\n".join(texts(_without_choices(_taken_apart(body, merges), choices))) + "\n"


def _is_item(kind: str) -> bool:
    return kind.startswith("{")


def _without_freezes(body: list[Statement]) -> list[Statement]:
    frozen = {
        one.result: f"%{one.item}"
        for one in body
        if isinstance(one, FreezeLine) and _is_item(one.kind)
    }
    return [one.having(frozen) for one in body if one.result not in frozen] if frozen else body


def _with_choices_of_fields(choice: Statement) -> list[Statement]:
    """A choice between items, and before it the same choice for each of their fields."""
    assert isinstance(choice, ChoiceLine), choice.text
    lines = []
    for i, kind in enumerate(choice.kind.strip("{ }").split(", ")):
        arms = [
            f"%{choice.result}.{i}.{side}" if arm.startswith("%") else arm
            for arm, side in zip(choice.arms, "ab")
        ]
        lines += [
            f"  {name} = extractvalue {choice.kind} {arm}, {i}"
            for name, arm in zip(arms, choice.arms)
            if name != arm
        ]
        lines.append(
            f"  %{choice.result}.{i} = select i1 {choice.condition}, {kind} {arms[0]}, {kind} {arms[1]}{choice.place}"
        )
    return [*statements(lines), choice]


def _without_choices(body: list[Statement], choices: Collection[str]) -> list[Statement]:
    """Fields of such choices as the choices of the fields that are before them."""
    renamed = {
        one.result: f"%{one.item}.{one.index}"
        for one in body
        if isinstance(one, FieldLine) and one.item in choices
    }
    return (
        [
            one.having(renamed)
            for one in body
            if one.result not in renamed and one.result not in choices
        ]
        if choices
        else body
    )


def _taken_apart(body: list[Statement], merges: Mapping[str, MergeLine]) -> list[Statement]:
    """The module with merges of items as merges of the fields that are taken of them."""
    fields = _fields_taken(body, merges)
    renamed = {
        one.result: f"%{one.item}.{one.index}"
        for one in body
        if isinstance(one, FieldLine) and one.item in merges
    }
    readers: dict[str, list[MergeLine]] = {}
    for merge in merges.values():
        for item in dict.fromkeys(item for item, _ in merge.edges):
            readers.setdefault(item, []).append(merge)
    found: list[Statement] = []
    for one in body:
        if one.result in merges:
            found += [
                statement(_merge_of_field(merges[one.result], i, merges))
                for i in fields[one.result]
            ]
        elif one.result not in renamed:
            found.append(one)
            found += [
                statement(line)
                for merge in readers.get(f"%{one.result}", ())
                for line in _taken(one, merge, fields[merge.result])
            ]
    return _behind_phis([one.having(renamed) for one in found])


def _fields_taken(
    body: list[Statement], merges: Mapping[str, MergeLine]
) -> dict[str, dict[int, str]]:
    """Of each merge the fields that are taken of it, or of a merge that it goes into, and where in
    the source.
    """
    fields: dict[str, dict[int, str]] = {name: {} for name in merges}
    for one in body:
        if isinstance(one, FieldLine) and one.item in merges:
            fields[one.item].setdefault(one.index, one.place)
    left = list(merges)
    while left:
        name = left.pop()
        for item in (item[1:] for item, _ in merges[name].edges):
            if item in merges and fields[name].keys() - fields[item].keys():
                fields[item] = fields[name] | fields[item]
                left.append(item)
    return fields


def _taken(item: Statement, merge: MergeLine, fields: Mapping[int, str]) -> list[str]:
    """Lines that take the fields that a merge needs of an item that is none."""
    return [
        f"  %{item.result}.{merge.result}.{i} = extractvalue {merge.kind} %{item.result}, {i}{place}"
        for i, place in fields.items()
    ]


def _merge_of_field(merge: MergeLine, field: int, merges: Mapping[str, MergeLine]) -> str:
    """The phi of a field."""

    def value_of(item: str) -> str:
        if not item.startswith("%"):  # undefined
            return item
        return f"{item}.{field}" if item[1:] in merges else f"{item}.{merge.result}.{field}"

    kind = merge.kind.strip("{ }").split(", ")[field]
    return f"  %{merge.result}.{field} = phi {kind} {', '.join(f'[ {value_of(item)}, %{source} ]' for item, source in merge.edges)}"


def _behind_phis(body: list[Statement]) -> list[Statement]:
    """Fields taken of items that are phis themselves are behind all phis of their block."""
    found: list[Statement] = []
    waiting: list[Statement] = []
    for one in body:
        if waiting and not isinstance(one, MergeLine | Record):
            found, waiting = [*found, *waiting], []
        if isinstance(one, FieldLine) and found and isinstance(found[-1], MergeLine):
            waiting.append(one)
        else:
            found.append(one)
    return found
