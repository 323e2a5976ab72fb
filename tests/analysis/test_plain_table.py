import csv
import io

import pytest
from sample_study import design, failure, job, searched, study

from cryptagon.analysis.plain_table import as_csv, as_latex, as_markdown


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_full_numbers_and_says_where_they_are_from():
    (row,) = rows_of(as_csv([searched(design("norx", "rtl"))]))
    assert [
        row[name]
        for name in (
            "target",
            "algorithm_class",
            "scope",
            "approach",
            "status",
            "area_unit",
            "work_bits",
            "time_us",
        )
    ] == [*("ecp5-85f-8", "aead", "unit", "rtl", "ok", "LUT4", "384", "")]
    assert float(row["throughput_mbps"]) == pytest.approx(384 * 96.2 / 10)
    assert (row["runs"], row["seeds_of_best"]) == ("5", "3")
    assert float(row["fmax_median_mhz"]) == pytest.approx(96.2 * 0.98, abs=1e-3)
    assert float(row["fmax_lowest_mhz"]) == pytest.approx(96.2 * 0.95, abs=1e-3)


def test_a_failure_has_empty_figures_and_its_reason():
    (row,) = rows_of(as_csv([failure("norx", "hls", "did not route")]))
    assert (row["status"], row["throughput_mbps"], row["fmax_median_mhz"]) == (
        "did not route",
        "",
        "",
    )


def test_markdown_has_a_table_a_group_with_ranks():
    text = as_markdown(
        [
            *map(searched, study(("acorn128", "norx"))),
            design("norx", "rtl", scope="core", interface=None),
        ]
    )
    assert text.count("| algorithm | by |") == 2
    assert "| ACORN-128 | RTL | 1.00 | 1,180 | 720 | 182.4 | 5,837 | 4.946 | 1 |" in text


def test_latex_is_escaped_and_whole():
    text = as_latex(
        [searched(design("norx", "rtl", title="A_B & 50%")), failure("morus", "rtl", "no")]
    )
    assert r"A\_B \& 50\%" in text and "MORUS-640 & RTL & failed" in text
    assert text.count(r"\begin{tabular}{llrrrrrrrrrr}") == text.count(r"\end{tabular}") == 1
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {line.count(" & ") for line in rows} == {11}


def test_jobs_have_their_time_and_no_rank_without_a_rival():
    text = as_markdown(
        [
            job("sha1", "rtl", 20480),
            job("aes", "rtl", 11, "one block", luts=None, fmax_mhz=None, status="no"),
        ]
    )
    assert "| algorithm | job | by | cycles | LUT4 | FF | Fmax, MHz | time, µs |\n" in text
    assert "| SHA1 basic | 256 blocks | RTL | 20,480 | 1,390 | 841 | 100.0 | 204.8 |\n" in text
    assert "| AES basic | one block | RTL | failed |" in text
    assert "| rank |" in as_markdown(
        [job("sha1", "rtl", 20480), job("sha1", "rtl", 9, variant="x2")]
    )


def test_all_classes_are_in_one_csv():
    rows = rows_of(as_csv([design("norx", "rtl"), job("sha1", "rtl", 20480)]))
    assert [
        (
            row["algorithm_class"],
            row["cycles_of_work"],
            row["time_us"],
            row["throughput_mbps"] == "",
        )
        for row in rows
    ] == [
        ("aead", "10.0", "", False),
        ("toy", "20480.0", "204.8", True),
    ]
