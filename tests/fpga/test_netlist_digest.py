"""Two netlists are the same wherever they were made, and no longer so when a wire moves."""

import json

from cryptagon.fpga.netlist_digest import netlist_digest


def netlist(place: str, *, build: str = "Yosys 0.70 (one)", wire: int = 2) -> str:
    name = f"$and${place}/share/cells.v:1$2"
    cell = {
        "type": "LUT4",
        "attributes": {
            "src": f"{place}/share/cells.v:1.1",
            "module_src": f"{place}/a.sv:3.4",
            "keep": "1",
        },
        "connections": {"A": [wire]},
    }
    return json.dumps(
        {"creator": build, "modules": {"top": {"cells": {"lut": cell, name: cell}}}}, indent=2
    )


def digest(tmp_path, text: str) -> str:
    (tmp_path / "netlist.json").write_text(text)
    return netlist_digest(tmp_path / "netlist.json")


def test_place_and_build_of_the_tool_do_not_count(tmp_path):
    here, there = netlist("/checkout"), netlist("/elsewhere/b", build="Yosys 0.70 (another)")
    assert here != there and digest(tmp_path, here) == digest(tmp_path, there)


def test_everything_else_counts(tmp_path):
    assert digest(tmp_path, netlist("/checkout")) != digest(tmp_path, netlist("/checkout", wire=3))
    text = netlist("/checkout")
    assert digest(tmp_path, text) != digest(tmp_path, text.replace('"keep"', '"lost"'))
