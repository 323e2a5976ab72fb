"""STREAM_DEPTH: the same items, a FIFO that holds what it says."""

import sys
from pathlib import Path

import pytest
from fifo_designs import FIFOS

from cryptagon.hls.verilog.stream_fifos import FIFO
from cryptagon.toolchain import find, run

BENCH = Path(__file__).with_name("fifo_bench.sv")
# design: (cycle of the first item out, later than without a FIFO; cycles from item to item)
COST = {
    "fifo_none": (0, {1}),
    "fifo_of_one": (1, {2}),
    "fifo_of_two": (2, {1}),
    "fifo_deep": (2, {1}),
}


@pytest.mark.parametrize("name", [design.name for design in FIFOS])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", COST)
def test_a_fifo_delays_the_first_item_and_holds_no_other_up(outcomes, name):
    later, between = COST[name]
    first, plain = (outcomes[design].free["out"][0].cycle for design in (name, "fifo_none"))
    assert first - plain == later
    assert set(outcomes[name].cycles("out")) == between


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 32])
def test_the_fifo_holds_what_it_says_and_keeps_the_order(tmp_path, depth):
    passes = [
        f"read_verilog -formal -sv {FIFO} {BENCH}",
        f"hierarchy -top fifo_bench -chparam DEPTH {depth}",
    ]
    passes += ["prep", "async2sync", "chformal -lower", "sim -clock clk -reset rst -n 90 -assert"]
    calls = "".join(f"ys.run_pass({text!r}, design); " for text in passes)
    said = run(
        [sys.executable, "-c", f"from pyosys import libyosys as ys; design = ys.Design(); {calls}"],
        cwd=tmp_path,
    ).stdout
    assert "Simulating cycle 180" in said and "failed" not in said


@pytest.mark.parametrize("depth", [1, 2, 3, 256])
def test_the_fifo_is_clean_for_verilator(tmp_path, depth):
    tool = find("verilator")
    run(
        [
            *tool.argv,
            "--lint-only",
            "-Wall",
            "--top-module",
            "stream_fifo",
            f"-GDEPTH={depth}",
            str(FIFO),
        ],
        cwd=tmp_path,
        env=tool.env,
    )
