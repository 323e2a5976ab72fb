"""`cryptagon diff`: records from files, folders, lists and git revisions."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cryptagon import paths
from cryptagon.cli import main
from cryptagon.results import Measurement, Store, read_measurement, to_json

COMMITTED = paths.repository() / "benchmarks" / "results" / "first-look"


def committed() -> Measurement:
    (path,) = COMMITTED.glob("ascon128a_rtl_ecp5-85f-8_*.json")
    return read_measurement(path)


def slower(record: Measurement, **changes) -> Measurement:
    """At half the clock with every seed, and with `changes`."""
    attempts = tuple(
        one.model_copy(update={"fmax_mhz": (one.fmax_mhz or 0) / 2}) for one in record.attempts
    )
    derived = {"throughput_mbps", "throughput_per_area", "time_us"}
    fields = record.model_dump(exclude=derived)
    half = {"fmax_mhz": (record.fmax_mhz or 0) / 2, "attempts": attempts}
    return Measurement(**{**fields, **half, **changes})


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A repository with `results`: committed, then replaced by a slower one."""
    monkeypatch.chdir(tmp_path)
    Store(tmp_path / "results").save(committed())
    for command in (
        ("init", "--quiet"),
        ("add", "results"),
        ("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "-m", "x"),
    ):
        subprocess.run(["git", *command], check=True)
    Store(tmp_path / "results").save(slower(committed()))
    Store(tmp_path / "old").save(committed())
    return tmp_path


def diff(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["diff", *arguments])


def test_a_revision_beside_the_folder_of_now(folder):
    found = diff("HEAD:results", "results", "--fail-if-worse", "5")
    assert found.exit_code == 1, found.output
    assert "1 designs on both sides: 0 the same to the last digit, 1 changed." in found.stdout
    assert "-50.00 %" in found.stdout and "throughput/area -50.00 %" in found.stdout
    assert diff("HEAD:results", "old", "--fail-if-worse", "0").exit_code == 0


def test_only_the_named_figures_count(folder):
    assert diff("old", "results", "--fail-if-worse", "0", "--figure", "luts").exit_code == 0
    assert diff("old", "results", "--fail-if-worse", "0", "--figure", "fmax_mhz").exit_code == 1
    assert diff("old", "results").exit_code == 0


def test_lists_files_and_other_json_beside_records(folder):
    Path("list.json").write_text(to_json([committed()]))
    (file,) = Path("results").glob("*.json")
    Path("old/rows.json").write_text('{"rows": []}')
    for before in ("list.json", "old"):
        found = diff(before, str(file), "--json")
        content = json.loads(found.stdout)
        assert [pair["changed"] for pair in content["pairs"]] == [True] and content["worse"] == []


def test_unlike_pairs_fail_and_are_told_first(folder):
    other = slower(committed(), device="another part")
    Path("other.json").write_text(other.model_dump_json())
    found = diff("old", "other.json", "--fail-if-worse", "90")
    assert found.exit_code == 1 and found.stdout.startswith("not alike, so not to be compared:")
    assert "not alike, so nothing can be said of it" in found.stdout


def test_markdown(folder):
    found = diff("old", "results", "--markdown")
    assert found.exit_code == 0 and found.stdout.startswith("### Cryptagon: what changed\n")
    assert "| Fmax, MHz |" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none", "results"), "there are no such results"),
        (("HEAD:none", "results"), "there are no such results"),
        (("nobranch:results", "results"), "there are no such results"),
        (("-x:results", "results"), "No such option"),
        (("results", "empty"), "there is no record here"),
        (("results", "broken.json"), "the measurement cannot be read"),
        (("results", "old", "--json", "--markdown"), "two layouts"),
        (("results", "old", "--figure", "luts"), "goes with --fail-if-worse"),
    ],
)
def test_bad_input(folder, arguments, said):
    Path("empty").mkdir()
    Path("broken.json").write_text("{")
    found = diff(*arguments)
    assert found.exit_code in (1, 2) and said in found.output and "Traceback" not in found.output
