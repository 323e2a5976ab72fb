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
        """The ciphertext followed by the tag."""
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

    The counting bytes are 00 01 02 ... in key, nonce, plaintext and AD, as in the LWC files. The
    pseudo-random records come from a fixed seed and are up to nine blocks of plaintext and six of
    AD. `sizes` gives the bits of key, nonce and blocks.
    """
    block, ad_block = sizes.block // 8, sizes.ad_block // 8
    inputs = [
        (_counting(sizes.key // 8), _counting(sizes.npub // 8), _counting(pt), _counting(ad))
        for pt in corner_lengths(block)
        for ad in corner_lengths(ad_block)
    ]
    source = random.Random(SEED)
    for _ in range(RANDOM_RECORDS):
        pt, ad = source.randint(0, 9 * block), source.randint(0, 6 * ad_block)
        inputs.append(
            (
                source.randbytes(sizes.key // 8),
                source.randbytes(sizes.npub // 8),
                source.randbytes(pt),
                source.randbytes(ad),
            )
        )
    return [
        KatRecord(count, key, nonce, pt, ad, cipher.encrypt(key, nonce, ad, pt))
        for count, (key, nonce, pt, ad) in enumerate(inputs, start=1)
    ]


def _counting(length: int) -> bytes:
    return bytes(i & 0xFF for i in range(length))
