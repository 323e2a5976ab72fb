"""What a core must answer, and the verdict on it: known answers, and what they lack, answered by the reference software."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cryptagon import reference
from cryptagon.catalog import Algorithm
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message
from cryptagon.kat import KatRecord
from cryptagon.reference import ReferenceCipher
from cryptagon.simulate import Examination, LevelReport, Simulator, measure_cycles, verification_sets
from cryptagon.study.product import Cycles


@dataclass(frozen=True)
class TestSet:
    """The known answers for `algorithm`, and the seeds of everything random: forgeries, corners, key changes, stalls.

    All sets of messages go through with the first seed; with each further one those that it changes. `thorough`: more messages, longer
    ones, and every set of them under every stall mode: minutes to an hour.
    """

    __test__ = False  # the name is the field's term, not a test class

    algorithm: Algorithm
    records: Sequence[KatRecord]
    seeds: tuple[int, ...] = (1,)
    thorough: bool = False

    @cached_property
    def cipher(self) -> ReferenceCipher:
        """The reference software. Raises CryptagonError when it does not compile or has other sizes than algorithm.toml."""
        cipher = ReferenceCipher.build(self.algorithm.reference_folder)
        reference.check_sizes(cipher, self.algorithm)
        return cipher

    @property
    def messages(self) -> list[Message]:
        """All messages for a core that is driven block by block."""
        return [message for number, seed in enumerate(self.seeds) for message in self._messages(seed, again=number > 0)]

    def _messages(self, seed: int, *, again: bool) -> list[Message]:
        sets = verification_sets(self.algorithm, self.records, self.cipher, seed=seed, segmented=False, thorough=self.thorough)
        return [message for one in sets if one.chance or not again for message in one.messages]

    def check_reference(self) -> int:
        """Known answers against the reference software, both ways, forgeries rejected; how many records. Raises CryptagonError."""
        return reference.check_kat(self.cipher, self.records)


@dataclass(frozen=True)
class Bench:
    """A test set on hardware, with bus widths `w` and `sw` in bits at level "aead"."""

    tests: TestSet
    w: int = 32
    sw: int = 32

    def verify(self, core: VerilogCore, level: str) -> int:
        """Send all messages through a core at "core" or "aead" level under their stall modes; how many went through.

        Raises CryptagonError with the first vector that differs, what was expected and what came, and the waveform.
        """
        vectors = 0
        for number in range(len(self.tests.seeds)):
            report = self.examination(level, number).of(core)
            if report.fault:
                raise wrong(report, core)
            vectors += report.vectors
        return vectors

    def examination(self, level: str, number: int = 0) -> Examination:
        """What a core must answer at "core" or "aead" level with one of the seeds: the first one, or what a further one adds."""
        tests = self.tests
        options = {"level": "core" if level == "core" else "aead", "w": self.w, "sw": self.sw, "thorough": tests.thorough}
        seed, again = tests.seeds[number], number > 0
        return Examination.prepare(tests.algorithm, tests.records, tests.cipher, seed=seed, again=again, **options)

    def cycles(self, core: VerilogCore) -> Cycles:
        """Clock cycles for one more block in a long message, behind the hardware API; CryptagonError where there is no such number."""
        tests = self.tests
        simulator = Simulator.build(core, tests.algorithm, "aead", self.w, self.sw)
        counts = measure_cycles(simulator, tests.algorithm, tests.cipher, seed=tests.seeds[0])
        if not counts.linear:
            slopes = {
                "encryption": counts.encryption,
                "decryption": counts.decryption,
                "AD": counts.ad,
                "AD, decryption": counts.ad_decryption,
            }
            why = "\n".join(f"{name}: (blocks, cycles) {slope.points}" for name, slope in slopes.items() if not slope.linear)
            raise CryptagonError("the cycles of a message do not grow evenly with its length", where=str(core.sources[0]), why=why)
        slopes = (counts.encryption, counts.decryption, counts.ad, counts.ad_decryption)
        return Cycles(*(float(slope.cycles_per_block) for slope in slopes))


def wrong(report: LevelReport, core: VerilogCore) -> CryptagonError:
    """The first fault of a level as an error for people."""
    assert report.fault  # the caller has seen it
    what, _, details = report.fault.details.partition("\n")
    fix = f"look at the waveform {report.fault.waveform}" if report.fault.waveform else ""
    return CryptagonError(f"{what} ({report.level} level)", where=str(core.sources[0]), why=details, fix=fix)
