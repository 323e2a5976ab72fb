"""Verification of one core at every level, from known answers in software to the core behind the hardware API under stalls."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cryptagon import hwapi, reference
from cryptagon.catalog import Algorithm
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message
from cryptagon.kat import KatRecord
from cryptagon.reference import ReferenceCipher
from cryptagon.simulate import STALL_MODES, Fault, SimulationResult, Simulator
from cryptagon.study.product import Cycles

LEVELS = ("reference", "native", "core", "aead")
FORGED_RECORDS = 24
QUICK_FORGED_RECORDS = 4


@dataclass(frozen=True)
class TestSet:
    """What a core of `algorithm` must answer: the known answers, and what they lack, answered by the reference software."""

    __test__ = False  # the name is the field's term, not a test class

    algorithm: Algorithm
    records: Sequence[KatRecord]
    seed: int = 1
    quick: bool = False

    @cached_property
    def cipher(self) -> ReferenceCipher:
        """The reference software. Raises CryptagonError when it does not compile or has other sizes than algorithm.toml."""
        cipher = ReferenceCipher.build(self.algorithm.reference_folder)
        reference.check_sizes(cipher, self.algorithm)
        return cipher

    @cached_property
    def messages(self) -> list[Message]:
        """Every record encrypted and decrypted; forgeries of some, one bit flipped in each part; keys reused and loaded again."""
        known = hwapi.messages_from_kat(self.algorithm, self.records)
        decryptions = [message for message in known if message.decrypt]
        step = max(1, len(decryptions) // (QUICK_FORGED_RECORDS if self.quick else FORGED_RECORDS))
        forged = hwapi.forgeries(decryptions[::step], seed=self.seed, cipher=self.cipher)
        return known + forged + hwapi.key_reuse_messages(self.algorithm, self.cipher, seed=self.seed)

    @cached_property
    def segmented(self) -> list[Message]:
        """Messages that come in several segments each, which only the hardware API can tell apart."""
        messages = hwapi.random_messages(self.algorithm, self.cipher, 12, seed=self.seed, max_ad=200, max_data=200)
        return hwapi.multi_segment(messages, self.algorithm.sizes.block // 8, seed=self.seed)

    def check_reference(self) -> int:
        """Known answers against the reference software, both ways, forgeries rejected; how many records. Raises CryptagonError."""
        return reference.check_kat(self.cipher, self.records)


def simulate(core: VerilogCore, tests: TestSet, level: str, w: int, sw: int) -> int:
    """Run the tests at "core" or "aead" level without stalls, and with stalls on every port; how many messages went through.

    Raises CryptagonError with the first vector that differs, what was expected and what came, and the waveform.
    """
    simulator = Simulator.build(core, tests.algorithm, "core" if level == "core" else "aead", w, sw)
    messages = tests.messages + (tests.segmented if level == "aead" else [])
    for mode in ("none", "both"):
        result = simulator.run(messages, seed=tests.seed, stalls=STALL_MODES[mode])
        if not result.ok:
            raise wrong(result, level, core, mode)
    return 2 * len(messages)


def wrong(result: SimulationResult, level: str, core: VerilogCore, stalls: str) -> CryptagonError:
    """The first fault of a simulation as an error for people."""
    fault: Fault = result.faults[0]
    what, _, details = str(fault).partition("\n")
    at = f"{level} level{', with stalls on every port' if stalls == 'both' else ''}"
    fix = f"look at the waveform {result.waveform} near cycle {fault.cycle}" if result.waveform else ""
    return CryptagonError(f"{what} ({at})", where=str(core.sources[0]), why=details, fix=fix)


SLOPE_BLOCKS = (64, 192)


def cycles_per_block(core: VerilogCore, tests: TestSet, w: int, sw: int) -> Cycles:
    """Clock cycles for one more block of AD and of data in a long message, both directions: the slope between two lengths at "aead" level.

    Raises CryptagonError when a message is answered wrongly.
    """
    algorithm = tests.algorithm
    simulator = Simulator.build(core, algorithm, "aead", w, sw)
    lengths = hwapi.block_pairs(algorithm.sizes.block // 8, SLOPE_BLOCKS)
    short, long = SLOPE_BLOCKS
    slopes: list[float] = []
    for decrypt in (False, True):
        messages = hwapi.sized_messages(algorithm, tests.cipher, lengths, decrypt=decrypt, seed=tests.seed)
        # The key is loaded before the first message alone, so that one is sent twice and the first of the two not counted.
        result = simulator.run([messages[0], *hwapi.keep_keys(messages)], isolate=True)
        if not result.ok:
            raise wrong(result, "aead", core, "none")
        ad_short, ad_long, data_short, data_long = (stamps.total for stamps in result.messages[1:])
        slopes += [(data_long - data_short) / (long - short), (ad_long - ad_short) / (long - short)]
    encrypt, encrypt_ad, decrypt_data, decrypt_ad = slopes
    return Cycles(encrypt, decrypt_data, encrypt_ad, decrypt_ad)
