"""The tables of a non-linear delay model: a figure over one or two others, between whose points one
interpolates.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from cryptagon.asic.liberty import Group, numbers

# What the axes of a table may be called (Liberty User Guide, volume 1, "Defining lookup table
# templates").
SLEW, LOAD, CLOCK_SLEW, DATA_SLEW = "input slew", "output load", "clock slew", "data slew"
_AXES = {
    "input_net_transition": SLEW,
    "input_transition_time": SLEW,
    "total_output_net_capacitance": LOAD,
    "related_pin_transition": CLOCK_SLEW,
    "constrained_pin_transition": DATA_SLEW,
}
_ONE_POINT = (0.0,)


@dataclass(frozen=True)
class Template:
    """What a table's axes are and, where the table does not say, their points."""

    axes: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Table:
    """Values in ns at points of two axes, `values[first][second]`; an axis on which nothing depends
    has one point.

    Slews are in ns, loads in the library's unit of capacitance.
    """

    first: tuple[float, ...]
    second: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]

    def at(self, first: float, second: float) -> float:
        """The value there: bilinear between points and, as usual in timing tools, beyond the
        outermost ones by their slope.
        """
        row, down = _place(self.first, first)
        column, right = _place(self.second, second)
        upper = _between(self.values[row], column, right)
        if not down:
            return upper
        return upper + down * (_between(self.values[row + 1], column, right) - upper)


SCALAR = Template((), ())


def read_templates(library: Group) -> dict[str, Template]:
    """The table templates of a library by name.

    Raises CryptagonError for an axis that is not known here.
    """
    return {
        group.arguments[0]: _template(group)
        for group in library.all_groups("lu_table_template")
        if group.arguments
    }


def read_table(
    group: Group, templates: Mapping[str, Template], axes: tuple[str, str], nanoseconds: float
) -> Table:
    """The table in a group such as `cell_rise (template)`, its axes in the order of `axes`;
    `nanoseconds` is the library's unit of time.

    Raises CryptagonError, with file and line, for a template that is not there, other axes, or
    values that do not fill the table.
    """
    name = group.arguments[0] if group.arguments else "scalar"
    template = SCALAR if name == "scalar" else templates.get(name)
    if template is None:
        raise group.fault(f"there is no table template {name!r} for {group.name}")
    if set(template.axes) - set(axes):
        raise group.fault(
            f"{group.name} depends on {' and '.join(template.axes)}, not on {' and '.join(axes)}"
        )
    points = [
        _points(group, f"index_{place + 1}", template, place) for place in range(len(template.axes))
    ]
    values = _values(group, points)
    by_axis = {
        axis: along if axis == LOAD else tuple(point * nanoseconds for point in along)
        for axis, along in zip(template.axes, points)
    }
    first, second = (by_axis.get(axis, _ONE_POINT) for axis in axes)
    if template.axes[:1] == axes[1:]:  # the other way round
        rows = tuple(
            tuple(values[column * len(first) + row] for column in range(len(second)))
            for row in range(len(first))
        )
    else:
        rows = tuple(
            values[row * len(second) : (row + 1) * len(second)] for row in range(len(first))
        )
    return Table(first, second, tuple(tuple(value * nanoseconds for value in row) for row in rows))


def _template(group: Group) -> Template:
    names = [
        group.text(f"variable_{place}") for place in (1, 2, 3) if group.get(f"variable_{place}")
    ]
    # Axes that no table here has, such as those of a current waveform, are found where a table is
    # read.
    axes = tuple(_AXES.get(name, name) for name in names)
    found = [group.get(f"index_{place + 1}") for place in range(len(axes))]
    return Template(axes, tuple(numbers(group, index) if index else () for index in found))


def _points(group: Group, name: str, template: Template, place: int) -> tuple[float, ...]:
    own = group.get(name)
    points = numbers(group, own) if own else template.points[place]
    if not points:
        raise group.fault(f"{group.title} has no {name}")
    if any(a >= b for a, b in pairwise(points)):
        raise group.fault(f"{name} of {group.title} does not rise", own.line if own else 0)
    return points


def _values(group: Group, points: list[tuple[float, ...]]) -> tuple[float, ...]:
    attribute = group.get("values")
    if attribute is None:
        raise group.fault(f"{group.title} has no values")
    values = numbers(group, attribute)
    size = 1
    for axis in points:
        size *= len(axis)
    if len(values) != size:
        raise group.fault(
            f"{group.title} has {len(values)} values, and its axes ask for {size}", attribute.line
        )
    return values


def _place(axis: tuple[float, ...], value: float) -> tuple[int, float]:
    """The segment to use, and how far along it: 0 at its begin, 1 at its end."""
    if len(axis) == 1:
        return 0, 0.0
    place = min(max(bisect_right(axis, value) - 1, 0), len(axis) - 2)
    return place, (value - axis[place]) / (axis[place + 1] - axis[place])


def _between(row: tuple[float, ...], place: int, part: float) -> float:
    return row[place] + part * (row[place + 1] - row[place]) if part else row[place]
