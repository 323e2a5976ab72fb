"""What pages of studies show of synthesis strategies."""

from sample_study import design, failure, searched

from cryptagon.analysis.strategy_tables import strategies, strategy_ratios

NORX = [searched(design("norx", "rtl")), searched(design("norx", "hls"))]


def test_strategies_are_counted_by_their_wins():
    assert "| ecp5-85f-8 | default 0, narrow 2 | 2 | 10 |" in strategies(NORX)


def test_each_strategy_has_ratios_of_its_own_runs():
    rtl, hls = NORX
    assert rtl.luts and hls.luts and rtl.fmax_mhz and hls.fmax_mhz
    default, narrow = (hls.luts + 90) / (rtl.luts + 90), hls.luts / rtl.luts
    clock = hls.fmax_mhz / rtl.fmax_mhz
    assert strategy_ratios(NORX).splitlines()[2:] == [
        f"| ecp5-85f-8 | {name} | HLS/RTL | 1 | {area:.3f} | {clock:.3f} | {area:.2f} | NORX32 |"
        for name, area in (("default", default), ("narrow", narrow))
    ]


def test_a_design_that_failed_by_one_approach_has_no_ratio():
    assert strategy_ratios([NORX[0], failure("norx", "hls", "no way")]) == ""


def test_one_strategy_is_not_compared():
    assert strategy_ratios([design("norx", "rtl"), design("norx", "hls")]) == ""
