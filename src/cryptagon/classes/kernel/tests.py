"""What every core of a plain stream design must answer, and the cycles of its unit of work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cryptagon.catalog import Kernel, Variant, check_widths
from cryptagon.classes.base import Tests
from cryptagon.classes.stream_answers import compare
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hls.native import NativeDesign, Presentation
from cryptagon.kat import KernelAnswer, kernel_answers
from cryptagon.reference import ReferenceKernel
from cryptagon.simulate import StreamBench, measure_streams, verify_streams

MODULE = "Kernel"


@dataclass(frozen=True)
class KernelTests(Tests):
    """The known answers of a kernel in one of its variants.

    `seeds` are of stalls and of their order.
    """

    kernel: Kernel
    variant: Variant
    seeds: tuple[int, ...] = (1,)

    @cached_property
    def answers(self) -> list[KernelAnswer]:
        """The known answers. Raises CryptagonError where there are none or one is broken."""
        return kernel_answers(self.kernel, self.variant.known_as)

    @property
    def bench(self) -> StreamBench:
        """The testbench of its ports."""
        return StreamBench(self.kernel.name, MODULE, self.kernel.ports, str(self.kernel.file))

    @property
    def work(self) -> KernelAnswer:
        """The known answer that is the unit of work. Raises CryptagonError where there is none."""
        work = next((one for one in self.answers if one.title == self.kernel.measured.answer), None)
        if work is None:
            raise CryptagonError(
                f'no known answer is called "{self.kernel.measured.answer}"',
                where=str(self.kernel.file),
            )
        return work

    def check_reference(self) -> int:
        """The reference program, with the macros of the variant, against the known answers."""
        program = ReferenceKernel.build(self.kernel, self.variant)
        for answer in self.answers:
            got = program.run(self._inputs(answer))
            self._compare(
                answer, got, self.kernel.reference_folder, "the reference program answers wrongly"
            )
        return len(self.answers)

    def check_program(self, source: Path, folder: Path) -> int:
        """The C as a program against the known answers."""
        program = NativeDesign.build(source, folder, defines=self.variant.defines)
        check_widths(self.kernel, source, program.widths, self.variant.defines)
        for answer in self.answers:
            done = program.run([self._presentation(answer)])
            got = [values for outputs in done.outputs for _, values in outputs]
            self._compare(answer, got, source, "the C core answers wrongly in a native run")
        return len(self.answers)

    def verify(self, core: VerilogCore, level: str) -> int:
        """The Verilog against the known answers, without stalls and with stalls; how many answers
        times modes.
        """
        return sum(verify_streams(core, self.bench, self.answers, seed=seed) for seed in self.seeds)

    def cycles(self, core: VerilogCore) -> dict[str, float]:
        """Clock cycles of the unit of work "alone", and "between" answers in a row: of the answer
        with the fewest input items.
        """
        short = min(
            self.answers, key=lambda one: sum(len(one.items(port)) for port in self.kernel.inputs)
        )
        found = measure_streams(core, self.bench, self.work, short)
        return {"alone": float(found.alone), "between": found.between}

    def sample(self, count: int) -> tuple[StreamBench, Sequence[KernelAnswer]]:
        """The first so many known answers."""
        return self.bench, self.answers[: count or None]

    def presentations(self, count: int) -> list[Presentation]:
        """The first so many known answers."""
        return [self._presentation(one) for one in self.answers[: count or None]]

    def _presentation(self, answer: KernelAnswer) -> Presentation:
        return Presentation({}, self._inputs(answer), len(answer.items(self.kernel.output)))

    def _inputs(self, answer: KernelAnswer) -> Mapping[str, list[dict[str, int]]]:
        return {port.name: answer.items(port) for port in self.kernel.inputs}

    def _compare(
        self, answer: KernelAnswer, got: list[dict[str, int]], where: Path, what: str
    ) -> None:
        output = self.kernel.output
        compare(self.bench, output, answer.title, answer.items(output), got, where=where, what=what)
