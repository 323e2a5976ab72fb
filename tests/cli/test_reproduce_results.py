"""Real results made again: of a toy on three families, and one of those that are committed; and the
package of each, run by itself.
"""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from workplace import CONTEST, Workplace, make_workplace

from cryptagon import paths
from cryptagon.cli import main
from cryptagon.reproduce import Agreement, inputs, subject_of
from cryptagon.results import Measurement, read_measurement
from cryptagon.study.provenance import commit

pytestmark = pytest.mark.slow
TARGETS = ("ecp5-85f-8", "ice40-hx8k", "xilinx-7")
nightly = pytest.mark.nightly


@pytest.fixture(scope="module")
def toy(tmp_path_factory) -> Workplace:
    """A toy that can be measured on all targets."""
    workplace = make_workplace(tmp_path_factory.mktemp("toy"))
    workplace.keep_only("rtl")
    contest = CONTEST.replace('["ecp5-85f-8"]', json.dumps(TARGETS))
    (workplace.folder / "contests" / "first-look.toml").write_text(contest)
    return workplace


def result_of(toy: Workplace, target: str) -> Path:
    """Its result on a target, measured by the first test that asks for it."""
    if not list(toy.results.glob(f"*_{target}_*.json")):
        run = toy.cryptagon("run", "toy", "--quick", "--target", target)
        assert run.returncode == 0, run.stderr
    (path,) = toy.results.glob(f"*_{target}_*.json")
    return path


def edited(result: Path, path: Path, **changes: Any) -> Path:
    """A copy of a result in which figures, and what follows from them, are others."""
    fields = read_measurement(result).model_dump(
        exclude={"throughput_mbps", "throughput_per_area", "time_us"}
    )
    path.write_text(Measurement(**{**fields, **changes}).model_dump_json())
    return path


def unpacked(toy: Workplace, target: str, folder: Path) -> Path:
    package = folder / "toy.zip"
    made = toy.cryptagon("package", str(result_of(toy, target)), "-o", str(package))
    assert made.returncode == 0, made.stderr
    with zipfile.ZipFile(package) as files:
        files.extractall(folder)
    return folder / "toy"


def run_script(package: Path) -> subprocess.CompletedProcess[str]:
    """With nothing of Cryptagon but the Python that has the tools."""
    env = {"PATH": "/usr/bin:/bin", "PYTHON": sys.executable, "HOME": str(package)}
    return subprocess.run(
        ["sh", "run.sh"],
        cwd=package,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_provenance_of_a_new_result(toy):
    measured = read_measurement(result_of(toy, "ice40-hx8k"))
    assert len(measured.best_attempt.netlist_digest or "") == 64
    assert [Path(name).name for name in measured.source_files] == [
        path.name for path in (toy.toy / "rtl").iterdir()
    ]
    assert measured.commit == commit(paths.builtin())  # that of Cryptagon, wherever the toy is


# One that is placed in a pin wrapper, and one that is only estimated; ECP5 has the committed
# result, below.
@pytest.mark.nightly
@pytest.mark.parametrize("targets", [("xilinx-7",), ("ice40-hx8k", "xilinx-7")], ids=len)
def test_all_are_identical_but_the_one_that_was_edited(toy, tmp_path, monkeypatch, targets):
    results = [result_of(toy, target) for target in targets]
    (tmp_path / "toolchain").symlink_to(paths.build_folder() / "toolchain")
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path))
    wrong = read_measurement(results[0]).best_attempt.model_copy(update={"luts": 999})
    changed = edited(
        results[0],
        toy.folder / "edited.json",
        luts=999,
        attempts=(wrong,),
        cycles={"encryption": 3.0},
    )
    again = toy.cryptagon("reproduce", "--all", "--json", *map(str, results), str(changed))
    assert again.returncode == 1 and again.stdout, again.stderr
    *same, other = json.loads(again.stdout)
    for entry in same:
        rows = {row["name"]: row for row in entry["rows"]}
        assert entry["identical"], entry
        compared = {
            "sources",
            "interface",
            "yosys",
            "core",
            "cycles, encryption",
            "netlist_digest",
            "luts",
        }
        assert all(rows[name]["same"] for name in compared), entry
        assert ("fmax_mhz" in rows) == ("xilinx" not in entry["design"])
    assert not other["identical"]
    assert [(row["name"], row["recorded"]) for row in other["rows"] if row["differs"]] == [
        ("cycles, encryption", 3.0),
        ("luts", 999),
    ]
    (kept,) = (tmp_path / "reproduce").iterdir()
    assert len(list(kept.rglob("netlist.json"))) == len(results)


def test_source_that_changed(toy, tmp_path):
    other = tmp_path / "toy"
    shutil.copytree(toy.toy, other)
    (source,) = (other / "rtl").iterdir()
    source.write_text(source.read_text() + "// a remark\n")
    again = toy.cryptagon(
        "reproduce", "--inputs-only", "--from", str(other), str(result_of(toy, "ice40-hx8k"))
    )
    assert (
        again.returncode == 1 and "differs: sources" in again.stdout and source.name in again.stdout
    )


@pytest.mark.parametrize(
    "target",
    [
        "ice40-hx8k",
        pytest.param("ecp5-85f-8", marks=nightly),
        pytest.param("xilinx-7", marks=nightly),
    ],
)
def test_package_gives_the_figures_by_itself(toy, tmp_path, target):
    package = unpacked(toy, target, tmp_path)
    script = run_script(package)
    assert script.returncode == 0, script.stdout + script.stderr
    assert (
        "identical: the figures are the expected ones" in script.stdout
        and "DIFFERS" not in script.stdout
    )


def test_smallest_committed_result_of_present_sources():
    """Of the hand-written cores on ECP5: the Verilog of others changes with the compiler. One whose
    sources changed since is not looked at; when this fails with none left, measure again and commit
    the results.
    """
    found = {
        path: read_measurement(path)
        for path in (paths.repository() / "benchmarks" / "results").glob("*/*_rtl_ecp5-85f-8*.json")
    }
    current = [
        path
        for path, one in found.items()
        if one.ok and Agreement(tuple(inputs(subject_of(one, path)))).identical
    ]
    assert current, "every committed result is one of other sources or tools"
    path = min(current, key=lambda path: found[path].luts or 0)
    again = CliRunner().invoke(main, ["reproduce", str(path)])
    assert again.exit_code == 0, again.output
