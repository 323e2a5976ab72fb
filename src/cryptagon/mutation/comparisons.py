"""Faults of the comparison of the tag: `difference` holds the received tag XOR the right one, its
first bit on top.
"""

from cryptagon.mutation.conditions import several_tag_blocks, tag_has_bit
from cryptagon.mutation.fault import Fault, Hooks


def _same(difference: str) -> Hooks:
    return {"compare": f"msg_auth = ({difference}) == '0;"}


FAULTS = (
    *[Fault(f"tag-bit-{bit}-ignored", f"bit {bit} of the tag, counted from its first, is not compared",
            {"compare": f"msg_auth = (difference & ~(TAG'(1) << (TAG - 1 - {bit}))) == '0;"}, tag_has_bit(bit))
      for bit in (0, 1, 31, 64, 77, 95, 126)],
    Fault("tag-last-bit-ignored", "the last bit of the tag is not compared", _same("difference >> 1")),
    Fault("tag-first-byte-ignored", "the first byte of the tag is not compared", _same("difference << 8")),
    Fault("tag-last-byte-ignored", "the last byte of the tag is not compared", _same("difference >> 8")),
    Fault("tag-first-half-only", "the first half of the tag is compared alone", _same("difference >> TAG / 2")),
    Fault("tag-last-half-only", "the last half of the tag is compared alone", _same("difference << TAG / 2")),
    Fault("tag-first-block-only", "the first block of the tag is compared alone", _same("difference >> (TAG - BLOCK)"), several_tag_blocks),
    Fault("tag-last-block-only", "each block of the tag overwrites the verdict on the one before",
          _same("difference << (TAG_BLOCKS - 1) * BLOCK"), several_tag_blocks),
    Fault("tag-any-block", "one block of the tag that is right is enough", {
        "compare": "for (int i = 0; i < TAG_BLOCKS; i++) if (((received[i] ^ right_q[i])) == '0) msg_auth = 1'b1;"}, several_tag_blocks),
    Fault("tag-differences-cancel", "the differences of the two halves of the tag are added: equal ones cancel",
          _same("difference[TAG-1:TAG/2] ^ difference[TAG/2-1:0]")),
    Fault("tag-sum-of-bytes", "the bytes of the tag are added up and compared as a sum", {
        "compare": "sum = '0; for (int i = 0; i < TAG / 8; i++) "
                   "sum = sum + received_tag[8*i+:8] - right_tag[8*i+:8]; msg_auth = sum == '0;"}),
    Fault("tag-ones-only", "only bits that are 1 in the right tag are compared", {
        "compare": "msg_auth = (difference & right_tag) == '0;"}),
    Fault("tag-zero-accepted", "a tag of zeros is accepted", {"compare": "if (received_tag == '0) msg_auth = 1'b1;"}),
)  # fmt: skip
