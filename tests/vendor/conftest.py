import tkinter
from pathlib import Path

import pytest
from vendor_reports import vivado_timing, vivado_utilization

from cryptagon.catalog import Rules
from cryptagon.fpga import Design
from cryptagon.vendor import Record, Search, export_project

FAKES = Path(__file__).parent
FIELDS = {
    "algorithm": "ascon128a", "title": "Ascon-128a", "variant": "ascon128av12", "approach": "hls", "scope": "aead", "w": 32, "sw": 32,
    "block_bits": 128, "cycles_per_block": 8.0, "source_digest": "5e" * 32, "verification": [{"level": "aead", "vectors": 64, "ok": True}],
    "options": {"core_digest": "ab" * 32}, "tools": {"verilator": "5.48.0"},
}  # fmt: skip
UNIT = """module AEAD #(parameter int unsigned W = 32) (input logic clk, input logic [W-1:0] pdi, output logic [W-1:0] pdo);
  always_ff @(posedge clk) pdo <= pdo + pdi;
endmodule
"""
PARTS = {"vivado": "xc7a100tcsg324-1", "quartus": "5CSEBA6U23I7", "ise": "xc6vlx240tff1156-1"}


@pytest.fixture
def design(tmp_path) -> Design:
    source = tmp_path / "AEAD.sv"
    source.write_text(UNIT)
    return Design("ascon128a", "AEAD", (source,), {"W": 32})


@pytest.fixture
def exported(tmp_path, design):
    """Exports the little design for a tool; gives the project's folder."""

    def export(tool: str = "vivado", *, part: str = "", search: Search | None = None, fields: dict | None = None) -> Path:
        folder = tmp_path / "project"
        record = Record("cipher", "Ascon-128a", FIELDS | (fields or {}))
        export_project(design, record, tool, part or PARTS[tool], folder, rules=Rules(), search=search or Search())
        return folder

    return export


@pytest.fixture
def fake_vivado(monkeypatch):
    """Runs search.tcl of a project with pretended tool commands; `fmax` by "synthesis strategy/implementation strategy", MHz."""

    def run(project: Path, fmax: dict[str, float], fails: dict[str, str] | None = None) -> tkinter.Tk:
        monkeypatch.chdir(project)
        tcl = tkinter.Tcl()
        templates = {
            "utilization.rpt": vivado_utilization(),
            "timing_summary.rpt": vivado_timing(period="9999").replace("9999", "@PERIOD@").replace(" 0.125", "@SLACK@"),
        }
        arrays = {"templates": templates, "fmax": fmax, "fails": fails or {}}
        for name, values in arrays.items():
            for key, value in values.items():
                tcl.setvar(f"{name}({key})", value)
        known = {word for key in [*fmax, *(fails or {})] for word in key.split("/")}
        tcl.setvar("strategies_known", " ".join(f"{{{word}}}" for word in sorted(known)))
        tcl.eval((FAKES / "fake_vivado.tcl").read_text())
        tcl.eval((project / "search.tcl").read_text())
        return tcl

    return run
