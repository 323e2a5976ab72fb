"""Wrong cores are refuted by the rules that they break, and by no other, with a counterexample that
shows the fault.
"""

import pytest
from selection import one_of
from tampered_core import DEFECTS, MAGIC, write_core

from cryptagon.approaches import made
from cryptagon.catalog import Entry, algorithm
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.prove import RULES, cipher, prove
from cryptagon.toolchain import Verdict

CHOICE = "assign defect = key_q[23:8] == 16'hFA17 ? key_q[7:0] : 8'd0;"
BREAKS = {
    "none": set(),
    "drops valid": {("valid-stays", "bdo")},
    "changes waiting data": {("data-stays", "bdo")},
    "valid needs ready": {("ready-free", "bdo")},
    "data needs ready": {("data-stays", "bdo"), ("ready-free", "bdo")},
    "one block too many": {("output-after-input", "bdo")},
    "verdict of the wrong kind": {("output-after-input", "msg_auth"), ("valid-stays", "msg_auth")},
    "takes keys unasked": {("key-asked", "key")},
    "ignores key_update": {("key-first", "bdi")},
}


def proofs_of(core, folder, **settings):
    found = {
        (proof.rule, proof.port): proof
        for proof in prove(cipher(algorithm("dummy"), core), folder / "work", **settings)
    }
    assert all(proof.verdict is not Verdict.UNDECIDED for proof in found.values())
    return found


def cycles_of(core, folder, rule, port):
    trace = proofs_of(core, folder, rules=[rule])[rule, port].trace
    assert trace is not None
    return trace.cycles


def refuted(proofs):
    return {place for place, proof in proofs.items() if proof.verdict is Verdict.REFUTED}


@pytest.mark.parametrize("defect", one_of(4, [*BREAKS]))
def test_a_wrong_core_is_refuted_by_the_rules_it_breaks(tmp_path, defect):
    proofs = proofs_of(
        write_core(tmp_path, (CHOICE, f"assign defect = 8'd{DEFECTS[defect]};")), tmp_path
    )
    assert refuted(proofs) == BREAKS[defect]
    assert all(
        (proof.trace is not None) == (place in BREAKS[defect]) for place, proof in proofs.items()
    )


def test_a_fault_under_one_key_in_sixteen_million_is_found(tmp_path):
    """What no simulation meets: the core is right but for keys that end in three certain bytes."""
    core = write_core(tmp_path, ("if (rst) begin\n", "if (rst) begin\n      key_q <= '0;\n"))
    cycles = cycles_of(core, tmp_path, "valid-stays", "bdo")
    keys = [cycle["key"] for cycle in cycles if cycle["key_valid"] and cycle["key_ready"]]
    assert keys[-1] & 0xFFFFFF == MAGIC << 8 | DEFECTS["drops valid"]


def test_the_trace_of_dropped_data_shows_them_waiting_and_then_gone(tmp_path):
    core = write_core(tmp_path, (CHOICE, "assign defect = 8'd3;"))
    trace = proofs_of(core, tmp_path, rules=["valid-stays"])["valid-stays", "bdo"].trace
    assert trace is not None
    *_, before, last = trace.cycles
    assert (before["bdo_valid"], before["bdo_ready"], last["bdo_valid"]) == (1, 0, 0)
    assert trace.text().splitlines()[-1].startswith(f"{len(trace.cycles) - 1:4}  ")
    trace.write_vcd(tmp_path / "fault.vcd")
    assert "$var wire 128" in (tmp_path / "fault.vcd").read_text()


def test_data_may_not_change_though_valid_rests(tmp_path):
    core = write_core(tmp_path, (CHOICE, "assign defect = 8'd4;"))
    *_, before, last = cycles_of(core, tmp_path, "data-stays", "bdo")
    assert (before["bdo_valid"], before["bdo_ready"]) == (1, 0)
    assert (before["bdo"], before["bdo_size"]) != (last["bdo"], last["bdo_size"])


def test_a_core_that_is_wrong_only_for_what_is_no_message_is_not_blamed(tmp_path):
    """Its output drops while a block of a type waits that the contract does not know."""
    core = write_core(
        tmp_path,
        (CHOICE, "assign defect = bdi_valid && bdi_type == 4'd2 && count_q[2] ? 8'd3 : 8'd0;"),
    )
    assert refuted(proofs_of(core, tmp_path)) == set()


def test_a_register_without_a_reset_value_may_hold_anything(tmp_path):
    core = write_core(tmp_path, ("state_q <= Idle;\n      count_q", "count_q"))
    proofs = proofs_of(core, tmp_path, rules=["output-after-input"])
    assert ("output-after-input", "bdo") in refuted(proofs)


def test_a_value_at_power_up_is_not_relied_on(tmp_path):
    core = write_core(tmp_path, ("state_q <= Idle;\n      count_q", "count_q"))
    source = core.sources[0]
    source.write_text(
        source.read_text().replace(
            "  logic decrypt_q", "  initial state_q = Idle;\n  logic decrypt_q"
        )
    )
    proofs = proofs_of(core, tmp_path, rules=["output-after-input"])
    assert ("output-after-input", "bdo") in refuted(proofs)


def test_time_that_runs_out_leaves_rules_undecided(tmp_path):
    subject = cipher(algorithm("dummy"), write_core(tmp_path))
    proofs = list(prove(subject, tmp_path, ["output-after-input"], limit_s=0.001))
    assert {proof.verdict for proof in proofs} == {Verdict.UNDECIDED}


HASHES = {
    "a key within a message to hash": (
        "key_ready = phase_q == IDLE && key_update",
        "key_ready = (phase_q == IDLE || (phase_q == PERMUTE && hash_q)) && key_update",
        ("key-asked", "key"),
    ),
    "a digest that does not end": (
        "bdo_transfer && word_q != 2'd3;",
        "bdo_transfer;",
        ("output-after-input", "bdo"),
    ),
    "a verdict on a digest": (
        "msg_auth_valid = phase_q == TAG && decrypt_q && bdi_valid",
        "msg_auth_valid = phase_q == TAG && (decrypt_q || hash_q) && bdi_valid",
        ("output-after-input", "msg_auth"),
    ),
}


@pytest.mark.parametrize("fault", one_of(3, [*HASHES]))
def test_a_wrong_hash_function_of_a_cipher_is_refuted(tmp_path, fault):
    right, wrong, place = HASHES[fault]
    one = algorithm("ascon_aead128")
    core = made(Entry(one, "rtl", one.variant("with_hash")), "CipherCore").core
    top = tmp_path / "CipherCore.sv"
    (text,) = (source.read_text() for source in core.sources if source.name == top.name)
    assert right in text
    top.write_text(text.replace(right, wrong))
    sources = tuple(top if source.name == top.name else source for source in core.sources)
    (proof,) = (
        proof
        for proof in prove(cipher(one, VerilogCore(sources)), tmp_path / "work", [place[0]])
        if proof.port == place[1]
    )
    assert proof.verdict is Verdict.REFUTED


def test_an_unknown_rule_is_answered_with_the_known_ones(tmp_path):
    with pytest.raises(CryptagonError, match="no rule") as caught:
        prove(cipher(algorithm("dummy"), write_core(tmp_path)), tmp_path, ["fairness"])
    assert all(rule in caught.value.fix for rule in RULES)


def test_a_core_without_a_port_is_told_in_the_words_of_yosys(tmp_path):
    source = tmp_path / "CipherCore.sv"
    source.write_text("module CipherCore(input logic clk); endmodule\n")
    with pytest.raises(CryptagonError, match="cannot be made into gates") as caught:
        list(prove(cipher(algorithm("dummy"), VerilogCore((source,))), tmp_path))
    assert "CipherCore" in caught.value.why


RAM = """logic [3:0] ram[0:3];
  logic [1:0] place_q;
  always_ff @(posedge clk) begin
    if (rst) place_q <= 2'd0;
    ram[place_q] <= WRITTEN;
  end
  assign defect = ram[place_q] == 4'd3 ? 8'd3 : 8'd0;"""


@pytest.mark.parametrize(
    ("written", "verdict"), [("4'd0", Verdict.PROVED), ("count_q[3:0]", Verdict.REFUTED)]
)
def test_a_counterexample_of_free_ram_is_looked_for_again_in_the_whole(tmp_path, written, verdict):
    """What is read after a write is free at first: the core that never writes a 3 is refuted then,
    too, but not in the end.
    """
    core = write_core(tmp_path, (CHOICE, RAM.replace("WRITTEN", written)))
    proof = proofs_of(core, tmp_path, rules=["valid-stays"])["valid-stays", "bdo"]
    assert (proof.verdict, proof.cut) == (verdict, False)
