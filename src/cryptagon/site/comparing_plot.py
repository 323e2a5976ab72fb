"""The picture of a comparison: for each figure a bar a result."""

from collections.abc import Sequence

from cryptagon.analysis.naming import in_order, shown
from cryptagon.site.columns import COLUMNS, Row
from cryptagon.site.known import mark_of
from cryptagon.site.lanes import LEFT, MOST_ROWS, RIGHT, Group, Lane, Lanes, stacked
from cryptagon.site.models import Result

_DRAWN = ("area", "fmax", "throughput", "throughput_per_area", "time")
MOST = MOST_ROWS // len(_DRAWN)
"""Results that have bars; more are for a table."""


def comparing_plot(results: Sequence[Result]) -> Lanes:
    """Bars of the first results; a longer bar is a greater figure, which is not always better."""
    chosen = results[:MOST]
    groups = [one for key in _DRAWN if (one := _group(key, chosen)).lanes]
    approaches = in_order({one.approach for one in chosen})
    return Lanes(
        f"{', '.join(one.label for one in chosen)} side by side",
        stacked(groups),
        tuple((mark_of(one), shown(one)) for one in approaches),
        len(results) - len(chosen),
    )


def _group(key: str, results: Sequence[Result]) -> Group:
    column = COLUMNS[key]
    told = [
        (one, float(value), column.text(Row(one, None)))
        for one in results
        if isinstance(value := column.value(Row(one, None)), int | float)
    ]
    alone = len({one.target for one in results}) == 1
    greatest = max((value for _, value, _ in told), default=0.0) or 1.0
    values = {value for _, value, _ in told}
    best = (max if column.better == "high" else min)(values, default=0.0)
    lanes = tuple(
        Lane(
            one.label if alone else f"{one.label}, {one.target}",
            shown(one.approach),
            mark_of(one.approach),
            round(LEFT + value / greatest * (RIGHT - LEFT - 60), 1),
            text,
            one.get_absolute_url(),
            strong=len(values) > 1 and value == best,
        )
        for one, value, text in told
    )
    units = {one.area_unit for one, _, _ in told}
    unit = column.unit.format(area=units.pop() if len(units) == 1 else "unit of its own")
    side = "more" if column.better == "high" else "less"
    return Group(column.title, f"{unit}, {side} is better", lanes, bars=True)
