from datetime import UTC, datetime

import pytest
from sample_study import FIRST_THREE, design, failure, job, study

from cryptagon.analysis import groups
from cryptagon.analysis.metrics import (
    AREA,
    BLOCK_CYCLES,
    FMAX,
    JOB_CYCLES,
    THROUGHPUT,
    THROUGHPUT_PER_AREA,
    TIME,
)
from cryptagon.analysis.ratio import band_of


def test_all_approaches_of_one_algorithm_are_together():
    (group,) = groups(study(FIRST_THREE))
    assert [(c.label, list(c.by_approach)) for c in group.comparisons] == [
        ("ACORN-128", ["rtl", "hls"]),
        ("AES-128-GCM", ["rtl", "hls"]),
        ("Ascon-128a", ["rtl", "hls"]),
    ]
    assert (
        group.title
        == "Lattice ECP5 LFE5U-85F, CABGA756, speed grade 8: authenticated ciphers, units with caesar-1.0"
    )


def test_ratios_go_both_ways_round():
    (group,) = groups(
        [
            design("norx", "rtl", luts=1000, fmax_mhz=100, cycles={"encryption": 10}),
            design("norx", "hls", luts=1250, fmax_mhz=80, cycles={"encryption": 12}),
        ]
    )
    ratios = {ratio.metric: ratio for ratio in group.comparisons[0].ratios["hls"]}
    assert (
        ratios[AREA].other_over_baseline == 1.25
        and ratios[AREA].baseline_over_other == 0.8
        and ratios[AREA].outside
    )
    assert (
        ratios[BLOCK_CYCLES].other_over_baseline == 1.2
        and ratios[FMAX].baseline_over_other == 1.25
        and not ratios[FMAX].outside
    )
    assert (
        ratios[THROUGHPUT].baseline_over_other == pytest.approx(1.5) and ratios[THROUGHPUT].outside
    )
    assert (
        ratios[THROUGHPUT_PER_AREA].baseline_over_other
        == pytest.approx(1.875)
        == ratios[THROUGHPUT_PER_AREA].behind
    )
    assert ratios[AREA].behind == 1.25


@pytest.mark.parametrize(
    ("luts", "inside"), [(899, False), (900, True), (1000, True), (1300, True), (1301, False)]
)
def test_the_band_includes_its_ends(luts, inside):
    (group,) = groups([design("norx", "rtl", luts=luts), design("norx", "hls", luts=1000)])
    ratio = group.comparisons[0].ratio("hls", AREA)
    assert ratio and ratio.outside is not inside


def test_the_band_is_that_of_the_two_approaches():
    assert band_of("rtl", "hls") == (0.9, 1.3) and band_of("rtl", "hls", TIME) == pytest.approx(
        (1 / 1.3, 1 / 0.9)
    )
    assert band_of("hls", "rtl") is None and band_of("rtl", "drawing") is None


def test_no_ratio_without_two_results():
    (group,) = groups(
        [design("norx", "rtl"), design("morus", "rtl"), failure("morus", "hls", "no route")]
    )
    assert [c.ratios for c in group.comparisons] == [{}, {}]


def test_targets_classes_scopes_interfaces_and_estimates_are_never_mixed():
    found = groups(
        [
            design("norx", "rtl"),
            design("norx", "rtl", scope="core", interface=None),
            design("norx", "rtl", interface="lwc-1.2"),
            job("sha1", "rtl", 80),
            design("norx", "hls", estimate=True),
            design("norx", "rtl", target="a"),
        ]
    )
    assert [group.slug for group in found] == [
        "a-aead-caesar-1.0",
        "ecp5-85f-8-aead-core",
        "ecp5-85f-8-aead-caesar-1.0",
        "ecp5-85f-8-aead-caesar-1.0-estimate",
        "ecp5-85f-8-aead-lwc-1.2",
        "ecp5-85f-8-toy-core",
    ]
    assert found[1].title.endswith("authenticated ciphers, cores alone") and found[
        3
    ].title.endswith("(estimates)")
    assert found[5].title == "LFE5U: toy, cores alone", "a class that is not there goes by its name"


def test_a_variant_is_part_of_the_label():
    (group,) = groups(
        [
            design("norx", "rtl", variant="x1"),
            design("norx", "rtl", variant="x2"),
            design("morus", "hls"),
        ]
    )
    assert [c.label for c in group.comparisons] == ["MORUS-640", "NORX32 x1", "NORX32 x2"]
    assert group.label(group.measurements[2]) == "NORX32 x2"


def test_only_the_newest_counts():
    (group,) = groups(
        [
            design("norx", "rtl", luts=2, date=datetime(2026, 5, 1, tzinfo=UTC)),
            design("norx", "rtl", luts=1),
        ]
    )
    assert [m.luts for m in group.measurements] == [2]


def test_nothing_measured_gives_no_group():
    assert groups([]) == []


def test_imported_figures_are_marked_in_the_title():
    imported = {
        "origin": "imported",
        "target": "vivado-xc7a100tcsg324-1",
        "device": "xc7a100tcsg324-1",
    }
    (group,) = groups([design("norx", "rtl", estimate=True, **imported)])
    what = "authenticated ciphers, units with caesar-1.0"
    assert group.title == f"xc7a100tcsg324-1: {what} (imported: vivado-xc7a100tcsg324-1, estimates)"


def test_any_number_of_approaches_is_compared_with_the_baseline():
    three = [
        design("norx", approach, luts=luts)
        for approach, luts in (("rtl", 1000), ("hls", 1100), ("drawing", 900))
    ]
    (group,) = groups(three)
    assert group.approaches == ("rtl", "drawing", "hls") and group.others == ("drawing", "hls")
    found = {
        other: ratio.other_over_baseline
        for other in group.others
        if (ratio := group.comparisons[0].ratio(other, AREA))
    }
    assert found == {"drawing": 0.9, "hls": 1.1}
    (group,) = groups(three, baseline="hls")
    assert group.approaches == ("hls", "drawing", "rtl") and set(group.comparisons[0].ratios) == {
        "rtl",
        "drawing",
    }
    (group,) = groups(three, baseline="none")
    assert group.comparisons[0].ratios == {}


def test_a_colour_means_one_approach_in_all_groups():
    found = groups(
        [
            *(design("norx", one) for one in ("rtl", "hls", "drawing")),
            design("norx", "hls", target="a"),
        ]
    )
    assert [group.places for group in found] == [{"hls": 2}, {"rtl": 0, "drawing": 1, "hls": 2}]


def test_work_without_bits_is_judged_by_its_time():
    (group,) = groups([job("sha1", "rtl", 80), job("sha1", "hls", 100)])
    assert group.jobs and group.deciding is TIME and group.scale.shown[0] is JOB_CYCLES
    ratio = group.comparisons[0].ratio("hls", TIME)
    assert ratio and ratio.other_over_baseline == ratio.behind == 1.25


def test_work_with_bits_and_without_is_not_mixed():
    found = groups(
        [
            job("sha1", "rtl", 80),
            job("sha1", "hls", 80, work={"name": "block", "bits": 512, "cycles": "alone"}),
        ]
    )
    assert [group.jobs for group in found] == [True, False] or [group.jobs for group in found] == [
        False,
        True,
    ]
    assert "no ratio, since RTL and HLS were measured with other work" in found[0].unpaired[0]


def test_an_unrecorded_unit_of_area_is_that_of_the_target():
    (group,) = groups(
        [
            design("norx", "rtl", target="gatemate-a1", area_unit="LUT"),
            design("norx", "hls", target="gatemate-a1", area_unit="half CPE"),
        ]
    )
    assert (
        group.area_unit == "half CPE"
        and group.comparisons[0].ratios
        and "area in half CPE" in group.title
    )
    (group,) = groups([design("norx", "rtl", target="gone", area_unit="LUT")])
    assert group.area_unit == "LUT"
