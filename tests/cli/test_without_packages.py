"""Where a package that not everybody has is missing: XLS, which few machines have, and those of the
extras. What does not need it works.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from workplace import CRYPTAGON, Workplace

from cryptagon.asic import library_file
from cryptagon.cluster import Threads, connect, local_machines, open_machines
from cryptagon.errors import CryptagonError

SOURCE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "xtea.c"


@pytest.fixture
def lacking(workplace, tmp_path_factory):
    """Runs a command in a Python that lacks a package, as do the processes that it starts."""

    def run(package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        folder = tmp_path_factory.mktemp("lacking")
        (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules[{package!r}] = None\n")
        env = {**workplace.environment, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
        argv = [*CRYPTAGON, *arguments]
        return subprocess.run(
            argv,
            cwd=workplace.folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )

    return run


def test_hls_without_xls_says_so_before_anything_else(lacking):
    result = lacking("xls", "hls", str(SOURCE), "-o", "made")
    assert (
        result.returncode == 1
        and result.stderr.startswith("error: XLS is missing")
        and "fix:" in result.stderr
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("list",),
        ("vectors", "toy", "--mode", "corners", "-o", "vectors"),
        ("run", "toy", "--dry-run"),
    ],
)
def test_command_that_compiles_nothing_works_without_xls(lacking, arguments, workplace: Workplace):
    workplace.keep_only("rtl")
    result = lacking("xls", *arguments)
    assert result.returncode == 0, result.stderr


def test_reference_and_native_runs_are_checked_without_xls(lacking):
    result = lacking("xls", "verify", "toy", "--level", "reference", "--level", "native")
    assert result.returncode == 0, result.stderr


def test_core_from_c_is_refused_without_xls_as_a_fault_of_the_machine(lacking):
    result = lacking("xls", "verify", "toy", "--level", "core")
    assert (
        result.returncode == 1
        and result.stderr.count("XLS is missing") == 1
        and result.stdout == ""
    )


@pytest.mark.slow
def test_core_by_hand_is_measured_without_xls(lacking, workplace: Workplace):
    workplace.keep_only("rtl")
    result = lacking("xls", "run", "toy", "--quick", "--jobs", "1")
    assert result.returncode == 0, result.stderr
    assert [file.name.split("_")[1] for file in workplace.results.glob("toy_*.json")] == ["rtl"]


def test_without_dask_runs_are_made_by_threads_and_a_cluster_is_refused(monkeypatch):
    monkeypatch.setattr(connect.importlib.util, "find_spec", lambda name: None)
    for machines in (local_machines(3, limit_s=2.0), open_machines("", 3, limit_s=2.0)):
        assert type(machines) is Threads and (machines.workers, machines.limit_s) == (3, 2.0)
    with pytest.raises(CryptagonError, match="the Python package distributed") as caught:
        open_machines("tcp://host:8786", 3)
    assert "pip install" in caught.value.fix


def test_cell_library_without_its_package_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr("cryptagon.asic.sources._in_package", lambda source: tmp_path / source.file)
    with pytest.raises(CryptagonError, match="nangate45 is not installed") as caught:
        library_file("nangate45")
    assert "pip install" in caught.value.fix
