"""Messages that go where counters of a core run over: many blocks, lengths around powers of two,
many messages in a row.
"""

import random

from cryptagon.hwapi.message import Cipher, HardwareAlgorithm, Message
from cryptagon.hwapi.source import Source, keep_keys

LONG_BLOCKS = (16, 80, 144, 300, 700)
"""Message lengths in blocks: beyond what a designer tries by hand, on either side of 2^8."""

SHORT_BYTES = 5
"""What the other class of a long message holds."""


def long_messages(algorithm: HardwareAlgorithm, cipher: Cipher, *, seed: int) -> list[Message]:
    """AD, data and both of each of LONG_BLOCKS blocks, encrypted and decrypted."""
    sizes = [
        (count * algorithm.sizes.ad_block // 8, count * algorithm.sizes.block // 8)
        for count in LONG_BLOCKS
    ]
    pairs = [
        pair for ad, data in sizes for pair in ((ad, SHORT_BYTES), (SHORT_BYTES, data), (ad, data))
    ]
    source = Source(algorithm, cipher, random.Random(seed))
    key = source.key()
    return keep_keys(
        [source.message(key, pair, decrypt, "long") for pair in pairs for decrypt in (False, True)]
    )


def counter_boundaries(block: int, *, thorough: bool = False) -> tuple[int, ...]:
    """Lengths in bytes at which a counter of bits, bytes or blocks (`block` bytes each) runs over.

    Counters of 8 and of 16 bits, and of 12 bits for blocks; where `thorough`, of 16 bits for blocks
    and of 20 bits for bytes, too.
    """
    lengths = {1 << 8, 1 << 13, 1 << 16, block << 8, block << 12}
    return tuple(sorted(lengths | {block << 16, 1 << 20} if thorough else lengths))


def boundary_messages(
    algorithm: HardwareAlgorithm, cipher: Cipher, *, seed: int, thorough: bool = False
) -> list[Message]:
    """AD, then data, of each length of `counter_boundaries` for either block: encrypted, also a
    byte less; decrypted, also one more.
    """
    source = Source(algorithm, cipher, random.Random(seed))
    key = source.key()
    found = []
    of_either = (
        counter_boundaries(bits // 8, thorough=thorough)
        for bits in (algorithm.sizes.ad_block, algorithm.sizes.block)
    )
    for length in sorted(set().union(*of_either)):
        for size, decrypt in (
            (length - 1, False),
            (length, False),
            (length, True),
            (length + 1, True),
        ):
            for pair in ((size, SHORT_BYTES), (SHORT_BYTES, size)):
                found.append(source.message(key, pair, decrypt, "counter boundary"))
    return keep_keys(found)


def many_messages(
    algorithm: HardwareAlgorithm, cipher: Cipher, *, seed: int, count: int = 600
) -> list[Message]:
    """So many short messages that a counter of messages or of keys with 8 bits runs over; each
    second one brings a new key.
    """
    source = Source(algorithm, cipher, random.Random(seed))
    found: list[Message] = []
    key = source.key()
    for number in range(count):
        key = source.key() if number % 2 == 0 else key
        lengths = source.random.randint(0, 3), source.random.randint(0, 3)
        found.append(
            source.message(key, lengths, source.random.random() < 0.5, f"short {number + 1}")
        )
    return keep_keys(found)


def shape_messages(algorithm: HardwareAlgorithm, cipher: Cipher, *, seed: int) -> list[Message]:
    """Few messages of all shapes: no AD or data, a part of a block, one block, two and a part.

    Both ways; three of four bring a new key.
    """
    source = Source(algorithm, cipher, random.Random(seed))
    of_ad, of_data = (
        _shapes(bits // 8) for bits in (algorithm.sizes.ad_block, algorithm.sizes.block)
    )
    found: list[Message] = []
    key = source.key()
    for number, pair in enumerate((ad, data) for ad in of_ad for data in of_data):
        key = key if number % 4 == 3 else source.key()
        found.append(source.message(key, pair, (number + number // 4) % 2 == 1, "shape"))
    return keep_keys(found)


def _shapes(block: int) -> tuple[int, ...]:
    return 0, block - 1, block, 2 * block + 1
