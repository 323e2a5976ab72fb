"""What goes through a unit in its testbed: one long message of a size, answered by the reference
software.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cryptagon import classes, hwapi
from cryptagon.catalog import Algorithm, Entry
from cryptagon.classes import Setting
from cryptagon.classes.aead import Bench
from cryptagon.classes.hash.tests import HashTests
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message
from cryptagon.interfaces.sha3 import HashMessage
from cryptagon.reference import ReferenceCipher
from cryptagon.simulate.levels import Testbench

SEED = 1


class Workload(ABC):
    """Messages for the unit of an algorithm; `bench` says how they go through its ports,
    `block_bytes` is what its speed counts in.
    """

    bench: Testbench[Any]
    block_bytes: int

    @abstractmethod
    def message(self, size: int) -> Any:  # noqa: ANN401 - of the class
        """A message with `size` bytes of data."""

    @abstractmethod
    def holding(self, data: bytes) -> Any:  # noqa: ANN401 - of the class
        """A message with these data."""

    @abstractmethod
    def known(self, count: int) -> list[Any]:
        """About `count` known answers; each can go through alone."""

    def job(self, size: int) -> list[Any]:
        """It alone."""
        return [self.message(size)]


@dataclass(frozen=True)
class Hashing(Workload):
    """A message, and its digest."""

    bench: Testbench[Any]
    block_bytes: int
    tests: HashTests

    def message(self, size: int) -> HashMessage:
        """In one segment."""
        return self.holding(random.Random(SEED * 1_000_003 + size).randbytes(size))

    def holding(self, data: bytes) -> HashMessage:
        """In one segment."""
        return HashMessage.whole(data, self.tests.reference.digest(data))

    def known(self, count: int) -> list[HashMessage]:
        """Spread over their lengths."""
        return [one for one in self.tests.sample(count)[1] if isinstance(one, HashMessage)]


@dataclass(frozen=True)
class Encrypting(Workload):
    """Plaintext without associated data under a key that goes with it; ciphertext and tag."""

    bench: Testbench[Any]
    block_bytes: int
    algorithm: Algorithm
    cipher: ReferenceCipher
    tests: Bench

    def message(self, size: int) -> Message:
        """In as few segments as their 16-bit lengths allow."""
        (message,) = hwapi.sized_messages(
            self.algorithm, self.cipher, [(0, size)], decrypt=False, seed=SEED
        )
        return message

    def holding(self, data: bytes) -> Message:
        """Under a key and message numbers that count from 0."""
        sizes = self.algorithm.sizes
        key, nonce, nsec = (
            bytes(value % 256 for value in range(bits // 8))
            for bits in (sizes.key, sizes.npub, sizes.nsec)
        )
        return hwapi.single_message(
            self.algorithm,
            self.cipher,
            key=key,
            nonce=nonce,
            ad=b"",
            plaintext=data,
            decrypt=False,
            nsec=nsec,
            label=f"{len(data)} bytes",
        )

    def known(self, count: int) -> list[Message]:
        """Encrypted and decrypted, each with its key."""
        return [replace(one, new_key=True) for one in self.tests.sample(count)[1]]


def workload(entry: Entry) -> Workload:
    """That of an entry, with the interface of its class.

    Raises CryptagonError for a class that has no messages of any length.
    """
    algorithm, kind = entry.algorithm, classes.class_of(entry.algorithm)
    setting = Setting(interface=kind.interface, quick=True)
    if kind.name not in WORKLOADS:
        what = f"the testbed measures no algorithms of class {kind.name}"
        raise CryptagonError(
            what,
            where=algorithm.name,
            why="they have no messages of any length",
            fix=f"it takes {' and '.join(WORKLOADS)}",
        )
    kind.check(entry, setting)
    return WORKLOADS[kind.name](entry, setting)


def _hashing(entry: Entry, setting: Setting) -> Hashing:
    tests = classes.class_of(entry.algorithm).tests(entry.algorithm, entry.variant, setting)
    assert isinstance(tests, HashTests)  # the class of the algorithm
    return Hashing(tests.sample(1)[0], tests.algorithm.block_bytes, tests)


def _encrypting(entry: Entry, setting: Setting) -> Encrypting:
    tests = classes.class_of(entry.algorithm).tests(entry.algorithm, entry.variant, setting)
    assert isinstance(tests, Bench)  # the class of the algorithm
    algorithm = tests.tests.algorithm
    cipher = tests.tests.cipher
    return Encrypting(tests.unit, algorithm.sizes.block // 8, algorithm, cipher, tests)


WORKLOADS = {"hash": _hashing, "aead": _encrypting}


def sizes_in_bytes(kilobytes: Sequence[float]) -> tuple[int, ...]:
    """Sizes in bytes of sizes in kB (1,000 bytes).

    Raises CryptagonError for one that is not positive or beyond the segments' length.
    """
    for size in kilobytes:
        if not 0 < size <= MOST_KB:
            raise CryptagonError(
                f"{size:g} kB is no size for a message in the testbed",
                fix=f"choose one above 0, up to {MOST_KB:,} kB",
            )
    return tuple(max(1, round(1000 * size)) for size in kilobytes)


MOST_KB = 20_000
"""All transfers of a run lie in one memory."""
