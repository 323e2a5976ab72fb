"""A real unit, exported: the sources that the project names are all that is needed, checked by
another reader than the tool's.
"""

import re

import pytest
from vendor_projects import PARTS

from cryptagon import paths
from cryptagon.catalog import Rules, algorithm
from cryptagon.fpga import Design
from cryptagon.toolchain import find, run
from cryptagon.vendor import ExportRecord, VendorSearch, export_project

FILES = {
    "vivado": r"^read_verilog (?:-sv )?\{(.+)\}",
    "quartus": r"VERILOG_FILE (\S+)",
    "ise": r"^xfile add (\S+)",
}
PARAMETERS = {
    "vivado": (r"^set_property generic \{([^}]*)\}", r"(\w+)=(\w+)"),
    "quartus": (r"((?:^set_parameter .+\n)+)", r"-name (\w+) (\w+)"),
    "ise": (r"()", r"(\w+)=(\w+)"),
}


@pytest.mark.parametrize("tool", FILES)
def test_project_names_all_that_the_unit_needs(tmp_path, tool):
    ascon = algorithm("ascon128a")
    design = Design(
        "ascon128a",
        "AEAD",
        (*paths.hardware_of("caesar-1.0"), *ascon.rtl_sources),
        ascon.hardware_parameters(32, 32),
    )
    project = tmp_path / "project"
    manifest = export_project(
        design,
        ExportRecord("Ascon", {}),
        tool,
        PARTS[tool],
        project,
        rules=Rules(),
        search=VendorSearch(),
    )
    script = (project / "project.tcl").read_text()
    files = re.findall(FILES[tool], script, re.MULTILINE)
    assert sorted(files) == sorted(name for name in manifest.files if name.startswith("src/"))
    block, pair = PARAMETERS[tool]
    found = re.search(block, script, re.MULTILINE)
    values = [
        f"-chparam {name} {value}"
        for name, value in re.findall(pair, found.group(1) if found else "")
    ]
    assert len(values) == (0 if tool == "ise" else len(design.parameters))
    lines = [
        *(f"read_verilog -sv {name}" for name in files),
        f"hierarchy -check -top {manifest.top} {' '.join(values)}",
        "check -assert",
    ]
    (project / "check.ys").write_text("\n".join(lines) + "\n")
    yosys = find("yosys")
    run((*yosys.argv, "check.ys"), cwd=project, env=yosys.env, log=project / "check.log")
