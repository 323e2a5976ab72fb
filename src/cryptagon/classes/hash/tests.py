"""What a hash core must answer, alone and in its unit, and the cycles of a block."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cryptagon.catalog import Variant, check_widths
from cryptagon.classes.base import UNIT, Setting, Tests
from cryptagon.classes.hash.known_answers import HashAnswer
from cryptagon.classes.hash.messages import CoreMessage, MessageSet, message_sets
from cryptagon.classes.hash.model import Hash
from cryptagon.classes.samples import spread
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hls.native import NativeDesign, Presentation
from cryptagon.interfaces import interface
from cryptagon.interfaces.hash_interface import HashInterface
from cryptagon.interfaces.sha3 import HashMessage
from cryptagon.reference import ReferenceHash
from cryptagon.simulate import STALL_MODES, Simulator, Slope, StreamBench, right_answers
from cryptagon.simulate.stalls import special_modes, stall_text

MODULE = "HashCore"
CONTRACT = "docs/hash-interface.md"
SLOPE_BLOCKS = (16, 80, 144)
"""Lengths of messages in whole blocks: the slope is taken over the first two, the third must lie on
the same line.
"""


@dataclass(frozen=True)
class HashTests(Tests):
    """The known answers of a hash function, and what its reference software answers."""

    algorithm: Hash
    variant: Variant
    answers: tuple[HashAnswer, ...]
    setting: Setting

    @cached_property
    def reference(self) -> ReferenceHash:
        """The reference software.

        Raises CryptagonError when it does not compile or its digests have another length.
        """
        return ReferenceHash.build(
            self.algorithm.reference_folder, self.algorithm.sizes.digest // 8, self.variant.defines
        )

    def check_reference(self) -> int:
        """The reference software against the known answers."""
        for answer in self.answers:
            got = self.reference.digest(answer.message)
            if got != answer.digest:
                why = f"message of {len(answer.message)} bytes\nexpected {answer.digest.hex()}\ngot      {got.hex()}"
                raise CryptagonError(
                    "the reference software disagrees with a known answer",
                    where=answer.place,
                    why=why,
                )
        return len(self.answers)

    def check_program(self, source: Path, folder: Path) -> int:
        """The C of a HashCore as a program, with all messages that a core takes."""
        design = NativeDesign.build(source, folder, defines=self.variant.defines)
        check_widths(self.algorithm, source, design.widths, self.variant.defines)
        messages = [
            CoreMessage(self.algorithm, one)
            for part in self._sets(unit=False)
            for one in part.messages
        ]
        digest = self.algorithm.ports[1]
        run = design.run([self._presentation(message) for message in messages])
        for message, outputs in zip(messages, run.outputs):
            expected = [(digest.name, item) for item in message.items(digest)]
            if outputs != expected:
                why = f"message of {message.title}\nexpected {_shown(expected)}\ngot      {_shown(outputs)}"
                raise CryptagonError(
                    "the C core answers wrongly in a native run", where=str(source), why=why
                )
        if run.waiting_for:
            raise CryptagonError(
                "the C core hangs in a native run",
                where=str(source),
                why=f"it waits for {run.waiting_for}",
            )
        return len(messages)

    def verify(self, core: VerilogCore, level: str) -> int:
        """The Verilog alone or in its unit, under the stall modes of each set of messages; how many
        went through.
        """
        unit = level == UNIT
        bench = self._unit if unit else self._core
        simulator = Simulator.on(core, bench)
        special = special_modes(bench.streams, thorough=self.setting.thorough)
        stalls = {**STALL_MODES, **special}
        vectors = 0
        for number, seed in enumerate(self.setting.seeds):
            for one in self._sets(unit=unit, seed=seed, again=number > 0):
                messages = self._driven(one.messages, unit=unit)
                for mode in (*one.modes, *(special if one.special else ())):
                    how = f"{one.name}, {stall_text(mode)}, seed {seed} ({level} level)"
                    right_answers(
                        core, simulator.run(messages, seed=seed, stalls=stalls[mode]), how
                    )
                    vectors += len(messages)
        return vectors

    def cycles(self, core: VerilogCore) -> dict[str, float]:
        """Clock cycles for one more block of a long message ("block"), and what a message takes
        beyond those of its blocks ("message").
        """
        unit = bool(self.setting.interface)
        size = self.algorithm.block_bytes
        messages = [self._answered(bytes(count * size)) for count in SLOPE_BLOCKS]
        simulator = Simulator.on(core, self._unit if unit else self._core)
        result = right_answers(
            core,
            simulator.run(self._driven(messages, unit=unit), isolate=True, probe=False),
            "each message alone",
        )
        blocks = [
            len(self.algorithm.padding.padded(message.data, size)) // size for message in messages
        ]
        slope = Slope(tuple((count, one.total) for count, one in zip(blocks, result.messages)))
        if not slope.linear:
            why = f"(blocks, cycles): {', '.join(map(str, slope.points))}"
            raise CryptagonError(
                "the cycles of a message do not grow evenly with its length",
                where=str(core.sources[0]),
                why=why,
            )
        return {"block": float(slope.cycles_per_block), "message": float(slope.overhead)}

    def sample(self, count: int) -> tuple[StreamBench, Sequence[HashMessage | CoreMessage]]:
        """Known answers spread evenly over their lengths."""
        unit = bool(self.setting.interface)
        return self._unit if unit else self._core, self._driven(
            spread(self._known, count), unit=unit
        )

    def presentations(self, count: int) -> list[Presentation]:
        """Known answers spread evenly over their lengths."""
        return [
            self._presentation(CoreMessage(self.algorithm, one))
            for one in spread(self._known, count)
        ]

    def _presentation(self, message: CoreMessage) -> Presentation:
        block = self.algorithm.ports[0]
        return Presentation({}, {block.name: message.items(block)}, 1)

    @property
    def _core(self) -> StreamBench:
        return StreamBench(self.algorithm.name, MODULE, self.algorithm.ports, CONTRACT, "core")

    @property
    def _around(self) -> HashInterface | None:
        if not self.setting.interface:
            return None
        around = interface(self.setting.interface)
        assert isinstance(around, HashInterface)  # an interface of this class
        return around

    @property
    def _unit(self) -> StreamBench:
        around = interface(self.setting.interface)
        bench = around.testbench(self.algorithm, self.setting.bus_of(self.algorithm))
        assert isinstance(bench, StreamBench)  # an interface of this class drives words
        return bench

    def _driven(
        self, messages: Sequence[HashMessage], *, unit: bool
    ) -> Sequence[HashMessage | CoreMessage]:
        return messages if unit else [CoreMessage(self.algorithm, message) for message in messages]

    def _answered(self, data: bytes) -> HashMessage:
        return HashMessage.whole(data, self.reference.digest(data))

    @property
    def _known(self) -> list[HashMessage]:
        return [
            HashMessage.whole(one.message, one.digest, f"{one.place}, {len(one.message)} bytes")
            for one in self.answers
        ]

    def _sets(self, *, unit: bool, seed: int = 0, again: bool = False) -> Iterator[MessageSet]:
        thorough = self.setting.thorough
        sets = message_sets(
            self.algorithm,
            self._known,
            self.reference.digest,
            self._around,
            seed=seed or self.setting.seeds[0],
            thorough=thorough,
        )
        return (one for one in sets if (unit or not one.unit) and (one.chance or not again))


def _shown(outputs: Sequence[tuple[str, dict[str, int]]]) -> str:
    return ", ".join(f"{name} {item['data']:x}" for name, item in outputs) or "nothing"
