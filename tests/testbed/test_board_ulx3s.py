"""The ULX3S: the whole system, with its processor, its program and the unit, in simulation; and what
the open tools make of it.
"""

import importlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from board_projects import Exported, exported_project

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.simulate.build import kept_objects
from cryptagon.testbed.boards import image, ulx3s
from cryptagon.testbed.boards.bitstream import build_bitstream
from cryptagon.testbed.boards.image import words_of
from cryptagon.testbed.boards.reading import read_measurement
from cryptagon.testbed.build import HEADERS, MODEL, link, verilate
from cryptagon.toolchain import find, run, tools

BENCH = Path(__file__).parent / "soc_bench.cpp"
TOP = """\
module SocBench (
  input logic bus_clk, input logic core_clk, input logic rst, input logic button, output logic line
);
  Ulx3sSoc #(.CYCLES(4), .PROGRAM("program.hex")) soc (.bus_clk, .core_clk, .rst, .button, .line);
endmodule
"""


def available() -> bool:
    try:
        return ulx3s.processor().is_file()
    except MachineError:
        return False


pytestmark = pytest.mark.skipif(not available(), reason="pythondata-cpu-picorv32 is not installed")


@pytest.fixture(scope="session")
def board(tmp_path_factory) -> Exported:
    return exported_project("sha256", "ulx3s", tmp_path_factory.mktemp("ulx3s"), (1_000, 2_000))


def simulated(project: Exported, folder: Path, most_cycles: int) -> str:
    """The log that the processor of the system prints."""
    shutil.copy(BENCH, folder / "glue.cpp")
    shutil.copy(project.folder / "program.hex", folder)
    (folder / "SocBench.sv").write_text(TOP)
    left_out = {"CrossingFlop.sv", "Ulx3sTestbed.sv", "Ulx3sPll.sv"}
    sources = [
        file for file in sorted((project.folder / "src").iterdir()) if file.name not in left_out
    ]
    verilate(folder, "SocBench", [folder / "SocBench.sv", MODEL, *sources])
    link(folder, kept_objects("fifo-runtime", [], HEADERS))
    clocks = [str(hz / 1e6) for hz in (project.manifest.bus_hz, project.manifest.unit_hz)]
    done = subprocess.run(
        [folder / "testbed", *clocks, str(most_cycles)],
        cwd=folder, capture_output=True, text=True, check=False, timeout=1_200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
    return done.stdout


def test_the_system_hashes_and_its_log_is_read(board, tmp_path):
    log = board.copy(tmp_path, simulated(board, tmp_path, 8_000_000))
    found = read_measurement(log, tmp_path)
    assert found.board == "ulx3s" and found.known_answers == 8
    # What the program on the simulated testbed measures, but for the cycles of an access.
    there = re.findall(r"ticks (\d+)", board.log)
    here = re.findall(r"ticks (\d+)", log.read_text())
    differences = [abs(int(a) - int(b)) for a, b in zip(there, here, strict=True)]
    assert max(differences) < 700


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["dummy", "ascon128a"])
def test_the_system_of_a_cipher_encrypts(name, tmp_path):
    project = exported_project(name, "ulx3s", tmp_path, (512,))
    log = project.copy(tmp_path, simulated(project, tmp_path, 8_000_000))
    assert read_measurement(log, tmp_path).known_answers == 8


def test_the_verilog_is_whole(board, tmp_path):
    yosys = find("yosys")
    cells = (
        Path(importlib.import_module("pyosys").__file__ or "").parent
        / "share"
        / "lattice"
        / "cells_bb_ecp5.v"
    )
    sources = sorted((board.folder / "src").iterdir())
    lines = [f'read_verilog -lib "{cells}"', *(f'read_verilog -sv "{one}"' for one in sources)]
    lines += ["hierarchy -check -top Ulx3sTestbed", "proc", "check -assert"]
    (tmp_path / "read.ys").write_text("\n".join(lines) + "\n")
    shutil.copy(board.folder / "program.hex", tmp_path)
    run([*yosys.argv, "read.ys"], cwd=tmp_path, env=yosys.env, log=tmp_path / "log")
    assert "Found and reported 0 problems" in (tmp_path / "log").read_text()


@pytest.mark.nightly
def test_the_open_tools_make_a_bitstream(board, tmp_path):
    project = tmp_path / "project"
    shutil.copytree(board.folder, project)
    made = build_bitstream(project)
    assert made.path.stat().st_size > 100_000
    assert [one.what for one in made.clocks] == ["DMA, timer and processor", "the unit"]
    assert all(one.reached_mhz > 20 for one in made.clocks)


def test_a_project_that_was_changed_is_not_built(board, tmp_path):
    project = tmp_path / "project"
    shutil.copytree(board.folder, project)
    (project / "src" / "Timer.sv").write_text("")
    with pytest.raises(CryptagonError, match="not the one that was exported"):
        build_bitstream(project)


def test_a_project_for_vivado_is_not_built(zedboard):
    with pytest.raises(CryptagonError, match="the open tools make no bitstream for the zedboard"):
        build_bitstream(zedboard.folder)


def test_a_program_that_does_not_fit_is_told(board, tmp_path):
    elf = bytearray(52 + 32)
    elf[:6] = b"\x7fELF\x01\x01"
    with pytest.raises(CryptagonError, match="no program for RISC-V"):
        words_of(bytes(elf), 16)
    program = tmp_path / "program"
    shutil.copytree(board.folder / "program", program)
    (program / "big.c").write_text(
        "const char big[40000] = {1};\nextern int use(const char*);\n"
        '__attribute__((used, section(".start"))) static const char* kept = big;\n'
    )
    with pytest.raises(CryptagonError, match="does not fit"):
        image.program_image(program, tmp_path, ulx3s.PROGRAM_WORDS)


def test_without_the_processor_it_is_told(monkeypatch):
    monkeypatch.setattr(tools.importlib.util, "find_spec", lambda name: None)
    tools.find.cache_clear()
    with pytest.raises(MachineError, match="PicoRV32 is missing") as fault:
        ulx3s.processor()
    tools.find.cache_clear()
    assert "cryptagon[boards]" in fault.value.fix
