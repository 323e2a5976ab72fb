"""The picture of docs/architecture.md, drawn from the imports: `python
tests/rules/package_diagram.py` draws it anew.

Packages lie in layers, each below all that it imports. A line that follows from others is left out.
The order within a layer is by the mean of the neighbours (Sugiyama, Tagawa and Toda, IEEE SMC
11(2), 1981).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from html import escape
from itertools import pairwise
from statistics import fmean

from import_graph import imports_of_packages
from repository_files import REPOSITORY

PICTURE = REPOSITORY / "docs" / "images" / "packages.svg"
WIDTH, HEIGHT, GAP, LAYER, MARGIN = 104, 30, 18, 74, 20
THIN = 24  # what a line takes where it passes a layer
SWEEPS = 40

Graph = Mapping[str, set[str]]
Node = tuple[str, ...]
"""A package, or where a line from one to another passes a layer: (name,), or (from, to, layer)."""


def reduced(graph: Graph) -> dict[str, set[str]]:
    """The graph without the edges that follow from others."""
    below: dict[str, set[str]] = {}
    for name in TopologicalSorter(graph).static_order():
        below[name] = set().union(*({one} | below[one] for one in graph[name]))
    return {
        name: {one for one in ones if not any(one in below[other] for other in ones)}
        for name, ones in graph.items()
    }


def layers_of(graph: Graph) -> dict[str, int]:
    """The layer of each package, the first one 0: right below those that it imports, or above its
    users where lines are shorter so.
    """
    layer: dict[str, int] = {}
    order = list(TopologicalSorter(graph).static_order())
    for name in order:
        layer[name] = 1 + max((layer[one] for one in graph[name]), default=-1)
    for name in reversed(order):
        users = [layer[one] for one in graph if name in graph[one]]
        if len(users) > len(graph[name]):
            layer[name] = min(users) - 1
    return layer


@dataclass(frozen=True)
class Layout:
    """Where everything lies: the middle of each node by layer, and each line as the nodes that it
    passes.
    """

    rows: list[list[Node]]
    middle: dict[Node, float]
    lines: list[list[Node]]


def laid_out(graph: Graph) -> Layout:
    """The packages in rows, with few crossings."""
    layer = layers_of(graph)
    lines = [_line(one, name, layer) for name in sorted(graph) for one in sorted(graph[name])]
    rows: list[list[Node]] = [[] for _ in range(max(layer.values()) + 1)]
    for name in sorted(graph):
        rows[layer[name]].append((name,))
    for line in lines:
        for node in line[1:-1]:
            rows[int(node[2])].append(node)
    up, down = _neighbours(lines)
    best = [list(row) for row in rows]
    for sweep in range(SWEEPS):
        order, near = (rows, up) if sweep % 2 == 0 else (rows[::-1], down)
        place = {node: float(index) for row in rows for index, node in enumerate(row)}
        for row in order:
            row.sort(key=lambda node: fmean([place[one] for one in near[node]] or [place[node]]))
            place |= {node: float(index) for index, node in enumerate(row)}
        if _crossings(rows, lines) < _crossings(best, lines):
            best = [list(row) for row in rows]
    return Layout(best, _middles(best, up, down), lines)


def _line(above: str, below: str, layer: Mapping[str, int]) -> list[Node]:
    passed: list[Node] = [
        (above, below, str(number)) for number in range(layer[above] + 1, layer[below])
    ]
    return [(above,), *passed, (below,)]


def _neighbours(
    lines: Iterable[list[Node]],
) -> tuple[dict[Node, list[Node]], dict[Node, list[Node]]]:
    """Of each node those in the row above it, and those in the row below."""
    up: dict[Node, list[Node]] = {node: [] for line in lines for node in line}
    down: dict[Node, list[Node]] = {node: [] for node in up}
    for line in lines:
        for above, below in pairwise(line):
            up[below].append(above)
            down[above].append(below)
    return up, down


def _crossings(rows: list[list[Node]], lines: Iterable[list[Node]]) -> int:
    place = {
        node: (number, index) for number, row in enumerate(rows) for index, node in enumerate(row)
    }
    ends = sorted((*place[a], place[b][1]) for line in lines for a, b in pairwise(line))
    return sum(
        a[0] == b[0] and a[1] < b[1] and a[2] > b[2]
        for index, a in enumerate(ends)
        for b in ends[index + 1 :]
    )


def _width(node: Node) -> int:
    return WIDTH if len(node) == 1 else THIN


def _middles(
    rows: list[list[Node]], up: Mapping[Node, list[Node]], down: Mapping[Node, list[Node]]
) -> dict[Node, float]:
    """Each node near the mean of its neighbours, in its order, with room between."""
    middle = {node: float(index * (WIDTH + GAP)) for row in rows for index, node in enumerate(row)}
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else rows[::-1]:
            wished = [
                fmean([middle[one] for one in up[node] + down[node]] or [middle[node]])
                for node in row
            ]
            middle |= dict(zip(row, _apart(row, wished), strict=True))
    left = min(middle[node] - _width(node) / 2 for node in middle)
    return {node: place - left + MARGIN for node, place in middle.items()}


def _apart(row: list[Node], wished: list[float]) -> list[float]:
    """The places nearest to those wished at which nodes do not touch: blocks that do are put
    together at their mean.
    """
    needs = [0.0]
    for before, node in pairwise(row):
        needs.append(needs[-1] + (_width(before) + _width(node)) / 2 + GAP)
    blocks: list[list[float]] = []
    for place, need in zip(wished, needs, strict=True):
        blocks.append([place - need])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    starts = [fmean(block) for block in blocks for _ in block]
    return [start + need for start, need in zip(starts, needs, strict=True)]


def drawn(graph: Graph) -> str:
    """The picture as SVG."""
    layout = laid_out(reduced(graph))
    top = {node: MARGIN + number * LAYER for number, row in enumerate(layout.rows) for node in row}
    width = max(layout.middle[node] + _width(node) / 2 for node in layout.middle) + MARGIN
    height = 2 * MARGIN + (len(layout.rows) - 1) * LAYER + HEIGHT
    paths = [f'<path d="{_path(line, layout.middle, top)}"/>' for line in layout.lines]
    boxes = [
        _box(node[0], layout.middle[node], top[node])
        for row in layout.rows
        for node in row
        if len(node) == 1
    ]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}">',
            "<title>The packages of Cryptagon: a line leads from a package down to one that imports it</title>",
            f'<rect width="{width:.0f}" height="{height}" fill="#ffffff"/>',
            '<g fill="none" stroke="#8a97a3" stroke-width="1.3">',
            *paths,
            '</g>\n<g font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" text-anchor="middle" fill="#1b2733">',
            *boxes,
            "</g>\n</svg>\n",
        )
    )


def _box(name: str, middle: float, top: int) -> str:
    box = f'<rect x="{middle - WIDTH / 2:.1f}" y="{top}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#e6f0f8" stroke="#0072b2"/>'
    return f'{box}<text x="{middle:.1f}" y="{top + 20}">{escape(name)}</text>'


def _path(line: list[Node], middle: Mapping[Node, float], top: Mapping[Node, int]) -> str:
    """From the lower edge of a box to the upper edge of another, upright where it passes a
    layer.
    """
    place, y = middle[line[0]], top[line[0]] + HEIGHT
    parts = [f"M{place:.1f} {y}"]
    for node in line[1:]:
        bend = (y + top[node]) / 2
        parts.append(
            f"C{place:.1f} {bend:.1f} {middle[node]:.1f} {bend:.1f} {middle[node]:.1f} {top[node]}"
        )
        place, y = middle[node], top[node] + HEIGHT
        if node != line[-1]:
            parts.append(f"V{y}")
    return " ".join(parts)


if __name__ == "__main__":
    PICTURE.write_text(drawn(imports_of_packages()), encoding="utf-8")
