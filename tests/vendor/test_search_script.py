"""The search scripts run in a Tcl interpreter with pretended tool commands: no vendor's tool is
needed, and none was there.
"""

import json
import re
from pathlib import Path

import pytest
from vendor_projects import imported

from cryptagon.vendor import VendorSearch
from cryptagon.vendor.tools import SCRIPTS

DEFAULT = "Vivado Synthesis Defaults/Vivado Implementation Defaults"
EXPLORE = "Vivado Synthesis Defaults/Performance_Explore"


def runs_of(project: Path) -> dict[str, dict]:
    return {
        file.parent.name: json.loads(file.read_text())
        for file in sorted(project.glob("runs/*/run.json"))
    }


def test_search_closes_in_on_the_clock_that_is_met(exported, fake_vivado):
    project = exported(search=VendorSearch(strategies=("default",), rounds=8))
    fake_vivado(project, fmax={DEFAULT: 187.0})
    runs = runs_of(project).values()
    met = max(run["achieved_mhz"] for run in runs if run["met"])
    missed = min(run["requested_mhz"] for run in runs if not run["met"])
    assert met == pytest.approx(187.0, rel=1e-3) and 1 < missed / met < 1.02
    assert len(runs) <= 8


def test_search_that_asked_for_too_much_comes_down(exported, fake_vivado):
    project = exported(search=VendorSearch(strategies=("default",), first_mhz=500, rounds=4))
    fake_vivado(project, fmax={DEFAULT: 187.0})
    assert any(run["met"] for run in runs_of(project).values())
    assert imported(project).ok


def test_stopped_search_goes_on_where_it_was(exported, fake_vivado):
    project = exported(search=VendorSearch(strategies=("default",), rounds=3))
    fake_vivado(project, fmax={DEFAULT: 187.0})
    before = {file: file.stat().st_mtime_ns for file in project.glob("runs/*/run.json")}
    (project / "runs" / "default-seed0-999.0MHz.part").mkdir()
    tcl = fake_vivado(project, fmax={DEFAULT: 187.0})
    assert {file: file.stat().st_mtime_ns for file in project.glob("runs/*/run.json")} == before
    assert "launch_runs" not in tcl.eval("set noted")


def test_failed_run_is_kept_with_the_message_and_the_next_strategy_is_tried(exported, fake_vivado):
    project = exported(search=VendorSearch(strategies=("explore", "default"), rounds=2))
    fake_vivado(
        project, fmax={DEFAULT: 187.0}, fails={EXPLORE: 'synth_design ERROR "bad"\nsecond line'}
    )
    failed = [run for run in runs_of(project).values() if run["message"]]
    assert [run["message"] for run in failed] == ["synth_1: synth_design ERROR  bad  second line"]
    measurement = imported(project)
    assert measurement.ok and measurement.best_strategy == "default"
    assert [run.status for run in measurement.attempts if run.strategy == "explore"] == [
        "vivado failed: synth_1: synth_design ERROR  bad  second line"
    ]


def test_strategy_that_a_version_lacks_is_a_failure_not_another_strategy(exported, fake_vivado):
    project = exported(search=VendorSearch(strategies=("area", "default"), rounds=1))
    fake_vivado(project, fmax={DEFAULT: 187.0})
    (area,) = [run for name, run in runs_of(project).items() if name.startswith("area")]
    assert "has no strategy Flow_AreaOptimized_high" in area["message"]


def test_project_is_out_of_context_without_block_memory_and_multipliers(exported, fake_vivado):
    tcl = fake_vivado(
        exported(search=VendorSearch(strategies=("default",), rounds=1)), fmax={DEFAULT: 187.0}
    )
    noted = tcl.eval("set noted")
    for setting in (
        "-mode out_of_context",
        "MAX_BRAM 0",
        "MAX_DSP 0",
        "part xc7a100tcsg324-1",
        "W=32",
        "src/AEAD.sv",
    ):
        assert setting in noted
    assert (
        Path("clock.xdc")
        .read_text()
        .startswith("create_clock -name clk -period 10.000 [get_ports clk]")
    )


@pytest.mark.parametrize(
    ("part", "told"), [("xc7a100tcsg324-1", True), ("xcku3p-ffva676-2-e", False)]
)
def test_clock_source_is_told_where_its_name_is_known(exported, fake_vivado, part, told):
    fake_vivado(
        exported(part=part, search=VendorSearch(strategies=("default",), rounds=1)),
        fmax={DEFAULT: 187.0},
    )
    assert ("HD.CLK_SRC BUFGCTRL_X0Y0" in Path("clock.xdc").read_text()) == told


def test_quartus_search_from_export_to_measurement(exported, fake_quartus):
    project = exported(
        "quartus",
        search=VendorSearch(strategies=("balanced", "performance"), seeds=(1, 2), rounds=6),
    )
    tcl = fake_quartus(project, fmax={"BALANCED": 150.0, "HIGH PERFORMANCE EFFORT": 161.0})
    measurement = imported(project)
    assert measurement.ok and measurement.fmax_mhz == pytest.approx(161.0, rel=1e-3)
    assert (measurement.best_strategy, measurement.seeds, measurement.luts, measurement.ffs) == (
        "performance",
        (1, 2),
        1500,
        700,
    )
    assert (
        measurement.tools["quartus"] == "18.1.0 Build 100 Lite Edition"
        and measurement.target == "quartus-5cseba6u23i7"
    )
    noted = tcl.eval("set noted")
    for setting in (
        "VIRTUAL_PIN ON -to *",
        "VIRTUAL_PIN OFF -to clk",
        "AUTO_RAM_RECOGNITION OFF",
        "AUTO_DSP_RECOGNITION OFF",
        "SEED 2",
    ):
        assert setting in noted
    assert "execute_module map" in noted


def test_quartus_pro_has_another_synthesis_program(exported, fake_quartus, tmp_path):
    project = exported("quartus", search=VendorSearch(strategies=("balanced",), rounds=1))
    (project / "settings.tcl").write_text(
        (project / "settings.tcl").read_text()
        + "set quartus(version) {Version 23.1.0 Pro Edition}\n"
    )
    assert "execute_module syn" in fake_quartus(project, fmax={"BALANCED": 150.0}).eval("set noted")


def test_quartus_run_that_failed_keeps_its_reports(exported, fake_quartus):
    project = exported("quartus", search=VendorSearch(strategies=("area", "balanced"), rounds=1))
    fake_quartus(
        project, fmax={"BALANCED": 150.0}, fails={"AGGRESSIVE AREA": "Fitter requires more pins"}
    )
    (area,) = [run for name, run in runs_of(project).items() if name.startswith("area")]
    assert area["message"] == "quartus_fit: Fitter requires more pins"
    assert (project / "runs" / "area-seed1-100.0MHz" / "unit.fit.rpt").is_file()
    assert imported(project).best_strategy == "balanced"


def test_ise_search_from_export_to_measurement(exported, fake_ise):
    project = exported(
        "ise", search=VendorSearch(strategies=("speed", "area"), seeds=(3,), rounds=5)
    )
    tcl = fake_ise(project, fmax={"Speed": 201.0, "Area": 170.0})
    measurement = imported(project)
    assert measurement.ok and measurement.fmax_mhz == pytest.approx(201.0, rel=1e-3)
    assert (
        measurement.best_strategy,
        measurement.best_seed,
        measurement.luts,
        measurement.ffs,
    ) == ("speed", 3, 1000, 600)
    assert measurement.tools["ise"] == "14.7" and measurement.target == "ise-xc6vlx240tff1156-1"
    noted = tcl.eval("set noted")
    for setting in (
        "src/AEAD.v",
        "src/pin_wrapper.v",
        "{RAM Style} Distributed",
        "{Use DSP Block} No",
        "{Starting Placer Cost Table (1-100)} 3",
    ):
        assert setting in noted
    wrapper = (project / "src" / "pin_wrapper.v").read_text()
    assert wrapper.startswith("module pin_wrapper (") and "AEAD core (" in wrapper
    assert '(* KEEP_HIERARCHY = "TRUE" *)\nmodule AEAD(' in (project / "src" / "AEAD.v").read_text()


def test_ise_process_that_failed_is_kept_with_its_status(exported, fake_ise):
    project = exported("ise", search=VendorSearch(strategies=("area", "speed"), rounds=1))
    fake_ise(project, fmax={"Speed": 201.0}, fails={"Area": "errors"})
    (area,) = [run for name, run in runs_of(project).items() if name.startswith("area")]
    assert area["message"] == "Implement Design: errors"
    assert imported(project).best_strategy == "speed"


@pytest.mark.parametrize("name", ["search.tcl", "ise.tcl"])
def test_scripts_for_ise_keep_to_tcl_8_4(name):
    assert not re.search(
        r"\{\*\}|\b(?:dict|lassign|lmap|try|lreverse|apply)\b", (SCRIPTS / name).read_text()
    )
