"""What the benchmarks of programs of others share, and which parts of a benchmark are measured, kept, or
refused.
"""

import json
from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError

ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import json, os, signal, sys
name = sys.argv[1]
with open(os.environ["PUBLISHED_SOURCES"] + "/started", "a") as started:
    started.write(name + "\\n")
if name == "slow":
    os.kill(os.getpid(), signal.SIGXCPU)
if name == "broken" and not os.path.exists(os.environ["PUBLISHED_SOURCES"] + "/mended"):
    sys.exit("error: no such file")
print("something else")
print(json.dumps({"program": name, "folder": os.environ["PUBLISHED_SOURCES"]}))
"""


@pytest.fixture
def shared(monkeypatch, tmp_path, benchmarks):
    module, parts, common = map(benchmarks, ("sources_of_others", "parts", "common"))
    monkeypatch.setattr(common, "RESULTS", tmp_path)
    for user in (common, parts):
        monkeypatch.setattr(user, "versions", lambda: {"yosys": "0.70"})
    monkeypatch.setattr(parts, "_commit_of_library", lambda: "new")
    monkeypatch.setenv("PUBLISHED_SOURCES", str(tmp_path))
    return module


@pytest.fixture
def rows(benchmarks, shared, tmp_path):
    """Measures programs by a script that only prints; the source of each is a file of its name."""
    script = tmp_path / "child.py"
    script.write_text(CHILD)
    before = {"parts": {"kept": {"commit": "old"}}, "rows": [{"program": "kept"}]}
    (tmp_path / "child.json").write_text(json.dumps(before))

    def source(name, sources):
        file = sources / f"{name}.c"
        if not file.exists():
            file.write_text(name)
        return [file]

    def measure(*programs, only=(), fresh=False):
        parts = shared.parts_of_programs(
            str(script),
            dict.fromkeys(programs, "origin"),
            source,
            lambda name: {"program": name, "compiles": False},
        )
        return benchmarks("parts").measure_parts(script, parts, only=only, fresh=fresh)

    return measure


def recorded(folder):
    return {row["program"]: row for row in json.loads((folder / "child.json").read_text())["rows"]}


def measured(folder):
    """The programs that a process was started for, in their order."""
    return (folder / "started").read_text().split()


def commits(folder):
    parts = json.loads((folder / "child.json").read_text())["parts"]
    return {name: part["commit"] for name, part in parts.items()}


def test_each_program_is_measured_with_the_commit(rows, tmp_path):
    found = rows("a", "b")
    assert [(row["program"], row["folder"]) for row in found] == [
        (name, str(tmp_path)) for name in "ab"
    ]
    assert commits(tmp_path) == {"a": "new", "b": "new"}


def test_programs_that_are_not_chosen_keep_their_rows(rows, tmp_path):
    found = rows("a", "kept", "never", only=["a"])
    assert [row["program"] for row in found] == ["a", "kept"]
    assert commits(tmp_path) == {"a": "new", "kept": "old"}


def test_a_program_that_is_not_known_is_refused(rows):
    with pytest.raises(CryptagonError, match="no part 'c'") as told:
        rows("a", "b", only=["a", "c"])
    assert told.value.fix == "known: a, b"


def test_no_processor_seconds_left_is_a_row(rows):
    (row,) = rows("slow")
    assert row["compiles"] is False


def test_another_failure_ends_the_benchmark(rows):
    with pytest.raises(CryptagonError, match="'broken' ended with exit code 1"):
        rows("a", "broken")


def test_what_came_before_an_interruption_is_kept_and_not_measured_again(rows, tmp_path):
    programs = ("a", "b", "broken", "c")
    with pytest.raises(CryptagonError):
        rows(*programs)
    assert list(recorded(tmp_path)) == ["a", "b"]
    (tmp_path / "mended").touch()
    found = rows(*programs)
    assert measured(tmp_path) == ["a", "b", "broken", "broken", "c"]
    assert found == list(recorded(tmp_path).values())
    assert [row["program"] for row in found] == list(programs)


def test_another_source_script_setting_or_tool_is_measured_again(
    benchmarks, rows, tmp_path, monkeypatch
):
    rows("a", "b")
    rows("a", "b")
    assert measured(tmp_path) == ["a", "b"]
    (tmp_path / "a.c").write_text("changed")
    rows("a", "b")
    assert measured(tmp_path)[2:] == ["a"]
    monkeypatch.setenv("PUBLISHED_AREA", "no")
    rows("a", "b")
    assert measured(tmp_path)[3:] == ["a", "b"]
    monkeypatch.setattr(benchmarks("parts"), "versions", lambda: {"yosys": "next year's"})
    rows("a", "b")
    assert measured(tmp_path)[5:] == ["a", "b"]
    (tmp_path / "child.py").write_text(f"{CHILD}# changed")
    rows("a", "b")
    assert measured(tmp_path)[7:] == ["a", "b"]


def test_fresh_measures_all_again(rows, tmp_path):
    rows("a", "b")
    rows("a", "b", fresh=True)
    assert measured(tmp_path) == ["a", "b", "a", "b"]


@pytest.mark.parametrize("folder", ["", "/nowhere/at/all"])
def test_it_says_that_no_folder_has_the_sources(rows, monkeypatch, folder):
    monkeypatch.setenv("PUBLISHED_SOURCES", folder)
    with pytest.raises(CryptagonError, match="no folder with the published sources") as told:
        rows("a")
    assert "PUBLISHED_SOURCES=FOLDER" in told.value.fix


def test_a_missing_file_is_told_with_its_origin(shared, tmp_path):
    with pytest.raises(CryptagonError, match=r"no owner/name/file\.c") as told:
        shared.published_path(tmp_path, "owner/name", "file.c", "0123abc")
    assert "github.com/owner/name at commit 0123abc" in told.value.fix
