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
(PUBLISHED,) = load_contest(testbed_page.CONTEST).published


def test_document_shows_the_measurements():
    text = (paths.repository() / "docs" / "testbed.md").read_text()
    assert testbed_page.document(text, CONTENT, PUBLISHED) == text
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
