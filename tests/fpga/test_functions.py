"""Nets of two netlists that compute the same are found by their values, whatever gates make
them.
"""

from cryptagon.fpga.families import families
from cryptagon.fpga.functions import Functions
from cryptagon.fpga.origins import _spread


def gate(kind: str, output: int, **inputs: int | str) -> dict[str, object]:
    directions = {**dict.fromkeys(inputs, "input"), "Y": "output"}
    return {
        "type": f"$_{kind}_",
        "port_directions": directions,
        "connections": {"Y": [output], **{p: [n] for p, n in inputs.items()}},
    }


def module(
    inputs: dict[str, int], nets: dict[str, int], *gates: dict[str, object]
) -> dict[str, object]:
    ports = {name: {"direction": "input", "bits": [net]} for name, net in inputs.items()}
    names = {name: {"bits": [net]} for name, net in {**inputs, **nets}.items()}
    return {
        "ports": ports,
        "cells": {str(n): one for n, one in enumerate(gates)},
        "netnames": names,
    }


AND = Functions(module({"a": 1, "b": 2}, {"both": 3}, gate("AND", 3, A=1, B=2)))


def test_same_function_of_other_gates():
    inverted = module(
        {"b": 7, "a": 8},
        {"z": 9},
        gate("NOT", 5, A=7),
        gate("NOT", 6, A=8),
        gate("OR", 9, A=5, B=6),
    )
    assert Functions(inverted, AND).of(("z", 0)) == AND.of(("both", 0)) is not None


def test_other_function_differs():
    either = module({"a": 1, "b": 2}, {"z": 3}, gate("OR", 3, A=1, B=2))
    assert Functions(either, AND).of(("z", 0)) not in (None, AND.of(("both", 0)))


def test_what_the_other_netlist_does_not_know_has_no_value():
    with_a_third = module({"a": 1, "new": 2}, {"z": 3}, gate("AND", 3, A=1, B=2))
    assert Functions(with_a_third, AND).of(("z", 0)) is None


def test_pin_that_nothing_drives_does_not_matter():
    loose = module(
        {"a": 1, "b": 2},
        {"loose": 4, "z": 3},
        gate("AND", 5, A=1, B=2),
        gate("MUX", 3, A=5, B=2, S=4),
    )
    assert Functions(loose, AND).of(("z", 0)) == AND.of(("both", 0))


def test_constant_is_no_function():
    assert (
        Functions(module({"a": 1}, {"z": 2}, gate("AND", 2, A=1, B="0")), AND).of(("z", 0)) is None
    )


def test_table_inside_goes_where_all_that_it_leads_to_goes():
    def lut(inside: int, output: int) -> dict[str, object]:
        return {
            "type": "LUT4",
            "port_directions": {"A": "input", "Z": "output"},
            "connections": {"A": [inside], "Z": [output]},
        }

    cells = {"inside": lut(1, 2), "deeper": lut(2, 3), "one": lut(3, 4), "other": lut(3, 5)}
    family = families()["ecp5"]
    assert _spread(cells, family, {"one": "x", "other": "x"}) == dict.fromkeys(cells, "x")
    apart = _spread(cells, family, {"one": "x", "other": "y"})
    assert (apart["deeper"], apart["inside"], apart["one"]) == (None, None, "x")
