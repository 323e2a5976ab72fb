"""The table of seeds sets the medians of HLS and RTL beside each other."""

from cryptagon.analysis.seeds import table


def rows(approach, luts, clocks, status="ok"):
    return [
        {
            "algorithm": "a",
            "approach": approach,
            "target": "t",
            "seed": seed,
            "status": status,
            "luts": luts,
            "fmax_mhz": mhz,
        }
        for seed, mhz in enumerate(clocks)
    ]


HLS, RTL = rows("hls", 1100, (90.0, 99.0, 80.0)), rows("rtl", 1000, (100.0, 110.0, 95.0))
LINE = "| a | t | 3 | 1,100 | 1,000 | 90.0 (80.0 to 99.0) | 100.0 (95.0 to 110.0) | 0.90 | 0.82 |"


def test_medians_side_by_side():
    assert table([*HLS, *RTL]).splitlines()[-1] == LINE


def test_a_run_that_failed_does_not_count():
    assert table([*HLS, *RTL, *rows("rtl", 0, (0.0,), "no way")]).splitlines()[-1] == LINE


def test_one_approach_alone_makes_no_line():
    assert len(table(HLS).splitlines()) == 2
