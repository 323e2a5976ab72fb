"""Faults of what a core takes: keys, nonces, blocks, and the handshakes of its inputs."""

from cryptagon.mutation.conditions import (
    full_last_block,
    own_length,
    several_nonce_blocks,
    several_tag_blocks,
)
from cryptagon.mutation.fault import (
    BDI,
    Fault,
    Hooks,
    doubled,
    dropped,
    merged,
    triggered,
    wrong_answer,
    wrong_block,
    wrong_output,
)


def block_register(*late: str) -> Hooks:
    """A block waits in a register, and its fields `late` are read from the ports in the cycle after
    the transfer; without any: no fault.
    """
    here = " ".join(f"given.{name} = offered.{name};" for name in late)
    kept = " ".join(f"kept_q.{name} <= offered.{name};" for name in late)
    return {
        "bdi_forward": f"given = kept_q; given_valid = full_q; if (flag_q) begin {here} end",
        "bdi_back": "bdi_ready = !full_q && !key_update;",
        # The key of the next message must not overtake a block in the register.
        "key_forward": "if (full_q) {given_key_valid, given_key_update} = 2'b00;",
        "key_back": "if (full_q) key_ready = 1'b0;",
        "clocked": "if (given_valid && core_bdi_ready) full_q <= 1'b0; if (bdi_moves) {kept_q, full_q} <= {offered, 1'b1}; "
        f"flag_q <= bdi_moves; if (flag_q) begin {kept} end",
    }


def _key_unasked(when: str) -> Hooks:
    """While `when` holds the wires of the key are taken, valid or not; the key that comes then is
    taken and forgotten.
    """
    return {
        "key_forward": f"if ({when}) given_key_valid = 1'b1; if (flag_q) {{given_key_valid, given_key_update}} = 2'b00;",
        "key_back": "if (flag_q) key_ready = key_update;",
        "clocked": "if (key_moves) flag_q <= 1'b0; else if (given_key_valid && core_key_ready) flag_q <= 1'b1;",
    }


def _core_without_key(leaves: str) -> Hooks:
    """From when `leaves` holds to the end of the next message the core waits for a nonce, and takes
    no key.
    """
    lost = "if (armed) {given_key_valid, given_key_update} = 2'b00;"
    return {
        "trigger": f"trigger = {leaves};",
        "key_forward": lost,
        "key_back": "if (armed) key_ready = 1'b0;",
    }


KEYS = [
    Fault("key-first-for-ever", "the second key is taken and not used", {"key_forward": "if (keys_q != 0) given_key = first_key_q;"}),
    Fault("key-one-behind", "the key in use is the one before", {"key_forward": "if (keys_q != 0) given_key = key_q;"}),
    Fault("key-last-bit-stuck", "the last bit of the key is always 0", {"key_forward": "given_key[0] = 1'b0;"}),
    Fault("key-second-loses-byte", "of a second key the first byte stays that of the first", {
        "key_forward": "if (keys_q != 0) given_key[KEY-1-:8] = first_key_q[KEY-1-:8];"}),
    Fault("key-mixed-with-last", "a new key is added to the one before", {"key_forward": "if (keys_q != 0) given_key = key ^ key_q;"}),
    Fault("key-same-again", "a key that is the same as before spoils the message after it",
          merged({"clocked": "if (key_moves) flag_q <= keys_q != 0 && key == key_q;"}, wrong_output("flag_q && uses_q == 1"))),
    Fault("key-second-message", "the second message under a key is wrong: the key schedule is not set back", wrong_output("uses_q == 2")),
    Fault("key-fourth-message", "from the fourth message under one key on the tag is wrong", wrong_answer("uses_q >= 4")),
    Fault("key-third-key", "the first message under the third key is wrong", wrong_output("keys_q == 3 && uses_q == 1")),
    Fault("key-update-ignored", "where a block is on offer in the same cycle, the key is left for the next message", {
        "key_forward": "if (bdi_valid && !active_q) {given_key_valid, given_key_update} = 2'b00;",
        "key_back": "if (bdi_valid && !active_q) key_ready = 1'b0;"}),
    Fault("key-with-block-lost", "a key that is taken in a cycle in which a block is on offer is not kept", {
        "key_forward": "if (bdi_valid && keys_q != 0) given_key = first_key_q;"}),
    Fault("key-taken-unasked", "a key is taken in idle although key_update is 0", {
        "key_back": "if (!key_update && !active_q) key_ready = 1'b1;"}),
    Fault("key-ready-in-message", "a key is taken during a message, and lost",
          {"key_back": "if (active_q && key_update) key_ready = 1'b1;"}),
    Fault("key-without-valid", "key_valid is not looked at: the wires are taken when key_update rises", _key_unasked("1")),
    Fault("key-valid-after-timeout", "after 100 cycles of key_update the wires of the key are taken, valid or not",
          _key_unasked("key_wait_q >= 100")),
    Fault("key-late-by-10", "a key that comes more than ten cycles after key_update is taken as zero", {
        "key_forward": "if (key_wait_q >= 10) given_key = '0;"}),
    Fault("key-late-by-150", "a key that comes more than 150 cycles after key_update is taken as zero", {
        "key_forward": "if (key_wait_q >= 150) given_key = '0;"}),
    Fault("key-sampled-late", "the key is read from the wires in the cycle after its transfer", {
        "key_forward": "{given_key_valid, given_key_update} = {2{full_q}};",
        "key_back": "key_ready = key_update && !active_q && !full_q;",
        "bdi_forward": "if (!active_q && (full_q || key_update)) given_valid = 1'b0;",
        "bdi_back": "if (!active_q && (full_q || key_update)) bdi_ready = 1'b0;",
        "clocked": "if (key_moves) full_q <= 1'b1; else if (core_key_ready) full_q <= 1'b0;"}),
    Fault("key-update-in-message", "a key_update that rises during a message spoils its end",
          merged(triggered("key_update && active_q && ended_q"), wrong_answer("armed"))),
    Fault("idle-left-at-once", "idle is left for the nonce although nothing is offered: a later key finds the core gone",
          _core_without_key("!active_q && messages_q != 0 && still_q >= 1 && !key_update && !bdi_valid")),
    Fault("idle-left-after-20", "after 20 cycles without anything idle is left for the nonce: a later key finds the core gone",
          _core_without_key("!active_q && messages_q != 0 && still_q >= 20 && !key_update && !bdi_valid")),
    Fault("idle-left-after-300", "after 300 cycles without anything idle is left for the nonce: a later key finds the core gone",
          _core_without_key("!active_q && messages_q != 0 && still_q >= 300 && !key_update && !bdi_valid")),
]  # fmt: skip

BLOCKS = [
    Fault("nonce-stale", "a message under the same key goes with the nonce before", {
        "bdi_forward": "if (of_nonce && nonce_q == 0 && uses_q != 0) given.data = last_nonce_q;"}),
    Fault("nonce-last-bit-ignored", "the last bit of the first nonce block is not used", {
        "bdi_forward": "if (of_nonce && nonce_q == 0) given.data[BDI - 8 * bdi_size] = 1'b0;"}),
    Fault("nonce-blocks-swapped", "the second block of the nonce is the first again", {
        "bdi_forward": "if (of_nonce && nonce_q == 1) given.data = last_nonce_q;"}, several_nonce_blocks),
    Fault("nonce-wrong-after-forgery", "after a forged message the nonce is added to the state that it left", {
        "bdi_forward": "if (of_nonce && rejected_q) given.data = bdi ^ last_nonce_q ^ {BDI{1'b1}};"}),
    Fault("nonce-without-valid", "in idle bdi_valid is not looked at: the nonce is what lies on the wires", {
        "bdi_forward": "if (!active_q && messages_q != 0) given_valid = 1'b1;"}),
    Fault("block-without-valid", "bdi_valid is not looked at within a message", {"bdi_forward": "if (active_q) given_valid = 1'b1;"}),
    Fault("block-after-timeout", "after 200 cycles without a block within a message the wires are taken as one", {
        "clocked": "count_q <= active_q && !ended_q && !bdi_valid ? count_q + 1 : '0;",
        "bdi_forward": "if (count_q >= 200) given_valid = 1'b1;"}),
    Fault("ad-dropped", "a second AD block that is not the last is forgotten", dropped(BDI, "of_ad && ad_q == 1 && !bdi_eot")),
    Fault("ad-single-dropped", "AD of one block, followed by data, is not authenticated",
          dropped(BDI, "of_ad && ad_q == 0 && bdi_eot && !bdi_eoi")),
    Fault("ad-doubled", "the first of several AD blocks is taken in twice", doubled(BDI, "of_ad && ad_q == 0 && !bdi_eot")),
    Fault("ad-stale", "the third AD block is taken as the second again", {
        "bdi_forward": "if (of_ad && ad_q == 2) given.data = last_q.data;"}),
    Fault("ad-first-bit-ignored", "the first bit of an AD block is not used from the third block on", wrong_block("of_ad && ad_q >= 2")),
    Fault("ad-partial-wrong", "a partial AD block is taken in wrongly", wrong_block("of_ad && bdi_size != 0 && bdi_size != AD_BYTES")),
    Fault("ad-added-up", "the second AD block is taken as the sum of the first two", {
        "bdi_forward": "if (of_ad && ad_q == 1) given.data = bdi ^ last_q.data;"}),
    Fault("data-taken-twice", "the first of several data blocks is taken in twice", doubled(BDI, "of_data && data_q == 0 && !bdi_eot")),
    Fault("data-dropped", "the second data block that is not the last is forgotten", dropped(BDI, "of_data && data_q == 1 && !bdi_eot")),
    Fault("data-stale", "the second data block is taken as the first again", {
        "bdi_forward": "if (of_data && data_q == 1 && bdi_size != 0) given.data = last_q.data;"}),
    Fault("data-last-byte-lost", "of a partial block the last byte is taken as zero", {
        "bdi_forward": "if (of_data && bdi_size != 0 && bdi_size != BYTES) given.data[BDI-8*bdi_size+:8] = '0;"}),
    Fault("data-almost-full-taken-as-full", "a last data block that lacks one byte is taken as a full one", {
        "bdi_forward": "if (of_data && bdi_size == BYTES - 1) begin given.size = SZ'(BYTES); given.partial = 1'b0; "
                       "given.valid_bytes[BDI_BYTES-1-:BYTES] = '1; given.pad_loc = '0; end"}, own_length),
    Fault("data-full-taken-as-partial", "of a full last data block the last byte is not counted", {
        "bdi_forward": "if (of_data && bdi_eot && bdi_size == BYTES) begin given.size = SZ'(BYTES - 1); given.partial = 1'b1; "
                       "given.valid_bytes[BDI_BYTES-BYTES] = 1'b0; given.data[BDI-8*BYTES+:8] = '0; end"}, full_last_block),
    Fault("tag-received-first-block-twice", "of the tag to compare the first block is taken for the second", {
        "bdi_forward": "if (of_tag && tag_q == 1) given.data = last_q.data;"}, several_tag_blocks),
    Fault("direction-of-first-message", "`decrypt` is read once, with the first message after reset", {
        "bdi_forward": "if (messages_q != 0) given.decrypt = flag_q; if (of_data) given.kind = given.decrypt ? 4'd5 : 4'd4;",
        "clocked": "if (bdi_moves && messages_q == 0) flag_q <= decrypt;"}),
    Fault("direction-after-last-block", "encryption or decryption is looked up again after the last block, when none is on offer", {
        "trigger": "trigger = ended_q && !decrypting_q && decrypt && !bdi_valid;",
        "bdo_forward": "if (armed && is_tag) bdo_valid = 1'b0;", "bdo_back": "if (armed && is_tag) made_ready = 1'b0;"}),
    Fault("direction-sampled-late", "`decrypt` is read in the cycle after a block's transfer", block_register("decrypt")),
    Fault("block-sampled-late", "a block is read from the wires in the cycle after its transfer", block_register("data")),
    Fault("size-sampled-late", "a block's size and valid bytes are read in the cycle after its transfer",
          block_register("size", "partial", "valid_bytes", "pad_loc")),
    Fault("flags-sampled-late", "eot and eoi are read in the cycle after the transfer of their block", block_register("eot", "eoi")),
    Fault("ready-while-output-waits", "while an output waits the next block is taken, and lost",
          {"bdi_back": "if (bdo_wait_q >= 2) bdi_ready = 1'b1;"}),
    Fault("ready-while-busy", "bdi_ready is 1 after the last block as well: the next nonce is taken too early", {
        "bdi_back": "if (ended_q && !decrypting_q) bdi_ready = 1'b1;"}),
]  # fmt: skip

FAULTS = (*KEYS, *BLOCKS)
