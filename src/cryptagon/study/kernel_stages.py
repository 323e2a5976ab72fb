"""The stages that every design of a kernel goes through. Only `make_core` knows HLS from RTL; from then on there is a `VerilogCore`."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptagon import __version__, fpga, paths
from cryptagon.batch import Execute, one
from cryptagon.catalog import Target
from cryptagon.core import VerilogCore
from cryptagon.results import KernelMeasurement, Verification
from cryptagon.simulate import StreamCycles, verify_streams
from cryptagon.study.compile import compile_kept, compiled_content, sources_are_there
from cryptagon.study.implementing import Search, implemented
from cryptagon.study.kernel_plan import KernelPlan
from cryptagon.study.kernels import MODULE, KernelDesign
from cryptagon.study.measurements import figures_of, status_of, tools_used
from cryptagon.study.memo import Memo
from cryptagon.study.product import Outcome, Product
from cryptagon.study.provenance import code_of, origin, versions_of
from cryptagon.study.runs import Runs
from cryptagon.toolchain import digest_of

PREPARATION = ("reference", "core", "verify", "cycles")

Teller = Callable[[str], None]
KernelProduct = Product[KernelDesign, StreamCycles]
KernelOutcome = Outcome[KernelDesign, StreamCycles]
Action = Callable[[KernelProduct, Teller], KernelOutcome]


@dataclass(frozen=True)
class KernelStages:
    """The stages under the settings of a plan; what succeeded is kept in `memo`, by the digest of all that went into it."""

    plan: KernelPlan
    memo: Memo
    runs: Runs = field(default_factory=Runs)

    def begin(self) -> list[KernelProduct]:
        """Every entry of the plan, nothing done yet."""
        return [Product(entry) for entry in self.plan.entries]

    def preparation(self) -> tuple[tuple[str, Action], ...]:
        """Name and action of each stage before the first target, in order."""
        return tuple(zip(PREPARATION, (self.check_reference, self.make_core, self.verify, self.measure_cycles)))

    def check_reference(self, product: KernelProduct, tell: Teller) -> KernelOutcome:
        """The reference program against the known answers."""
        design = product.entry
        folder = sorted(design.kernel.reference_folder.rglob("*.[ch]"))
        digest = digest_of("kernel reference", folder, _inputs(design), code_of("reference", "kat"), versions_of("zig-cc"))
        content, cached = self._kept(digest, "reference", design, lambda execute: _vectors(execute, KernelDesign.verify_reference, design))
        return _verified(product, "reference", content["vectors"], cached)

    def make_core(self, product: KernelProduct, tell: Teller) -> KernelOutcome:
        """The files as they are; or a native run of the C against the known answers, and HLS."""
        design = product.entry
        if design.approach == "rtl":
            core = VerilogCore(design.kernel.rtl_sources)
            return Outcome(replace(product, core=core), f"{len(core.sources)} files" if core.sources[1:] else "1 file")
        digest = digest_of("kernel core", _inputs(design), code_of("hls"), versions_of("zig-cc", "llvmlite", "xls"))
        output = paths.build_folder() / "kernels" / f"{design.name.replace(' ', '-')}-{digest[:16]}"
        content, cached = self._kept(digest, "core", design, lambda execute: _compile(design, output, tell, execute), sources_are_there)
        native = Verification(level="native", vectors=content["vectors"], ok=True)
        product = replace(product, core=VerilogCore(tuple(map(Path, content["sources"]))), verification=(*product.verification, native))
        return Outcome(product, f"{content['states']} {'state' if content['states'] == 1 else 'states'}", cached)

    def verify(self, product: KernelProduct, tell: Teller) -> KernelOutcome:
        """The core without stalls and with random stalls on inputs, outputs and both."""
        design, core = product.entry, _core(product)
        digest = digest_of("kernel verify", _simulation(design, core))
        content, cached = self._kept(digest, "verify", design, lambda execute: _vectors(execute, _verify, design, core))
        return _verified(product, "core", content["vectors"], cached)

    def measure_cycles(self, product: KernelProduct, tell: Teller) -> KernelOutcome:
        """Clock cycles of the job alone, and between short answers in a row."""
        design, core = product.entry, _core(product)
        digest = digest_of("kernel cycles", _simulation(design, core))
        content, cached = self._kept(digest, "cycles", design, lambda execute: asdict(one(execute, KernelDesign.cycles, design, core)))
        return Outcome(replace(product, cycles=StreamCycles(**content)), f"{content['alone']:,}", cached)

    def implement(self, product: KernelProduct, target: Target, tell: Teller) -> KernelOutcome:
        """Synthesis, place and route of the kernel alone. It keeps its own steps."""
        unit, contest = self.design(product), self.plan.contest
        search = Search(self.plan.effort, contest.rules, contest.objective)
        return implemented(product, unit, target, search, runs=self.runs, tell=tell)

    def _kept(
        self,
        digest: str,
        stage: str,
        design: KernelDesign,
        make: Callable[[Execute], dict[str, Any]],
        usable: Callable[[dict[str, Any]], bool] = bool,
    ) -> tuple[dict[str, Any], bool]:
        """What the memo has under the digest; else what the stage makes by its runs."""
        return self.memo.get(digest, lambda: self.runs.stage(stage, design.label, make), usable=usable)

    def design(self, product: KernelProduct) -> fpga.Design:
        """What is implemented: the kernel alone."""
        return fpga.Design(product.entry.name.replace(" ", "-"), MODULE, _core(product).sources)

    def measurement(self, product: KernelProduct, target: Target) -> KernelMeasurement:
        """What is kept of a product on a target: whole, or with the reason why it is not and whatever is known."""
        return KernelMeasurement(
            target=target.name,
            device=target.part,
            status=status_of(product),
            estimate=target.status == "estimate",
            area_unit=target.lut,
            options=self._options(product),
            tools=tools_used(product.entry, target),
            date=datetime.now(UTC),
            cryptagon=__version__,
            **self.known(product),
            **figures_of(product),
        )

    def known(self, product: KernelProduct) -> dict[str, Any]:
        """The fields of a measurement that no target changes, by name: what it is, its cycles, its sources, how it was verified."""
        design, cycles = product.entry, product.cycles
        return {
            "kernel": design.kernel.name,
            "title": design.kernel.title,
            "variant": design.variant.name,
            "approach": design.approach,
            "job": design.kernel.measured.name,
            "answer": design.kernel.measured.answer,
            "cycles": cycles.alone if cycles else None,
            "cycles_between": cycles.between if cycles else None,
            "source_digest": design.source_digest,
            **origin(design.sources, design.kernel.answer_files),
            "verification": product.verification,
        }

    def _options(self, product: KernelProduct) -> dict[str, Any]:
        found, plan = product.implementation, self.plan
        settings = found.options if found else {"rules": plan.contest.rules.model_dump(), "effort": plan.effort.model_dump(mode="json")}
        digests = {"core_digest": product.core.digest} if product.core else {}
        digests |= {"design_digest": found.digest} if found else {}
        return {"quick": plan.quick, "defines": dict(product.entry.variant.defines), **settings, **digests}


def _verified(product: KernelProduct, level: str, vectors: int, cached: bool) -> KernelOutcome:
    done = Verification(level=level, vectors=vectors, ok=True)
    return Outcome(replace(product, verification=(*product.verification, done)), f"{vectors:,} vectors", cached)


def _compile(design: KernelDesign, output: Path, tell: Teller, execute: Execute) -> dict[str, Any]:
    tell("native run")
    vectors = one(execute, KernelDesign.verify_native, design)
    tell("C to Verilog")
    made = one(execute, compile_kept, design.kernel.hls_source, output, dict(design.variant.defines), MODULE)
    return {"vectors": vectors, **compiled_content(made)}


def _vectors(execute: Execute, check: Callable[..., int], *arguments: object) -> dict[str, Any]:
    return {"vectors": one(execute, check, *arguments)}


def _verify(design: KernelDesign, core: VerilogCore) -> int:
    return verify_streams(core, design.bench, design.answers)


def _core(product: KernelProduct) -> VerilogCore:
    assert product.core  # made by an earlier stage
    return product.core


def _inputs(design: KernelDesign) -> list[object]:
    """What a design is made from and must answer."""
    return [design.source_digest, design.variant.name, design.kernel.folder / "algorithm.toml", design.kernel.answer_files]


def _simulation(design: KernelDesign, core: VerilogCore) -> list[object]:
    """What a simulation depends on."""
    return [_inputs(design), core.digest, code_of("simulate", "kat"), versions_of("verilator")]
