"""The benchmark of programs that others published: what it lists, and its page is what was
measured.
"""

import json
from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results" / "published.json"
PAGE = ROOT / "docs" / "published-sources.md"


@pytest.fixture
def published(benchmarks):
    return benchmarks("published")


@pytest.fixture
def programs(published):
    return published.PROGRAMS


def test_it_says_which_file_is_missing_and_where_it_comes_from(published, programs, tmp_path):
    sources, place = tmp_path / "sources", tmp_path / "place"
    program = programs["siphash"]
    first, second = program.origins
    file = sources / first.repository / first.path
    file.parent.mkdir(parents=True)
    file.write_text("")
    place.mkdir()
    with pytest.raises(CryptagonError) as told:
        published.gather(program, sources, place)
    assert f"{second.repository}/{second.path}" in told.value.what
    assert second.commit in told.value.fix


def test_every_program_has_its_wrapper_and_every_wrapper_a_program(programs):
    wrappers = {file.name for file in (ROOT / "benchmarks" / "published").glob("*.c")}
    assert {program.wrapper for program in programs.values()} == wrappers


def test_every_file_of_others_has_its_commit(programs):
    for program in programs.values():
        assert program.origins
        assert all(len(origin.commit) == 40 for origin in program.origins)


def test_the_page_is_what_was_measured(benchmarks, published):
    rows = benchmarks("sources_of_others").recorded("published.py")
    assert published.table(rows) in PAGE.read_text()


def test_what_was_measured_is_right():
    for row in json.loads(RESULTS.read_text())["rows"]:
        if row["compiles"]:
            assert row["known_answers"]
            assert row["native_is_verilog"]
