"""An exploration as a table and as JSON."""

from typing import Any

from cryptagon.analysis.documents import NOTHING
from cryptagon.explore.exploration import Explored, Tried
from cryptagon.explore.space import values_text

HEADINGS = ("design", "directives", "cycles", "LUT*", "levels*")
MEASURED = ("MHz", "Mbit/s", "Mbit/s per LUT", "")
FIRST_NUMBER = 2


def headings(found: Explored) -> list[str]:
    """Those of `rows`; a star marks figures before placement."""
    return [*HEADINGS, found.space.target.lut, *MEASURED]


def rows(found: Explored) -> list[list[str]]:
    """A row a design: those that none beats first, then the other placed ones, then sketches."""
    front = found.front
    placed = sorted(
        (one for one in found.placed if one not in front),
        key=lambda one: -(one.placed.throughput_per_area or 0 if one.placed else 0),
    )
    others = [one for one in found.tried if one not in front and one not in placed]
    return [_row(one, on_front=one in front) for one in (*front, *placed, *others)]


def _row(one: Tried, *, on_front: bool) -> list[str]:
    sketch, placed = one.sketch, one.placed
    cycles = sketch.cycles_of_work
    row = [
        one.point.name if one.point.by_hand else "",
        values_text(one.point.values) or NOTHING,
        f"{cycles:g}" if cycles else NOTHING,
        f"{sketch.luts:,}" if sketch.ok and sketch.luts else NOTHING,
        NOTHING if one.levels is None else str(one.levels),
    ]
    if not sketch.ok:
        return [*row, *[NOTHING] * 4, first_line(sketch.status)]
    if placed is None:
        return [*row, *[NOTHING] * 4, "not placed"]
    if not placed.ok:
        return [*row, *[NOTHING] * 4, first_line(placed.status)]
    return [
        *row,
        f"{placed.luts:,}",
        f"{placed.fmax_mhz:.1f}",
        f"{placed.throughput_mbps:,.0f}",
        f"{placed.throughput_per_area:.3f}",
        "front" if on_front else "",
    ]


def first_line(text: str) -> str:
    """A status in a few words."""
    return text.splitlines()[0][:60]


def plain(found: Explored) -> dict[str, Any]:
    """An exploration as JSON has it.

    `directives` are None of a variant that has none; figures are None where they are not known.
    Areas are look-up tables, clocks MHz, throughputs Mbit/s.
    """
    space, front = found.space, found.front
    return {
        "algorithm": space.algorithm.name,
        "target": space.target.name,
        "axes": [
            {"name": axis.name, "variant": axis.variant, "values": list(axis.values)}
            for axis in space.axes
        ],
        "designs": len(space.points),
        "out_of_time": found.out_of_time,
        "points": [_plain(one, on_front=one in front) for one in found.tried],
    }


def _plain(one: Tried, *, on_front: bool) -> dict[str, Any]:
    sketch, placed = one.sketch, one.placed
    return {
        "variant": one.point.variant.name,
        "by_hand": one.point.by_hand,
        "directives": dict(one.point.values) or None,
        "cycles": sketch.cycles_of_work,
        "sketch": {
            "status": sketch.status,
            "luts": sketch.luts,
            "ffs": sketch.ffs,
            "levels": one.levels,
        },
        "placed": {
            name: getattr(placed, name)
            for name in (
                *("status", "luts", "ffs", "fmax_mhz"),
                *("throughput_mbps", "throughput_per_area"),
            )
        }
        if placed
        else None,
        "front": on_front,
    }
