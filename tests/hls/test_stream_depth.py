"""STREAM_DEPTH: the same items, a FIFO that holds what it says, and what it refuses."""

import sys
from pathlib import Path

import pytest
from fifo_designs import FIFOS
from test_refusals import FRAME, refusal

from cryptagon.hls.stream_fifos import FIFO
from cryptagon.toolchain import find, run

BENCH = Path(__file__).with_name("fifo_bench.sv")
# design: (cycle of the first item out, later than without a FIFO; cycles from item to item)
COST = {"fifo_none": (0, {1}), "fifo_of_one": (1, {2}), "fifo_of_two": (2, {1}), "fifo_deep": (2, {1})}

# construct: (before the function, line, what, why, fix)
REFUSED = {
    "no item": (
        "STREAM_DEPTH(in, 0)",
        4,
        "STREAM_DEPTH(in, 0) cannot be",
        "a FIFO holds 1 to 65536 items",
        "give a number of items, or leave it out for none",
    ),
    "negative": (
        "\n STREAM_DEPTH(out, 2 - 3)",
        5,
        "STREAM_DEPTH(out, -1) cannot be",
        "a FIFO holds 1 to 65536 items",
        "give a number of items, or leave it out for none",
    ),
    "absurd": (
        "STREAM_DEPTH(in, 1LL << 32)",
        4,
        "STREAM_DEPTH(in, 4294967296) cannot be",
        "a FIFO holds 1 to 65536 items",
        "give a number of items, or leave it out for none",
    ),
    "no stream": (
        "STREAM_DEPTH(key, 4)",
        4,
        "STREAM_DEPTH of 'key', which is no stream",
        "a FIFO stands at the port of a stream",
        "name one that STREAM_IN or STREAM_OUT declares",
    ),
    "wire": (
        "WIRE_IN(uint_t(4), key) STREAM_DEPTH(key, 4)",
        4,
        "STREAM_DEPTH of 'key', which is no stream",
        "a FIFO stands at the port of a stream",
        "name one that STREAM_IN or STREAM_OUT declares",
    ),
    "twice": (
        "STREAM_DEPTH(in, 4)\nSTREAM_DEPTH(in, 4)",
        5,
        "not valid C23: redefinition of 'cg_stream_depth_in'",
        "clang refused it",
        "correct the C source",
    ),
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
    passes = [f"read_verilog -formal -sv {FIFO} {BENCH}", f"hierarchy -top fifo_bench -chparam DEPTH {depth}"]
    passes += ["prep", "async2sync", "chformal -lower", "sim -clock clk -reset rst -n 90 -assert"]
    calls = "".join(f"ys.run_pass({text!r}, design); " for text in passes)
    said = run([sys.executable, "-c", f"from pyosys import libyosys as ys; design = ys.Design(); {calls}"], cwd=tmp_path).stdout
    assert "Simulating cycle 180" in said and "failed" not in said


@pytest.mark.parametrize("depth", [1, 2, 3, 256])
def test_the_fifo_is_clean_for_verilator(tmp_path, depth):
    tool = find("verilator")
    run([*tool.argv, "--lint-only", "-Wall", "--top-module", "stream_fifo", f"-GDEPTH={depth}", str(FIFO)], cwd=tmp_path, env=tool.env)


@pytest.mark.parametrize("construct", REFUSED)
def test_refusal_says_what_where_why_and_the_way_out(tmp_path, construct):
    head, line, what, why, fix = REFUSED[construct]
    error = refusal(tmp_path, FRAME.replace("HEAD", head).replace("BODY", ""))
    assert (error.what, error.where, error.why, error.fix) == (what, f"{tmp_path / 'unit.c'}:{line}", why, fix)
