"""The benchmarks can be called; what they measure is not checked here."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
BENCHMARK = re.compile(r"^def (measure|parts)\(", re.MULTILINE)
NAMES = sorted(file.stem for file in FOLDER.glob("*.py") if BENCHMARK.search(file.read_text()))


@pytest.mark.parametrize("name", NAMES)
def test_each_benchmark_says_what_it_measures(benchmarks, name):
    benchmark = benchmarks(name)
    assert benchmark.__doc__
    assert callable(getattr(benchmark, "parts", None) or benchmark.measure)


def test_an_unknown_benchmark_is_answered_with_the_known_ones():
    done = subprocess.run(
        [sys.executable, FOLDER / "run.py", "magic"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "magic" in done.stderr
    assert all(name in done.stderr for name in NAMES)


WHOLE = """
def measure():
    return [{"a": 1}]
"""
OF_PARTS = """
from pathlib import Path
from parts import Part, Parts
times = Path(__file__).with_name("times")
def parts():
    return Parts([Part(f"{name} rtl", str, lambda name=name: rows(f"{name} rtl")) for name in "xy"], ["core"], [])
def rows(name):
    times.write_text(times.read_text() + "." if times.exists() else ".")
    return [{"core": name, "number": number, "time": times.read_text()} for number in (1, 2)]
"""


@pytest.fixture
def run(benchmarks, monkeypatch, tmp_path):
    """Runs the benchmark `tiny_benchmark` of that text, and gives what it has written."""
    run, common, parts = map(benchmarks, ("run", "common", "parts"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(run, "HERE", tmp_path)
    monkeypatch.setattr(run, "NAMES", ["tiny_benchmark"])
    monkeypatch.setattr(common, "RESULTS", tmp_path / "results")
    for user in (common, parts):
        monkeypatch.setattr(user, "versions", lambda: {"yosys": "0.70"})

    def measured(text, *arguments):
        (tmp_path / "tiny_benchmark.py").write_text(f'"""Nothing much.\n\nAt all."""{text}')
        monkeypatch.delitem(sys.modules, "tiny_benchmark", raising=False)
        monkeypatch.setattr(sys, "argv", ["run.py", "tiny_benchmark", *arguments])
        run.main()
        return json.loads((tmp_path / "results" / "tiny_benchmark.json").read_text())

    return measured


def test_rows_and_their_origin_are_written_down(run):
    written = run(WHOLE)
    assert written["title"] == "Nothing much."
    assert written["rows"] == [{"a": 1}]
    assert written["tools"] == {"yosys": "0.70"}


def test_a_benchmark_without_parts_is_measured_as_a_whole(run, capsys):
    with pytest.raises(SystemExit):
        run(WHOLE, "--only", "x rtl")
    assert "measured as a whole: it has no part x rtl" in capsys.readouterr().err


def test_a_part_is_measured_alone_once_and_again_when_asked(run):
    def times(*arguments):
        return [(row["core"], row["time"]) for row in run(OF_PARTS, *arguments)["rows"]]

    assert times("--only", "y rtl") == [("y rtl", ".")] * 2
    assert times() == [("x rtl", "..")] * 2 + [("y rtl", ".")] * 2
    assert times("--fresh", "--only", "x rtl") == [("x rtl", "...")] * 2 + [("y rtl", ".")] * 2


MEASURED = """
import sys, time
sys.path.insert(0, sys.argv[1])
from common import python_child
start = time.monotonic()
cost = python_child("import time; filled = b'1' * (200 << 20); time.sleep(0.3)")
assert 0.3 <= cost.wall_s <= time.monotonic() - start
assert 200 < cost.peak_memory_mib < 600, cost
assert cost.cpu_s < cost.wall_s
"""


def test_a_childs_cost_is_its_own():
    """Of a small process, as benchmarks are: a child begins as a copy of it, and that counts."""
    subprocess.run([sys.executable, "-c", MEASURED, str(FOLDER)], check=True)


def test_a_failing_child_ends_the_benchmark(benchmarks):
    with pytest.raises(SystemExit, match="exit code 3"):
        benchmarks("common").python_child("raise SystemExit(3)")
