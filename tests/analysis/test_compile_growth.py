"""The page on compile times says what its benchmarks measured."""

import json

import pytest

from cryptagon import paths
from cryptagon.analysis.compile_growth import cores_table, growth_table, plot
from cryptagon.analysis.documents import benchmark_file, with_section

PAGE = paths.repository() / "docs" / "compile-time.md"


@pytest.mark.parametrize(
    ("benchmark", "table"), [("compile_growth", growth_table), ("compile_time", cores_table)]
)
def test_page_has_the_measured_rows(benchmark, table):
    text = PAGE.read_text()
    assert (
        with_section(text, benchmark, table(json.loads(benchmark_file(benchmark).read_text())))
        == text
    )


def test_picture_is_that_of_the_rows():
    rows = json.loads(benchmark_file("compile_growth").read_text())["rows"]
    assert (PAGE.parent / "images" / "compile-time.svg").read_text() == plot(rows).svg()


def test_what_was_stopped_is_said():
    content = {
        "rows": [{"shape": "chain", "size": 50_000, "stopped_after_cpu_s": 40}],
        "load_average": 1,
        "date": "2026-01-01",
    }
    table = growth_table({**content, "machine": {"processor": "one", "cores": 2}})
    assert "| chain | size 50,000 |  | over 40 |" in table


def test_an_earlier_compiler_has_its_columns_where_it_was_measured():
    content = {"load_average": 1, "date": "2026-01-01", "machine": {"processor": "one", "cores": 2}}
    row = {"shape": "chain", "operations": 500, "cpu_s": 1.0}
    assert "before" not in growth_table({**content, "rows": [row]})
    assert "| before, s | ratio |" in growth_table(
        {**content, "rows": [{**row, "before_cpu_s": 2.0, "ratio": 2.0}]}
    )
