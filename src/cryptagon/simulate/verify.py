"""Verification of a core at one level: every set of messages of a verification under the stall modes that it is for."""

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.hwapi import Cipher, HardwareAlgorithm, KnownAnswer
from cryptagon.simulate.levels import LevelName
from cryptagon.simulate.message_sets import MessageSet, verification_sets
from cryptagon.simulate.result import SimulationResult
from cryptagon.simulate.simulator import Simulator
from cryptagon.simulate.stalls import STALL_MODES, special_modes, stall_text


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
    thorough: bool = False,
    again: bool = False,
    modes: Collection[str] = (),
) -> LevelReport:
    """Send every set of `verification_sets` through a core under its stall modes; stops at the first wrong answer.

    `w`, `sw`: widths in bits of pdi, do and of sdi at level "aead". `again`: only the sets that another seed changes. `modes`: only these
    stall modes, where not empty. Raises CryptagonError
    where the Verilog does not compile or its ports are not those of docs/cipher-core.md; a wrong answer or a hang is a report, not an
    exception.
    """
    start = time.monotonic()
    sets = verification_sets(algorithm, records, cipher, seed=seed, segmented=level == "aead", thorough=thorough)
    sets = [one for one in sets if one.chance] if again else sets
    simulator = Simulator.build(core, algorithm, level, w, sw)
    vectors = 0
    for one, mode, result in _runs(simulator, sets, seed, thorough, modes):
        if not result.ok:
            fault = _fault(result, f"{one.name}, {stall_text(mode)}, seed {seed}")
            return LevelReport(level, False, vectors + max(result.faults[0].message, 0), time.monotonic() - start, fault)
        vectors += len(one.messages)
    return LevelReport(level, True, vectors, time.monotonic() - start)


def _runs(
    simulator: Simulator, sets: Sequence[MessageSet], seed: int, thorough: bool, only: Collection[str]
) -> Iterator[tuple[MessageSet, str, SimulationResult]]:
    """Each set with each of its modes, and what came of it; what a set is turned into is made once for all modes."""
    special = special_modes(simulator.level.streams, thorough=thorough)
    for one in sets:
        chosen = {mode: STALL_MODES[mode] for mode in one.modes} | (special if one.special else {})
        stimulus = simulator.stimulus(one.messages)
        for mode, stalls in chosen.items():
            if not only or mode in only:
                yield one, mode, simulator.run(one.messages, seed=seed, stalls=stalls, stimulus=stimulus)


def _fault(result: SimulationResult, where: str) -> VectorFault:
    fault = result.faults[0]
    return VectorFault(fault.title, fault.expected, fault.got, f"{fault}\n(in: {where})", result.waveform)
