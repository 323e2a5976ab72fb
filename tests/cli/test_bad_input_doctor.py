"""A missing tool: doctor and the command that needs it say which, and how to get it."""

import json
import os
import subprocess
import sys

import pytest

CRYPTAGON = [sys.executable, "-c", "from cryptagon.cli import main; main(prog_name='cryptagon')"]


@pytest.fixture
def machine_without_programs(tmp_path):
    """An environment whose PATH holds nothing."""
    return {**os.environ, "PATH": str(tmp_path)}


def cryptagon(*arguments, env):
    return subprocess.run(
        [*CRYPTAGON, *arguments], capture_output=True, text=True, env=env, check=False, timeout=60
    )


def test_doctor_is_content_here():
    result = cryptagon("doctor", "--json", env=dict(os.environ))
    assert result.returncode == 0
    needed = [tool for tool in json.loads(result.stdout) if tool["needed"]]
    assert needed and all(tool["found"] and tool["version"] for tool in needed)


def test_doctor_names_what_is_missing_and_how_to_get_it(machine_without_programs):
    result = cryptagon("doctor", env=machine_without_programs)
    assert result.returncode == 1
    assert "make is missing" in result.stdout and "g++ is missing" in result.stdout
    assert "apt install make" in result.stdout and "apt install g++" in result.stdout


def test_doctor_as_json_says_the_same(machine_without_programs):
    result = cryptagon("doctor", "--json", env=machine_without_programs)
    assert result.returncode == 1
    missing = {tool["name"]: tool for tool in json.loads(result.stdout) if not tool["found"]}
    assert {"make", "g++"} <= missing.keys() and all(tool["fix"] for tool in missing.values())
