"""Right cores in the wrappers pass, wrong ones do not."""

import pytest

from cryptagon.batch import in_this_thread
from cryptagon.catalog import algorithm
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.mutation import FAMILIES, wrapped
from cryptagon.study.wrong_cores import WrongCore, check_right, score
from cryptagon.toolchain import find, run

STREAMS, COMPARISON = FAMILIES
FOUND = (
    "output-dropped", "output-reordered", "verdict-early", "key-one-behind", "key-ready-in-message", "nonce-stale", "block-sampled-late",
    "hang-after-2-data-blocks", "both-empty-hang",
)  # fmt: skip
HANDSHAKES = {
    "verdict-doubled": "unexpected output on msg_auth",
    "bdo-valid-needs-ready": "valid depends on ready on bdo",
    "bdo-valid-dropped": "valid was dropped before the transfer on bdo",
}
FORGETFUL = ("reset-forgets-message", "reset-waits-for-output", "reset-of-two-cycles")


@pytest.mark.parametrize(
    "family",  # a core in STREAMS goes through all messages at night, through few in test_kinds_of_ciphers.py
    [
        pytest.param(STREAMS, id=STREAMS.name, marks=pytest.mark.nightly),
        pytest.param(COMPARISON, id=COMPARISON.name),
    ],
)
def test_right_cores_pass(findings, family):
    found = findings(family, *(control.name for control in family.controls))
    assert [(finding.name, finding.outcome, finding.fault) for finding in found] == [
        (one.name, "missed", "") for one in family.controls
    ]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@pytest.mark.parametrize(
    "name", ["ascon128a", "acorn128", "xoodyak", "hs1siv", "icepole", "copa"]
)  # a padded one, one whose nonce and tag are several blocks, one with wider blocks of AD; one of each kind
def test_wrapper_is_valid_for_other_sizes(name, family, tmp_path):
    one = algorithm(name)
    sources = wrapped(VerilogCore(one.rtl_sources), one, family, tmp_path).sources
    verilator = find("verilator")
    argv = (
        *verilator.argv,
        "--lint-only",
        "--top-module",
        "CipherCore",
        "-Wno-fatal",
        "-Werror-UNOPTFLAT",
        "-Werror-LATCH",
        *sources,
    )
    run(argv, cwd=tmp_path, env=verilator.env)


def test_wrong_cores_are_found(findings):
    found = findings(STREAMS, *FOUND)
    assert {finding.name: finding.outcome for finding in found} == dict.fromkeys(FOUND, "found")
    assert all(finding.level == "core" and finding.messages and finding.fault for finding in found)


def test_wrong_handshakes_are_told_as_such(findings):
    found = findings(STREAMS, *HANDSHAKES)
    assert {finding.name: finding.fault for finding in found} == HANDSHAKES


def test_cores_that_a_reset_in_mid_run_breaks_are_told_as_such(findings):
    found = findings(STREAMS, *FORGETFUL)
    assert [finding.name for finding in found] == list(FORGETFUL)
    for finding in found:
        assert finding.fault.endswith("after a reset in mid-run")
        assert finding.messages == "shapes, resets in the middle, seed 1"


def test_wrong_comparisons_of_the_tag_are_found(findings):
    names = ("tag-first-half-only", "tag-last-half-only", "tag-ones-only")
    assert [finding.outcome for finding in findings(COMPARISON, *names)] == ["found"] * 3


def test_a_wrong_core_is_refused_as_the_right_one(dummy, core, bench, tmp_path):
    family = STREAMS
    wrong = WrongCore(
        "hang",
        "it hangs",
        wrapped(core, dummy, family, tmp_path),
        family.number("hang-after-2-data-blocks"),
    )
    with pytest.raises(CryptagonError, match="wrong cores can be made from a right core only"):
        check_right(bench, [wrong], in_this_thread)


def test_one_fault_can_be_fixed_in_the_source(dummy, core, tmp_path):
    text = wrapped(core, dummy, COMPARISON, tmp_path, fault=3).sources[0].read_text()
    assert "localparam int unsigned fault = 3;" in text and "getenv" not in text


def test_core_without_its_top_is_refused(dummy, tmp_path):
    other = tmp_path / "Other.sv"
    other.write_text("module Other; endmodule\n")
    with pytest.raises(CryptagonError, match="no file of this core holds the module CipherCore"):
        wrapped(VerilogCore((other,)), dummy, STREAMS, tmp_path / "wrapped")


def test_score_counts_what_should_be_found(findings):
    found = findings(STREAMS, "hang-after-2-data-blocks", "none")
    assert score(found) == "1 of 2 found"
