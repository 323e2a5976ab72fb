"""What synthesis makes of RAMs: on ECP5, TRELLIS_DPR16X4 (16 words of 4 bits of look-up tables) and
DP16KD (16 Kibit of block memory).
"""

import json
from pathlib import Path

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.report.ram_cells import ecp5_cells
from cryptagon.toolchain import find, run

SOURCE = """\
#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
struct pair { uint_t(8) a, b; };
DISTRIBUTED_RAM static unsigned one[32];
DISTRIBUTED_RAM_READS(2) static unsigned two[32];
DISTRIBUTED_RAM static struct pair fields[16];
BLOCK_RAM static unsigned deep[1024];
BLOCK_RAM_READS(2) static unsigned twice[1024] = {1, 2, 3};
BLOCK_RAM static unsigned bytes[512];
BLOCK_RAM static unsigned odd[3000];
HARDWARE void unit(void) {
    unsigned x = stream_read(in), y = one[x & 31] + fields[x & 15].a, z = two[x & 31] + two[x >> 5 & 31];
    one[x >> 10 & 31] = x;
    two[x >> 15 & 31] = x;
    fields[x >> 4 & 15].b = x;
    unsigned u = deep[y & 1023], v = twice[y & 1023] + twice[z & 1023], w = bytes[y & 511] ^ odd[y & 2047];
    deep[v & 1023] = x;
    twice[v & 1023] = x;
    ((unsigned char *)bytes)[v & 2047] = x;
    odd[v & 2047] = x;
    stream_write(out, u ^ v ^ w);
}
"""
SYNTHESIS = """\
read_verilog unit.v
synth_ecp5 -noflatten -top unit -run begin:map_ffs
tee -q -o cells.json stat -json
"""
CELLS = {
    "one": {"TRELLIS_DPR16X4": 2 * 8},
    "two": {"TRELLIS_DPR16X4": 2 * 2 * 8},
    "fields": {"TRELLIS_DPR16X4": 2 + 2},
    "deep": {"DP16KD": 2},
    "twice": {"DP16KD": 2 * 2},
    "bytes": {"DP16KD": 1},
    "odd": {"DP16KD": 3 * 2},
}
ROW_BITS = {"odd": 2}  # which of three rows of cells was read


@pytest.fixture(scope="module")
def synthesised(tmp_path_factory) -> tuple[dict[str, Ram], dict[str, dict[str, int]]]:
    """The RAMs by name, and the cells of each module."""
    folder: Path = tmp_path_factory.mktemp("rams")
    (folder / "unit.c").write_text(SOURCE)
    rams = compile_source(folder / "unit.c", folder, module="unit").rams
    (folder / "synth.ys").write_text(SYNTHESIS)
    yosys = find("yosys")
    run([*yosys.argv, "synth.ys"], cwd=folder, env=yosys.env)
    modules = json.loads((folder / "cells.json").read_text())["modules"]
    cells = {
        name.removeprefix("\\"): module["num_cells_by_type"] for name, module in modules.items()
    }
    return {ram.name: ram for ram in rams}, cells


@pytest.mark.parametrize("ram", CELLS)
def test_memory_cells_and_no_registers_around_them(synthesised, ram):
    _, cells = synthesised
    found = cells[f"unit_ram_{ram}"]
    assert {
        cell: count for cell, count in found.items() if cell in ("TRELLIS_DPR16X4", "DP16KD")
    } == CELLS[ram]
    assert sum(count for cell, count in found.items() if "FF" in cell) == ROW_BITS.get(ram, 0)


def test_the_report_expects_these_cells(synthesised):
    rams, _ = synthesised
    assert {name: ecp5_cells(ram) for name, ram in rams.items()} == CELLS
