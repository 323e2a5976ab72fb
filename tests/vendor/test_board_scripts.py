"""The script that makes a ZedBoard's project runs in a Tcl interpreter with pretended commands of
Vivado: what it connects is what the wrapper has, and the processor reaches all of it.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from small_tcl import SmallTcl, TclError
from tcl_commands import COMMANDS

from cryptagon import classes
from cryptagon.approaches import entries_of
from cryptagon.testbed.boards.clocks import Clock, chosen, mmcm_clocks
from cryptagon.testbed.boards.manifest import BoardManifest
from cryptagon.testbed.boards.zynq import REGISTER_BASE, write_zynq
from cryptagon.testbed.workload import workload

NOTED = (
    "add_files", "apply_bd_automation", "assign_bd_address", "connect_bd_intf_net", "connect_bd_net", "create_bd_cell",
    "create_bd_design", "create_project", "launch_runs", "make_wrapper", "open_run", "report_cdc", "report_timing_summary",
    "report_utilization", "save_bd_design", "set_property", "update_compile_order", "validate_bd_design", "wait_on_run",
    "write_hw_platform", "cd", "exit",
)  # fmt: skip
GETTERS = (
    "get_bd_cells",
    "get_bd_pins",
    "get_bd_intf_pins",
    "get_bd_addr_spaces",
    "get_bd_addr_segs",
    "get_files",
    "get_runs",
)
BUS = Clock(Fraction(125))


class Vivado:
    """The pretended tool: `noted` are the commands with their words, in order."""

    def __init__(self, folder: Path, boards: str = "avnet.com:zed:part0:1.4") -> None:
        self.noted: list[list[str]] = []
        self.said: list[str] = []
        answers = {
            "get_board_parts": boards,
            "current_project": "p",
            "current_fileset": "s",
            "get_timing_paths": "path",
        }
        self.tcl = SmallTcl({
            **COMMANDS,
            **{name: lambda tcl, words, name=name: self.note(name, words) for name in NOTED},
            **{name: lambda tcl, words: words[-1] for name in GETTERS},
            **{name: lambda tcl, words, text=text: text for name, text in answers.items()},
            "get_property": lambda tcl, words: {"PROGRESS": "100%", "SLACK": "0.25"}[words[0]],
            "info": lambda tcl, words: str(folder / "project.tcl"),
            "puts": lambda tcl, words: self.said.append(words[-1]),
            "file": self.file,
        })  # fmt: skip

    def note(self, name: str, words: list[str]) -> str:
        self.noted.append([name, *words])
        if name == "exit":
            raise TclError("exit")
        return words[-1] if words else ""

    def file(self, tcl: SmallTcl, words: list[str]) -> object:
        if words[0] == "dirname":
            return str(Path(words[1]).parent)
        if words[0] == "copy":
            return self.note("copy", words[1:])
        return COMMANDS["file"](tcl, words)

    def of(self, name: str) -> list[list[str]]:
        return [words for command, *words in self.noted if command == name]


@pytest.fixture
def project(tmp_path, monkeypatch) -> Path:
    entry = next(one for one in entries_of(classes.algorithm("dummy")) if one.approach == "rtl")
    (tmp_path / "src").mkdir()
    (tmp_path / "program").mkdir()
    manifest = BoardManifest.model_construct(
        part="xc7z020clg484-1", title="Dummy", register_base=REGISTER_BASE, memory_bytes=4096
    )
    core = chosen(mmcm_clocks(BUS.mhz), 145.4, "the unit", "ZedBoard")
    write_zynq(tmp_path, workload(entry).bench, BUS, core, manifest)
    for name in ("system.bit", "system.hwh"):
        made = (
            tmp_path
            / "vivado"
            / ("t.runs/impl_1" if name.endswith("bit") else "t.gen/sources_1/bd/system/hw_handoff")
        )
        made.mkdir(parents=True)
        (made / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_everything_is_connected_once(project):
    vivado = Vivado(project)
    vivado.tcl.eval((project / "project.tcl").read_text())
    wrapper = (project / "src" / "ZynqTestbed.v").read_text()
    interfaces = set(re.findall(r"XIL_INTERFACENAME (\w+)", wrapper))
    assert interfaces == {"s_axi", "m_axi_pdi", "m_axi_sdi", "m_axi_do"}
    ends = [end for pair in vivado.of("connect_bd_intf_net") for end in pair]
    assert len(ends) == len(set(ends))
    assert {f"testbed/{name}" for name in interfaces} <= set(ends)
    assert {"memory/S00_AXI", "memory/S01_AXI", "memory/S02_AXI", "ps/S_AXI_HP0"} <= set(ends)
    driven = [pin for _, pin in vivado.of("connect_bd_net")]
    assert len(driven) == len(set(driven))
    assert {"testbed/bus_clk", "testbed/bus_rst_n"} <= set(driven)
    cells = " ".join(" ".join(words) for words in vivado.of("create_bd_cell"))
    assert "-reference ZynqTestbed" in cells


def test_addresses_clocks_and_what_is_made(project):
    vivado = Vivado(project)
    vivado.tcl.eval((project / "project.tcl").read_text())
    addresses = [" ".join(words) for words in vivado.of("assign_bd_address")]
    assert any("-offset 0x43C00000 -range 4K" in one and "s_axi/reg0" in one for one in addresses)
    assert sum("HP0_DDR_LOWOCM" in one for one in addresses) == 3
    properties = " ".join(" ".join(words) for words in vivado.of("set_property"))
    assert "PCW_FPGA0_PERIPHERAL_FREQMHZ 125.000000" in properties
    assert "NUM_SI 3" in properties and "avnet.com:zed:part0:1.4" in properties
    assert [words[-1] for words in vivado.of("copy")] == ["testbed.bit", "testbed.hwh"]
    assert "testbed: timing is met, 0.25 ns to spare" in vivado.said


def test_without_board_files_it_stops(project):
    vivado = Vivado(project, boards="")
    with pytest.raises(TclError):
        vivado.tcl.eval((project / "project.tcl").read_text())
    assert "no board files for zed:part0" in vivado.said[-1]
    assert vivado.noted[-1] == ["exit", "1"]


def test_crossings_may_take_the_shorter_period(project):
    text = (project / "crossings.xdc").read_text()
    assert text.count("set_max_delay -datapath_only") == 2 and " 6.878\n" in text
    names = set(re.findall(r"\*(\w+)/q_reg", text)) | {"sees_taken", "sees_written"}
    testbed = (Path(classes.__file__).parents[3] / "hdl" / "testbed").glob("*.sv")
    verilog = " ".join(path.read_text() for path in testbed)
    assert names >= {"crossing"} and all(name in verilog for name in names if name != "sees_")
