"""Which arrow goes to which port: by what is written on it, by the name of the box at its other
end, or by where it touches the box.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cryptagon.spt.attach import Edge
from cryptagon.spt.meaning import (
    Apply,
    Call,
    Constant,
    Index,
    Input,
    Meaning,
    Output,
    Repeat,
    Split,
)
from cryptagon.spt.model import Figure
from cryptagon.spt.sheet import Box, Faults, Point
from cryptagon.user_files import did_you_mean

APART = 2.0
"""Pixels between two arrows that tell their order."""
WIDTH = re.compile(r"/\s*(\d{1,6})|(\d{1,6})\s*bits?", re.IGNORECASE)
LABEL = re.compile(r"(?:(?P<tail>\w+)\s*)?(?:->|→)\s*(?P<head>\w+)?|(?P<both>\w+)", re.ASCII)


@dataclass
class Wires:
    """What is wired to one box: the arrows into it by their ports, and the port of its own that
    each arrow leaves from.
    """

    box: Box
    meaning: Meaning
    into: list[Edge] = field(default_factory=list)
    out: list[Edge] = field(default_factory=list)
    operands: list[tuple[str, Edge]] = field(default_factory=list)
    sources: dict[Edge, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Written:
    """What is written on an arrow: the ports at its ends, and a width that it has."""

    tail: str = ""
    head: str = ""
    both: str = ""
    width: int | None = None


def written_width(edge: Edge) -> int | None:
    """The width that is written on an arrow, as /32 or 32 bits."""
    return _written(edge).width


def _written(edge: Edge) -> _Written:
    arrow = edge.arrow
    lines = [line.strip() for line in arrow.label.splitlines() if line.strip()]
    widths = [found[1] or found[2] for line in lines if (found := WIDTH.fullmatch(line))]
    labels = [
        found for line in lines if not WIDTH.fullmatch(line) and (found := LABEL.fullmatch(line))
    ]
    tail, head, both = (
        next((one[name] for one in labels if one[name]), "") for name in ("tail", "head", "both")
    )
    return _Written(
        arrow.tail_label.strip() or tail,
        arrow.head_label.strip() or head,
        both,
        int(widths[0]) if widths else None,
    )


def wire(
    box: Wires, wires: Mapping[Box, Wires], figures: Mapping[str, Figure | None], faults: Faults
) -> None:
    """Give every arrow at the box its port. Faults are noted where that cannot be told."""
    meaning = box.meaning
    if isinstance(meaning, Call | Repeat):
        figure = figures.get(meaning.target)
        if figure:
            box.operands = _named_ports(box, wires, [one.name for one in figure.inputs], faults)
            box.sources = _named_sources(box, wires, [one.name for one in figure.outputs], faults)
        return
    if isinstance(meaning, Split):
        box.sources = _split_sources(box, meaning, faults)
    if (
        isinstance(meaning, Apply)
        and not meaning.operation.least <= len(box.into) <= meaning.operation.most
    ):
        return
    ports = _ordered_ports(meaning, len(box.into))
    box.operands = _in_order(box, ports, faults) if ports else [("", edge) for edge in box.into]


def _ordered_ports(meaning: Meaning, count: int) -> list[str]:
    """The names of the operands, of an operation that tells them apart."""
    if not isinstance(meaning, Apply) or not meaning.operation.ordered:
        return []
    return list(meaning.operation.ports) or [str(place) for place in range(1, count + 1)]


def _in_order(box: Wires, ports: Sequence[str], faults: Faults) -> list[tuple[str, Edge]]:
    """The arrows into a box by their ports: as they are labelled, or from left to right."""
    labels = [_written(edge).head or _written(edge).both for edge in box.into]
    if sorted(labels) == sorted(ports):
        return sorted(zip(labels, box.into), key=lambda pair: ports.index(pair[0]))
    if any(labels):
        faults.at(
            box.box,
            f"its arrows are labelled {_list(labels)}",
            f"label them {_list(ports)}, or none of them",
        )
        return []
    ordered = _left_to_right(box.into, [edge.arrow.points[-1] for edge in box.into])
    if ordered is None:
        faults.at(
            box.box,
            "the order of its operands is not clear: arrows end at one place",
            f"label them {_list(ports)}",
        )
        return []
    return list(zip(ports, ordered))


def _left_to_right(edges: Sequence[Edge], ends: Sequence[Point]) -> list[Edge] | None:
    """The arrows by where they touch a box: from left to right, or downwards where they lie more
    below each other. None if not clear.
    """
    across, down = (
        max(values) - min(values) for values in ([one.x for one in ends], [one.y for one in ends])
    )
    places = [one.x if across >= down else one.y for one in ends]
    order = sorted(range(len(edges)), key=lambda number: places[number])
    if any(places[second] - places[first] < APART for first, second in pairwise(order)):
        return None
    return [edges[number] for number in order]


def _split_sources(box: Wires, split: Split, faults: Faults) -> dict[Edge, str]:
    """The part that each arrow out of a split carries, counted from 0."""
    labels = [_written(edge).tail or _written(edge).both for edge in box.out]
    known = [str(place) for place in range(split.count)]
    if all(label in known for label in labels):
        return dict(zip(box.out, labels))
    ordered = (
        _left_to_right(box.out, [edge.arrow.points[0] for edge in box.out])
        if len(box.out) == split.count
        else None
    )
    if ordered is None:
        fix = f"label each with its part, 0 (the most significant) to {split.count - 1}"
        faults.at(
            box.box,
            f"it has {split.count} parts, and which of {len(box.out)} arrows carries which is not clear",
            fix,
        )
        return {}
    return dict(zip(ordered, known))


def _named_ports(
    box: Wires, wires: Mapping[Box, Wires], ports: Sequence[str], faults: Faults
) -> list[tuple[str, Edge]]:
    """The arrows into a call by the inputs of the figure that it calls."""
    names = [
        _port(_written(edge).head, _written(edge).both, wires[edge.tail], ports)
        for edge in box.into
    ]
    found = _completed(names, ports, box, "input", faults)
    missing = [port for port in ports if port not in found]
    if missing and len(found) == len(box.into):
        faults.at(
            box.box,
            f"no arrow leads to its input {_list(missing)}",
            "draw one, with the name of the input on it",
        )
    twice = [port for port in ports if found.count(port) > 1]
    if twice:
        faults.at(
            box.box,
            f"two arrows lead to its input {_list(twice)}",
            "label each with the name of its input",
        )
    return (
        list(zip(found, box.into))
        if len(found) == len(box.into) and not missing and not twice
        else []
    )


def _named_sources(
    box: Wires, wires: Mapping[Box, Wires], ports: Sequence[str], faults: Faults
) -> dict[Edge, str]:
    """The output of a called figure that each arrow out of a call carries."""
    names = [
        _port(_written(edge).tail, _written(edge).both, wires[edge.head], ports) for edge in box.out
    ]
    if len(ports) == 1:
        names = [name or ports[0] for name in names]
    return dict(zip(box.out, _completed(names, ports, box, "output", faults)))


def _port(end: str, both: str, other: Wires, ports: Sequence[str]) -> str:
    """The port that is meant at an end: the label there; that of the whole arrow, or the name of
    the other box, if a port is called so.
    """
    if end:
        return end
    if both in ports:
        return both
    meaning = other.meaning
    name = meaning.name if isinstance(meaning, Input | Output | Index | Constant | Apply) else ""
    return name if name in ports else ""


def _completed(
    names: list[str], ports: Sequence[str], box: Wires, kind: str, faults: Faults
) -> list[str]:
    """The ports of all arrows: the one that is left over belongs to the one arrow without a label.

    Empty, and a fault, where that fails.
    """
    for name in names:
        if name and name not in ports:
            faults.at(box.box, f'it has no {kind} "{name}"', did_you_mean(name, ports))
            return []
    left = [port for port in ports if port not in names]
    if names.count("") > 1 or ("" in names and len(left) != 1):
        faults.at(
            box.box,
            f"which {kind} an arrow belongs to is not clear",
            f"label the arrows with {_list(ports)}",
        )
        return []
    return [name or left[0] for name in names]


def _list(names: Sequence[str]) -> str:
    return ", ".join(name or "nothing" for name in names)
