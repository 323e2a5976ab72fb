"""The geometry of plots: labels cover nothing, points lie where their values say, whatever the
values are.
"""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cryptagon.results import Measurement
from cryptagon.site.models import Comparison, Result
from cryptagon.site.plot import Axis, Box, plot_of
from cryptagon.site.projection import measurement_in
from cryptagon.site.seeds import search_of

VALUES = st.floats(1e-3, 1e7)
ROWS = st.lists(
    st.tuples(VALUES, VALUES, st.floats(0.5, 1), st.sampled_from(("rtl", "hls", "spt"))),
    min_size=1,
    max_size=15,
)


def rows_of(made) -> list[Result]:
    comparison = Comparison(
        place="Part", class_title="ciphers", kind="cores alone", area_unit="LUT4"
    )
    return [
        Result(
            pk=f"{number:064x}", comparison=comparison, title=f"Cipher {number}", variant="", approach=approach, status="ok",
            luts=area, throughput_mbps=speed, fmax_mhz=100.0, spread=[100.0 * kept, 100.0], front=number % 3 == 0,
        )
        for number, (area, speed, kept, approach) in enumerate(made)
    ]  # fmt: skip


def box_of(point) -> Box:
    """About what a label takes, a little less than the room that was kept for it."""
    width = 6 * len(point.label)
    left = point.label_x - {"start": 0, "middle": width / 2, "end": width}[point.anchor]
    return Box(left, point.label_y - 9, left + width, point.label_y + 2)


@settings(max_examples=60, deadline=None)
@given(ROWS, st.booleans())
def test_labels_cover_neither_each_other_nor_marks_and_stay_inside(made, large):
    plot = plot_of(rows_of(made), large=large)
    labels = [box_of(point) for point in plot.points if point.label]
    marks = [Box(point.x - 6, point.y - 6, point.x + 6, point.y + 6) for point in plot.points]
    assert not any(one.overlap(other) for one, other in combinations(labels, 2))
    assert not any(label.overlap(mark) for label in labels for mark in marks)
    assert all(
        plot.left <= box.left
        and box.right <= plot.width
        and box.top >= 0
        and box.bottom <= plot.bottom
        for box in labels
    )


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_points_lie_inside_and_in_the_order_of_their_values(made):
    plot = plot_of(rows_of(made), large=True)
    assert all(
        plot.left < point.x < plot.across.end and plot.up.end < point.y < plot.bottom
        for point in plot.points
    )
    assert all(point.low_y >= point.y and point.low_y < plot.bottom for point in plot.points)
    for one, other in combinations(plot.points, 2):
        if (one.result.luts or 0) < (other.result.luts or 0):
            assert one.x <= other.x
        if (one.result.throughput_mbps or 0) < (other.result.throughput_mbps or 0):
            assert one.y >= other.y
    assert len(plot.across.ticks) <= 12


@pytest.mark.parametrize(
    ("low", "high", "texts"), [(900, 6000, ["1,000", "2,000", "5,000"]), (0.3, 1.2, ["0.5", "1"])]
)
def test_ticks_are_round_numbers(low, high, texts):
    assert [text for _, text in Axis(low, high, 0, 100).ticks] == texts


def test_of_too_many_designs_the_best_are_drawn_and_the_others_are_told():
    rows = rows_of([(100.0 + number, 10.0 + number % 7, 1, "rtl") for number in range(50)])
    plot = plot_of(rows, large=True, most=20)
    drawn = {point.result.pk for point in plot.points}
    assert len(drawn) == 20 and plot.not_drawn == 30 and "30 designs" in plot.finding
    assert {one.pk for one in rows if one.front} <= drawn
    others = [one for one in rows if not one.front]
    best = sorted(others, key=lambda one: -(one.throughput_mbps or 0) / (one.luts or 1))[:3]
    assert {one.pk for one in best} <= drawn
    assert plot_of(rows, large=True).not_drawn == 0


def test_a_search_shows_every_run_and_marks_the_best(committed):
    found = Result.objects.filter(
        algorithm="ascon128a", target="ecp5-85f-8", approach="hls"
    ).select_related("record")
    all_measured = [
        measured for one in found if isinstance(measured := measurement_in(one.record), Measurement)
    ]
    measured = max(all_measured, key=lambda measured: len(measured.attempts))
    search = search_of(measured)
    assert search and sum(len(lane.dots) for lane in search.lanes) == len(measured.attempts)
    said = f"seed {measured.best_seed}: {measured.fmax_mhz:,.1f} MHz"
    assert [text for lane in search.lanes for _, text, best in lane.dots if best] == [said]
    assert all(250 <= x <= 700 for lane in search.lanes for x, _, _ in lane.dots)
