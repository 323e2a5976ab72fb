"""Faults of what a core gives: its blocks, its tag, its verdict, and the handshakes of its
outputs.
"""

from cryptagon.mutation.conditions import own_length
from cryptagon.mutation.fault import (
    BDO,
    Fault,
    accepts,
    doubled,
    dropped,
    merged,
    rejects,
    stopped,
    swapped,
    triggered,
    wrong_answer,
    wrong_output,
)

BLOCKS = [
    Fault(
        "output-first-message-only", "after reset the first message is right and each one after it wrong", wrong_output("messages_q != 0")
    ),
    Fault("output-first-message", "the first message after reset is wrong", wrong_output("messages_q == 0")),
    Fault("output-dropped", "the second data block of a message is lost", dropped(BDO, "is_text && out_q == 1")),
    Fault("output-doubled", "the second data block of a message comes twice", doubled(BDO, "is_text && out_q == 1")),
    Fault("output-reordered", "the second data block of a message changes places with the output after it",
          swapped(BDO, "is_text && out_q == 1")),
    Fault("output-stale", "the third data block of a message is that of the block before", {
        "bdo_forward": "if (is_text && out_q == 2) bdo = out_before_q;"}),
    Fault("output-size-full", "bdo_size of a partial last block is that of a full one", {
        "bdo_forward": "if (is_text) bdo_size = BYTES;"}, own_length),
    Fault("output-size-zero", "bdo_size of the tag is 0", {"bdo_forward": "if (is_tag) bdo_size = '0;"}),
    Fault("output-size-short", "bdo_size of a block of all but one bytes is one too small", {
        "bdo_forward": "if (is_text && made_size == BYTES - 1) bdo_size = BYTES - 2;"}, own_length),
    Fault("output-of-empty-data", "a message without data gives a block of output before the tag",
          doubled(BDO, "is_tag && data_bytes_q == 0 && tag_out_q == 0")),
]  # fmt: skip

TAGS = [
    Fault("tag-wrong-bit-last", "the last bit of the tag is wrong in each encryption", {"bdo_forward": "if (is_tag) bdo[TAG_END] = !made[TAG_END];"}),
    Fault("tag-dropped", "an encryption with AD and without data gives no tag", stopped(BDO, "is_tag && data_bytes_q == 0 && ad_q != 0")),
    Fault("tag-doubled", "an encryption gives its last tag block twice", doubled(BDO, "is_tag && tag_out_q == TAG_BLOCKS - 1")),
    Fault("tag-of-decryption", "a decryption gives a block of tag where its verdict is due", {
        "bdo_forward": "if (verdict_valid) begin bdo_valid = 1'b1; bdo_size = BYTES; end",
        "bdo_back": "if (verdict_valid) made_ready = 1'b0;"}),
    Fault("tag-stale", "the tag is the data block before it, where the message has just one", {
        "bdo_forward": "if (is_tag && texts_q == 1) bdo = out_before_q;"}),
]  # fmt: skip

VERDICTS = [
    Fault("verdict-always-true", "every decryption is accepted", accepts("1")),
    Fault("verdict-always-false", "every decryption is rejected", rejects("1")),
    Fault("verdict-inverted-once", "the first verdict after reset is inverted", {
        "auth_forward": "if (!flag_q) msg_auth = !verdict;", "clocked": "if (verdict_moves) flag_q <= 1'b1;"}),
    Fault("verdict-stale", "the verdict is that on the decryption before", {"auth_forward": "msg_auth = verdict_q;"}),
    Fault("verdict-sticky-false", "once a message was rejected, the next one is rejected as well", rejects("rejected_q")),
    Fault("verdict-sticky-true", "a forgery after a forgery is accepted", accepts("rejected_q")),
    Fault("verdict-never-for-forgery", "a forgery gets no verdict: the core goes back to idle without a word", {
        "auth_forward": "if (!verdict) msg_auth_valid = 1'b0;", "auth_back": "if (!verdict) verdict_ready = 1'b1;"}),
    Fault("verdict-doubled", "the verdict comes twice", {
        "auth_back": "if (!flag_q) verdict_ready = 1'b0;", "clocked": "if (msg_auth_valid && msg_auth_ready) flag_q <= !flag_q;"}),
    Fault("verdict-early", "the verdict comes, and is good, when all but the tag has been taken", {
        "auth_forward": "msg_auth = 1'b1; msg_auth_valid = active_q && is_tag && decrypting_q && !flag_q;",
        "auth_back": "verdict_ready = flag_q;",
        "clocked": "if (msg_auth_valid && msg_auth_ready) flag_q <= 1'b1; if (verdict_moves) flag_q <= 1'b0;"}),
    Fault("verdict-of-encryption", "an encryption gives a verdict, too, after its tag", {
        "auth_forward": "if (flag_q) {msg_auth, msg_auth_valid} = 2'b11;",
        "clocked": "if (ends && !verdict_moves) flag_q <= 1'b1; else if (msg_auth_ready) flag_q <= 1'b0;"}),
    Fault("verdict-true-without-ad", "a decryption without AD is accepted whatever its tag", accepts("ad_bytes_q == 0")),
    Fault("verdict-true-without-data", "a decryption without data is accepted whatever its tag", accepts("data_bytes_q == 0"),
          own_length),
    Fault("verdict-true-partial-data", "a decryption whose last block is not full is accepted whatever its tag",
          accepts("ends_partly")),
    Fault("verdict-false-partial-data", "what fills a partial block of ciphertext enters the tag: such a decryption is rejected",
          rejects("ends_partly")),
    Fault("verdict-false-almost-full", "a decryption whose last block lacks one byte is rejected",
          rejects("data_bytes_q % BYTES == BYTES - 1"), own_length),
]  # fmt: skip

HANDSHAKES = [
    Fault("bdo-valid-needs-ready", "bdo_valid waits for bdo_ready", {"bdo_forward": "bdo_valid = made_valid && bdo_ready;"}),
    Fault("bdo-data-needs-ready", "the data block changes with bdo_ready",
          {"bdo_forward": "if (!bdo_ready) bdo[BLOCK-1] = !made[BLOCK-1];"}),
    Fault("msg-auth-valid-needs-ready", "msg_auth_valid waits for msg_auth_ready", {
        "auth_forward": "msg_auth_valid = verdict_valid && msg_auth_ready;"}),
    Fault("bdo-valid-dropped", "bdo_valid falls for a cycle after each cycle without bdo_ready", {
        "bdo_forward": "if (flag_q) bdo_valid = 1'b0;", "bdo_back": "if (flag_q) made_ready = 1'b0;",
        "clocked": "flag_q <= bdo_valid && !bdo_ready;"}),
    Fault("bdo-ignores-ready", "bdo_ready is not looked at: what is not taken at once is lost", {"bdo_back": "made_ready = 1'b1;"}),
    Fault("msg-auth-ignores-ready", "msg_auth_ready is not looked at: the verdict is on offer for one cycle",
          {"auth_back": "verdict_ready = 1'b1;"}),
    Fault("msg-auth-inverted-while-waiting", "the verdict turns after one cycle without msg_auth_ready", {
        "auth_forward": "if (auth_wait_q != 0) msg_auth = !verdict;"}),
    Fault("bdo-changes-while-waiting", "the block of output changes after one cycle without bdo_ready", wrong_output("bdo_wait_q != 0")),
    Fault("bdo-changes-after-200-waits", "the block of output changes after 200 cycles without bdo_ready",
          wrong_output("bdo_wait_q >= 200")),
    Fault("bdo-size-changes-after-50-waits", "bdo_size changes after 50 cycles without bdo_ready", {
        "bdo_forward": "if (bdo_wait_q >= 50) bdo_size = made_size - 1;"}),
    Fault("bdo-lost-after-250-waits", "a block of output that waited 250 cycles for bdo_ready is given up",
          dropped(BDO, "bdo_wait_q >= 250")),
    Fault("msg-auth-lost-after-200-waits", "a verdict that waited 200 cycles for msg_auth_ready is given up", {
        "auth_forward": "if (auth_wait_q >= 200) msg_auth_valid = 1'b0;", "auth_back": "if (auth_wait_q >= 200) verdict_ready = 1'b1;"}),
    Fault("msg-auth-true-after-300-waits", "a verdict that waited 300 cycles for msg_auth_ready is good", accepts("auth_wait_q >= 300")),
    Fault("tag-wrong-after-output-waited-100", "a data block that waited 100 cycles for bdo_ready spoils the tag",
          merged(triggered("bdo_wait_q >= 100"), wrong_answer("armed"))),
    Fault("next-message-wrong-after-tag-waited-100", "a tag that waited 100 cycles for bdo_ready spoils the next message", {
        "clocked": "if (is_tag && bdo_wait_q >= 100) flag_q <= 1'b1; else if (ends) flag_q <= 1'b0; "
                   "if (is_tag && bdo_wait_q >= 100) count_q <= messages_q;",
        **wrong_output("flag_q && count_q != messages_q")}),
]  # fmt: skip

FAULTS = (*BLOCKS, *TAGS, *VERDICTS, *HANDSHAKES)
