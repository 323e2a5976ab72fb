"""What is made again is kept as a record, taken from there the next time, and set beside the old one."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from records import record

from cryptagon.cli import main
from cryptagon.cli.reproduce import sampled
from cryptagon.results import MADE_AGAIN, Measurement, read_measurement
from cryptagon.study import stages


@pytest.fixture
def counted(monkeypatch):
    """The cycles of the record without a simulation."""
    monkeypatch.setattr(
        stages.Stages,
        "measure_cycles",
        lambda self, product, tell: stages.Outcome(
            stages.replace(product, cycles={"encryption": 4.0}), "4"
        ),
    )


def written(folder: Path, one: Measurement) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "record.json"
    path.write_text(one.model_dump_json())
    return path


def drift(path: Path, folder: Path, *options: str):
    return CliRunner().invoke(main, ["reproduce", "--drift", str(folder), *options, str(path)])


def test_what_is_kept_is_a_record_and_is_not_made_twice(tmp_path, tools, counted):
    path = written(tmp_path / "old", record())
    first = drift(path, tmp_path / "new")
    assert first.exit_code == 0, first.output
    assert "1 designs on both sides: 1 the same to the last digit" in first.stdout
    kept = read_measurement(tmp_path / "new" / "old" / "record.json")
    assert (kept.luts, kept.fmax_mhz, kept.seeds) == (100, 123.456, (1,))
    again = kept.options[MADE_AGAIN]
    assert isinstance(again, dict) and again["runs"] == "the best run"
    assert tools == [("narrow", 1)]
    assert drift(path, tmp_path / "new").exit_code == 0 and tools == [("narrow", 1)]
    assert drift(path, tmp_path / "new", "--all").exit_code == 0
    assert tools == [("narrow", 1), ("narrow", 1), ("default", 1)]


def test_other_tools_and_figures_are_told(tmp_path, tools, counted):
    best = record().best_attempt.model_copy(update={"fmax_mhz": 130.0, "luts": 90})
    slow = best.model_copy(update={"seed": 2, "fmax_mhz": 120.0})
    old = record(
        fmax_mhz=130.0,
        luts=90,
        attempts=(best, slow),
        seeds=(1, 2),
        tools=record().tools | {"yosys": "0.1"},
    )
    path = written(tmp_path / "old", old)
    said = drift(path, tmp_path / "new")
    assert said.exit_code == 1 and "tool yosys: 0.1 →" in said.stdout
    content = json.loads(drift(path, tmp_path / "new", "--json").stdout)
    figures = {one["figure"]: one["verdict"] for one in content["pairs"][0]["figures"]}
    assert figures["fmax_mhz"] == "within seeds" and figures["luts"] == "worse"
    assert content["pairs"][0]["verification_lost"] == [] and tools == [("narrow", 1)]


def test_a_changed_record_is_made_again(tmp_path, tools, counted):
    path = written(tmp_path / "old", record())
    drift(path, tmp_path / "new")
    written(tmp_path / "old", record(critical_path=("another",)))
    drift(path, tmp_path / "new")
    assert tools == [("narrow", 1)] * 2


def test_a_sample_is_always_the_same(tmp_path):
    paths = [tmp_path / f"{number}.json" for number in range(20)]
    chosen = sampled(paths, 5)
    assert len(chosen) == 5 == len(set(chosen)) and sampled(paths[::-1], 5) == chosen[::-1]
    assert sampled(paths, 50) == tuple(paths)


def test_drift_needs_something_made(tmp_path):
    said = drift(written(tmp_path / "old", record()), tmp_path / "new", "--inputs-only")
    assert said.exit_code == 2 and "--inputs-only does not" in said.output
