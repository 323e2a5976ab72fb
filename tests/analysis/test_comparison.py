from datetime import UTC, datetime

import pytest
from sample_study import FIRST_THREE, design, failure, study

from cryptagon.analysis import groups
from cryptagon.analysis.metrics import AREA, CYCLES, FMAX, THROUGHPUT, THROUGHPUT_PER_AREA


def test_rtl_and_hls_of_one_algorithm_stand_together():
    (group,) = groups(study(FIRST_THREE))
    assert [(c.label, c.rtl and c.rtl.approach, c.hls and c.hls.approach) for c in group.comparisons] == [
        ("ACORN-128", "rtl", "hls"),
        ("AES-128-GCM", "rtl", "hls"),
        ("Ascon-128a", "rtl", "hls"),
    ]
    assert group.title == "Lattice ECP5 LFE5U-85F, CABGA756, speed grade 8, with the hardware API"


def test_ratios_go_both_ways_round():
    (group,) = groups(
        [
            design("norx", "rtl", luts=1000, fmax_mhz=100, cycles_per_block=10),
            design("norx", "hls", luts=1250, fmax_mhz=80, cycles_per_block=12),
        ]
    )
    ratios = {ratio.metric: ratio for ratio in group.comparisons[0].ratios}
    assert ratios[AREA].hls_over_rtl == 1.25 and ratios[AREA].rtl_over_hls == 0.8 and not ratios[AREA].in_band
    assert ratios[CYCLES].hls_over_rtl == 1.2 and ratios[FMAX].rtl_over_hls == 1.25 and ratios[FMAX].in_band
    assert ratios[THROUGHPUT].rtl_over_hls == pytest.approx(1.5) and not ratios[THROUGHPUT].in_band
    assert ratios[THROUGHPUT_PER_AREA].rtl_over_hls == pytest.approx(1.875)


@pytest.mark.parametrize(("luts", "inside"), [(899, False), (900, True), (1000, True), (1300, True), (1301, False)])
def test_the_band_includes_its_ends(luts, inside):
    (group,) = groups([design("norx", "rtl", luts=luts), design("norx", "hls", luts=1000)])
    assert {r.metric: r.in_band for r in group.comparisons[0].ratios}[AREA] is inside


def test_no_ratio_without_two_results():
    (group,) = groups([design("norx", "rtl"), design("morus", "rtl"), failure("morus", "hls", "no route")])
    assert [c.ratios for c in group.comparisons] == [(), ()]


def test_targets_scopes_and_estimates_are_never_mixed():
    found = groups(
        [
            design("norx", "rtl"),
            design("norx", "rtl", scope="core"),
            design("norx", "hls", estimate=True),
            design("norx", "rtl", target="a"),
        ]
    )
    assert [(g.target, g.scope, g.estimate) for g in found] == [
        ("a", "aead", False),
        ("ecp5-85f-8", "aead", False),
        ("ecp5-85f-8", "aead", True),
        ("ecp5-85f-8", "core", False),
    ]
    assert found[2].title.endswith("(estimates)") and found[3].title.endswith("cipher core alone")


def test_variants_are_told_apart_only_where_there_are_several():
    (group,) = groups([design("norx", "rtl", variant="x1"), design("norx", "rtl", variant="x2"), design("morus", "hls")])
    assert [c.label for c in group.comparisons] == ["MORUS-640", "NORX32 x1", "NORX32 x2"]
    assert group.label(group.measurements[2]) == "NORX32 x2"


def test_only_the_newest_counts():
    (group,) = groups([design("norx", "rtl", luts=2, date=datetime(2026, 5, 1, tzinfo=UTC)), design("norx", "rtl", luts=1)])
    assert [m.luts for m in group.measurements] == [2]


def test_nothing_measured_gives_no_group():
    assert groups([]) == []


def test_imported_figures_are_marked_in_the_title():
    imported = {"origin": "imported", "target": "vivado-xc7a100tcsg324-1", "device": "xc7a100tcsg324-1"}
    (group,) = groups([design("norx", "rtl", estimate=True, **imported)])
    assert group.title == "xc7a100tcsg324-1, with the hardware API (imported: vivado-xc7a100tcsg324-1, estimates)"
