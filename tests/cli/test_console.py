"""The console as a whole: help at once, one shape of faults, and the page in docs made from it."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cryptagon import paths
from cryptagon.cli import COMMANDS, main
from cryptagon.cli.faults import styled
from cryptagon.cli.options import Macro
from cryptagon.cli.progress import duration
from cryptagon.cli.reference import reference
from cryptagon.errors import CryptagonError


def invoke(*arguments):
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_an_example_and_says_what_the_list_says(name):
    result = invoke(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.output and f"cryptagon {name}" in result.output
    assert result.output.isascii()


def test_help_imports_nothing_slow():
    program = "import sys, cryptagon.cli as c; c.main(['--help'], standalone_mode=False); print(*sys.modules, sep='\\n')"
    modules = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"pydantic", "rich", "scipy", "numpy", "matplotlib", "llvmlite", "xls"} & set(
        modules
    )


def test_reference_page_is_current():
    assert (paths.repository() / "docs" / "cli.md").read_text() == reference(), "run `make docs`"


def test_unknown_command_is_a_usage_error():
    result = invoke("launch")
    assert result.exit_code == 2 and "launch" in result.stderr


def test_fault_is_rendered_with_all_its_parts_aligned():
    text = styled(CryptagonError("it broke", where="a.toml:3", why="one\ntwo", fix="mend it"))
    assert text.replace("\x1b[0m", "").split("\n")[0].endswith("it broke")
    plain = list(text.split("\n"))
    assert plain[3] == "         two"
    assert plain[1].endswith("a.toml:3") and plain[4].endswith("mend it")


def test_fault_in_a_command_is_one_on_stderr_without_traceback():
    result = invoke("run", "no-such-algorithm")
    assert result.exit_code == 1
    assert result.stdout == "" and result.stderr.startswith("error: unknown algorithm")
    assert "Traceback" not in result.stderr


def test_list_as_json_has_what_the_folders_have():
    listing = json.loads(invoke("list", "--json").stdout)
    there = {
        (file.parts[-3], file.parent.name)
        for file in (paths.repository() / "algorithms").glob("*/*/algorithm.toml")
    }
    assert {(one["class"], one["name"]) for one in listing["algorithms"]} == there
    assert {one["name"] for one in listing["targets"]} == {
        path.stem for path in (paths.repository() / "targets").glob("*.toml")
    }
    assert {one["name"]: one["installed"] for one in listing["cell_libraries"]}["nangate45"] is True


def test_list_is_a_table():
    result = invoke("list")
    assert result.exit_code == 0
    assert "ascon128a" in result.stdout and "contests/first-look.toml" in result.stdout


@pytest.mark.parametrize(
    ("text", "expected"),
    [("TAPS=8", ("TAPS", "8")), ("FAST", ("FAST", "1")), ("EMPTY=", ("EMPTY", ""))],
)
def test_define(text, expected):
    assert Macro().convert(text, None, None) == expected


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.0 s"), (9.94, "9.9 s"), (12.3, "12 s"), (89, "89 s"), (185, "3:05 min")],
)
def test_duration(seconds, text):
    assert duration(seconds) == text
