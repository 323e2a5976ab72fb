"""Verification of a core at one level: known answers both ways, forgeries, key changes, segments, each under stalls."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import (
    Cipher,
    HardwareAlgorithm,
    KnownAnswer,
    Message,
    corner_messages,
    forgeries,
    key_reuse_messages,
    messages_from_kat,
    multi_segment,
    random_messages,
)
from cryptagon.simulate.levels import LevelName
from cryptagon.simulate.result import SimulationResult
from cryptagon.simulate.simulator import STALL_MODES, Simulator, Stalls

RANDOM_MESSAGES = 40


@dataclass(frozen=True)
class VectorFault:
    """The first vector that a level got wrong: which one, what was expected, what came, and where to look. `waveform` is a VCD file."""

    vector: str
    expected: str
    got: str
    details: str
    waveform: Path | None = None

    def __str__(self) -> str:
        return self.details


@dataclass(frozen=True)
class LevelReport:
    """The outcome of one level of verification: `vectors` messages went through, all right where `fault` is None."""

    level: str
    ok: bool
    vectors: int
    seconds: float
    fault: VectorFault | None = None


def verification_messages(
    algorithm: HardwareAlgorithm, records: Sequence[KnownAnswer], cipher: Cipher | None, *, seed: int, segmented: bool = True
) -> dict[str, list[Message]]:
    """The sets of messages of a verification, by name.

    The records encrypted and decrypted, and a forgery of each part of each; where there is a reference, also length corners, random
    messages with key changes and key reuse; where `segmented`, known answers and random messages again, in several segments. Raises
    CryptagonError where nothing is left to check.
    """
    known = messages_from_kat(algorithm, records)
    sets = {"known answers": known, "forgeries": forgeries(known, seed=seed, cipher=cipher)}
    if cipher:
        sets["length corners"] = corner_messages(algorithm, cipher, seed=seed)
        sets["random messages"] = random_messages(algorithm, cipher, RANDOM_MESSAGES, seed=seed)
        sets["random forgeries"] = forgeries(sets["random messages"], seed=seed, cipher=cipher)
        sets["key reuse"] = key_reuse_messages(algorithm, cipher, seed=seed)
    if segmented:
        whole = [message for name in ("known answers", "random messages") for message in sets.get(name, [])]
        sets["segments"] = multi_segment(whole, algorithm.sizes.block // 8, seed=seed)
    filled = {name: messages for name, messages in sets.items() if messages}
    if not filled:
        raise CryptagonError(f"there is nothing to verify {algorithm.name} with", fix="give known answers, or a reference implementation")
    return filled


def verify_core(
    core: VerilogCore,
    algorithm: HardwareAlgorithm,
    records: Sequence[KnownAnswer] = (),
    cipher: Cipher | None = None,
    *,
    level: LevelName = "aead",
    w: int = 32,
    sw: int = 32,
    seed: int = 1,
    stalls: Mapping[str, Stalls] = STALL_MODES,
) -> LevelReport:
    """Send every set of `verification_messages` through a core under every stall mode; stops at the first wrong answer.

    `w`, `sw`: widths in bits of pdi, do and of sdi at level "aead". Raises CryptagonError where the Verilog does not compile or its ports
    are not those of docs/cipher-core.md; a wrong answer or a hang is a report, not an exception.
    """
    start = time.monotonic()
    sets = verification_messages(algorithm, records, cipher, seed=seed, segmented=level == "aead")
    simulator = Simulator.build(core, algorithm, level, w, sw)
    vectors = 0
    for name, stall_mode, messages, result in _runs(simulator, sets, stalls, seed):
        if not result.ok:
            fault = _fault(result, f"{name}, {_stall_text(stall_mode)}")
            return LevelReport(level, False, vectors + max(result.faults[0].message, 0), time.monotonic() - start, fault)
        vectors += len(messages)
    return LevelReport(level, True, vectors, time.monotonic() - start)


def _runs(
    simulator: Simulator, sets: Mapping[str, list[Message]], stalls: Mapping[str, Stalls], seed: int
) -> Iterator[tuple[str, str, list[Message], SimulationResult]]:
    for mode, chosen in stalls.items():
        for name, messages in sets.items():
            yield name, mode, messages, simulator.run(messages, seed=seed, stalls=chosen)


def _stall_text(mode: str) -> str:
    return {"none": "without stalls", "both": "stalls on inputs and outputs"}.get(mode, f"stalls on {mode}s")


def _fault(result: SimulationResult, where: str) -> VectorFault:
    fault = result.faults[0]
    return VectorFault(fault.title, fault.expected, fault.got, f"{fault}\n(in: {where})", result.waveform)
