"""The benchmarks can be called; what they measure is not checked here."""

import importlib
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
NAMES = sorted(file.stem for file in FOLDER.glob("*.py") if "\ndef measure(" in file.read_text())


@pytest.fixture
def benchmarks(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module


@pytest.mark.parametrize("name", NAMES)
def test_each_benchmark_says_what_it_measures(benchmarks, name):
    benchmark = benchmarks(name)
    assert benchmark.__doc__
    assert callable(benchmark.measure)


def test_an_unknown_benchmark_is_answered_with_the_known_ones():
    done = subprocess.run(
        [sys.executable, FOLDER / "run.py", "magic"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "magic" in done.stderr
    assert all(name in done.stderr for name in NAMES)


@pytest.mark.parametrize(("arguments", "said"), [([], "kept"), (["--fresh"], "measured")])
def test_rows_and_their_origin_are_written_down(benchmarks, monkeypatch, tmp_path, arguments, said):
    run, common = benchmarks("run"), benchmarks("common")
    (tmp_path / "tiny_benchmark.py").write_text(
        '"""Nothing much.\n\nAt all."""\nimport os\n'
        f"def measure():\n    return [{{'a': 'measured' if '{common.FRESH}' in os.environ else 'kept'}}]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(common.FRESH, "")  # so that it is gone behind this test
    monkeypatch.delenv(common.FRESH)
    monkeypatch.setattr(run, "HERE", tmp_path)
    monkeypatch.setattr(run, "NAMES", ["tiny_benchmark"])
    monkeypatch.setattr(common, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(common, "versions", lambda: {"yosys": "0.70"})
    monkeypatch.setattr(sys, "argv", ["run.py", "tiny_benchmark", *arguments])
    run.main()
    written = json.loads((tmp_path / "results" / "tiny_benchmark.json").read_text())
    assert written["title"] == "Nothing much."
    assert written["rows"] == [{"a": said}]
    assert written["tools"] == {"yosys": "0.70"}


def test_a_childs_cost_is_its_own(benchmarks):
    common = benchmarks("common")
    start = time.monotonic()
    cost = common.python_child("import time; filled = b'1' * (200 << 20); time.sleep(0.3)")
    assert 0.3 <= cost.wall_s <= time.monotonic() - start
    assert 200 < cost.peak_memory_mib < 600
    assert cost.cpu_s < cost.wall_s


def test_a_failing_child_ends_the_benchmark(benchmarks):
    with pytest.raises(SystemExit, match="exit code 3"):
        benchmarks("common").python_child("raise SystemExit(3)")
