"""Measured cycle counts: never typed in, never taken from a formula."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from cryptagon.errors import CryptagonError
from cryptagon.hwapi import (
    BENCHMARK_BYTES,
    Cipher,
    HardwareAlgorithm,
    KnownHashes,
    Message,
    block_pairs,
    keep_keys,
    sized_messages,
)
from cryptagon.simulate.result import SimulationResult
from cryptagon.simulate.simulator import Simulator

SLOPE_BLOCKS = (16, 80, 144)
"""Message lengths in blocks, of AD or of data: the slope is taken over the first two, the third
must lie on the same line.
"""


@dataclass(frozen=True)
class Slope:
    """Cycles of a message against its length: `points` are (blocks, cycles), of which two give the
    line and the rest must lie on it.
    """

    points: tuple[tuple[int, int], ...]

    @property
    def cycles_per_block(self) -> Fraction:
        """The difference of the first two points."""
        (blocks, cycles), (more_blocks, more_cycles) = self.points[:2]
        return Fraction(more_cycles - cycles, more_blocks - blocks)

    @property
    def overhead(self) -> Fraction:
        """Cycles of a message beyond those for its blocks."""
        blocks, cycles = self.points[0]
        return cycles - blocks * self.cycles_per_block

    @property
    def linear(self) -> bool:
        """Whether all points lie on one line; where they do not, `cycles_per_block` is no property
        of the core.
        """
        return all(
            cycles == self.overhead + blocks * self.cycles_per_block
            for blocks, cycles in self.points
        )


@dataclass(frozen=True)
class Total:
    """Cycles of one whole message under a key that is already there, from its first input to its
    last output.
    """

    decrypt: bool
    ad_bytes: int
    data_bytes: int
    cycles: int


@dataclass(frozen=True)
class CycleCounts:
    """What a core needs, in clock cycles without stalls.

    `ad` is that of encryption, with no data; `totals` are the benchmark sizes.
    """

    ad: Slope
    ad_decryption: Slope
    encryption: Slope
    decryption: Slope
    totals: tuple[Total, ...]

    @property
    def linear(self) -> bool:
        """Whether every slope is one."""
        return all(
            slope.linear
            for slope in (self.ad, self.ad_decryption, self.encryption, self.decryption)
        )


def measure_cycles(
    simulator: Simulator,
    algorithm: HardwareAlgorithm,
    cipher: Cipher,
    *,
    blocks: Sequence[int] = SLOPE_BLOCKS,
    seed: int = 1,
) -> CycleCounts:
    """Cycles per block of AD, encryption and decryption by the long-message slope, and the cycles
    of whole messages of 16, 64, 1536 bytes.

    Inputs are always offered and outputs always taken; each message begins when the one before it
    is answered. `blocks`: three lengths or more. Raises CryptagonError where the core answers
    wrongly: the cycles of a wrong answer are worth nothing.
    """
    if len(blocks) < 3 or list(blocks) != sorted(set(blocks)):
        raise CryptagonError(
            f"block counts {tuple(blocks)} do not show a line",
            fix="three or more, each larger than the one before",
        )
    slopes = block_pairs(algorithm.sizes, blocks)
    sizes = [pair for size in BENCHMARK_BYTES for pair in ((size, 0), (0, size), (size, size))]
    cycles = {}
    for decrypt in (False, True):
        messages = sized_messages(algorithm, cipher, [*slopes, *sizes], decrypt=decrypt, seed=seed)
        cycles[decrypt] = _alone(simulator, messages, seed)

    def slope(decrypt: bool, start: int) -> Slope:
        return Slope(tuple(zip(blocks, cycles[decrypt][start : start + len(blocks)])))

    totals = [
        Total(decrypt, *pair, count)
        for decrypt in (False, True)
        for pair, count in zip(sizes, cycles[decrypt][2 * len(blocks) :])
    ]
    return CycleCounts(
        slope(False, 0),
        slope(True, 0),
        slope(False, len(blocks)),
        slope(True, len(blocks)),
        tuple(totals),
    )


def measure_hash_cycles(
    simulator: Simulator, hashes: KnownHashes, block: int, *, seed: int = 1
) -> Slope:
    """Cycles of messages to hash by their whole blocks of `block` bytes, each on its own.

    Raises CryptagonError where the core answers wrongly.
    """
    lengths = [count * block for count in SLOPE_BLOCKS]
    messages = hashes.of_lengths(lengths, seed=seed, label="benchmark")
    return Slope(tuple(zip(SLOPE_BLOCKS, _alone(simulator, messages, seed))))


def measure_speed(
    simulator: Simulator, algorithm: HardwareAlgorithm, cipher: Cipher, *, megabytes: float = 1.0
) -> float:
    """Simulated clock cycles a second, while about that many megabytes are encrypted in messages of
    64 KiB; no stalls, no probing.
    """
    size = 0xFFFF // (algorithm.sizes.block // 8) * (algorithm.sizes.block // 8)
    messages = sized_messages(algorithm, cipher, [(0, size)], decrypt=False)
    count = max(1, round(megabytes * 1e6 / size))
    return _checked(simulator.run(keep_keys(messages * count), probe=False)).cycles_per_second


def _alone(simulator: Simulator, messages: Sequence[Message], seed: int) -> list[int]:
    """Cycles of each message on its own, the key already there."""
    # The first message goes twice, and the first time is not counted: it loads the key.
    result = _checked(simulator.run(keep_keys([messages[0], *messages]), seed=seed, isolate=True))
    return [message.total for message in result.messages[1:]]


def _checked(result: SimulationResult) -> SimulationResult:
    if result.ok:
        return result
    raise CryptagonError(
        "a core that answers wrongly is not measured",
        where=str(result.waveform),
        why=str(result.faults[0]),
        fix="run `cryptagon verify`",
    )
