"""A class, an approach, an interface, a family, a target, a contest and algorithms of one's own:
each is there by being there.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cryptagon import paths

CRYPTAGON = (sys.executable, "-c", "from cryptagon.cli import main; main(prog_name='cryptagon')")


@pytest.fixture(scope="module")
def cryptagon(tmp_path_factory):
    """Runs the command in a folder of one's own that holds the toys."""
    own = tmp_path_factory.mktemp("own")
    shutil.copytree(Path(__file__).parent / "toys", own, dirs_exist_ok=True)
    hidden = ("CRYPTAGON_HOME", "CRYPTAGON_RESULTS")
    environment = {name: value for name, value in os.environ.items() if name not in hidden} | {
        "CRYPTAGON_BUILD": str(paths.build_folder())
    }

    def run(*arguments):
        return subprocess.run(
            [*CRYPTAGON, *arguments],
            cwd=own,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run


def test_all_are_listed(cryptagon):
    listed = cryptagon("list")
    assert listed.returncode == 0, listed.stderr
    assert (
        "plus_one" in listed.stdout
        and "formula rtl" in listed.stdout
        and "ascon128a" in listed.stdout
    )
    assert "A toy part, estimate" in listed.stdout and "contests/mixers.toml" in listed.stdout


def test_cores_are_verified_alone_and_behind_the_interface(cryptagon):
    done = cryptagon("verify", "plus_one", "plus_two", "--json")
    assert done.returncode == 0, done.stderr
    levels = {(one["algorithm"], one["what"], one["level"]) for one in json.loads(done.stdout)}
    assert {
        ("plus_one", "rtl", "unit"),
        ("plus_one", "formula", "core"),
        ("plus_two", "formula", "unit"),
    } <= levels


@pytest.mark.slow
def test_contest_runs_from_source_to_records(cryptagon):
    done = cryptagon("run", "contests/mixers.toml", "--jobs", "1", "--json")
    assert done.returncode == 0, done.stderr
    records = {(one["algorithm"], one["approach"]): one for one in json.loads(done.stdout)}
    assert records.keys() == {("plus_one", "formula"), ("plus_one", "rtl"), ("plus_two", "formula")}
    one = records["plus_one", "formula"]
    assert (one["algorithm_class"], one["interface"], one["scope"], one["bus"]) == (
        "mixer",
        "toy-bus",
        "unit",
        {"w": 8},
    )
    assert (one["target"], one["area_unit"], one["estimate"], one["cycles"]) == (
        "toy",
        "LUT6",
        True,
        {"word": 1.0},
    )
    assert one["luts"] >= 1 and one["ffs"] == 9


@pytest.mark.slow
def test_results_are_shown_with_the_contests_baseline(cryptagon):
    cryptagon("run", "contests/mixers.toml", "--jobs", "1")
    shown = cryptagon("results")
    assert shown.returncode == 0, shown.stderr
    assert "Mixer 1" in shown.stdout and "formula" in shown.stdout.lower()
