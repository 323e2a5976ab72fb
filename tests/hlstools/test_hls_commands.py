"""`cryptagon export` and `cryptagon import` with the tools vitis-hls and bambu."""

import json

import pytest
from click.testing import CliRunner
from hls_reports import vitis_reports
from natively import DESIGNS

from cryptagon.cli import main

PART = "xc7a100tcsg324-1"


@pytest.fixture(autouse=True)
def results(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "results"))
    return tmp_path / "results"


def invoke(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def export(folder, *more, tool="vitis-hls", part=PART):
    return invoke(
        "export", DESIGNS / "loops.c", "--tool", tool, "--part", part, "-o", folder, *more
    )


def test_export_says_what_was_lost_and_how_to_go_on(tmp_path):
    done = export(tmp_path / "out", "--mhz", 50)
    assert done.exit_code == 0, done.output
    assert "lost: " in done.output
    assert "loops.c:41: wait(): no clock cycle ends there" in done.output
    assert "vitis-run --mode hls --tcl run.tcl" in done.output
    script = (tmp_path / "out" / "run.tcl").read_text()
    assert "create_clock -period 20 -name default\n" in script
    assert f"set_part {{{PART}}}\n" in script
    assert "set_top loops\n" in script


def test_export_for_bambu_as_json(tmp_path):
    done = export(tmp_path / "out", "--json", tool="bambu", part="ecp5-85f-8")
    (told,) = json.loads(done.stdout)
    assert (told["core"], told["top"]) == ("loops", "loops")
    script = (tmp_path / "out" / "run.sh").read_text()
    assert "--top-fname=loops" in script
    assert "--device-name=LFE5U85F8BG756C" in script
    assert "--clock-period=10 " in script
    assert "**Cryptagon has not run Bambu.**" in (tmp_path / "out" / "README.md").read_text()


def test_options_that_say_nothing_are_refused(tmp_path):
    for option, value in (
        ("--scope", "core"),
        ("--seed", "2"),
        ("--rounds", "3"),
        ("--strategy", "area"),
    ):
        refusal = export(tmp_path / "out", option, value)
        assert refusal.exit_code == 1
        assert f"{option} says nothing to vitis-hls" in refusal.output
    vivado = invoke(
        "export",
        "sha1",
        "--tool",
        "vivado",
        "--part",
        PART,
        "-o",
        tmp_path / "out",
        "--variant",
        "x2",
    )
    assert "--variant says nothing to vivado" in vivado.output
    assert not (tmp_path / "out").exists()


def test_import_keeps_a_measurement_that_is_shown(tmp_path, results):
    folder = tmp_path / "out"
    export(folder)
    vitis_reports(folder, achieved="8.000", status="      Pass")
    assert invoke("import", folder, "--dry-run").exit_code == 0
    assert not results.exists()
    done = invoke("import", folder)
    assert done.exit_code == 0, done.output
    assert "kept  " in done.output
    (file,) = results.rglob("*.json")
    assert json.loads(file.read_text())["approach"] == "vitis-hls"
    assert "vitis-hls" in invoke("results").output
    again = invoke("import", folder, "--json")
    assert json.loads(again.stdout)[0]["luts"] == 987


def test_a_failure_is_kept_with_exit_code_1_and_an_error_keeps_nothing(tmp_path, results):
    folder = tmp_path / "out"
    export(folder)
    failed = invoke("import", folder)
    assert failed.exit_code == 1
    assert "there is no report of synthesis" in failed.output
    assert not results.exists()
    vitis_reports(folder, achieved="12.000", met="FALSE")
    assert invoke("import", folder).exit_code == 1
    (file,) = results.rglob("*.json")
    assert json.loads(file.read_text())["status"].startswith("the clock was missed")
