"""What a core must answer, and the verdict on it: known answers, and what they lack, answered by
the reference software.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cryptagon import hwapi, reference
from cryptagon.catalog import Algorithm
from cryptagon.classes.aead.hashing import known_hashes
from cryptagon.classes.aead.native import presentation, run_native
from cryptagon.classes.base import UNIT, Tests
from cryptagon.classes.hash.tests import HashTests
from cryptagon.classes.samples import spread
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hls.native import Presentation
from cryptagon.hwapi import KnownHashes, Message
from cryptagon.interfaces import interface
from cryptagon.kat import KatRecord
from cryptagon.reference import ReferenceCipher
from cryptagon.simulate import (
    Examination,
    LevelReport,
    Simulator,
    Slope,
    measure_cycles,
    measure_hash_cycles,
    verification_sets,
)
from cryptagon.simulate.levels import Testbench

SHORT_BYTES = 16
"""The short message whose cycles are told beside those of a block."""


@dataclass(frozen=True)
class TestSet:
    """The known answers for `algorithm`, and the seeds of everything random: forgeries, corners,
    key changes, stalls.

    All sets of messages go through with the first seed; with each further one those that it
    changes. `thorough`: more messages, longer ones, and every set of them under every stall mode:
    minutes to an hour. `quick`: few sets, for a first impression. `hashing`: of the hash function
    that the cores have besides; None where they have none.
    """

    __test__ = False  # the name is the field's term, not a test class

    algorithm: Algorithm
    records: Sequence[KatRecord]
    seeds: tuple[int, ...] = (1,)
    thorough: bool = False
    defines: Mapping[str, str] = field(default_factory=dict)
    quick: bool = False
    hashing: HashTests | None = None

    @property
    def hashes(self) -> KnownHashes | None:
        """What the hash function must give, where there is one."""
        return known_hashes(self.hashing) if self.hashing else None

    @cached_property
    def cipher(self) -> ReferenceCipher:
        """The reference software.

        Raises CryptagonError when it does not compile or has other sizes than algorithm.toml.
        """
        cipher = ReferenceCipher.build(self.algorithm.reference_folder, self.defines)
        reference.check_sizes(cipher, self.algorithm)
        return cipher

    @property
    def messages(self) -> list[Message]:
        """All messages for a core that is driven block by block."""
        return [
            message
            for number, seed in enumerate(self.seeds)
            for message in self._messages(seed, again=number > 0)
        ]

    def _messages(self, seed: int, *, again: bool) -> list[Message]:
        sets = verification_sets(
            self.algorithm,
            self.records,
            self.cipher,
            seed=seed,
            hashes=self.hashes,
            segmented=False,
            thorough=self.thorough,
            quick=self.quick,
        )
        return [message for one in sets if one.chance or not again for message in one.messages]

    def check_reference(self) -> int:
        """Known answers against the reference software, both ways, forgeries rejected; and those of
        the hash function, where there is one. How many. Raises CryptagonError.
        """
        hashed = self.hashing.check_reference() if self.hashing else 0
        return reference.check_kat(self.cipher, self.records) + hashed


@dataclass(frozen=True)
class Bench(Tests):
    """A test set on hardware, with `interface` around the core at level "unit" and its `bus` widths
    in bits.
    """

    __test__ = False

    tests: TestSet
    interface: str = "caesar-1.0"
    bus: Mapping[str, int] = field(default_factory=dict)

    def check_reference(self) -> int:
        """Known answers against the reference software; how many records."""
        return self.tests.check_reference()

    def check_program(self, source: Path, folder: Path) -> int:
        """All messages through the C of a CipherCore."""
        return run_native(
            self.tests.algorithm, source, folder, self.tests.messages, defines=self.tests.defines
        )

    def verify(self, core: VerilogCore, level: str) -> int:
        """Send all messages through a core at "core" or "unit" level under their stall modes; how
        many went through.
        """
        vectors = 0
        for number in range(len(self.tests.seeds)):
            report = self.examination(level, number).of(core)
            if report.fault:
                raise wrong(report, core)
            vectors += report.vectors
        return vectors

    def examination(self, level: str, number: int = 0) -> Examination:
        """What a core must answer at "core" or "unit" level with one of the seeds: the first one,
        or what a further one adds.
        """
        tests = self.tests
        seed, again = tests.seeds[number], number > 0
        return Examination.prepare(
            tests.algorithm,
            tests.records,
            tests.cipher,
            level=self.unit if level == UNIT else "core",
            seed=seed,
            again=again,
            thorough=tests.thorough,
            quick=tests.quick,
            hashes=tests.hashes if level != UNIT or self._unit_hashes else None,
        )

    @property
    def _unit_hashes(self) -> bool:
        """Whether the unit passes messages to hash on to the core."""
        return interface(self.interface).serves_hash

    @property
    def unit(self) -> Testbench[Message]:
        """The testbench of a unit."""
        around = interface(self.interface)
        return around.testbench(self.tests.algorithm, around.bus(self.tests.algorithm, self.bus))

    def cycles(self, core: VerilogCore) -> dict[str, float]:
        """Clock cycles for one more block of each kind in a long message, behind the interface, that
        of a message to hash as "hash"; and those of whole short messages without AD, as
        "encryption_of_16_bytes".
        """
        tests = self.tests
        simulator = Simulator.on(core, self.unit)
        counts = measure_cycles(simulator, tests.algorithm, tests.cipher, seed=tests.seeds[0])
        slopes = {
            "encryption": counts.encryption,
            "decryption": counts.decryption,
            "ad_encryption": counts.ad,
            "ad_decryption": counts.ad_decryption,
            **self._hash_slope(simulator),
        }
        if not all(slope.linear for slope in slopes.values()):
            why = "\n".join(
                f"{name}: (blocks, cycles) {slope.points}"
                for name, slope in slopes.items()
                if not slope.linear
            )
            raise CryptagonError(
                "the cycles of a message do not grow evenly with its length",
                where=str(core.sources[0]),
                why=why,
            )
        blocks = {name: float(slope.cycles_per_block) for name, slope in slopes.items()}
        return blocks | {
            f"{'decryption' if total.decrypt else 'encryption'}_of_{total.data_bytes}_bytes": float(
                total.cycles
            )
            for total in counts.totals
            if total.data_bytes == SHORT_BYTES and not total.ad_bytes
        }

    def _hash_slope(self, simulator: Simulator[Message]) -> dict[str, Slope]:
        """That of messages to hash, where the core and the unit take them."""
        hashes, rules = self.tests.hashes, self.tests.algorithm.hash
        if hashes is None or rules is None or not self._unit_hashes:
            return {}
        return {
            "hash": measure_hash_cycles(
                simulator, hashes, rules.block // 8, seed=self.tests.seeds[0]
            )
        }

    def sample(self, count: int) -> tuple[Testbench[Message], list[Message]]:
        """Known answers spread evenly, encrypted and decrypted, and the first of them with a forged
        tag; as many of the hash function, where the unit takes messages to hash.
        """
        return self.unit, self._sample(count, hashed=self._unit_hashes)

    def presentations(self, count: int) -> list[Presentation]:
        """The messages of `sample`.

        Raises CryptagonError for a core of two passes, whose blocks come back to it.
        """
        algorithm = self.tests.algorithm
        if algorithm.interface.two_pass:
            raise CryptagonError(
                f"{algorithm.name} goes over its data twice",
                where=str(algorithm.file),
                why="its blocks come back through a FIFO outside of the core, which a list of messages has not",
                fix="choose an algorithm of one pass",
            )
        sample = self._sample(count, hashed=True)
        return [presentation(hwapi.core_transaction(algorithm, one)) for one in sample]

    def _sample(self, count: int, *, hashed: bool) -> list[Message]:
        messages = hwapi.messages_from_kat(self.tests.algorithm, spread(self.tests.records, count))
        # The first forgery of a message is the one with a flipped bit of the tag.
        sent = [*messages, *hwapi.forgeries(messages, seed=1)[:1]]
        if hashed and self.tests.hashes:
            sent += spread(self.tests.hashes.messages, count)
        return hwapi.keep_keys(hwapi.known_outputs(self.tests.algorithm, sent))


def wrong(report: LevelReport, core: VerilogCore) -> CryptagonError:
    """The first fault of a level as an error for people."""
    assert report.fault  # the caller has seen it
    what, _, details = report.fault.details.partition("\n")
    fix = f"look at the waveform {report.fault.waveform}" if report.fault.waveform else ""
    return CryptagonError(
        f"{what} ({report.level} level)", where=str(core.sources[0]), why=details, fix=fix
    )
