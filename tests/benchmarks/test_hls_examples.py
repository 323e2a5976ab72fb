"""The benchmark of examples for HLS tools: what it lists, and its page is what was measured."""

import json
from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results" / "hls_examples.json"
PAGE = ROOT / "docs" / "hls-examples.md"


@pytest.fixture
def benchmark_(benchmarks):
    return benchmarks("hls_examples")


@pytest.fixture
def row_of(benchmarks, benchmark_, tmp_path, monkeypatch):
    """The row of an example that is a text."""
    folder = tmp_path / "they" / "examples"
    folder.mkdir(parents=True)
    origin = ("they/examples", "0" * 40)
    example = benchmarks("hls_example_programs").Example(origin, "unit.c", "unit")
    monkeypatch.setitem(benchmark_.EXAMPLES, "unit", example)

    def of(text):
        (folder / "unit.c").write_text(text)
        return benchmark_.row_of("unit", tmp_path)

    return of


def test_the_page_has_what_was_measured(benchmark_):
    rows = json.loads(RESULTS.read_text())["rows"]
    assert [row["program"] for row in rows] == list(benchmark_.EXAMPLES)
    assert benchmark_.table(rows) in PAGE.read_text()


def test_a_missing_file_is_asked_for(benchmark_, tmp_path):
    with pytest.raises(CryptagonError, match="no Xilinx/Vitis-HLS-Introductory-Examples"):
        benchmark_._files("Array/array_partition_complete/matmul_partition.cpp", tmp_path)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("*sum = in + 1;", ("equal", None)),
        ("*sum = in / (in & 3);", ("not checked", "a division by 0 (unit.c:1)")),
        (
            "*sum = in * 1.5f;",
            ("refused", "floating-point arithmetic cannot become hardware (unit.c:1)"),
        ),
    ],
)
def test_outcomes(row_of, body, expected):
    row = row_of(f"void unit(int in, int *sum) {{ {body} }}\n")
    assert (row["outcome"], row.get("told")) == expected
