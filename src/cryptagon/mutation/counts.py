"""Faults that wait for their time: a count of blocks, bytes or messages, a length, a forgery, a
pause, a reset in the middle of a message.
"""

from cryptagon.mutation.conditions import own_length
from cryptagon.mutation.fault import (
    BDI,
    Fault,
    merged,
    stopped,
    triggered,
    wrong_answer,
    wrong_block,
    wrong_output,
)

COUNTS = [
    *[Fault(f"hang-after-{count}-data-blocks", f"the core hangs after {count} blocks of data", stopped(BDI, f"of_data && data_q >= {count}"))
      for count in (2, 20, 120, 200)],
    *[Fault(f"hang-after-{count}-ad-blocks", f"the core hangs after {count} blocks of AD", stopped(BDI, f"of_ad && ad_q >= {count}"))
      for count in (20, 120)],
    *[Fault(f"data-wrong-at-block-{count}", f"block {count} of the data is wrong", wrong_output(f"is_text && out_q == {count - 1}"))
      for count in (5, 50, 200, 256, 1024)],
    *[Fault(f"ad-wrong-at-block-{count}", f"block {count} of the AD is taken in wrongly", wrong_block(f"of_ad && ad_q == {count - 1}"))
      for count in (5, 17, 50, 200)],
    Fault("ad-count-of-8-bits", "AD is counted in 8 bits: the tag is wrong from 256 blocks on", wrong_answer("ad_q >= 256")),
    Fault("data-count-of-8-bits", "data is counted in 8 bits: the tag is wrong from 256 blocks on", wrong_answer("data_q >= 256")),
    Fault("ad-count-of-12-bits", "AD is counted in 12 bits: the tag is wrong from 4,096 blocks on", wrong_answer("ad_q >= 4096")),
    Fault("ad-bytes-of-8-bits", "bytes of AD are counted in 8 bits: the tag is wrong from 256 bytes on", wrong_answer("ad_bytes_q >= 256")),
    Fault("data-bytes-of-10-bits", "bytes of data are counted in 10 bits: the tag is wrong from 1,024 on",
          wrong_answer("data_bytes_q >= 1024")),
    Fault("data-bits-of-16-bits", "bits of data are counted in 16 bits: the tag is wrong from 8,192 bytes on",
          wrong_answer("data_bytes_q >= 8192")),
    Fault("ad-bytes-of-16-bits", "bytes of AD are counted in 16 bits: the tag is wrong from 65,536 on",
          wrong_answer("ad_bytes_q >= 65536")),
    Fault("data-bytes-of-16-bits", "bytes of data are counted in 16 bits: the tag is wrong from 65,536 on",
          wrong_answer("data_bytes_q >= 65536")),
    Fault("message-17", "the seventeenth message after reset is wrong", wrong_output("messages_q == 16")),
    Fault("message-hang-after-100", "after a hundred messages no block is taken", stopped(BDI, "messages_q >= 100")),
]  # fmt: skip

LENGTHS = [
    Fault("data-empty-wrong-tag", "the tag of a message without data is wrong", wrong_answer("data_bytes_q == 0")),
    Fault("ad-empty-wrong-tag", "the tag of a message without AD is wrong", wrong_answer("ad_bytes_q == 0")),
    Fault("both-empty-wrong-tag", "the tag of a message without AD and data is wrong",
          wrong_answer("ad_bytes_q == 0 && data_bytes_q == 0")),
    Fault("both-empty-hang", "the core hangs where there is neither AD nor data", {
        "bdo_forward": "if (is_tag && ad_bytes_q == 0 && data_bytes_q == 0) bdo_valid = 1'b0;",
        "bdo_back": "if (is_tag && ad_bytes_q == 0 && data_bytes_q == 0) made_ready = 1'b0;"}),
    Fault("data-one-block-wrong-tag", "the tag over exactly one full block of data is wrong", wrong_answer("data_bytes_q == BYTES")),
    Fault("ad-one-block-wrong-tag", "the tag over exactly one full block of AD is wrong", wrong_answer("ad_bytes_q == AD_BYTES")),
    Fault("data-full-last-wrong-tag", "the tag is wrong where the last of several data blocks is full",
          wrong_answer("data_bytes_q > BYTES && data_bytes_q % BYTES == 0")),
    Fault("data-one-byte-wrong", "the only byte of a last block is wrong", wrong_output("is_text && made_size == 1"),
          own_length),
    Fault("data-almost-full-wrong", "a last block that lacks one byte is wrong", wrong_output("is_text && made_size == BYTES - 1"),
          own_length),
    Fault("ad-longer-than-data", "the tag is wrong where the AD is longer than the data, and there are data",
          wrong_answer("data_bytes_q != 0 && ad_bytes_q > data_bytes_q")),
    Fault("both-partial-wrong-tag", "the tag is wrong where AD and data both end in a partial block",
          wrong_answer("ad_bytes_q % AD_BYTES != 0 && data_bytes_q % BYTES != 0")),
    Fault("lengths-equal-wrong-tag", "the tag is wrong where AD and data are equally long, and not empty",
          wrong_answer("data_bytes_q != 0 && ad_bytes_q == data_bytes_q")),
]  # fmt: skip

HISTORY = [
    Fault("wrong-after-forgery", "the message after a forgery is wrong: its state is left", wrong_output("rejected_q")),
    Fault("wrong-encryption-after-forgery", "an encryption right after a forgery has a wrong tag", {
        "bdo_forward": "if (is_tag && rejected_q) bdo[TAG_END] = !made[TAG_END];"}),
    Fault("hang-after-forgery", "after a forged message no block is taken", stopped(BDI, "rejected_q")),
    Fault("wrong-after-decryption", "an encryption right after an accepted decryption has a wrong first block", {
        "clocked": "if (ends) flag_q <= verdict_moves && verdict;",
        "bdo_forward": "if (flag_q && out_q == 0 && !decrypting_q) bdo[BLOCK-1] = !made[BLOCK-1];"}),
    Fault("wrong-after-empty", "the message after one without AD and data is wrong", {
        "clocked": "if (ends) flag_q <= ad_bytes_q == 0 && data_bytes_q == 0;", **wrong_output("flag_q")}),
    Fault("wrong-after-partial", "the message after one whose last block was not full is wrong", {
        "clocked": "if (ends) flag_q <= data_bytes_q % BYTES != 0;", **wrong_output("flag_q")}),
    Fault("wrong-after-long", "the message after one of more than a hundred blocks is wrong", {
        "clocked": "if (ends) flag_q <= data_q + ad_q > 100;", **wrong_output("flag_q")}),
]  # fmt: skip


def _pause(cycles: int, where: str) -> str:
    return f"still_q >= {cycles} && ({where})"


PAUSES = [
    Fault("pause-100-before-message", "after a pause of 100 cycles between messages the next message is wrong",
          merged(triggered(_pause(100, "!active_q && messages_q != 0")), wrong_output("armed_q"))),
    Fault("pause-300-before-key", "a key that comes after a pause of 300 cycles is taken in wrongly", {
        "trigger": f"trigger = {_pause(300, '!active_q && messages_q != 0')} && key_update;",
        "key_forward": "if (armed) given_key[0] = !key[0];"}),
    Fault("pause-100-after-key", "after a pause of 100 cycles between key and nonce the message is wrong",
          merged(triggered(_pause(100, "!active_q && last_kind_q == 12")), wrong_output("armed_q"))),
    Fault("pause-300-after-nonce", "after a pause of 300 cycles behind the nonce the message is wrong",
          merged(triggered(_pause(300, "active_q && last_kind_q == 13 && !ended_q")), wrong_answer("armed_q"))),
    Fault("pause-200-within-ad", "after a pause of 200 cycles within the AD the tag is wrong",
          merged(triggered(_pause(200, "active_q && last_kind_q == 1 && !last_q.eot")), wrong_answer("armed_q"))),
    Fault("pause-200-before-data", "after a pause of 200 cycles between AD and data the tag is wrong",
          merged(triggered(_pause(200, "active_q && last_kind_q == 1 && last_q.eot && !ended_q")), wrong_answer("armed_q"))),
    Fault("pause-150-within-data", "after a pause of 150 cycles within the data the next block is wrong",
          merged(triggered(_pause(150, "active_q && (last_kind_q == 4 || last_kind_q == 5) && !ended_q")), wrong_output("armed_q"))),
    Fault("pause-200-before-tag", "a tag that comes 200 cycles after the data is rejected", {
        "trigger": f"trigger = {_pause(200, 'active_q && ended_q && decrypting_q')};", "auth_forward": "if (armed_q) msg_auth = 1'b0;"}),
    Fault("pause-hang-after-500", "after a pause of 500 cycles in idle the core does not wake up", {
        "clocked": f"if ({_pause(500, '!active_q && messages_q != 0')}) flag_q <= 1'b1;", **stopped(BDI, "flag_q")}),
]  # fmt: skip

RESETS = [
    Fault("reset-forgets-message", "a register that tells of a message keeps it over a reset: the next nonce is taken in wrongly",
          merged({"clocked": "if (bdi_moves) unreset_q <= 1'b1; if (ends) unreset_q <= 1'b0;"}, wrong_block("!active_q && unreset_q"))),
    Fault("reset-waits-for-output", "a reset is not heeded while an output waits", {
        "clocked": "if (bdi_moves) unreset_q <= 1'b1;",
        "reset": "if (unreset_q && bdo_valid && !bdo_ready) core_rst = 1'b0;"}),
    Fault("reset-of-two-cycles", "a reset is heeded from its second cycle on", {
        "clocked": "unreset_q <= rst;", "reset": "core_rst = rst && unreset_q;"}),
]  # fmt: skip

FAULTS = (*COUNTS, *LENGTHS, *HISTORY, *PAUSES, *RESETS)
