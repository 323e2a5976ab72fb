import csv
import io

import pytest
from sample_study import design, failure, searched, study

from cryptagon.analysis.plain_table import as_csv, as_latex, as_markdown


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_full_numbers_and_says_where_they_are_from():
    (row,) = rows_of(as_csv([searched(design("norx", "rtl"))]))
    assert (row["target"], row["scope"], row["approach"], row["status"], row["area_unit"]) == ("ecp5-85f-8", "aead", "rtl", "ok", "LUT")
    assert float(row["throughput_mbps"]) == pytest.approx(384 * 96.2 / 10)
    assert (row["runs"], row["seeds_of_best"]) == ("5", "3")
    assert float(row["fmax_median_mhz"]) == pytest.approx(96.2 * 0.98, abs=1e-3)
    assert float(row["fmax_lowest_mhz"]) == pytest.approx(96.2 * 0.95, abs=1e-3)


def test_a_failure_has_empty_figures_and_its_reason():
    (row,) = rows_of(as_csv([failure("norx", "hls", "did not route")]))
    assert (row["status"], row["throughput_mbps"], row["fmax_median_mhz"]) == ("did not route", "", "")


def test_markdown_has_a_table_a_group_with_ranks():
    text = as_markdown([*study(("acorn128", "norx")), design("norx", "rtl", scope="core")])
    assert text.count("| algorithm | by |") == 2
    assert "| ACORN-128 | RTL | 1.00 | 1,180 | 720 | 182.4 | 5,837 | 4.946 | 1 |" in text


def test_latex_is_escaped_and_whole():
    text = as_latex([design("norx", "rtl", title="A_B & 50%"), failure("morus", "rtl", "no")])
    assert r"A\_B \& 50\%" in text and "MORUS-640 & RTL & failed" in text
    assert text.count(r"\begin{tabular}{llrrrrrrrrrr}") == text.count(r"\end{tabular}") == 1
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {line.count(" & ") for line in rows} == {11}
