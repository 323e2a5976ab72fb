"""`cryptagon prove`: the dummy core is proved, by C and by hand; a wrong one is shown wrong; what
is asked wrongly is told.
"""

import json
from pathlib import Path

import pytest


def test_both_cores_of_the_dummy_are_proved(workplace):
    result = workplace.cryptagon("prove", "toy", "--json")
    assert result.returncode == 0, result.stderr
    cores = json.loads(result.stdout)
    assert [core["approach"] for core in cores] == ["hls", "rtl"]
    places = {(proof["rule"], proof["port"]) for core in cores for proof in core["proofs"]}
    assert len(places) == 10 and all(len(core["proofs"]) == 10 for core in cores)
    assert {proof["verdict"] for core in cores for proof in core["proofs"]} == {"proved"}
    assert {proof["engine"] for core in cores for proof in core["proofs"]} == {
        "structure",
        "induction",
        "reachability",
    }


def test_a_wrong_core_is_shown_cycle_by_cycle(workplace):
    workplace.keep_only("rtl")
    workplace.edit(
        "rtl/CipherCore.sv",
        "assign bdo_valid = ",
        "assign bdo_valid = key_q[7] && decrypt ? 1'b0 : ",
    )
    result = workplace.cryptagon("prove", "toy", "--rule", "valid-stays")
    assert result.returncode == 1
    assert "toy rtl  valid-stays  bdo       refuted" in result.stdout
    assert "what is valid stays valid until it is taken: not so at bdo" in result.stderr
    waveform = Path(result.stderr.split("waveform  ")[1].splitlines()[0])
    assert waveform.read_text().startswith("$timescale")


def test_what_is_undecided_is_no_success(workplace):
    workplace.keep_only("rtl")
    result = workplace.cryptagon("prove", "toy", "--rule", "output-after-input", "--limit", "0.001")
    assert result.returncode == 1
    assert result.stdout.count("undecided") == 2


ASKED_WRONGLY = {
    "no such core": (["toi"], "toi"),
    "no such rule": (["toy", "--rule", "fairness"], "fairness"),
    "no time at all": (["toy", "--limit", "0"], "--limit"),
}


@pytest.mark.parametrize("fault", ASKED_WRONGLY)
def test_wrong_question_is_told(workplace, fault):
    arguments, what = ASKED_WRONGLY[fault]
    result = workplace.cryptagon("prove", *arguments)
    assert result.returncode != 0
    assert what in result.stderr and "Traceback" not in result.stderr


def test_core_that_is_not_there_is_told(workplace):
    workplace.keep_only("rtl")
    result = workplace.cryptagon("prove", "toy", "--approach", "hls")
    assert result.returncode == 1
    assert "there is no core by hls" in result.stderr


def test_verilog_that_does_not_compile_is_told_with_its_line(workplace):
    workplace.keep_only("rtl")
    workplace.edit("rtl/CipherCore.sv", "assign bdo_valid = ", "assign bdo_valid == ")
    result = workplace.cryptagon("prove", "toy")
    assert result.returncode == 1
    assert "cannot be made into gates" in result.stderr and "CipherCore.sv:1" in result.stderr
