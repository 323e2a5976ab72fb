"""Arrays element by element: where each comes from, and an array with one element more."""

from collections.abc import Sequence

from cryptagon.spt.model import Figure, Node, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes

Element = tuple[Ref, int]
"""An array, and the number of an element; of a single value -1."""


def elements_of(figure: Figure, ref: Ref) -> tuple[Element, ...]:
    """Where the elements of an array come from, as far back as they were only moved."""
    nodes = {one.name: one for one in figure.nodes}
    return _elements(nodes, figure, ref)


def _elements(nodes: dict[str, Node], figure: Figure, ref: Ref) -> tuple[Element, ...]:
    type_ = figure.types[ref]
    node = nodes.get(ref.node)
    whole = tuple((ref, number) for number in range(type_.count or 0))
    if node is None:
        return whole
    match node.operation:
        case "elements":
            return _elements(nodes, figure, node.operands[0])[node.numbers[0] : node.numbers[1] + 1]
        case "reverse":
            return _elements(nodes, figure, node.operands[0])[::-1]
        case "array":
            return _parts(nodes, figure, node.operands[0], type_.width) or whole
        case _:
            return whole


def _parts(nodes: dict[str, Node], figure: Figure, ref: Ref, width: int) -> tuple[Element, ...]:
    """The elements of a single value that is put together of elements; () where it is not."""
    node = nodes.get(ref.node)
    if node and node.operation == "flat" and figure.types[node.operands[0]].width == width:
        return _elements(nodes, figure, node.operands[0])
    if node and node.operation == "concat":
        parts = [_parts(nodes, figure, one, width) for one in node.operands]
        return tuple(one for part in parts for one in part) if all(parts) else ()
    return (element_of(nodes, figure, ref),) if figure.types[ref].width == width else ()


def element_of(nodes: dict[str, Node], figure: Figure, ref: Ref) -> Element:
    """Where a single value comes from, if it is an element of an array."""
    node = nodes.get(ref.node)
    if node and node.operation == "element":
        return _elements(nodes, figure, node.operands[0])[node.numbers[0]]
    return ref, -1


def longer(figure: Figure, array: Ref, last: Ref | None, new: Nodes) -> Ref:
    """The array with one element more; without a `last` it does not matter which."""
    nodes = {one.name: one for one in figure.nodes}
    type_ = figure.types[array]
    width, count = type_.width, type_.count or 1
    node, added = nodes.get(array.node), nodes.get(last.node) if last else None
    if (
        node
        and node.operation == "constant"
        and (last is None or (added and added.operation == "constant"))
    ):
        return new.constant(
            Type(width, count + 1), (*node.numbers, added.numbers[0] if added else 0)
        )
    if last:
        wanted = (*elements_of(figure, array), element_of(nodes, figure, last))
        if whole := _whole(figure, wanted):
            return whole
    more = last or new.constant(Type(width), (0,))
    return new.add("array", [new.add("concat", [new.add("flat", [array]), more])], [width])


def _whole(figure: Figure, wanted: Sequence[Element]) -> Ref | None:
    """The array that has these elements and no others."""
    array = wanted[0][0]
    same = figure.types[array].count == len(wanted) and list(wanted) == [
        (array, number) for number in range(len(wanted))
    ]
    return array if same else None
