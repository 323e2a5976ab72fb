"""Messages to hash, for a core that is a cipher and a hash function (docs/lwc-api.md)."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cryptagon.hwapi.message import Cipher, HardwareAlgorithm, Message
from cryptagon.hwapi.source import Source, answered, keep_keys

HASH_LONG_BLOCKS = (16, 80, 300, 700)
"""Lengths of long messages to hash in blocks, on either side of 2^8."""


class HashFunction(Protocol):
    """Anything that knows digests; `reference.ReferenceHash` is one."""

    def digest(self, message: bytes, /) -> bytes:
        """The digest of a message."""
        ...


@dataclass(frozen=True)
class KnownHashes:
    """What a hash function must give: known answers, each a message and its digest, and the software
    that tells the others.
    """

    answers: tuple[tuple[bytes, bytes], ...]
    function: HashFunction

    @property
    def messages(self) -> list[Message]:
        """The known answers as messages."""
        return [hash_message(data, digest, "known answer") for data, digest in self.answers]

    def of_lengths(self, lengths: Sequence[int], *, seed: int, label: str) -> list[Message]:
        """Random messages of these lengths in bytes."""
        source = random.Random(seed)
        return [self.answered(source.randbytes(length), label) for length in lengths]

    def answered(self, data: bytes, label: str, *, key: bytes = b"") -> Message:
        """The message of these bytes; `key` as in `hash_message`."""
        return hash_message(data, self.function.digest(data), label, key=key)


def hash_message(data: bytes, digest: bytes, label: str = "", *, key: bytes = b"") -> Message:
    """A message to hash; `key` is one that is activated before it, where there is one."""
    return Message(key, b"", b"", data, b"", False, bool(key), digest, hashes=True, label=label)


def hash_shapes(
    algorithm: HardwareAlgorithm, cipher: Cipher, hashes: KnownHashes, block: int, *, seed: int
) -> list[Message]:
    """Each pair of an encryption, a decryption and a hash of few shapes of messages, one behind the
    other, under the key of before and under new ones; `block` are the bytes of a block to hash.

    A hash comes behind another, behind a message, and between two messages with one key, where
    nothing may touch the key; one brings a key of its own, which the message behind it has.
    """
    source = Source(algorithm, cipher, random.Random(seed))
    first, second = source.key(), source.key()
    lengths = (algorithm.sizes.ad_block // 8, 3), (0, algorithm.sizes.block // 8 + 1), (0, 0)

    def sealed(key: bytes, number: int, *, decrypt: bool) -> Message:
        return source.message(key, lengths[number], decrypt, "shape")

    def hashed(length: int, key: bytes = b"") -> Message:
        return hashes.answered(source.random.randbytes(length), "shape", key=key)

    found = [
        hashed(0), hashed(block), sealed(first, 0, decrypt=False), hashed(block - 1),
        sealed(first, 1, decrypt=True), hashed(0), hashed(2 * block + 3), sealed(first, 2, decrypt=False),
        sealed(second, 1, decrypt=True), hashed(1), sealed(second, 0, decrypt=True),
        hashed(2 * block, first), sealed(first, 1, decrypt=False), hashed(0, second),
        sealed(second, 2, decrypt=True), hashed(block + 1),
    ]  # fmt: skip
    return keep_keys(found)


def among(
    messages: Sequence[Message], hashes: KnownHashes, block: int, *, seed: int
) -> list[Message]:
    """The messages of a cipher, with one to hash or more between some of them; `block` are the bytes
    of a block to hash. Some bring the key of the message behind them.
    """
    source = random.Random(seed)
    found: list[Message] = []
    for message in messages:
        for _ in range(source.choice((0, 1, 1, 2))):
            data = source.randbytes(source.choice((0, 1, block, source.randrange(4 * block))))
            key = message.key if source.random() < 0.25 else b""
            found.append(hashes.answered(data, "between", key=key))
        found.append(message)
    return keep_keys(found)


def generator_hash_lengths(block: int) -> tuple[int, ...]:
    """Bytes of the messages of `cryptotvgen --gen_hash` (Development Package v1.2.0); `block` are
    those of a block of data.
    """
    around = (block - 2, block - 1, block, block + 1, block + 2)
    longer = [length for count in (2, 3, 4, 5) for length in (count * block, count * block + 1)]
    return (*range(8), *around, *longer)


def combined_messages(
    algorithm: HardwareAlgorithm, cipher: Cipher, hashes: KnownHashes, *, seed: int
) -> list[Message]:
    """Encryption, its decryption and a hash in turn, of the lengths of `cryptotvgen
    --gen_test_combined` (Development Package v1.2.0); each encryption brings a new key.
    """
    ad, data = algorithm.sizes.ad_block // 8, algorithm.sizes.block // 8
    pairs = [
        (0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (ad - 1, data - 1), (ad, data), (ad + 1, data + 1),
        (2 * ad, 2 * data), (2 * ad + 1, 2 * data + 1), (3 * ad, 3 * data),
    ]  # fmt: skip
    hashed = (0, 1, 2, 3, 4, data - 1, data + 1, data + 2, 2 * data, 2 * data + 1, 3 * data)
    source = Source(algorithm, cipher, random.Random(seed))
    found: list[Message] = []
    for lengths, length in zip(pairs, hashed, strict=True):
        case = source.case(source.key(), lengths)
        found += [
            answered(algorithm, cipher, case, decrypt, "combined") for decrypt in (False, True)
        ]
        found.append(hashes.answered(source.random.randbytes(length), "combined"))
    return keep_keys(found)
