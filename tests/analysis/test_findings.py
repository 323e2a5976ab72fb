import pytest
from sample_study import FIRST_THREE, design, failure, job, study

from cryptagon.analysis import groups
from cryptagon.analysis.findings import area_finding, pareto_front, ranking_finding, ratio_finding
from cryptagon.analysis.metrics import THROUGHPUT, THROUGHPUT_PER_AREA, TIME


def only_group(measurements):
    (group,) = groups(measurements)
    return group


def test_the_leader_and_the_agreement_are_said():
    found = ranking_finding(only_group(study(FIRST_THREE)), THROUGHPUT)
    assert (
        found
        == "ACORN-128 leads in throughput: 5,837 Mbit/s in RTL; HLS and RTL rank all 3 the same"
    )


def test_a_changed_order_is_said():
    group = only_group(
        [
            *study(("acorn128", "ascon128a")),
            design("norx", "rtl", fmax_mhz=100),
            design("norx", "hls", fmax_mhz=400),
        ]
    )
    assert ranking_finding(group, THROUGHPUT).endswith("HLS and RTL rank 2 of 3 differently")


def test_a_tie_for_the_lead_names_both():
    tied = [design("norx", "rtl", variant=name) for name in ("x1", "x2")]
    assert ranking_finding(only_group(tied), THROUGHPUT_PER_AREA).startswith(
        "NORX32 x1 and NORX32 x2 lead in throughput/area"
    )


def test_another_approach_speaks_where_the_baseline_has_no_result():
    group = only_group([failure("norx", "rtl", "no route"), design("norx", "hls")])
    assert ranking_finding(group, THROUGHPUT) == "NORX32 leads in throughput: 3,194 Mbit/s in HLS"


@pytest.mark.parametrize(
    ("designs", "front"),
    [
        ([(100, 100), (200, 200)], [100, 200]),
        ([(100, 200), (200, 100)], [100]),
        ([(100, 100), (100, 200)], [100]),
        ([(100, 100), (200, 100)], [100]),
        ([(100, 100), (100, 100)], [100, 100]),
    ],
)
def test_the_front_holds_what_nothing_beats(designs, front):
    made = [
        design("norx", "rtl", variant=str(n), luts=luts, fmax_mhz=fmax)
        for n, (luts, fmax) in enumerate(designs)
    ]
    assert [m.luts for m in pareto_front(made)] == front


def test_a_long_front_is_counted_a_short_one_named():
    assert (
        area_finding(only_group(study(FIRST_THREE)))
        == "No RTL design is both smaller and faster than ACORN-128"
    )
    many = [
        design("norx", "rtl", variant=str(n), luts=100 * n, fmax_mhz=10 * n) for n in range(1, 6)
    ]
    assert (
        area_finding(only_group(many))
        == "5 of 5 RTL designs are beaten by none in both throughput and area"
    )


def test_ratios_are_counted_and_the_deciding_range_given():
    assert (
        ratio_finding(only_group(study(("acorn128",))), "hls")
        == "All 5 ratios lie in the desired band 0.9 to 1.3; throughput/area RTL/HLS is 1.07"
    )
    assert (
        ratio_finding(only_group(study()), "hls")
        == "31 of 35 ratios lie in the desired band 0.9 to 1.3; throughput/area RTL/HLS is 1.01 to 1.31"
    )


def test_without_a_band_the_range_alone_is_said():
    group = only_group(
        [
            design("norx", "rtl"),
            design("norx", "drawing", luts=9420, fmax_mhz=96.2, cycles={"encryption": 10}),
        ]
    )
    assert ratio_finding(group, "drawing") == "Throughput/area RTL/drawing is 2.00"


def test_every_approach_is_said_to_rank_as_the_baseline_or_not():
    areas = {"rtl": (1, 2), "hls": (1, 2), "drawing": (2, 1)}
    made = [
        design("norx", name, variant=str(n), luts=1000 * luts)
        for name, both in areas.items()
        for n, luts in enumerate(both)
    ]
    found = ranking_finding(only_group(made), THROUGHPUT_PER_AREA)
    assert found.endswith(
        "; drawing and RTL rank 2 of 2 differently; HLS and RTL rank all 2 the same"
    )


def test_different_jobs_have_no_leader():
    made = [
        job(name, approach, cycles, name)
        for name in ("sha1", "aes")
        for approach, cycles in (("rtl", 100), ("hls", 125))
    ]
    assert (
        ranking_finding(only_group(made), TIME) == "Time of each job: HLS has 1.25 of that by RTL"
    )
    assert ranking_finding(
        only_group([job("sha1", "hls", 1), job("aes", "hls", 2)]), TIME
    ).startswith("SHA1 basic leads in time: 0.010 µs in HLS")
