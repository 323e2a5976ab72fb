"""Gates of three inputs do what the network does that they are made of."""

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.layouts import ternary as module
from cryptagon.spt.code.layouts.gates import AND, AND_NOT, NOT, OR, XOR, Network, arguments
from cryptagon.spt.code.layouts.ternary import Gate3, Ternary, ternary


def full_adder() -> Network:
    network = Network(3)
    total = network.add(XOR, network.add(XOR, 0, 1), 2)
    both = network.add(OR, network.add(AND, 0, 1), network.add(AND, network.add(OR, 0, 1), 2))
    network.outputs = [total, both]
    return network


def test_a_full_adder_is_two_gates():
    found = ternary(full_adder())
    assert sorted(one.table for one in found.gates) == [0x96, 0xE8]
    assert {one.name for one in found.gates} == {"o0", "o1"}


def test_outputs_that_are_inputs_constants_and_each_other():
    network = Network(3)
    never = network.add(AND_NOT, 0, 0)
    network.outputs = [
        1,
        network.add(NOT, 1),
        never,
        network.add(NOT, never),
        network.add(AND, 0, 2),
    ]
    network.outputs.append(network.outputs[-1])
    found, ones = ternary(network), 0xFF
    made = found.values(arguments(3), ones)
    assert [made[f"o{place}"] for place in range(6)] == network.values(arguments(3), ones)


def test_statements():
    lines = Ternary([Gate3("x", 0x80, ("i0", "i1", "i2")), Gate3("o0", 0x0F, ("x", "i0", "i0"))])
    assert lines.lines("vec", ["a", "b", "c"], ["y[0]"]) == [
        "const vec t0 = GATE(0x80, a, b, c);",
        "const vec t1 = GATE(0x0f, t0, a, a);",
        "y[0] = t1;",
    ]


def test_a_network_that_differs_is_refused(monkeypatch):
    wrong = Ternary([Gate3("o0", 0x96, ("i0", "i1", "i2")), Gate3("o1", 0xE9, ("i0", "i1", "i2"))])
    monkeypatch.setattr(module, "_covered", lambda *_: wrong)
    with pytest.raises(CryptagonError, match="do not do what was given"):
        ternary(full_adder())
