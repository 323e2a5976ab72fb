"""`cryptagon export` and `cryptagon import`, with a core that needs no preparation and reports that
no tool wrote.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cryptagon.catalog import Rules
from cryptagon.cli import export as export_command
from cryptagon.cli import main
from cryptagon.fpga import Design
from cryptagon.study.exporting import Export, Pending
from cryptagon.vendor import ExportRecord

FIELDS = {
    "cipher": {
        "algorithm_class": "aead", "algorithm": "ascon128a", "title": "Ascon-128a", "approach": "rtl", "scope": "unit",
        "interface": "caesar-1.0", "bus": {"w": 32, "sw": 32}, "work": {"name": "block of plaintext", "bits": 128, "cycles": "encryption"},
        "cycles": {"encryption": 8.0}, "source_digest": "5e" * 32,
    },
    "kernel": {
        "algorithm_class": "kernel", "algorithm": "sha1", "title": "SHA-1", "variant": "basic", "approach": "rtl", "scope": "core",
        "work": {"name": "a block", "cycles": "alone"}, "cycles": {"alone": 80.0}, "source_digest": "5e" * 32,
    },
}  # fmt: skip
PART = ("--tool", "vivado", "--part", "xc7a100tcsg324-1")
UTILIZATION = """| Tool Version : Vivado v.2024.1 (lin64) Build 1
| Design       : Unit
| Device       : xc7a100tcsg324-1
| Design State : Routed

| Site Type | Used |
| Slice LUTs | 400 |
| Register as Flip Flop | 100 |
| Block RAM Tile | 0 |
| DSPs | 0 |
"""
TIMING = """| Design Timing Summary
    WNS(ns)      TNS(ns)      WHS(ns)     WPWS(ns)
    -------      -------      -------     --------
      0.000        0.000        0.050        2.000
| Clock Summary
clk    {0.000 2.500}        5.000           200.000
"""


def invoke(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def cores(monkeypatch, tmp_path):
    """Puts cores of these kinds in the place of what a study would prepare."""
    source = tmp_path / "Unit.sv"
    source.write_text(
        "module Unit(input logic clk, input logic d, output logic q);\n  always_ff @(posedge clk) q <= d;\nendmodule\n"
    )
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "results"))

    def put(*kinds) -> None:
        def pending(what, approaches, scope):
            return [Pending(f"{kind} rtl", lambda watch, kind=kind: ready(kind)) for kind in kinds]

        def ready(kind) -> Export:
            return Export(
                Design(kind, "Unit", (source,)), ExportRecord(kind.title(), FIELDS[kind]), Rules()
            )

        monkeypatch.setattr(export_command, "pending", pending)

    return put


def add_run(project: Path, timing: str = TIMING) -> None:
    folder = project / "runs" / "default-seed0-200.0MHz"
    folder.mkdir(parents=True)
    (folder / "utilization.rpt").write_text(UTILIZATION)
    (folder / "timing_summary.rpt").write_text(timing)
    record = {
        "schema_version": 1,
        "strategy": "default",
        "seed": 0,
        "requested_mhz": 200,
        "met": 1,
        "achieved_mhz": 200,
        "message": "",
    }
    (folder / "run.json").write_text(json.dumps(record | {"finished": 1767225600}))


def test_export_and_import_of_a_cipher(cores, tmp_path):
    cores("cipher")
    exported = invoke("export", "ascon128a", *PART, "-o", tmp_path / "out")
    assert exported.exit_code == 0, exported.output
    assert "vivado -mode batch -source search.tcl" in exported.output
    add_run(tmp_path / "out")
    done = invoke("import", tmp_path / "out")
    assert done.exit_code == 0, done.output
    shown = " ".join(done.output.split())
    assert "(imported: vivado-xc7a100tcsg324-1, area in LUT6)" in shown and "200.0" in shown
    (record,) = json.loads(invoke("results", "--json").output)
    assert (record["origin"], record["luts"], record["throughput_mbps"]) == (
        "imported",
        400,
        3200.0,
    )


def test_export_and_import_of_a_kernel(cores, tmp_path):
    cores("kernel")
    invoke("export", "sha1", *PART, "-o", tmp_path / "out")
    add_run(tmp_path / "out")
    (shown,) = json.loads(invoke("import", tmp_path / "out", "--json").output)
    assert (shown["algorithm"], shown["time_us"], shown["origin"]) == ("sha1", 0.4, "imported")
    assert len(list((tmp_path / "results").glob("*.json"))) == 1


def test_several_cores_make_a_folder_each(cores, tmp_path):
    cores("cipher", "kernel")
    listing = json.loads(
        invoke("export", "all.toml", *PART, "-o", tmp_path / "out", "--json").output
    )
    assert [Path(one["folder"]).name for one in listing] == ["cipher-rtl", "kernel-rtl"]
    for one in listing:
        add_run(Path(one["folder"]))
    shown = invoke("import", tmp_path / "out").output
    assert "Ascon-128a" in shown and "SHA-1" in shown and "0.400" in shown


def test_dry_run_keeps_nothing(cores, tmp_path):
    cores("cipher")
    invoke("export", "ascon128a", *PART, "-o", tmp_path / "out")
    add_run(tmp_path / "out")
    assert invoke("import", tmp_path / "out", "--dry-run").exit_code == 0
    assert not (tmp_path / "results").exists()


def test_missed_clock_is_a_failure_with_the_reason(cores, tmp_path):
    cores("cipher")
    invoke("export", "ascon128a", *PART, "-o", tmp_path / "out")
    add_run(
        tmp_path / "out",
        TIMING.replace("0.000        0.000        0.050", "-0.400       0.000        0.050"),
    )
    done = invoke("import", tmp_path / "out")
    assert done.exit_code == 1 and "timing not met at 200.0 MHz: setup slack -0.4 ns" in done.output
    assert json.loads(invoke("results", "--json").output)[0]["status"].startswith(
        "none of 1 runs counts"
    )


def test_unknown_part_is_told_before_anything_is_prepared(tmp_path):
    done = invoke(
        "export", "ascon128a", "--tool", "vivado", "--part", "ep4ce22", "-o", tmp_path / "out"
    )
    assert done.exit_code == 1 and 'unknown part "ep4ce22" for vivado' in done.output
    assert not (tmp_path / "out").exists()


def test_folder_without_a_project_is_told(tmp_path):
    done = invoke("import", tmp_path)
    assert (
        done.exit_code == 1
        and "holds no exported project" in done.output
        and "cryptagon export" in done.output
    )
