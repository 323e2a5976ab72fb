"""Cores that are right until something rare happens: the set of messages and the mode that must
find each.
"""

from functools import cache

import pytest
from selection import only
from tampered_core import DummyCipher, write_core

from cryptagon.simulate import STALL_MODES, Simulator, verification_sets
from cryptagon.simulate.stalls import special_modes

DECLARATIONS = "logic [7:0] defect;"
REGISTERS = "count_q <= count_q + 8'd1;"
ENDS = "state_q == TagOut || state_q == Verdict"
# Transfers on bdi in this message; the nonce is the first.
BLOCKS = (
    (DECLARATIONS, f"{DECLARATIONS} logic [15:0] blocks_q;"),
    (
        REGISTERS,
        f"{REGISTERS} if ({ENDS}) blocks_q <= 0; else if (bdi_valid && bdi_ready) blocks_q <= blocks_q + 1;",
    ),
    ("state_q <= Idle;\n", "state_q <= Idle; blocks_q <= 0;\n"),
)


def counted(condition):
    """A register that counts the cycles or events of a condition since the reset, and stops at its
    greatest value.
    """
    return (
        (DECLARATIONS, f"{DECLARATIONS} logic [9:0] seen_q;"),
        (REGISTERS, f"{REGISTERS} if ({condition} && seen_q != '1) seen_q <= seen_q + 1;"),
        ("state_q <= Idle;\n", "state_q <= Idle; seen_q <= 0;\n"),
    )


def waiting(valid, ready):
    """A register that counts how long an output waits."""
    declared, counts, reset = counted(f"{valid} && !{ready}")
    return (declared, (counts[0], f"{counts[1]} if (!({valid} && !{ready})) seen_q <= 0;"), reset)


WRONG = {
    "waits for a nonce that nobody has offered, and takes no key meanwhile": (
        "shapes",
        "gaps",
        (DECLARATIONS, f"{DECLARATIONS} logic waits_q;"),
        (REGISTERS, f"{REGISTERS} waits_q <= !rst && state_q == Idle && !(bdi_valid && bdi_ready) && (waits_q || !key_update);"),
        ("key_ready = state_q == Idle && (", "key_ready = state_q == Idle && !waits_q && ("),
        ("Idle: bdi_ready = !key_update ||", "Idle: bdi_ready = waits_q ||"),
    ),
    "hangs after 120 blocks": (
        "long messages",
        "none",
        *BLOCKS,
        ("defect != 8'd2", "blocks_q < 120"),
    ),
    "hangs after 200 blocks": (
        "long messages",
        "none",
        *BLOCKS,
        ("defect != 8'd2", "blocks_q < 200"),
    ),
    "gives a wrong block 200": (
        "long messages",
        "none",
        *BLOCKS,
        ("bdo[0] = !bdo[0];", "bdo[0] = !bdo[0];\n    if (blocks_q == 200 && give_data) bdo[5] = !bdo[5];"),
    ),
    "takes AD wrongly after 4,096 blocks": (
        "counter boundaries",
        "none",
        *BLOCKS,
        ("^ text ^", "^ text ^ 128'(blocks_q == 4096 && bdi_type == 4'd1) ^"),
    ),
    "compares all bits of the tag but one": (
        "every bit of the tag",
        "none",
        ("ok_q <= bdi == tag", "ok_q <= ((bdi ^ tag) & ~(128'd1 << 77)) == 0"),
    ),
    "compares the parity of the tag": (
        "every bit of the tag",
        "none",
        ("ok_q <= bdi == tag", "ok_q <= ^bdi == ^tag"),
    ),
    "changes an output after it has waited for 200 cycles": (
        "shapes",
        "long stalls on bdo",
        *waiting("bdo_valid", "bdo_ready"),
        ("bdo[0] = !bdo[0];", "bdo[0] = !bdo[0];\n    if (seen_q > 200) bdo[5] = !bdo[5];"),
    ),
    "changes a verdict after it has waited for 200 cycles": (
        "shapes",
        "long stalls on msg_auth",
        *waiting("msg_auth_valid", "msg_auth_ready"),
        ("assign msg_auth = ok_q", "assign msg_auth = ok_q ^ (seen_q > 200)"),
    ),
    "rejects all messages after a forged one": (
        "forgeries",
        "none",
        *counted("state_q == Verdict && !ok_q"),
        ("assign msg_auth = ok_q", "assign msg_auth = ok_q && seen_q == 0"),
    ),
    "gives a wrong tag after 256 messages": (
        "many messages",
        "none",
        *counted("(state_q == Verdict && msg_auth_ready) || (state_q == TagOut && bdo_ready)"),
        ("assign tag = ", "assign tag = 128'(seen_q > 256) ^ "),
    ),
    "remembers a message over a reset": (
        "shapes",
        "resets",
        (DECLARATIONS, f"{DECLARATIONS} logic begun_q = 1'b0;"),
        (REGISTERS, f"{REGISTERS} if ({ENDS}) begun_q <= 0; else if (state_q == Blocks && bdi_valid) begun_q <= 1;"),
        ("s_q <= key_q ^ bdi;", "s_q <= key_q ^ bdi ^ 128'(begun_q);"),
    ),
}  # fmt: skip

# What another one is found like, and what needs the longest messages.
AT_NIGHT = {
    "hangs after 200 blocks",
    "gives a wrong block 200",
    "takes AD wrongly after 4,096 blocks",
    "compares the parity of the tag",
    "changes a verdict after it has waited for 200 cycles",
}


@cache
def sets_of(dummy):
    return {
        one.name: one
        for one in verification_sets(dummy, [], DummyCipher(), seed=1, segmented=False)
    }


@pytest.mark.parametrize("fault", only(WRONG.keys() - AT_NIGHT, WRONG))
def test_wrong_core_is_found(tmp_path, dummy, fault):
    name, mode, *changes = WRONG[fault]
    simulator = Simulator.build(write_core(tmp_path, *changes), dummy, "core")
    sets = sets_of(dummy)
    chosen = sets["random forgeries" if name == "forgeries" else name]
    modes = {**STALL_MODES, **special_modes(simulator.level.streams)}
    assert mode in chosen.modes or chosen.special, "a verification must run the set in this mode"
    assert not simulator.run(chosen.messages, stalls=modes[mode], record=False).ok
    assert simulator.run(sets["key reuse"].messages).ok, "it is right where nothing rare happens"
