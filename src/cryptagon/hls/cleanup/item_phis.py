"""Merges of whole items as merges of their fields.

Where two ways take a field of the item that they read, LLVM merges the items and takes the field once, behind the merge. An item is no
value of the datapath; its fields are. Nor is it ever undefined, so that LLVM's `freeze` of one is the item itself.
"""

from cryptagon.hls.ir.statements import FieldLine, FreezeLine, MergeLine, Record, Statement, statement, statements, texts


def without_item_phis(text: str) -> str:
    """The module's text with a phi for every field that is taken of a phi of items."""
    if " = phi {" not in text and " = freeze {" not in text:
        return text
    body = _without_freezes(statements(text.splitlines()))
    while found := next((one for one in body if isinstance(one, MergeLine) and _is_item(one.kind)), None):
        body = _taken_apart(body, found)
    return "\n".join(texts(body)) + "\n"


def _is_item(kind: str) -> bool:
    return kind.startswith("{")


def _without_freezes(body: list[Statement]) -> list[Statement]:
    frozen = {one.result: f"%{one.item}" for one in body if isinstance(one, FreezeLine) and _is_item(one.kind)}
    return [one.having(frozen) for one in body if one.result not in frozen] if frozen else body


def _taken_apart(body: list[Statement], merge: MergeLine) -> list[Statement]:
    """The module with one merge of items as merges of the fields that its users take."""
    types = merge.kind.strip("{ }").split(", ")
    used = [one for one in body if isinstance(one, FieldLine) and one.item == merge.result]
    fields = {one.index: one for one in used}
    renamed = {one.result: f"%{merge.result}.{one.index}" for one in used}
    incoming = {value[1:] for value, _ in merge.edges if value.startswith("%")}
    found: list[Statement] = []
    for one in body:
        if one is merge:
            found += [statement(f"  %{merge.result}.{i} = phi {types[i]} {_edges_of_field(merge, i)}") for i in fields]
        elif not isinstance(one, FieldLine) or one.item != merge.result:
            found.append(one)
        if one.result in incoming and one is not merge:
            taken = [f"  %{one.result}.{merge.result}.{i} = extractvalue {merge.kind} %{one.result}, {i}{fields[i].place}" for i in fields]
            found += statements(taken)
    return _behind_phis([one.having(renamed) for one in found])


def _edges_of_field(merge: MergeLine, field: int) -> str:
    """The edges of the phi of a field; a loop may bring the phi's own item back."""

    def value_of(item: str) -> str:
        if not item.startswith("%"):  # undefined
            return item
        return f"{item}.{field}" if item == f"%{merge.result}" else f"{item}.{merge.result}.{field}"

    return ", ".join(f"[ {value_of(item)}, %{source} ]" for item, source in merge.edges)


def _behind_phis(body: list[Statement]) -> list[Statement]:
    """Fields taken of items that are phis themselves stand behind all phis of their block."""
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
