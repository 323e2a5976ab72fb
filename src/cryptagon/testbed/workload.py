"""What goes through a unit in its testbed: one long message of a size, answered by the reference
software; or blocks under one key; or the known answers of a kernel, one behind the other.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Any

from cryptagon import classes, hwapi
from cryptagon.catalog import Algorithm, Entry
from cryptagon.classes import Setting
from cryptagon.classes.aead import Bench
from cryptagon.classes.block.sessions import Session
from cryptagon.classes.block.tests import BlockTests
from cryptagon.classes.hash.tests import HashTests
from cryptagon.classes.kernel.tests import KernelTests
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message
from cryptagon.interfaces.sha3 import HashMessage
from cryptagon.kat import KernelAnswer
from cryptagon.reference import ReferenceCipher
from cryptagon.simulate import StreamCycles, measure_streams
from cryptagon.simulate.levels import Testbench

SEED = 1


class Workload(ABC):
    """Work for the unit of an algorithm; `bench` says how it goes through its ports, `block_bytes`
    is what its speed counts in.
    """

    bench: Testbench[Any]
    block_bytes: int

    @abstractmethod
    def job(self, size: int) -> list[Any]:
        """What is transferred together: `size` bytes, or the next whole number of blocks."""

    def cycles(self, core: VerilogCore) -> StreamCycles | None:
        """Those of a block alone and of one behind the other, where the unit cannot be kept busy in
        its testbed; None where it can.
        """
        return None


class Messages(Workload):
    """That of a class with messages of any length."""

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
        """One message."""
        return [self.message(size)]


@dataclass(frozen=True)
class Hashing(Messages):
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
class Encrypting(Messages):
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


@dataclass(frozen=True)
class Blocks(Workload):
    """Random blocks encrypted under one key, which goes with them."""

    bench: Testbench[Any]
    block_bytes: int
    tests: BlockTests

    def cycles(self, core: VerilogCore) -> StreamCycles:
        """A block and its two marks are wider than what the FIFO gives in a cycle: these are
        without it.
        """
        return self.tests.encryption(core)

    def job(self, size: int) -> list[Session]:
        """One session of as many blocks as `size` bytes need."""
        return [self.tests.encrypted(-(-size // self.block_bytes), seed=SEED)]


@dataclass(frozen=True)
class Working(Workload):
    """The known answers of a kernel that are as large as its unit of work, over and over.

    A block is the input of one unit of work: all bits of all its items, keys too.
    """

    bench: Testbench[Any]
    block_bytes: int
    tests: KernelTests
    answers: Sequence[KernelAnswer]

    def cycles(self, core: VerilogCore) -> StreamCycles:
        """An item may be wider than what the FIFO gives in a cycle: these are without it."""
        return measure_streams(core, self.tests.bench, self.tests.work, self.tests.work)

    def job(self, size: int) -> list[KernelAnswer]:
        """As many answers as `size` bytes need."""
        return list(islice(cycle(self.answers), -(-size // self.block_bytes)))


def workload(entry: Entry) -> Workload:
    """That of an entry, with the interface of its class.

    Raises CryptagonError for a class that the testbed does not take, and for a kernel of which no
    unit of work is known.
    """
    algorithm, kind = entry.algorithm, classes.class_of(entry.algorithm)
    setting = Setting(interface=kind.interface, quick=True)
    if kind.name not in WORKLOADS:
        what = f"the testbed measures no algorithms of class {kind.name}"
        raise CryptagonError(
            what,
            where=algorithm.name,
            why="nobody has said what goes through them",
            fix=f"it takes {', '.join(WORKLOADS)}",
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


def _blocks(entry: Entry, setting: Setting) -> Blocks:
    tests = classes.class_of(entry.algorithm).tests(entry.algorithm, entry.variant, setting)
    assert isinstance(tests, BlockTests)  # the class of the algorithm
    return Blocks(tests.bench, tests.cipher.sizes.block // 8, tests)


def _working(entry: Entry, setting: Setting) -> Working:
    tests = classes.class_of(entry.algorithm).tests(entry.algorithm, entry.variant, setting)
    assert isinstance(tests, KernelTests)  # the class of the algorithm
    kernel = tests.kernel

    def items(answer: KernelAnswer) -> dict[str, int]:
        return {port.name: len(answer.items(port)) for port in kernel.ports}

    alike = [one for one in tests.answers if items(one) == items(tests.work)]
    bits = sum(port.bits * items(tests.work)[port.name] for port in kernel.inputs)
    return Working(tests.bench, bits // 8, tests, alike)


WORKLOADS = {"hash": _hashing, "aead": _encrypting, "block": _blocks, "kernel": _working}


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
