"""A core that answers wrongly, hangs, or is no CipherCore: the first vector that differs, what
came, where to look; the rest goes on.
"""

import json
import re
from pathlib import Path

import pytest


@pytest.fixture
def broken(workplace):
    """The toy with its hand-written core alone."""
    workplace.keep_only("rtl")
    return workplace


def test_wrong_answer_shows_the_vector_what_was_due_what_came_and_the_waveform(broken):
    broken.edit(
        "rtl/CipherCore.sv",
        "assign tag = rotated ^ key_q;",
        "assign tag = rotated ^ {key_q[127:1], ~key_q[0]};",
    )
    result = broken.cryptagon("verify", "toy", "--level", "core")
    assert result.returncode == 1
    expected, got = (
        re.search(rf"{word} +([0-9a-f]{{32}})", result.stderr) for word in ("expected", "got")
    )
    assert expected and got and int(expected[1], 16) ^ int(got[1], 16) == 1
    assert "wrong output on bdo" in result.stderr and "count 1: encryption" in result.stderr
    waveform = re.search(r"the waveform (\S+\.vcd)", result.stderr)
    assert waveform and "$enddefinitions" in Path(waveform[1]).read_text()


def test_hang_names_the_handshake_that_waits(broken):
    broken.edit(
        "rtl/CipherCore.sv",
        "assign key_ready = fsm_q == Idle && key_update;",
        "assign key_ready = 1'b0;",
    )
    result = broken.cryptagon("verify", "toy", "--level", "core")
    assert result.returncode == 1
    assert "hang" in result.stderr and "key: valid 1, ready 0" in result.stderr


def test_core_that_is_not_verilog(broken):
    broken.edit("rtl/CipherCore.sv", "assign tag = rotated ^ key_q;", "assign tag = rotated ^ ;")
    line = 1 + (broken.toy / "rtl" / "CipherCore.sv").read_text().split("rotated ^ ;")[0].count(
        "\n"
    )
    result = broken.cryptagon("verify", "toy", "--level", "core")
    assert result.returncode == 1 and f"CipherCore.sv:{line}" in result.stderr


def test_core_with_other_ports(broken):
    broken.edit("rtl/CipherCore.sv", "    input logic bdi_eot,\n", "")
    broken.edit("rtl/CipherCore.sv", "assign unused = ^{bdi_eot, ", "assign unused = ^{")
    result = broken.cryptagon("verify", "toy", "--level", "core")
    assert (
        result.returncode == 1
        and "bdi_eot" in result.stderr
        and "docs/cipher-core.md" in result.stderr
    )


@pytest.mark.nightly
@pytest.mark.slow
def test_failing_core_is_recorded_and_the_other_goes_on(workplace):
    workplace.edit("rtl/CipherCore.sv", "assign tag = rotated ^ key_q;", "assign tag = rotated;")
    result = workplace.cryptagon("run", "toy", "--quick", "--json")
    assert result.returncode == 1
    hls, rtl = json.loads(result.stdout)
    assert (hls["approach"], hls["status"]) == ("hls", "ok") and hls["luts"] > 0
    assert rtl["approach"] == "rtl" and rtl["status"].startswith("verify: wrong output on bdo")
    assert (
        rtl["luts"] is None and rtl["throughput_mbps"] is None and len(rtl["source_digest"]) == 64
    )
    assert "1 of 2 designs without a result" in result.stderr
    kept = json.loads(workplace.cryptagon("results", "--json").stdout)
    assert sorted(one["status"] for one in kept) == sorted([hls["status"], rtl["status"]])
    assert "failed" in workplace.cryptagon("results").stdout
