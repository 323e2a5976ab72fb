"""`make setup` takes the first Python that is fit, and says so where there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from distributions import CHECKOUT

FIT, OTHER = f'exec {sys.executable} "$@"', "exit 1"


def make(
    folder: Path, pythons: dict[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run make where the PATH has these programs alone, given as lines of shell."""
    (folder / "bin").mkdir()
    for name, line in pythons.items():
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / "bin" / name).chmod(0o755)
    program = shutil.which("make")
    assert program
    argv = [program, "setup", f"VENV={folder / 'none'}", *arguments]
    # What a make around these tests was told is not for this one.
    told = ("PYTHON", "MAKEFLAGS", "MAKEOVERRIDES", "MAKELEVEL")
    env = {name: value for name, value in os.environ.items() if name not in told} | {
        "PATH": str(folder / "bin")
    }
    return subprocess.run(
        argv, cwd=CHECKOUT, env=env, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(
    ("pythons", "taken"),
    [
        ({"python3.11": FIT, "python3.13": FIT, "python3": FIT}, "python3.11"),
        ({"python3.11": OTHER, "python3.12": FIT, "python3.13": FIT}, "python3.12"),
        ({"python3.13": FIT, "python3": FIT}, "python3.13"),
        ({"python3.12": OTHER, "python3": FIT}, "python3"),
    ],
)
def test_first_python_that_is_fit_is_taken(tmp_path, pythons, taken):
    assert f"\n{taken} -m venv " in make(tmp_path, pythons, "--dry-run").stdout


@pytest.mark.parametrize("pythons", [{}, {"python3": OTHER, "python3.11": OTHER}])
def test_without_a_python_that_is_fit_it_says_what_to_do(tmp_path, pythons):
    result = make(tmp_path, pythons)
    assert (
        result.returncode
        and "error: no Python 3.11, 3.12 or 3.13 is on the PATH" in result.stderr
        and "apt install" in result.stderr
    )


def test_python_that_was_named_is_taken(tmp_path):
    assert (
        "\n/opt/python -m venv "
        in make(tmp_path, {"python3.11": FIT}, "PYTHON=/opt/python", "--dry-run").stdout
    )


def test_python_too_new_is_not_fit(tmp_path):
    newer = f'exec {sys.executable} -c "import sys; sys.version_info = (3, 14, 0); $2"'
    assert "error: no Python" in make(tmp_path, {"python3": newer}).stderr
