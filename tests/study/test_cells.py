"""From a verified unit to its record in standard cells."""

import pytest

from cryptagon.asic import library_file, read_library
from cryptagon.catalog import Rules
from cryptagon.fpga import Design
from cryptagon.results import Store, Work, load_all
from cryptagon.study.cells import in_cells
from cryptagon.study.exporting import Export
from cryptagon.vendor import ExportRecord

TOGGLE = "module toggle (input logic clk, input logic a, output logic q); always_ff @(posedge clk) q <= ~(q & a); endmodule\n"
BOTH = {
    "title": "Toggle",
    "variant": "plain",
    "approach": "rtl",
    "source_digest": "0" * 64,
    "options": {"core_digest": "1"},
}
BOTH |= {"tools": {"verilator": "5"}, "verification": [{"level": "core", "vectors": 3, "ok": True}]}
BOTH |= {"known_answer_files": {"kat/answers.txt": "2" * 64}}
BOTH |= {"algorithm": "toggle", "scope": "core", "interface": None, "bus": {}}
CIPHER = BOTH | {
    "algorithm_class": "aead",
    "work": Work(name="block", bits=64, cycles="encryption"),
    "cycles": {"encryption": 4.0},
}
KERNEL = BOTH | {
    "algorithm_class": "kernel",
    "work": Work(name="a toggle", cycles="alone"),
    "cycles": {"alone": 2.0, "between": 1.0},
}


@pytest.fixture
def ready(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    source = tmp_path / "toggle.sv"
    source.write_text(TOGGLE)
    return lambda fields: Export(
        Design("toggle", "toggle", (source,)), ExportRecord("Toggle", fields), Rules()
    )


def test_record_of_a_cipher(ready, tmp_path):
    library = read_library(library_file("nangate45"))
    found = in_cells(ready(CIPHER), library, ["area", "fast"])
    assert [one.strategy for one in found.netlists] == ["area", "fast"] and found.best.ok
    assert (
        found.smallest.gate_equivalents == pytest.approx((4.522 + 0.798) / 0.798)
        and found.smallest.registers == 1
    )
    assert found.best.fmax_mhz and found.best.throughput_mbps == pytest.approx(
        64 * found.best.fmax_mhz / 4
    )
    assert found.known_answer_files == BOTH["known_answer_files"]
    assert (found.library, found.wire_load, found.gate_equivalent) == (
        "NangateOpenCellLibrary",
        "5K_hvratio_1_1",
        "NAND2_X1",
    )
    assert found.tools.keys() == {"verilator", "yosys"} and found.options["core_digest"] == "1"
    assert set(found.options["strategies"]) == {"area", "fast"} and found.estimate  # pyright: ignore[reportArgumentType]
    store = Store(tmp_path / "cells")
    store.save(found)
    assert load_all(store.folder) == [found]


def test_record_of_a_kernel(ready):
    found = in_cells(ready(KERNEL), read_library(library_file("nangate45")), ["area"])
    assert (
        found.algorithm_class,
        found.algorithm,
        found.scope,
        found.work.name,
        found.cycles_of_work,
    ) == (
        "kernel",
        "toggle",
        "core",
        "a toggle",
        2,
    )
    assert (
        found.best.fmax_mhz
        and found.best.time_us == pytest.approx(2 / found.best.fmax_mhz)
        and found.best.throughput_mbps is None
    )
