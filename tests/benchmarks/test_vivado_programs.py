"""The benchmark of programs for Vivado HLS: what it lists, and its page is what was measured."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results" / "vivado_hls.json"
PAGE = ROOT / "docs" / "vivado-hls.md"


@pytest.fixture
def benchmark_(benchmarks):
    return benchmarks("vivado_hls")


def test_every_wrapper_has_a_program(benchmark_):
    wrappers = {file.name for file in (ROOT / "benchmarks" / "vivado").glob("*.cpp")}
    programs = benchmark_.PROGRAMS.values()
    assert {program.file for program in programs if program.wrapped} == wrappers


def test_every_origin_has_its_commit_and_its_licence(benchmark_):
    for program in benchmark_.PROGRAMS.values():
        repository, commit, licence = program.origin
        assert "/" in repository and len(commit) == 40 and licence


def test_the_page_has_what_was_measured(benchmark_):
    rows = json.loads(RESULTS.read_text())["rows"]
    assert [row["program"] for row in rows] == list(benchmark_.PROGRAMS)
    assert benchmark_.table(rows) in PAGE.read_text()
