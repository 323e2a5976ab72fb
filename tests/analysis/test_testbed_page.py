"""The tables and the picture of docs/testbed.md are those of the measurements, and these are
sound.
"""

import pytest

from cryptagon.analysis import testbed_page
from cryptagon.analysis.made_page import measured
from cryptagon.study.contest import load_contest

CONTENT = measured("testbed")
ROWS = CONTENT["rows"]
SOFTWARE = measured("testbed_software")
EXPERIMENTS = measured("testbed_experiments")
(PUBLISHED,) = load_contest(testbed_page.CONTEST).published


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['name']} {row['approach']}")
def test_the_timer_never_beats_the_formula_and_the_poster_ran_at_this_clock(row):
    assert row["core_mhz"] == PUBLISHED.clocks.get(row["name"], 100.0)
    assert row["gbps"] == pytest.approx(
        row["block_bits"] * row["core_mhz"] / row["block_cycles"] / 1e3, abs=1e-4
    )
    for one in row["transfers"]:
        assert one["gbps"] == pytest.approx(
            8 * one["size"] * one["dma_mhz"] / one["ticks"] / 1e3, abs=1e-4
        )
        assert one["gbps"] <= 64 * one["dma_mhz"] / 1e3
        assert one["overhead"] == pytest.approx(row["gbps"] / one["gbps"] - 1, abs=1e-4)
        assert one["overhead"] > -2e-4  # both clocks may be off by 100 ppm


@pytest.mark.parametrize(
    "row", EXPERIMENTS["rows"], ids=lambda row: f"{row['name']} {row['approach']}"
)
def test_the_experiment_is_never_below_static_timing_and_the_worst_size_sets_it(row):
    assert row["ratio"] == pytest.approx(row["limit_mhz"] / row["static_mhz"], abs=1e-3)
    assert row["ratio"] >= 0.999  # the delays of the netlist are rounded to picoseconds
    tried = {one["size"]: one["limit_mhz"] for one in row["sizes"] if one["limit_mhz"]}
    assert tried[row["worst_size"]] == row["limit_mhz"] == min(tried.values())
    for one in row["sizes"]:
        assert one["settled_mhz"] >= row["static_mhz"] * 0.999
        assert one["limit_mhz"] or one["settled_mhz"] >= row["limit_mhz"]
        assert (one["timed_cycles"] == one["cycles"]) == (one["size"] <= 10_000)
    for board in row["boards"]:
        assert board["ratio"] > row["ratio"]


@pytest.mark.parametrize(
    "row", SOFTWARE["rows"], ids=lambda row: f"{row['name']} {row['software']}"
)
def test_software_is_as_fast_as_its_cycles_say(row):
    for one in row["messages"]:
        if row["software"] == "openssl":
            assert one["a9_cycles_per_byte"] is None
            continue
        by_cycles = 8 * 666.667 / one["a9_cycles_per_byte"]
        assert one["a9_mbps"] == pytest.approx(by_cycles, rel=2e-3)
        assert one["a9_mbps"] < one["host_mbps"]


def test_every_candidate_of_the_poster_has_software_for_speed_that_is_faster():
    kinds = {(one["name"], one["software"]): one["messages"][-1] for one in SOFTWARE["rows"]}
    for name in PUBLISHED.clocks:
        slow, fast = kinds[name, "reference"], kinds[name, "fast"]
        assert fast["host_mbps"] > 1.5 * slow["host_mbps"]
        assert fast["a9_mbps"] > 1.5 * slow["a9_mbps"]


def test_speed_up_is_over_the_fastest_software():
    """Counted here for one unit at one size, of which there is software for speed."""
    row = next(one for one in ROWS if (one["name"], one["approach"]) == ("keccak_r2", "rtl"))
    kinds = {one["software"]: one for one in SOFTWARE["rows"] if one["name"] == "keccak_r2"}
    slow, fast = (kinds[kind]["messages"][-1] for kind in ("reference", "fast"))
    assert fast["host_mbps"] > 10 * slow["host_mbps"]
    timed = next(
        one for one in row["transfers"] if (one["size"], one["dma_mhz"]) == (1_000_000, 150.0)
    )
    cells = next(
        line.split(" | ")
        for line in testbed_page.speed_ups(ROWS, SOFTWARE["rows"]).splitlines()
        if line.startswith("| Keccak, round 2 | rtl")
    )
    assert "for speed" in cells
    assert f"{1e3 * timed['gbps'] / fast['host_mbps']:,.1f}" in " | ".join(cells).rstrip(
        " |"
    ).split(" | ")
    assert f"{1e3 * timed['gbps'] / slow['host_mbps']:,.1f}" not in cells
