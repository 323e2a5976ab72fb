"""The estimated critical paths: for every register and output port the longest chain of operators
in front of it, by source line.

A chain begins at a register or an input port. The estimate knows nothing of wires, of what
synthesis merges, and of ways that no state can take; the handshakes around the datapath come on
top.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cryptagon.hls.datapath.optimised_ir import Node, OptimisedDatapath
from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.report.content import Path, Place, Step
from cryptagon.hls.report.operators import OperatorTable

MOST_PATHS = 8


@dataclass(frozen=True)
class Detour:
    """A unit outside of the datapath that a path leads through: from outputs of the datapath, its
    operands, to an input, its result.
    """

    result: str
    operands: tuple[str, ...]
    step: Step


def critical_paths(
    datapath: OptimisedDatapath, table: OperatorTable, detours: Sequence[Detour] = ()
) -> tuple[Path, ...]:
    """The longest path to each register and port, slowest first; the slowest MOST_PATHS of them."""
    arrival, before = arrivals(datapath, table, detours)
    steps_outside = {detour.result: detour.step for detour in detours}
    inside = {operand for detour in detours for operand in detour.operands}
    latest: dict[str, str] = {}
    for output, node in datapath.outputs.items():
        end = end_of(output)
        if output not in inside and (end not in latest or arrival[node] > arrival[latest[end]]):
            latest[end] = node
    slowest = sorted(latest, key=lambda end: (-arrival[latest[end]], end))[:MOST_PATHS]
    found = []
    for end in slowest:
        start, *chain = _chain(latest[end], before)
        outside = {
            name: step.model_copy(update={"arrival": round(arrival[name], 2)})
            for name, step in steps_outside.items()
        }
        steps = [
            outside[name] if name in outside else _step(datapath.nodes[name], table, arrival[name])
            for name in chain
        ]
        begins, levels = (
            in_words(start) if start in datapath.inputs else "a constant",
            round(arrival[latest[end]], 2),
        )
        found.append(
            Path(
                begins=begins,
                ends=end,
                levels=levels,
                steps=tuple(step for step in steps if step.levels > 0),
            )
        )
    return tuple(path for path in found if path.steps)


def end_of(output: str) -> str:
    """What an output of the datapath belongs to, in words: `register s`, `port bdo`."""
    return in_words(re.sub(r"^(clear|load|next|wait|read|write)_|_item$", "", output))


def in_words(name: str) -> str:
    """An input of the datapath as the designer knows it."""
    if name == STATE or re.match(r"in_states?_\d+$", name):
        return "state"
    return (
        f"register {name.removeprefix('r_')}"
        if name.startswith("r_")
        else f"port {name.removeprefix('item_')}"
    )


def place_of(node: Node) -> Place:
    """The first source line that a node comes from; none for what only controls the machine."""
    return (
        Place(file=node.places[0].file, line=node.places[0].line)
        if node.places
        else Place(file="", line=0)
    )


def arrivals(
    datapath: OptimisedDatapath, table: OperatorTable, detours: Sequence[Detour] = ()
) -> tuple[dict[str, float], dict[str, str]]:
    """When each node is ready, and which node or input it waited for."""
    arrival = dict.fromkeys(datapath.inputs, 0.0)
    before: dict[str, str] = {}
    for _ in range(
        len(detours) + 1
    ):  # each round settles one unit more of those that hang on each other
        for node in datapath.nodes.values():
            slowest = max(node.operands, key=lambda name: arrival[name], default="")
            arrival[node.name] = table.levels(node) + arrival.get(slowest, 0.0)
            if slowest:
                before[node.name] = slowest
        for detour in detours:
            before[detour.result] = max(
                (datapath.outputs[operand] for operand in detour.operands),
                key=lambda name: arrival[name],
            )
            arrival[detour.result] = arrival[before[detour.result]] + detour.step.levels
    return arrival, before


def _chain(last: str, before: dict[str, str]) -> list[str]:
    """From the input or constant where the longest path to `last` begins, up to `last`."""
    chain = [last]
    while chain[-1] in before:
        chain.append(before[chain[-1]])
    return chain[::-1]


def _step(node: Node, table: OperatorTable, arrival: float) -> Step:
    levels = round(table.levels(node), 2)
    place = place_of(node)
    return Step(
        net=node.name,
        operation=node.operation,
        width=node.width,
        place=place,
        levels=levels,
        arrival=round(arrival, 2),
    )
