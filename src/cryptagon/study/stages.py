"""The stages that every design goes through. Only `make_core` knows HLS from RTL; from then on there is a `VerilogCore`."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from cryptagon import paths
from cryptagon.batch import Execute, one
from cryptagon.catalog import Target
from cryptagon.core import VerilogCore
from cryptagon.fpga import Design
from cryptagon.results import Measurement, Verification
from cryptagon.study.compile import compile_kept, compiled_content, sources_are_there
from cryptagon.study.implementing import Search, implemented
from cryptagon.study.known_answers import known_answer_files, known_answers
from cryptagon.study.measurements import known, measurement
from cryptagon.study.memo import Memo
from cryptagon.study.native import run_native
from cryptagon.study.plan import Entry, Plan
from cryptagon.study.product import Cycles, Outcome, Product
from cryptagon.study.provenance import code_of, hardware_around, sources_of, versions_of
from cryptagon.study.runs import Runs
from cryptagon.study.verification import Bench, TestSet
from cryptagon.toolchain import digest_of

PREPARATION = ("reference", "core", "verify", "cycles")
VERILOG_LEVELS = ("core", "aead")

# Told in a few words how far a stage has come.
Teller = Callable[[str], None]
CipherProduct = Product[Entry, Cycles]
CipherOutcome = Outcome[Entry, Cycles]
Action = Callable[[CipherProduct, Teller], CipherOutcome]


@dataclass(frozen=True)
class Stages:
    """The stages under the settings of a plan; what succeeded is kept in `memo`, by the digest of all that went into it."""

    plan: Plan
    memo: Memo
    runs: Runs = field(default_factory=Runs)

    def begin(self) -> list[CipherProduct]:
        """Every entry of the plan, nothing done yet."""
        return [Product(entry) for entry in self.plan.entries]

    def measurement(self, product: CipherProduct, target: Target) -> Measurement:
        """What is kept of a product on a target."""
        return measurement(self.plan, product, target)

    def known(self, product: CipherProduct) -> dict[str, Any]:
        """The fields of a measurement that no target changes, by name."""
        return known(self.plan, product)

    def preparation(self) -> tuple[tuple[str, Action], ...]:
        """Name and action of each stage before the first target, in order."""
        actions = (self.check_reference, self.make_core, self.verify, self.measure_cycles)
        return tuple(zip(PREPARATION, actions))

    def check_reference(self, product: CipherProduct, tell: Teller) -> CipherOutcome:
        """The reference software against the known answers."""
        algorithm = product.entry.algorithm
        folder = sorted(path for path in algorithm.reference_folder.rglob("*") if path.is_file())
        digest = digest_of("reference", folder, self._inputs(product.entry), code_of("reference", "kat"), versions_of("zig-cc"))
        content, cached = self._kept(digest, "reference", product.entry, self._check_reference)
        vectors = content["vectors"]
        level = Verification(level="reference", vectors=vectors, ok=True)
        return Outcome(replace(product, verification=(level,)), f"{vectors:,} vectors", cached)

    def make_core(self, product: CipherProduct, tell: Teller) -> CipherOutcome:
        """The files as they are; or a native run of the C against the known answers, and HLS."""
        algorithm = product.entry.algorithm
        if product.entry.approach == "rtl":
            core = VerilogCore(algorithm.rtl_sources)
            return Outcome(replace(product, core=core), f"{len(core.sources)} files" if core.sources[1:] else "1 file")
        digest = digest_of(
            "core", sources_of(product.entry), self._inputs(product.entry), code_of("hls"), versions_of("zig-cc", "llvmlite", "xls")
        )
        output = paths.build_folder() / "cores" / f"{algorithm.name}-{digest[:16]}"
        compiled = partial(self._compile, output=output, tell=tell)
        content, cached = self._kept(digest, "core", product.entry, compiled, usable=sources_are_there)
        core = VerilogCore(tuple(map(Path, content["sources"])))
        native = Verification(level="native", vectors=content["vectors"], ok=True)
        text = f"{content['states']} {'state' if content['states'] == 1 else 'states'}"
        return Outcome(replace(product, core=core, verification=(*product.verification, native)), text, cached)

    def _kept(
        self,
        digest: str,
        stage: str,
        entry: Entry,
        make: Callable[[Entry, Execute], dict[str, Any]],
        usable: Callable[[dict[str, Any]], bool] = bool,
    ) -> tuple[dict[str, Any], bool]:
        """What the memo has under the digest; else what the stage makes by its runs."""
        return self.memo.get(digest, lambda: self.runs.stage(stage, entry.label, partial(make, entry)), usable=usable)

    def _check_reference(self, entry: Entry, execute: Execute) -> dict[str, Any]:
        return {"vectors": one(execute, TestSet.check_reference, self._tests(entry))}

    def _compile(self, entry: Entry, execute: Execute, *, output: Path, tell: Teller) -> dict[str, Any]:
        source = entry.algorithm.hls_source
        tell("native run")
        vectors = one(execute, _run_native, self._tests(entry), source, paths.build_folder() / "native")
        tell("C to Verilog")
        return {"vectors": vectors, **compiled_content(one(execute, compile_kept, source, output))}

    def verify(self, product: CipherProduct, tell: Teller) -> CipherOutcome:
        """The core alone and behind the hardware API, without stalls and with stalls on every port."""
        assert product.core  # made by the stage before
        digest = digest_of("verify", self._simulation(product, product.core))
        core = product.core
        content, cached = self._kept(digest, "verify", product.entry, partial(self._verify, core=core, tell=tell))
        done = tuple(Verification(level=level, vectors=content[level], ok=True) for level in VERILOG_LEVELS)
        text = f"{sum(content.values()):,} messages"
        return Outcome(replace(product, verification=(*product.verification, *done)), text, cached)

    def _verify(self, entry: Entry, execute: Execute, *, core: VerilogCore, tell: Teller) -> dict[str, Any]:
        tell(f"levels {' and '.join(VERILOG_LEVELS)}")
        runs = [(self._bench(entry), core, level) for level in VERILOG_LEVELS]
        vectors = execute(Bench.verify, runs, lambda place, _: tell(f"{VERILOG_LEVELS[place]} level done"))
        return dict(zip(VERILOG_LEVELS, vectors))

    def measure_cycles(self, product: CipherProduct, tell: Teller) -> CipherOutcome:
        """Clock cycles a block, behind the hardware API."""
        assert product.core  # made by an earlier stage
        digest = digest_of("cycles", self._simulation(product, product.core))
        core = product.core
        content, cached = self._kept(digest, "cycles", product.entry, partial(self._measure, core=core))
        cycles = Cycles(**content)
        return Outcome(replace(product, cycles=cycles), f"{cycles.encrypt:.2f}", cached)

    def _measure(self, entry: Entry, execute: Execute, *, core: VerilogCore) -> dict[str, Any]:
        return asdict(one(execute, Bench.cycles, self._bench(entry), core))

    def implement(self, product: CipherProduct, target: Target, tell: Teller) -> CipherOutcome:
        """Synthesis, place and route: the search for the best clock and area. It keeps its own steps."""
        unit, contest = self.design(product), self.plan.contest
        search = Search(self.plan.effort, contest.rules, contest.objective)
        return implemented(product, unit, target, search, runs=self.runs, tell=tell)

    def design(self, product: CipherProduct) -> Design:
        """What is implemented: the core alone or the whole unit, as the contest's scope says."""
        assert product.core  # made by an earlier stage
        algorithm, contest = product.entry.algorithm, self.plan.contest
        if contest.scope == "core":
            return Design(f"{algorithm.name}-core", "CipherCore", product.core.sources)
        return Design(
            algorithm.name, "AEAD", (*hardware_around(), *product.core.sources), algorithm.hardware_parameters(contest.w, contest.sw)
        )

    def _tests(self, entry: Entry) -> TestSet:
        records = known_answers(known_answer_files(entry.algorithm), quick=self.plan.quick)
        return TestSet(entry.algorithm, records)

    def _bench(self, entry: Entry) -> Bench:
        return Bench(self._tests(entry), self.plan.contest.w, self.plan.contest.sw)

    def _inputs(self, entry: Entry) -> list[object]:
        """What the known answers and the sizes depend on."""
        return [known_answer_files(entry.algorithm), entry.algorithm.folder / "algorithm.toml", self.plan.quick]

    def _simulation(self, product: CipherProduct, core: VerilogCore) -> list[object]:
        """What a simulation depends on."""
        contest = self.plan.contest
        code = code_of("hwapi", "simulate", "kat")
        tools = versions_of("verilator")
        return [self._inputs(product.entry), core.digest, hardware_around(), contest.w, contest.sw, code, tools]


def _run_native(tests: TestSet, source: Path, folder: Path) -> int:
    return run_native(tests.algorithm, source, folder, tests.messages)
