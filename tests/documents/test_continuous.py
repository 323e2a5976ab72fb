"""The workflow that docs/continuous.md shows: it is YAML, its commands run, its comment is right."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from cryptagon import paths

SHOWN = paths.repository() / "docs" / "examples" / "continuous"
FIRST_LOOK = paths.repository() / "benchmarks" / "results" / "first-look"

STAND_IN = """\
#!{python}
# Cryptagon, but that measuring copies a record: the other one where a core was changed.
import os, shutil, sys
from pathlib import Path
from cryptagon.cli import main
command, *rest = sys.argv[1:]
with open({log!r}, "a") as log:
    log.write(" ".join([command, *(one.replace(os.environ.get("CRYPTAGON_HOME", "?"), "HOME") for one in rest)]) + "\\n")
if command == "verify":
    sys.exit(1 if "wrong" in Path(rest[0], "algorithm.toml").read_text() else 0)
if command == "run":
    changed = "changed" in Path(rest[0], "algorithm.toml").read_text()
    folder = Path(os.environ["CRYPTAGON_RESULTS"])
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(Path({records!r}, "worse.json" if changed else "good.json"), folder / "record.json")
    sys.exit(0)
main()
"""


def workflow(name: str) -> dict[Any, Any]:
    return yaml.safe_load((SHOWN / name).read_text())


def steps() -> list[dict[str, Any]]:
    return workflow("cryptagon.yml")["jobs"]["measure"]["steps"]


def test_workflows_are_yaml_and_their_commands_are_shell():
    commands = [step["run"] for step in steps() if "run" in step]
    commands += workflow("gitlab.yml")["cryptagon"]["script"]
    assert len(commands) == 6
    for command in (*commands, (SHOWN / "cryptagon.sh").read_text()):
        subprocess.run(["sh", "-n", "-c", command], check=True)
    assert all(("uses" in step) != ("run" in step) for step in steps())


def test_a_pull_request_is_run_with_few_rights():
    content = workflow("cryptagon.yml")
    assert content["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert "pull_request_target" not in content[True]  # YAML reads the key `on` as true
    assert [step["if"].partition(" ")[0] for step in steps() if "if" in step] == ["always()"] * 2


@pytest.fixture
def designer(tmp_path, monkeypatch) -> Path:
    """A designer's repository with one algorithm, and a stand-in for Cryptagon on the PATH."""
    records, folder, programs = (tmp_path / name for name in ("records", "own", "bin"))
    for place in (records, folder / "ci", folder / "algorithms/aead/mine", programs):
        place.mkdir(parents=True)
    (good,) = FIRST_LOOK.glob("aes128gcm_rtl_ecp5-85f-8_*.json")
    shutil.copy(good, records / "good.json")
    _slower(good, records / "worse.json")
    shutil.copy(SHOWN / "cryptagon.sh", folder / "ci")
    (folder / "cryptagon.toml").touch()
    (folder / "algorithms/aead/mine/algorithm.toml").write_text("first\n")
    program = programs / "cryptagon"
    text = STAND_IN.format(python=sys.executable, log=str(tmp_path / "log"), records=str(records))
    program.write_text(text)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("EFFORT", "quick")
    for name in ("CRYPTAGON_HOME", "CRYPTAGON_RESULTS"):
        monkeypatch.delenv(name, raising=False)
    _git(folder, "init", "--quiet")
    _commit(folder)
    return folder


def _slower(source: Path, place: Path) -> None:
    from cryptagon.results import Measurement, read_measurement  # noqa: PLC0415 - after the paths

    record = read_measurement(source)
    fields = record.model_dump(exclude={"throughput_mbps", "throughput_per_area", "time_us"})
    half = {"fmax_mhz": (record.fmax_mhz or 0) / 2, "attempts": ()}
    place.write_text(Measurement(**{**fields, **half}).model_dump_json())


def _git(folder: Path, *words: str) -> None:
    user = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *user, *words], cwd=folder, check=True)


def _commit(folder: Path) -> None:
    _git(folder, "add", "-A")
    _git(folder, "commit", "--quiet", "-m", "x")


def _run(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "ci/cryptagon.sh"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def _change(folder: Path, text: str) -> None:
    (folder / "algorithms/aead/mine/algorithm.toml").write_text(text)
    _commit(folder)


def test_without_a_base_nothing_is_compared(designer, tmp_path):
    assert _run(designer).returncode == 0
    assert (designer / "changes.md").read_text() == "There is no commit to compare with.\n"
    assert (tmp_path / "log").read_text().splitlines() == [
        "verify HOME/algorithms/aead/mine/",
        "run HOME/algorithms/aead/mine/ --effort quick --target ecp5-85f-8",
    ]


def test_an_equal_core_passes_and_a_slower_one_fails(designer):
    done = _run(designer, BASE="HEAD")
    assert done.returncode == 0, done.stderr
    assert "1 the same to the last digit" in (designer / "changes.md").read_text()
    _change(designer, "changed\n")
    done = _run(designer, BASE="HEAD~1")
    comment = (designer / "changes.md").read_text()
    assert done.returncode == 1 and "Worse than is allowed:" in comment
    assert "| AES-128-GCM RTL on ecp5-85f-8, caesar-1.0 |" in comment and "-50.00 %" in comment
    assert _run(designer, BASE="HEAD~1", WORSE="60").returncode == 0


def test_a_wrong_core_ends_it_and_a_wrong_base_does_not(designer):
    _change(designer, "wrong\n")
    done = _run(designer, BASE="HEAD~1")
    assert done.returncode == 1
    assert (designer / "changes.md").read_text() == "No core was measured: see the log.\n"
    _change(designer, "first\n")
    assert _run(designer, BASE="HEAD~1").returncode == 0
    assert "has no result" in (designer / "changes.md").read_text()


def test_the_steps_of_the_workflow_run(designer, tmp_path):
    """Those that need neither a package to install nor GitHub."""
    (measure,) = (step for step in steps() if step.get("name", "").startswith("Verify"))
    (show,) = (step for step in steps() if step.get("name", "").startswith("Show"))
    assert measure["env"] == {
        "BASE": "${{ github.event.pull_request.base.sha || github.event.before }}"
    }
    summary = tmp_path / "summary.md"
    environment = {**os.environ, "GITHUB_STEP_SUMMARY": str(summary)}
    for base, said in (("HEAD", "### Cryptagon"), ("0" * 40, "There is no commit")):
        for step in (measure, show):
            command = ["bash", "-e", "-c", step["run"]]
            subprocess.run(command, cwd=designer, env={**environment, "BASE": base}, check=True)
        assert said in summary.read_text()


@pytest.mark.nightly
def test_the_dummy_cipher_is_measured_and_compared(tmp_path):
    """The whole of it with Cryptagon itself, one core by hand and one seed."""
    from click.testing import CliRunner  # noqa: PLC0415

    from cryptagon.cli import main  # noqa: PLC0415 - the program of this checkout

    folder = tmp_path / "own"
    (folder / "ci").mkdir(parents=True)
    (folder / "cryptagon.toml").touch()
    shutil.copy(SHOWN / "cryptagon.sh", folder / "ci")
    made = CliRunner().invoke(main, ["new", "aead", str(folder / "algorithms/aead/mine")])
    assert made.exit_code == 0, made.output
    (folder / ".gitignore").write_text(".cryptagon/\nchanges.md\n")
    _git(folder, "init", "--quiet")
    _commit(folder)
    programs = Path(sys.executable).parent
    build = str(paths.build_folder())
    environment = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "CRYPTAGON_BUILD": build}
    done = _run(folder, BASE="HEAD", EFFORT="quick", APPROACH="rtl", **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 designs on both sides: 1 the same" in (folder / "changes.md").read_text()
