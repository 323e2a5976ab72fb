"""Kernels: from the sources of a design to a verified Verilog core, its cycles and, on a target, its area and speed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import Kernel, Variant
from cryptagon.catalog.algorithm import Approach
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hls.native import NativeDesign, Presentation
from cryptagon.kat import KernelAnswer, kernel_answers
from cryptagon.reference import ReferenceKernel
from cryptagon.simulate import StreamBench, StreamCycles, measure_streams, verify_streams
from cryptagon.study.compile import compile_kept
from cryptagon.study.provenance import COMPILERS, code_of, versions_of
from cryptagon.toolchain import digest_of

MODULE = "Kernel"


@dataclass(frozen=True)
class KernelDesign:
    """A kernel by one approach; `variant` chooses the architecture of the C, and names the one that hand-written RTL stands beside."""

    kernel: Kernel
    approach: Approach
    variant: Variant

    @property
    def name(self) -> str:
        """Kernel and variant."""
        return f"{self.kernel.name} {self.variant.name}"

    @property
    def label(self) -> str:
        """Name, variant and approach, for people."""
        return f"{self.name} {self.approach}"

    @cached_property
    def answers(self) -> list[KernelAnswer]:
        """The known answers. Raises CryptagonError where there are none or one is broken."""
        return kernel_answers(self.kernel, self.variant.name)

    @property
    def sources(self) -> list[Path]:
        """The files that people wrote for this design."""
        return self.kernel.sources(self.approach)

    @property
    def source_digest(self) -> str:
        """SHA-256 over names and contents of `sources` and the macros; 64 hexadecimal digits."""
        return digest_of(self.sources, self.variant.defines if self.approach == "hls" else {})

    @property
    def folder(self) -> Path:
        """Where its Verilog lies once it is made from C."""
        digest = digest_of(self.source_digest, code_of("hls"), versions_of(*COMPILERS))
        return paths.build_folder() / "kernels" / f"{self.kernel.name}-{self.variant.name}-{digest[:16]}"

    @property
    def bench(self) -> StreamBench:
        """The testbench of its ports."""
        return StreamBench(self.kernel.name, MODULE, self.kernel.ports, str(self.kernel.folder / "algorithm.toml"))

    @cached_property
    def core(self) -> VerilogCore:
        """The Verilog. Raises CryptagonError where the C does not compile."""
        if self.approach == "rtl":
            return VerilogCore(self.kernel.rtl_sources)
        return compile_kept(self.kernel.hls_source, self.folder, dict(self.variant.defines), MODULE).core

    def verify_reference(self) -> int:
        """The reference program, with the macros of the variant, against the known answers; how many. Raises CryptagonError."""
        program = ReferenceKernel.build(self.kernel, self.variant)
        for answer in self.answers:
            got = program.run({port.name: answer.items(port) for port in self.kernel.inputs})
            _compare(self.kernel, answer, got, self.kernel.reference_folder, "the reference program answers wrongly")
        return len(self.answers)

    def verify_native(self) -> int:
        """The C as a program against the known answers; how many. Raises CryptagonError for the first wrong one."""
        program = NativeDesign.build(self.kernel.hls_source, paths.build_folder() / "native", defines=self.variant.defines)
        for answer in self.answers:
            items = {port.name: answer.items(port) for port in self.kernel.inputs}
            done = program.run([Presentation({}, items, len(answer.items(self.kernel.output)))])
            got = [values for outputs in done.outputs for _, values in outputs]
            _compare(self.kernel, answer, got, self.kernel.hls_source, "the C core answers wrongly in a native run")
        return len(self.answers)

    def verify_verilog(self) -> int:
        """The Verilog against the known answers, without stalls and with stalls; how many answers times modes. Raises CryptagonError."""
        return verify_streams(self.core, self.bench, self.answers)

    def cycles(self, core: VerilogCore | None = None) -> StreamCycles:
        """Clock cycles of the unit of work alone, and between answers in a row: of the answer with the fewest input items."""
        work = next((one for one in self.answers if one.title == self.kernel.measured.answer), None)
        if work is None:
            where = str(self.kernel.folder / "algorithm.toml")
            raise CryptagonError(f'no known answer is called "{self.kernel.measured.answer}"', where=where)
        short = min(self.answers, key=lambda one: sum(len(one.items(port)) for port in self.kernel.inputs))
        return measure_streams(core or self.core, self.bench, work, short)


def designs(kernel: Kernel) -> Iterator[KernelDesign]:
    """Every variant in C, then the hand-written core."""
    for approach in kernel.approaches:
        for variant in kernel.variants:
            if approach == "hls" or variant.name == kernel.architecture.rtl_variant:
                yield KernelDesign(kernel, approach, variant)


def _compare(kernel: Kernel, answer: KernelAnswer, got: list[dict[str, int]], where: Path, what: str) -> None:
    output, expected = kernel.output, answer.items(kernel.output)
    if got == expected:
        return
    show = StreamBench(kernel.name, MODULE, kernel.ports, "").show
    first = next((number for number, pair in enumerate(zip(expected, got)) if pair[0] != pair[1]), min(len(expected), len(got)))
    wanted, came = (show(output.name, output.pack(items[first])) if first < len(items) else "nothing" for items in (expected, got))
    raise CryptagonError(what, where=str(where), why=f"{answer.title}, output {first + 1}\nexpected {wanted}\ngot      {came}")
