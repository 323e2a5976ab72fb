"""Verification of a core at one level: every set of messages of a verification under the stall
modes that it is for.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.hwapi import Cipher, HardwareAlgorithm, KnownAnswer, KnownHashes, Message
from cryptagon.simulate.levels import LevelName, Testbench, level_of
from cryptagon.simulate.message_sets import MessageSet, verification_sets
from cryptagon.simulate.result import SimulationResult
from cryptagon.simulate.simulator import Simulator, stimulus_of
from cryptagon.simulate.stalls import STALL_MODES, Stalls, special_modes, stall_text


@dataclass(frozen=True)
class VectorFault:
    """The first vector that a level got wrong: which one, what was expected, what came, and where
    to look.

    `kind`: what is wrong, with the port, and whether after a reset in mid-run; `messages`: the set of messages, the stalls and the seed;
    `waveform`: a VCD file.
    """

    vector: str
    kind: str
    expected: str
    got: str
    details: str
    messages: str
    waveform: Path | None = None

    def __str__(self) -> str:
        return self.details


@dataclass(frozen=True)
class LevelReport:
    """The outcome of one level of verification: `vectors` messages went through, all right where
    `fault` is None.
    """

    level: str
    ok: bool
    vectors: int
    seconds: float
    fault: VectorFault | None = None


@dataclass(frozen=True)
class Examination:
    """Every set of messages of a verification, ready for any core of an algorithm at one level.

    `prepare` makes one.
    """

    level: Testbench[Message]
    sets: tuple[tuple[MessageSet, str], ...]
    special: Mapping[str, Stalls]
    seed: int

    @staticmethod
    def prepare(
        algorithm: HardwareAlgorithm,
        records: Sequence[KnownAnswer] = (),
        cipher: Cipher | None = None,
        *,
        level: LevelName | Testbench[Message] = "unit",
        w: int = 32,
        sw: int = 32,
        seed: int = 1,
        thorough: bool = False,
        quick: bool = False,
        again: bool = False,
        hashes: KnownHashes | None = None,
    ) -> "Examination":
        """The sets of `verification_sets`, each turned into a stimulus once.

        `level`: "core", "unit" with the CAESAR Hardware API, or the testbench of another interface.
        `w`, `sw`: widths in bits of pdi, do and of sdi at level "unit". `again`: only the sets that
        another seed changes. `hashes`: where the core has a hash function that the level reaches.
        Raises CryptagonError as `verification_sets` does.
        """
        bench = level_of(level, algorithm, w, sw) if isinstance(level, str) else level
        sets = verification_sets(
            algorithm,
            records,
            cipher,
            seed=seed,
            segmented=bench.name != "core",
            thorough=thorough,
            quick=quick,
            hashes=hashes,
        )
        chosen = [one for one in sets if one.chance or not again]
        ready = tuple((one, stimulus_of(bench, one.messages)) for one in chosen)
        return Examination(bench, ready, special_modes(bench.streams, thorough=thorough), seed)

    def of(
        self, core: VerilogCore, *, modes: Collection[str] = (), record: bool = True
    ) -> LevelReport:
        """Send all sets through a core; stops at the first wrong answer. `modes`: only these stall
        modes, where not empty.

        `record`: keep a waveform of a failed run. Raises CryptagonError where the Verilog does not
        compile or its ports are not those of docs/cipher-core.md; a wrong answer or a hang is a
        report, not an exception.
        """
        start = time.monotonic()
        simulator = Simulator.on(core, self.level)
        vectors = 0
        for one, mode, stimulus in self._runs(modes):
            stalls = {**STALL_MODES, **self.special}[mode]
            result = simulator.run(
                one.messages, seed=self.seed, stalls=stalls, stimulus=stimulus, record=record
            )
            if not result.ok:
                fault = _fault(result, f"{one.name}, {stall_text(mode)}, seed {self.seed}")
                return LevelReport(
                    self.level.name,
                    False,
                    vectors + max(result.faults[0].message, 0),
                    time.monotonic() - start,
                    fault,
                )
            vectors += len(one.messages)
        return LevelReport(self.level.name, True, vectors, time.monotonic() - start)

    def _runs(self, only: Collection[str]) -> Iterator[tuple[MessageSet, str, str]]:
        for one, stimulus in self.sets:
            for mode in (*one.modes, *(self.special if one.special else ())):
                if not only or mode in only:
                    yield one, mode, stimulus


def _fault(result: SimulationResult, messages: str) -> VectorFault:
    fault = result.faults[0]
    return VectorFault(
        fault.title,
        fault.called,
        fault.expected,
        fault.got,
        f"{fault}\n(in: {messages})",
        messages,
        result.waveform,
    )
