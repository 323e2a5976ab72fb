"""Faults of ciphertext that holds the padding of its plaintext: what is padded, and what of the
padding leaves.
"""

from cryptagon.mutation.conditions import expands, padding_block
from cryptagon.mutation.fault import BDO, Fault, dropped, wrong_output

_PADDING_BLOCK = "is_last && !decrypting_q && last_size == 0"
_OF_EMPTY = f"{_PADDING_BLOCK} && data_bytes_q == 0"
_BEHIND_FULL = f"{_PADDING_BLOCK} && data_bytes_q != 0"

PLAINTEXT = [
    Fault("padding-byte-lost", "the first byte of the padding in a partial block is taken as zero", {
        "bdi_forward": "if (of_data && bdi_size != 0 && bdi_partial && !decrypt) given.data[BDI-8-8*bdi_size+:8] = '0;"}, expands),
    Fault("padding-to-the-end", "a partial block is filled with ones instead of zeros behind the first byte of padding", {
        "bdi_forward": "for (int i = 0; i < BYTES; i++) if (of_data && bdi_partial && !decrypt && i + 1 + bdi_size < BYTES) "
                       "given.data[BDI-8*BYTES+8*i+:8] = '1;"}, expands),
    Fault("padding-block-zero", "a block of padding alone is taken as zeros", {
        "bdi_forward": "if (of_data && bdi_size == 0) given.data = '0;"}, expands),
    Fault("padding-block-stale", "the block of padding behind a full block is taken as that block again", {
        "bdi_forward": "if (of_data && bdi_size == 0 && data_q != 0) given.data = last_q.data;"}, padding_block),
]  # fmt: skip

CIPHERTEXT = [
    Fault("padding-block-not-given", "a block of padding behind a full block gives no block of ciphertext",
          dropped(BDO, _BEHIND_FULL), padding_block),
    Fault("padding-block-of-empty-not-given", "a message without data gives no ciphertext", dropped(BDO, _OF_EMPTY), expands),
    Fault("padding-block-wrong", "the ciphertext of a block of padding behind a full block is wrong", wrong_output(_BEHIND_FULL), padding_block),
    Fault("padding-block-of-empty-wrong", "the ciphertext of a message without data is wrong", wrong_output(_OF_EMPTY), expands),
    Fault("expanded-size-of-plaintext", "bdo_size of the last block of ciphertext is that of its plaintext", {
        "bdo_forward": "if (is_last && !decrypting_q) bdo_size = last_size;"}, expands),
    Fault("expanded-bytes-cleared", "of the last block of ciphertext only as many bytes leave as its plaintext has", {
        "bdo_forward": "for (int i = 0; i < BYTES; i++) if (is_last && !decrypting_q && i + last_size < BYTES) bdo[8*i+:8] = '0;"}, expands),
    Fault("expanded-one-byte-wrong", "the ciphertext of a last block of one byte is wrong",
          wrong_output("is_last && !decrypting_q && last_size == 1"), expands),
    Fault("expanded-almost-full-wrong", "the ciphertext of a last block that lacks one byte is wrong",
          wrong_output("is_last && !decrypting_q && last_size == BYTES - 1"), expands),
    Fault("decrypted-padding-removed", "the first byte of the padding is taken off the decrypted block", {
        "bdo_forward": "for (int i = BYTES - 1; i >= 0; i--) "
                       "if (is_last && decrypting_q && made[8*i+:8] == 8'h80 && (made << (8 * (BYTES - i))) == '0) bdo[8*i+:8] = '0;"}, expands),
    Fault("decrypted-padding-block-not-given", "decryption gives no block for one of padding alone",
          dropped(BDO, "is_last && decrypting_q && made == {8'h80, {BLOCK-8{1'b0}}}"), expands),
]  # fmt: skip

FAULTS = (*PLAINTEXT, *CIPHERTEXT)
