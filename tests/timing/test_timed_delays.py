"""SDF files as nextpnr writes them, and what is said of one that is not."""

import pytest
from small_layout import LONGEST_PS, SDF, delays, layout

from cryptagon.errors import CryptagonError
from cryptagon.timing.sdf import Check, Delay, read_sdf
from cryptagon.timing.static import longest_paths


def test_every_delay_is_read(tmp_path):
    sdf = delays(tmp_path)
    assert sdf.types == {
        "": "top",
        "lut$1": "TRELLIS_COMB",
        "first": "TRELLIS_FF",
        "last": "TRELLIS_FF",
    }
    assert sdf.wires["lut$1", "A"] == (("first", "Q"), Delay(10, 31))
    assert sdf.paths["lut$1"] == {("A", "F"): Delay(153, 180)}
    assert sdf.checks["last"] == {"DI": Check("CLK", True, Delay(0, 7), Delay(213, 232))}


def test_static_timing_adds_them_up(tmp_path):
    assert longest_paths(layout(tmp_path)).registers == LONGEST_PS
    assert longest_paths(layout(tmp_path)).path == ("first", "lut$1", "last")


def test_time_scale_counts(tmp_path):
    nanoseconds = delays(
        tmp_path, SDF.replace("1ps", "1ns").replace("(10:20:30)", "(0.01:0.02:0.03)")
    )
    assert nanoseconds.wires["lut$1", "A"][1] == Delay(10, 31_000)


FAULTS = {
    "not an SDF file": ("nothing at all", "this is no SDF file", ":1"),
    "another list": (SDF.replace("DELAYFILE", "LIBRARY"), "this is no SDF file", ":1"),
    "cut short": (SDF[: len(SDF) // 2], "this SDF file is cut short", ":"),
    "closed twice": (
        SDF + ")",
        "a parenthesis is closed that was never opened",
        f":{len(SDF.splitlines()) + 1}",
    ),
    "no time scale": (SDF.replace("  (TIMESCALE 1ps)\n", ""), "not understood: CELL", ":5"),
    "strange time scale": (SDF.replace("1ps", "3ps"), "not understood: TIMESCALE", ":5"),
    "strange divider": (SDF.replace("DIVIDER /", "DIVIDER ."), "not understood: DIVIDER", ":4"),
    "unknown entry of the file": (
        SDF.replace("(DESIGN", "(NETLIST"),
        "not understood: NETLIST",
        ":3",
    ),
    "incremental delays": (
        SDF.replace("(ABSOLUTE\n        (IOPATH", "(INCREMENT\n        (IOPATH"),
        "not understood: INCREMENT",
        ":20",
    ),
    "unknown delay": (SDF.replace("IOPATH A F", "PORT A F"), "not understood: PORT", ":21"),
    "unknown check": (
        SDF.replace("(SETUPHOLD (negedge", "(WIDTH (negedge"),
        "not understood: WIDTH",
        ":37",
    ),
    "no number": (SDF.replace("153:166:180", "153:fast:180"), "not understood: IOPATH", ":21"),
    "two numbers": (SDF.replace("153:166:180", "153:180"), "not understood: IOPATH", ":21"),
    "no delay at all": (
        SDF.replace("(10:20:30) (11:21:31)", ""),
        "not understood: INTERCONNECT",
        ":11",
    ),
    "a pin without a cell": (
        SDF.replace("first/Q", "first"),
        "not understood: INTERCONNECT",
        ":11",
    ),
    "two checks that differ": (
        SDF.replace("(negedge DI) (posedge CLK) (0:0:7)", "(negedge DI) (posedge CLK) (0:0:8)"),
        "SETUPHOLD",
        ":37",
    ),
    "a cell twice": (SDF.replace("INSTANCE last", "INSTANCE first"), "not understood: CELL", ":31"),
    "no cells": ('(DELAYFILE (SDFVERSION "3.0"))', "there is no cell in this SDF file", ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_broken_file_is_told_with_its_line(tmp_path, fault):
    text, what, where = FAULTS[fault]
    with pytest.raises(CryptagonError) as caught:
        delays(tmp_path, text)
    assert what in caught.value.what
    assert f"routed.sdf{where}" in caught.value.where


def test_missing_file_is_told(tmp_path):
    with pytest.raises(CryptagonError, match="cannot be read"):
        read_sdf(tmp_path / "none.sdf")
