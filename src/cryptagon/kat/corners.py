"""Known answers of a project's own: inputs that meet every corner of a block cipher mode or sponge,
answered by a given cipher.
"""

import random
from typing import Protocol

from cryptagon.catalog import Sizes
from cryptagon.kat.lwc_format import KatRecord

RANDOM_RECORDS = 16
SEED = 20261121


class Cipher(Protocol):
    """Anything that encrypts."""

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes) -> bytes:
        """The ciphertext followed by the tag; a secret message number is in front of the
        plaintext, and encrypted in front of the ciphertext.
        """
        ...


def corner_lengths(block_bytes: int) -> list[int]:
    """Lengths in bytes, in rising order: nothing, one byte, the neighbourhood of one and of two
    blocks, three blocks and a byte.
    """
    around = {
        0,
        1,
        block_bytes - 1,
        block_bytes,
        block_bytes + 1,
        2 * block_bytes - 1,
        2 * block_bytes,
        3 * block_bytes + 1,
    }
    return sorted(around)


def make_records(cipher: Cipher, sizes: Sizes) -> list[KatRecord]:
    """Records from Count 1: each corner length of the plaintext with each of the AD on counting
    bytes, then pseudo-random ones.

    The counting bytes are 00 01 02 ... in key, message numbers, plaintext and AD, as in the LWC
    files. The pseudo-random records come from a fixed seed and are up to nine blocks of plaintext
    and six of AD. `sizes` gives the bits of key, message numbers and blocks.
    """
    block, ad_block = sizes.block // 8, sizes.ad_block // 8
    numbers = (sizes.key // 8, sizes.npub // 8)
    inputs = [
        (*map(_counting, (*numbers, pt, ad, sizes.nsec // 8)),)
        for pt in corner_lengths(block)
        for ad in corner_lengths(ad_block)
    ]
    source = random.Random(SEED)
    for _ in range(RANDOM_RECORDS):
        pt, ad = source.randint(0, 9 * block), source.randint(0, 6 * ad_block)
        inputs.append((*map(source.randbytes, (*numbers, pt, ad, sizes.nsec // 8)),))
    return [
        KatRecord(count, key, nonce, pt, ad, cipher.encrypt(key, nonce, ad, nsec + pt), nsec)
        for count, (key, nonce, pt, ad, nsec) in enumerate(inputs, start=1)
    ]


def _counting(length: int) -> bytes:
    return bytes(i & 0xFF for i in range(length))
