"""Netlists of synthesis as gates: they answer as the Verilog does on every family, and one that
does not is found.
"""

import json
import random
import shutil
from dataclasses import replace

import pytest
from mixer_unit import MIXER, RULES, mixed, through

from cryptagon.catalog import target, targets
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design, plan_synthesis, synthesise
from cryptagon.timing import check_answers, gates_of

UNMODELLED = "cyclone-v"  # the family names no model of its flip-flop
WORDS = list(random.Random(3).randbytes(300))
# Four bytes, of which `place` chooses one. The index is self-determined, two bits wide (IEEE 1800,
# section 11.6.1); Yosys 0.70 widens it.
CHOOSER = """\
module Kernel (
    input logic clk, input logic rst,
    input logic [7:0] word, input logic word_valid, output logic word_ready,
    output logic [7:0] result, output logic result_valid, input logic result_ready
);
  logic [3:0][7:0] bytes;
  assign bytes = 32'h98765432;
  assign word_ready = result_ready;
  assign result_valid = word_valid;
  logic [1:0] place;
  assign place = ~word[1:0];
  logic odd;
  assign result = bytes[{index}] ^ {7'b0, odd};
  always_ff @(posedge clk)
    if (rst) odd <= 1'b0;
    else if (word_valid && word_ready) odd <= ~odd;
endmodule
"""


def synthesised(folder, verilog, part):
    source = folder / "Kernel.sv"
    source.write_text(verilog)
    return synthesise(
        plan_synthesis(
            Design("gates", "Kernel", (source,)), part, next(iter(part.strategies)), RULES
        )
    )


def copied(netlist, folder):
    shutil.copytree(netlist.plan.folder, folder)
    return replace(netlist, plan=replace(netlist.plan, folder=folder))


def check(netlist, words, answers):
    check_answers(gates_of(netlist), through(words, answers), netlist.core_file)


OTHERS = [
    pytest.param(name, marks=pytest.mark.nightly)
    for name in sorted(targets())
    if name not in ("ecp5-85f-8", UNMODELLED)
]


@pytest.mark.parametrize("name", ["ecp5-85f-8", *OTHERS])
def test_netlist_answers_as_the_verilog_does(name, tmp_path):
    check(synthesised(tmp_path, MIXER, target(name)), WORDS, mixed(WORDS))


def test_one_wrong_table_in_a_netlist_is_found(tmp_path):
    netlist = synthesised(tmp_path, MIXER, target("ecp5-85f-8"))
    netlist = copied(netlist, tmp_path / "copy")
    content = json.loads(netlist.core_file.read_text())
    cell = next(
        one for one in content["modules"]["Kernel"]["cells"].values() if one["type"] == "LUT4"
    )
    cell["parameters"]["INIT"] = "".join("10"[int(digit)] for digit in cell["parameters"]["INIT"])
    netlist.core_file.write_text(json.dumps(content))
    with pytest.raises(CryptagonError, match="the netlist answers wrongly") as caught:
        check(netlist, WORDS, mixed(WORDS))
    assert caught.value.why.endswith("in words")


@pytest.mark.parametrize("index", ["place", "~word[1:0]"])
def test_index_that_synthesis_widens_is_found(index, tmp_path):
    netlist = synthesised(tmp_path, CHOOSER.replace("{index}", index), target("ecp5-85f-8"))
    answers = [
        (0x32, 0x54, 0x76, 0x98)[3 - word % 4] ^ place % 2 for place, word in enumerate(WORDS)
    ]
    if index == "place":
        check(netlist, WORDS, answers)
    else:
        with pytest.raises(CryptagonError, match="the netlist answers wrongly"):
            check(netlist, WORDS, answers)


@pytest.mark.parametrize(("before", "after", "says"), [
    ("posedge clk", "negedge clk", "another clock"),
    ("posedge clk", "posedge clk or posedge rst", "cell type"),
    ("posedge clk", "posedge word_valid", "another clock"),
])  # fmt: skip
def test_what_is_not_modelled_is_told(before, after, says, tmp_path):
    netlist = synthesised(
        tmp_path, CHOOSER.replace("{index}", "place").replace(before, after), target("ecp5-85f-8")
    )
    with pytest.raises(CryptagonError, match=says) as caught:
        gates_of(netlist)
    assert caught.value.why.startswith("cell")
