"""Names beside points, placed so that they cover neither each other nor a point."""

from collections.abc import Sequence
from math import hypot

from matplotlib.axes import Axes
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from cryptagon.analysis.figure import INK, MUTED

Point = tuple[float, float]

# Offset in points and alignment, in order of preference: right, left, above, below, and the
# corners.
_PLACES = (
    (8, 0, "left", "center"),
    (-8, 0, "right", "center"),
    (0, 7, "center", "bottom"),
    (0, -7, "center", "top"),
    (6, 6, "left", "bottom"),
    (-6, 6, "right", "bottom"),
    (6, -6, "left", "top"),
    (-6, -6, "right", "top"),
    (14, 12, "left", "bottom"),
    (-14, 12, "right", "bottom"),
    (14, -12, "left", "top"),
    (-14, -12, "right", "top"),
    (0, -22, "center", "top"),
    (0, 22, "center", "bottom"),
    (26, -24, "left", "top"),
    (-26, -24, "right", "top"),
    (26, 24, "left", "bottom"),
    (-26, 24, "right", "bottom"),
)
_FAR = 18  # points from which on a line leads from a name to its point
_LEADER = {"arrowstyle": "-", "color": MUTED, "linewidth": 0.6, "shrinkA": 1, "shrinkB": 5}
_MARKER = 11  # points (1/72 inch) that a marker takes, in each direction


def place_labels(axes: Axes, labelled: Sequence[tuple[str, Sequence[Point]]]) -> list[Bbox]:
    """Write each name beside one of its points, the fullest surroundings first; gives the labels'
    boxes in pixels.

    Greedy: the place with the least overlap with points, earlier labels and the frame is taken, the
    first of equals.
    """
    taken = [_around(axes, point) for _, points in labelled for point in points]
    boxes: list[Bbox] = []
    for label, points in labelled:
        if not points:
            continue
        box = _place(axes, label, points, taken)
        taken.append(box)
        boxes.append(box)
    return boxes


def _place(axes: Axes, label: str, points: Sequence[Point], taken: list[Bbox]) -> Bbox:
    frame = axes.get_window_extent()
    best: tuple[float, Bbox] | None = None
    kept = None
    for point in points:
        for dx, dy, ha, va in _PLACES:
            note = axes.annotate(
                label,
                point,
                (dx, dy),
                textcoords="offset points",
                ha=ha,
                va=va,
                fontsize=8.5,
                color=INK,
                zorder=4,
                arrowprops=_LEADER if hypot(dx, dy) >= _FAR else None,
            )
            note.get_window_extent()  # moves the name to its place
            box = Text.get_window_extent(note)  # without the line
            cost = (
                sum(_overlap(box, other) for other in taken)
                + box.width * box.height
                - _overlap(box, frame)
            )
            if best is not None and cost >= best[0] - 1e-6:
                note.remove()
                continue
            if kept is not None:
                kept.remove()
            best, kept = (cost, box), note
    assert best is not None
    return best[1]


def _overlap(one: Bbox, other: Bbox) -> float:
    common = Bbox.intersection(one, other)
    return common.width * common.height if common is not None else 0.0


def _around(axes: Axes, point: Point) -> Bbox:
    x, y = axes.transData.transform(point)
    figure = axes.get_figure(root=True)
    assert figure is not None
    half = _MARKER / 2 * figure.get_dpi() / 72
    return Bbox.from_extents(x - half, y - half, x + half, y + half)
