"""The test modes of the field: which messages to send.

The right answers come from a `Cipher`, or from known-answer records.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Protocol

from cryptagon.hwapi.message import (
    Cipher,
    HardwareAlgorithm,
    Message,
    SizesInBits,
    data_block,
)
from cryptagon.hwapi.source import Case, Source, answered, keep_keys, message_of

BENCHMARK_BYTES = (16, 64, 1536)
"""Message lengths of the lightweight benchmarks, in bytes."""


class KnownAnswer(Protocol):
    """One record of a known-answer file; `kat.KatRecord` is one. `ct` is encrypted secret message
    number || ciphertext || tag || marker; `nsec` is empty where there is no such number.
    """

    @property
    def count(self) -> int: ...  # noqa: D102
    @property
    def key(self) -> bytes: ...  # noqa: D102
    @property
    def nonce(self) -> bytes: ...  # noqa: D102
    @property
    def pt(self) -> bytes: ...  # noqa: D102
    @property
    def ad(self) -> bytes: ...  # noqa: D102
    @property
    def ct(self) -> bytes: ...  # noqa: D102
    @property
    def nsec(self) -> bytes: ...  # noqa: D102


def single_message(
    algorithm: HardwareAlgorithm,
    cipher: Cipher,
    *,
    key: bytes,
    nonce: bytes,
    ad: bytes,
    plaintext: bytes,
    decrypt: bool,
    nsec: bytes = b"",
    label: str = "",
) -> Message:
    """One case, with its answer from `cipher`.

    Raises CryptagonError where the secret message number has not the algorithm's length.
    """
    return answered(algorithm, cipher, Case(key, nonce, ad, plaintext, nsec), decrypt, label)


def messages_from_kat(
    algorithm: HardwareAlgorithm, records: Iterable[KnownAnswer]
) -> list[Message]:
    """Every record encrypted and then decrypted; the key is loaded again only where it changes.

    Raises CryptagonError where a record's ciphertext has not the length that belongs to its
    plaintext, or its secret message number not that of the algorithm.
    """
    found = []
    for record in records:
        label = f"count {record.count}"
        case = Case(record.key, record.nonce, record.ad, record.pt, record.nsec)
        found += [
            message_of(algorithm, case, record.ct, decrypt, label) for decrypt in (False, True)
        ]
    return keep_keys(found)


def random_messages(
    algorithm: HardwareAlgorithm,
    cipher: Cipher,
    count: int,
    *,
    seed: int,
    max_ad: int = 80,
    max_data: int = 80,
    key_change: float = 0.5,
) -> list[Message]:
    """`count` messages of random direction, content and length up to `max_ad` and `max_data` bytes;
    keys change with that probability.
    """
    source = Source(algorithm, cipher, random.Random(seed))
    found: list[Message] = []
    key = source.key()
    for index in range(count):
        key = source.key() if source.random.random() < key_change else key
        lengths = source.random.randint(0, max_ad), source.random.randint(0, max_data)
        found.append(
            source.message(key, lengths, source.random.random() < 0.5, f"random {index + 1}")
        )
    return keep_keys(found)


def corner_lengths(block: int) -> tuple[int, ...]:
    """Lengths in bytes at which blocks, padding and flags change; `block` is the block size in
    bytes.
    """
    return tuple(
        sorted(
            {
                0,
                1,
                block - 1,
                block,
                block + 1,
                2 * block - 1,
                2 * block,
                2 * block + 1,
                3 * block,
                5 * block + 1,
            }
        )
    )


def corner_messages(algorithm: HardwareAlgorithm, cipher: Cipher, *, seed: int) -> list[Message]:
    """Every pair of corner lengths of AD and data, encrypted and decrypted; every fourth pair
    brings a new key.
    """
    source = Source(algorithm, cipher, random.Random(seed))
    found: list[Message] = []
    key = source.key()
    sizes = algorithm.sizes
    for index, lengths in enumerate(
        product(corner_lengths(sizes.ad_block // 8), corner_lengths(sizes.block // 8))
    ):
        key = source.key() if index % 4 == 0 else key
        found += [source.message(key, lengths, decrypt, "corner") for decrypt in (False, True)]
    return keep_keys(found)


def key_reuse_messages(
    algorithm: HardwareAlgorithm, cipher: Cipher, *, seed: int, keys: int = 3, messages: int = 4
) -> list[Message]:
    """`messages` messages under each of `keys` keys; the last message brings its key again although
    it has not changed.
    """
    source = Source(algorithm, cipher, random.Random(seed))
    found: list[Message] = []
    for number, key in enumerate([source.key() for _ in range(keys)]):
        for _ in range(messages):
            lengths = source.random.randint(0, 40), source.random.randint(0, 40)
            found.append(
                source.message(key, lengths, source.random.random() < 0.5, f"key {number + 1}")
            )
    return [*keep_keys(found), replace(found[-1], new_key=True, label="the same key again")]


def sized_messages(
    algorithm: HardwareAlgorithm,
    cipher: Cipher,
    lengths: Sequence[tuple[int, int]],
    *,
    decrypt: bool,
    seed: int = 0,
) -> list[Message]:
    """One message for each (AD bytes, data bytes) under one key, loaded before the first: for
    measuring.
    """
    source = Source(algorithm, cipher, random.Random(seed))
    key = source.key()
    return keep_keys([source.message(key, pair, decrypt, "benchmark") for pair in lengths])


def benchmark_lengths() -> list[tuple[int, int]]:
    """(AD bytes, data bytes) of the benchmark sizes: AD alone, data alone, and both."""
    return [pair for size in BENCHMARK_BYTES for pair in ((size, 0), (0, size), (size, size))]


def block_pairs(sizes: SizesInBits, counts: Sequence[int]) -> list[tuple[int, int]]:
    """(AD bytes, data bytes) for the slope: `counts` whole blocks of AD alone, then of data
    alone.
    """
    return [(count * sizes.ad_block // 8, 0) for count in counts] + [
        (0, count * sizes.block // 8) for count in counts
    ]


def multi_segment(
    algorithm: HardwareAlgorithm, messages: Iterable[Message], *, seed: int
) -> list[Message]:
    """The same messages with AD and data cut at random into segments, some with an empty last one.

    They hold whole blocks, or, where the algorithm has segments of any length, any number of bytes,
    none included.
    """
    source = random.Random(seed)
    return [
        replace(
            message,
            ad_segments=_random_segments(
                source, algorithm, len(message.ad), algorithm.sizes.ad_block // 8
            ),
            data_segments=_random_segments(
                source,
                algorithm,
                len(message.data),
                data_block(algorithm, message) // 8,
                may_end_empty=not (algorithm.padding.expands and message.decrypt),
            ),
            label=f"{message.label}, in segments".lstrip(", "),
        )
        for message in messages
    ]


def _random_segments(
    source: random.Random,
    algorithm: HardwareAlgorithm,
    length: int,
    block: int,
    *,
    may_end_empty: bool = True,
) -> tuple[int, ...]:
    if algorithm.interface.any_segments:
        # Three kinds of cuts: anywhere, at blocks alone, and each byte by itself.
        step, chance = source.choice(((1, 0.2), (block, 0.5), (1, 0.9)))
        cuts = sorted(
            position
            for position in range(0, length + 1, step)
            for _ in range(2)
            if source.random() < chance
        )
        return tuple(end - start for start, end in zip([0, *cuts], [*cuts, length])) if cuts else ()
    if length < block:
        return ()
    # A cut right at the end makes an empty last segment, which then carries EOT alone.
    end = length + 1 if may_end_empty else length
    cuts = [position for position in range(block, end, block) if source.random() < 0.5]
    return tuple(end - start for start, end in zip([0, *cuts], [*cuts, length]))
