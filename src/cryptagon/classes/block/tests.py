"""What every core of a block cipher must answer, and the cycles of a block and of a change of
key.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cryptagon.catalog import Variant, check_widths
from cryptagon.classes.base import Setting, Tests
from cryptagon.classes.block import sessions
from cryptagon.classes.block.known_answers import BlockRecord, read_records
from cryptagon.classes.block.model import MODULE, BlockCipher
from cryptagon.classes.block.sessions import Session
from cryptagon.classes.samples import thinned
from cryptagon.classes.stream_answers import compare
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hls.native import NativeDesign, Presentation
from cryptagon.reference import ReferenceKernel
from cryptagon.simulate import (
    STALL_MODES,
    Simulator,
    StreamBench,
    StreamCycles,
    right_answers,
    stall_text,
    verify_streams,
)

QUICK_RECORDS = 8
FEW, MORE, MANY = 16, 32, 48
"""Blocks in a row, or keys, between which cycles are counted."""


def known_answers(cipher: BlockCipher, setting: Setting) -> list[BlockRecord]:
    """The records of all files; where `quick`, some spread evenly over them.

    Raises CryptagonError where there is none.
    """
    files = setting.known_answers or cipher.answer_files
    records = [record for file in files for record in read_records(cipher, file)]
    if not records:
        where = str(cipher.folder / "kat")
        raise CryptagonError(
            "there are no known answers",
            where=where,
            fix="put a file there (docs/block-ciphers.md)",
        )
    return thinned(records, QUICK_RECORDS) if setting.quick else records


@dataclass(frozen=True)
class BlockTests(Tests):
    """The known answers of a block cipher.

    `seeds` are of stalls, of random blocks and of the order of sessions.
    """

    cipher: BlockCipher
    variant: Variant
    records: tuple[BlockRecord, ...]
    seeds: tuple[int, ...] = (1,)
    thorough: bool = False

    @property
    def bench(self) -> StreamBench:
        """The testbench of its ports."""
        return StreamBench(self.cipher.name, MODULE, self.cipher.ports, str(self.cipher.file))

    @cached_property
    def short(self) -> list[Session]:
        """The sessions of the known answers."""
        return sessions.of_records(self.records)

    @cached_property
    def reference(self) -> ReferenceKernel:
        """The reference program. Raises CryptagonError when it does not compile."""
        return ReferenceKernel.build(self.cipher, self.variant)

    def long(self, seed: int) -> list[Session]:
        """Sessions of many random blocks, which the reference software answers."""
        return sessions.long_ones(self.records, self.cipher.sizes.block, self._answers, seed=seed)

    def encrypted(self, blocks: int, *, seed: int) -> Session:
        """So many random blocks encrypted under one key, which the reference software answers."""
        first, bits = self.records[0], self.cipher.sizes.block
        return sessions.encrypted(first, blocks, bits, self._answers, seed=seed)

    def check_reference(self) -> int:
        """The reference program against the known answers, both ways."""
        got = self.reference.run(_items(self.short, self.cipher))
        _compare(
            self,
            self.short,
            got,
            self.cipher.reference_folder,
            "the reference program answers wrongly",
        )
        return len(self.records)

    def check_program(self, source: Path, folder: Path) -> int:
        """The C as a program, through all sessions."""
        program = NativeDesign.build(source, folder, defines=self.variant.defines)
        check_widths(self.cipher, source, program.widths, self.variant.defines)
        asked = [*self.short, *self.long(self.seeds[0])]
        done = program.run([self._presentation(asked)])
        got = [values for outputs in done.outputs for _, values in outputs]
        _compare(self, asked, got, source, "the C core answers wrongly in a native run")
        return len(asked)

    def verify(self, core: VerilogCore, level: str) -> int:
        """The sessions of known answers under all stall modes and as chance orders them; the long
        ones without and with stalls.
        """
        passed = 0
        for seed in self.seeds:
            passed += verify_streams(core, self.bench, self.short, seed=seed)
            passed += self._verify_long(core, seed)
        return passed

    def cycles(self, core: VerilogCore) -> dict[str, float]:
        """Clock cycles of one more block under a key each way, and those that a new key costs
        before a block each way.
        """
        simulator = Simulator.on(core, self.bench)
        found: dict[str, float] = {}
        for decrypt, way in enumerate(("encryption", "decryption")):
            found[way] = self._cycles_of_a_block(simulator, decrypt)
            found[f"key_{way}"] = self._cycles_between_keys(simulator, decrypt) - found[way]
        return found

    def encryption(self, core: VerilogCore) -> StreamCycles:
        """Clock cycles of one block encrypted under a new key alone, and of one more under the same
        key.

        Raises CryptagonError for a wrong answer, and where they are not the same all along.
        """
        simulator = Simulator.on(core, self.bench)
        alone = self._total(simulator, sessions.in_a_row(self.records[0], 1, decrypt=0))
        return StreamCycles(alone, self._cycles_of_a_block(simulator, 0))

    def sample(self, count: int) -> tuple[StreamBench, Sequence[Session]]:
        """The first so many sessions, which have every direction after every other."""
        return self.bench, self.short[: count or None]

    def presentations(self, count: int) -> list[Presentation]:
        """The first so many sessions, each by itself."""
        return [self._presentation([one]) for one in self.short[: count or None]]

    def _presentation(self, asked: Sequence[Session]) -> Presentation:
        outputs = sum(len(one.tasks) for one in asked)
        return Presentation({}, _items(asked, self.cipher), outputs)

    def _answers(self, asked: Sequence[tuple[int, int, int]]) -> list[int]:
        blocks = [{"new_key": 1, "decrypt": decrypt, "data": block} for _, decrypt, block in asked]
        return [
            item["data"]
            for item in self.reference.run(
                {"key": [{"data": key} for key, _, _ in asked], "block": blocks}
            )
        ]

    def _verify_long(self, core: VerilogCore, seed: int) -> int:
        simulator, asked = Simulator.on(core, self.bench), self.long(seed)
        modes = (
            STALL_MODES if self.thorough else {name: STALL_MODES[name] for name in ("none", "both")}
        )
        for name, stalls in modes.items():
            right_answers(core, simulator.run(asked, seed=seed, stalls=stalls), stall_text(name))
        return len(asked) * len(modes)

    def _cycles_of_a_block(self, simulator: Simulator[Session], decrypt: int) -> float:
        """The slope between sessions of few and of many blocks.

        Raises CryptagonError where it is not the same all along.
        """
        totals = [
            self._total(simulator, sessions.in_a_row(self.records[0], blocks, decrypt=decrypt))
            for blocks in (FEW, MORE, MANY)
        ]
        if totals[2] - totals[1] != totals[1] - totals[0]:
            why = f"(blocks, cycles) {list(zip((FEW, MORE, MANY), totals))}"
            what = "the cycles of a session do not grow evenly with its blocks"
            raise CryptagonError(what, where=str(simulator.core.sources[0]), why=why)
        return (totals[2] - totals[0]) / (MANY - FEW)

    def _cycles_between_keys(self, simulator: Simulator[Session], decrypt: int) -> float:
        """From one result to the next where each block has a key of its own."""
        asked = [
            sessions.in_a_row(self.records[number % len(self.records)], 1, decrypt=decrypt)
            for number in range(MANY)
        ]
        done = right_answers(
            simulator.core, simulator.run(asked, probe=False), "a key for each block"
        )
        return (done.messages[MANY - 1].last_output - done.messages[FEW - 1].last_output) / (
            MANY - FEW
        )

    def _total(self, simulator: Simulator[Session], session: Session) -> int:
        done = right_answers(
            simulator.core, simulator.run([session], isolate=True, probe=False), session.title
        )
        return done.messages[0].total


def _items(asked: Sequence[Session], cipher: BlockCipher) -> dict[str, list[dict[str, int]]]:
    return {
        port.name: [item for session in asked for item in session.items(port)]
        for port in cipher.inputs
    }


def _compare(
    tests: BlockTests, asked: Sequence[Session], got: list[dict[str, int]], where: Path, what: str
) -> None:
    """Raises CryptagonError for the first session that is answered wrongly."""
    output, at = tests.cipher.output, 0
    for session in asked:
        expected = session.items(output)
        compare(
            tests.bench,
            output,
            session.title,
            expected,
            got[at : at + len(expected)],
            where=where,
            what=what,
        )
        at += len(expected)
