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
from cryptagon.simulate import STALL_MODES, LevelReport, Simulator, measure_cycles, verification_messages, verify_core
from cryptagon.study.product import Cycles

# A study verifies without stalls and with stalls on every port; `cryptagon verify` in all modes.
STUDY_STALLS = ("none", "both")


@dataclass(frozen=True)
class TestSet:
    """The known answers for `algorithm`, and the seed of everything random: forgeries, corners, key changes, stalls."""

    __test__ = False  # the name is the field's term, not a test class

    algorithm: Algorithm
    records: Sequence[KatRecord]
    seed: int = 1

    @cached_property
    def cipher(self) -> ReferenceCipher:
        """The reference software. Raises CryptagonError when it does not compile or has other sizes than algorithm.toml."""
        cipher = ReferenceCipher.build(self.algorithm.reference_folder)
        reference.check_sizes(cipher, self.algorithm)
        return cipher

    @property
    def messages(self) -> list[Message]:
        """All messages for a core that is driven block by block."""
        sets = verification_messages(self.algorithm, self.records, self.cipher, seed=self.seed, segmented=False)
        return [message for messages in sets.values() for message in messages]

    def check_reference(self) -> int:
        """Known answers against the reference software, both ways, forgeries rejected; how many records. Raises CryptagonError."""
        return reference.check_kat(self.cipher, self.records)


@dataclass(frozen=True)
class Bench:
    """A test set on hardware: bus widths `w` and `sw` in bits at level "aead", and the names of the stall modes."""

    tests: TestSet
    w: int = 32
    sw: int = 32
    stalls: Sequence[str] = tuple(STALL_MODES)

    def verify(self, core: VerilogCore, level: str) -> int:
        """Send all messages through a core at "core" or "aead" level in every stall mode; how many went through.

        Raises CryptagonError with the first vector that differs, what was expected and what came, and the waveform.
        """
        tests = self.tests
        modes = {name: STALL_MODES[name] for name in self.stalls}
        buses = {"level": "core" if level == "core" else "aead", "w": self.w, "sw": self.sw}
        report = verify_core(core, tests.algorithm, tests.records, tests.cipher, seed=tests.seed, stalls=modes, **buses)
        if report.fault:
            raise wrong(report, core)
        return report.vectors

    def cycles(self, core: VerilogCore) -> Cycles:
        """Clock cycles for one more block in a long message, behind the hardware API; CryptagonError where there is no such number."""
        tests = self.tests
        simulator = Simulator.build(core, tests.algorithm, "aead", self.w, self.sw)
        counts = measure_cycles(simulator, tests.algorithm, tests.cipher, seed=tests.seed)
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
