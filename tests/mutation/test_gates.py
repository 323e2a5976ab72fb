"""Faults of gates: they are there, are found, and a gate that changes nothing is proved to."""

import pytest

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.mutation import GATES, proved_equal, sample_gates, wrapped
from cryptagon.study.wrong_cores import WrongCore, search

COUNT = 6


@pytest.fixture(scope="module")
def netlist(core, tmp_path_factory):
    return sample_gates(core, tmp_path_factory.mktemp("gates"), COUNT, seed=1)


def test_each_fault_is_told(netlist):
    _, texts = netlist
    assert len(texts) == COUNT
    assert all(text.startswith("bit ") and " of cell " in text for text in texts)


def test_netlist_is_right_and_its_faults_are_found(netlist, dummy, bench, tmp_path):
    gates, texts = netlist
    core = wrapped(gates, dummy, GATES, tmp_path)
    found = [
        search(bench, WrongCore(str(number), "", core, number)).outcome
        for number in range(len(texts) + 1)
    ]
    assert found[0] == "missed" and found.count("found") >= COUNT - 2


def test_same_circuit_is_proved_and_a_wrong_gate_is_not(netlist, dummy, tmp_path):
    right, again, wrong = (
        wrapped(netlist[0], dummy, GATES, tmp_path / str(place), fault)
        for place, fault in enumerate((0, 0, 1))
    )
    assert proved_equal(right, again, tmp_path / "same")
    assert not proved_equal(right, wrong, tmp_path / "other")


def test_core_that_yosys_does_not_read_is_refused(tmp_path):
    broken = tmp_path / "CipherCore.sv"
    broken.write_text("module CipherCore (input a; endmodule\n")
    with pytest.raises(CryptagonError, match="yosys failed"):
        sample_gates(VerilogCore((broken,)), tmp_path / "gates", 1, seed=1)
