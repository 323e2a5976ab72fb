"""A command that needs a tool that is missing says which one, and how to get it."""

import os
from pathlib import Path


def test_verify_without_perl(workplace, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    workplace.keep_only("rtl")
    result = workplace.cryptagon("verify", "toy", "--level", "core", PATH=str(empty))
    assert result.returncode == 1
    assert "Verilator cannot run" in result.stderr and "apt install perl" in result.stderr
    assert "Traceback" not in result.stderr


def test_reference_with_a_compiler_that_is_not_there(workplace):
    result = workplace.cryptagon("verify", "toy", "--level", "reference", CC="no-such-compiler")
    assert result.returncode == 1
    assert "no-such-compiler is not there" in result.stderr and "unset CC" in result.stderr


def test_repository_that_is_not_there(workplace, tmp_path):
    result = workplace.cryptagon("list", CRYPTAGON_HOME=str(tmp_path / "nowhere"))
    assert result.returncode == 1 and "set CRYPTAGON_HOME" in result.stderr


def test_results_folder_that_cannot_be_written(workplace):
    workplace.keep_only("rtl")
    workplace.edit("rtl/CipherCore.sv", "assign tag = rotated ^ key_q;", "assign tag = ;")
    Path(workplace.results).write_text("a file, not a folder")
    result = workplace.cryptagon("run", "toy", "--quick", PATH=os.environ["PATH"])
    assert result.returncode == 1 and "could not be written" in result.stderr and "CRYPTAGON_RESULTS" in result.stderr
