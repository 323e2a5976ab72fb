"""A design that does not fit its device is a failed measurement with the reason, and never
dropped.
"""

import json

import pytest

# 68 block RAMs, where the smallest part has 56. What they hold shows only under one key: the core
# answers as it should, and no tool can leave them out. (Block RAMs, since a device is filled with
# them in seconds; the contest must allow them.)
MEMORY = """
  localparam int unsigned Width = 128 * 19;
  logic [Width-1:0] memory [512];
  logic [Width-1:0] word_q;
  always_ff @(posedge clk) begin
    if (take_block) memory[bdi[8:0]] <= {word_q[Width-129:0], bdi};
    word_q <= memory[key_q[8:0]];
  end
  assign tag = rotated ^ key_q ^ ((key_q == 128'h0123456789abcdef0f1e2d3c4b5a6978) ? word_q[Width-1-:128] : 128'd0);
"""
TAKE = "  assign take_block = bdi_valid && bdi_ready;\n"
SMALL = {"--85k": "--12k", "CABGA756": "CABGA256", "LFE5U-85F": "LFE5U-12F"}


@pytest.mark.nightly
@pytest.mark.slow
def test_design_that_does_not_fit(workplace):
    workplace.keep_only("rtl")
    workplace.edit("rtl/CipherCore.sv", "  assign tag = rotated ^ key_q;\n", "")
    workplace.edit("rtl/CipherCore.sv", TAKE, TAKE + MEMORY)
    part = workplace.folder / "targets" / "ecp5-85f-8.toml"
    text = part.read_text()
    for large, small in SMALL.items():
        assert large in text
        text = text.replace(large, small)
    part.write_text(text)
    with (workplace.folder / "contests" / "first-look.toml").open("a") as contest:
        contest.write("\n[rules]\nno_bram = false\n")
    result = workplace.cryptagon("run", "toy", "--quick", "--json")
    assert result.returncode == 1
    (failed,) = json.loads(result.stdout)
    assert failed["status"] == (
        "ecp5-85f-8: place and route failed: the design does not fit: it needs 68 DP16KD of 56"
    )
    assert (
        failed["cycles"]["encryption"] > 0
        and failed["fmax_mhz"] is None
        and failed["throughput_mbps"] is None
    )
    assert json.loads(workplace.cryptagon("results", "--json").stdout) == [failed]
