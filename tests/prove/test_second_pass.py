"""Wrong cores of two passes are refuted by the rules that they break at the streams of the second
pass, and by no other.
"""

import pytest
from selection import one_of

from cryptagon.catalog import algorithm
from cryptagon.core import VerilogCore
from cryptagon.prove import cipher, prove
from cryptagon.toolchain import Verdict

HANDSHAKES = ["valid-stays", "data-stays", "ready-free"]
LATER = "assign fdo = fdo_q;"
WAITED = "logic waited_q; always_ff @(posedge clk) waited_q <= !rst && full_q && !fdo_ready && !waited_q;"
ITEM_GIVEN, ITEM_TAKEN = "assign fdo_valid = full_q;", "assign fdi_ready = fsm_q == Second"
DEFECTS = {
    "none": (),
    "an item is withdrawn": (
        (LATER, f"{WAITED} {LATER}"),
        (ITEM_GIVEN, "assign fdo_valid = full_q && !waited_q;"),
    ),
    "a waiting item changes": ((LATER, f"{WAITED} assign fdo = fdo_q ^ 128'(waited_q);"),),
    "an item waits for ready": ((ITEM_GIVEN, "assign fdo_valid = full_q && fdo_ready;"),),
    "an item changes with ready": ((LATER, "assign fdo = fdo_q ^ 128'(fdo_ready);"),),
    "an item without a message": ((ITEM_GIVEN, "assign fdo_valid = full_q || fsm_q == Idle;"),),
    "an item is read before it is there": (
        ("kept_q != 28'd0 && fdi_valid && bdo_ready", "kept_q != 28'd0 && bdo_ready"),
        ("fsm_q == Second && kept_q != 28'd0 && fdi_valid;", "fsm_q == Second && kept_q != 28'd0;"),
    ),
    "an item is read and not taken": (
        (ITEM_TAKEN, "assign fdi_ready = !kept_q[0] && fsm_q == Second"),
    ),
    "the second pass ends early": (
        ("Second: if (back && kept_q == 28'd1)", "Second: if (back && kept_q <= 28'd2)"),
    ),
}
BREAKS = {
    "none": set(),
    "an item is withdrawn": {("valid-stays", "fdo")},
    "a waiting item changes": {("data-stays", "fdo")},
    "an item waits for ready": {("ready-free", "fdo")},
    "an item changes with ready": {("data-stays", "fdo"), ("ready-free", "fdo")},
    "an item without a message": {
        ("valid-stays", "fdo"),
        ("fifo-emptied", "fdi"),
    },
    "an item is read before it is there": {("data-stays", "bdo"), ("fifo-emptied", "fdi")},
    "an item is read and not taken": {("fifo-emptied", "fdi")},
    "the second pass ends early": {("fifo-emptied", "fdi")},
}


@pytest.mark.parametrize("defect", one_of(3, [*BREAKS]))
def test_a_wrong_second_pass_is_refuted_by_the_rules_it_breaks(tmp_path, defect):
    one = algorithm("dummy_two_pass")
    (source,) = one.rtl_sources
    text = source.read_text()
    for old, new in DEFECTS[defect]:
        assert text.count(old) == 1, f"there is nothing to replace: {old}"
        text = text.replace(old, new)
    core = tmp_path / "CipherCore.sv"
    core.write_text(text)
    left = ("fifo-emptied", "fdi") in BREAKS[defect]
    rules = [*HANDSHAKES, *(["fifo-emptied"] if left else [])]
    proofs = list(prove(cipher(one, VerilogCore((core,))), tmp_path / "work", rules))
    assert {
        (proof.rule, proof.port) for proof in proofs if proof.verdict is Verdict.REFUTED
    } == BREAKS[defect]
    assert all(proof.verdict is not Verdict.UNDECIDED for proof in proofs)
