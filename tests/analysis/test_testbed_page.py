"""The tables and the picture of docs/testbed.md are those of the measurements, and these are
sound.
"""

import json

import pytest

from cryptagon import paths
from cryptagon.analysis import testbed_page
from cryptagon.analysis.documents import benchmark_file
from cryptagon.study.contest import load_contest

CONTENT = json.loads(benchmark_file("testbed").read_text())
ROWS = CONTENT["rows"]
SOFTWARE = json.loads(benchmark_file("testbed_software").read_text())
(PUBLISHED,) = load_contest(testbed_page.CONTEST).published


def test_document_shows_the_measurements():
    text = (paths.repository() / "docs" / "testbed.md").read_text()
    assert testbed_page.document(text, CONTENT, SOFTWARE, PUBLISHED) == text
    assert (
        paths.repository() / "docs" / "images" / "testbed-overhead.svg"
    ).read_text() == testbed_page.overheads(ROWS).svg()


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


@pytest.mark.parametrize("row", SOFTWARE["rows"], ids=lambda row: row["name"])
def test_software_is_as_fast_as_its_cycles_say(row):
    for one in row["messages"]:
        by_cycles = 8 * 666.667 / one["a9_cycles_per_byte"]
        assert one["a9_mbps"] == pytest.approx(by_cycles, rel=2e-3)
        assert one["a9_mbps"] < one["host_mbps"]


def test_speed_up_is_the_ratio_of_both_tables():
    """Counted here for one unit at one size."""
    row = next(one for one in ROWS if one["name"] == "luffa")
    soft = next(one for one in SOFTWARE["rows"] if one["name"] == "luffa")
    timed = next(
        one for one in row["transfers"] if (one["size"], one["dma_mhz"]) == (1_000_000, 150.0)
    )
    (line,) = (
        line
        for line in testbed_page.speed_ups(ROWS, SOFTWARE["rows"]).splitlines()
        if line.startswith("| Luffa")
    )
    over_a9 = 1e3 * timed["gbps"] / soft["messages"][-1]["a9_mbps"]
    assert f"{over_a9:,.1f}" in line.split(" | ")
