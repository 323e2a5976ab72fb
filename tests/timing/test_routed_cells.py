"""What cannot be timed is told, and never left out."""

import pytest
from small_layout import SDF, cell, layout, module

from cryptagon.errors import CryptagonError
from cryptagon.timing.routed import read_routed

Changed = dict  # a netlist in JSON


def changed(name: str, **parts: object) -> Changed:
    found = module()
    for part, value in parts.items():
        found["cells"][name][part].update(value)
    return found


def with_cell(name: str, one: Changed) -> Changed:
    found = module()
    found["cells"][name] = one
    return found


def sdf_with(name: str, kind: str) -> str:
    return SDF.rstrip()[:-1] + f'(CELL (CELLTYPE "{kind}") (INSTANCE {name})))\n'


BLOCK_RAM = with_cell("ram", cell("DP16KD", {"CLKA": 2}, {"DOA0": 9}))
STRAY_PIN = changed("last", connections={"M": [4]}, port_directions={"M": "input"})
RESET = {"connections": {"LSR": [3]}, "port_directions": {"LSR": "input"}}
FAULTS = {
    "block RAM": (BLOCK_RAM, sdf_with("ram", "DP16KD"), "the cell type DP16KD is not modelled"),
    "another mode": (
        changed("lut$1", parameters={"MODE": "SPRAM"}),
        SDF,
        "the mode SPRAM of TRELLIS_COMB is not modelled",
    ),
    "falling edge": (
        changed("last", parameters={"CLKMUX": "INV"}),
        SDF,
        "a register on the falling edge is not modelled",
    ),
    "asynchronous reset": (
        changed("last", parameters={"SRMODE": "ASYNC"}, **RESET),
        SDF,
        "asynchronous reset is not modelled",
    ),
    "second clock": (changed("last", connections={"CLK": [3]}), SDF, "the unit has several clocks"),
    "pin of no known use": (STRAY_PIN, SDF, "the use of pin M of TRELLIS_FF is not modelled"),
    "net without driver": (changed("last", connections={"DI": [77]}), SDF, "a net has no driver"),
    "register without data": (
        changed("last", connections={"DI": []}),
        SDF,
        "the pin DI of a register is not connected",
    ),
    "path without delay": (
        module(),
        SDF.replace("(IOPATH A F (153:166:180) (153:166:180))", ""),
        "no delay from A to F",
    ),
    "wire without delay": (
        module(),
        SDF.replace("(INTERCONNECT lut\\$1/F last/DI (40:50:60) (40:50:60))", ""),
        "wire to the pin DI",
    ),
    "register without setup time": (
        module(),
        SDF.replace("posedge DI", "posedge M").replace("negedge DI", "negedge M"),
        "no setup time",
    ),
    "another layout": (
        module(),
        SDF.replace("INSTANCE last", "INSTANCE other"),
        "not of the same layout",
    ),
    "wire to nowhere": (
        module(),
        SDF.replace("first/Q lut", "first/Q last/CE (1) (1))\n(INTERCONNECT first/Q lut"),
        "wires to pins that do not exist",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_told(tmp_path, fault):
    netlist, text, what = FAULTS[fault]
    with pytest.raises(CryptagonError, match=what) as caught:
        layout(tmp_path, netlist, text)
    assert "routed." in caught.value.where


def test_loop_of_gates_is_told(tmp_path):
    netlist = module()
    netlist["cells"]["lut$1"]["connections"]["A"] = [5]
    with pytest.raises(CryptagonError, match="gates drive each other in a loop") as caught:
        layout(tmp_path, netlist)
    assert "lut$1" in caught.value.why


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"modules": {"top": {"cells": {}}}}',
        '{"modules": {"top": {"cells": {"a": {"type": 1}}}}}',
    ],
)
def test_no_netlist_is_told(tmp_path, text):
    path = tmp_path / "routed.json"
    path.write_text(text)
    with pytest.raises(CryptagonError, match="this is no routed netlist of nextpnr"):
        read_routed(path)


def test_netlist_before_placement_is_told(tmp_path):
    netlist = module()
    netlist["cells"]["last"]["attributes"] = {}
    with pytest.raises(CryptagonError, match="the cell last has no place on the die"):
        layout(tmp_path, netlist)
