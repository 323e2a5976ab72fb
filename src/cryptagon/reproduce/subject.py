"""What a record is a record of, found again among the sources that are here: the design, the target, and the stages that make it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from cryptagon import paths
from cryptagon.catalog import Contest, KernelContest, Participant, Rules, Target, algorithm, kernel, target
from cryptagon.catalog.kernel import CLASS
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.fpga.families import family_of
from cryptagon.results import KernelMeasurement, Measurement
from cryptagon.study.kernel_plan import KernelPlan
from cryptagon.study.kernel_stages import KernelStages
from cryptagon.study.kernels import KernelDesign
from cryptagon.study.memo import Memo
from cryptagon.study.plan import Entry, Plan
from cryptagon.study.product import Outcome, Product
from cryptagon.study.provenance import tools_for, versions_of
from cryptagon.study.stages import Stages

Record = Measurement | KernelMeasurement
# Told in a few words how far a stage has come.
Teller = Callable[[str], None]


class DesignStages(Protocol):
    """The stages of a study, whatever it is a study of."""

    def check_reference(self, product: Any, tell: Teller) -> Outcome[Any, Any]: ...  # noqa: ANN401, D102
    def make_core(self, product: Any, tell: Teller) -> Outcome[Any, Any]: ...  # noqa: ANN401, D102
    def verify(self, product: Any, tell: Teller) -> Outcome[Any, Any]: ...  # noqa: ANN401, D102
    def measure_cycles(self, product: Any, tell: Teller) -> Outcome[Any, Any]: ...  # noqa: ANN401, D102
    def design(self, product: Any) -> Design: ...  # noqa: ANN401, D102
    def known(self, product: Any) -> dict[str, Any]: ...  # noqa: ANN401, D102


@dataclass(frozen=True)
class Subject:
    """A record with what makes its design again. `target` is aimed at as it was then, with the options in the record."""

    record: Record
    stages: DesignStages
    begun: Product[Any, Any]
    target: Target
    rules: Rules

    @property
    def name(self) -> str:
        """Design and target, for people."""
        return f"{self.begun.entry.label} on {self.target.name}"

    @property
    def source_digest(self) -> str:
        """That of the sources as they are now."""
        return str(self.stages.known(self.begun)["source_digest"])


def subject_of(record: Record, path: Path, folder: Path | None = None) -> Subject:
    """Find the design of a record that lies at `path`; `folder` is that of its algorithm, where it is not in the repository.

    Raises CryptagonError for a record that cannot be made again (failed, imported, or too old to say how), and where the design, its
    target or a tool is not there.
    """
    _check(record, path)
    try:
        aimed, rules = _as_then(record, target(record.target)), Rules.model_validate(record.options.get("rules"))
    except (ValidationError, TypeError) as error:
        raise CryptagonError("the record's options do not say how it was made", where=str(path), why=str(error)) from error
    family_of(aimed)
    cipher = isinstance(record, Measurement)
    subject = _cipher(record, aimed, rules, folder) if cipher else _kernel(record, aimed, rules, folder)
    versions_of(*tools_for(subject.begun.entry, aimed))
    return subject


def _check(record: Record, path: Path) -> None:
    if not record.ok:
        raise CryptagonError("a failed measurement has nothing to reproduce", where=str(path), why=f"its status is: {record.status}")
    if record.origin == "imported":
        raise CryptagonError(
            "this result is from a vendor's tool, which Cryptagon does not run",
            where=str(path),
            fix="export the core anew, run the tool and import its reports (docs/vendor-tools.md)",
        )
    best = {"best_strategy": record.best_strategy}
    best |= {} if record.estimate else {"best_seed": record.best_seed, "best_requested_mhz": record.best_requested_mhz}
    missing = [name for name, value in best.items() if value is None]
    if missing:
        raise CryptagonError(
            "the record does not say which run gave its figures",
            where=str(path),
            why=f"there is no {', '.join(missing)}",
            fix="measure again: cryptagon run",
        )


def _as_then(record: Record, found: Target) -> Target:
    """The target with the options of the record; where a strategy has another meaning today, that of then."""
    names = ("yosys", "nextpnr", "constraints", "strategies")
    then: dict[str, Any] = {name: record.options[name] for name in names if name in record.options}
    strategies = {**found.strategies, **then.pop("strategies", {})}
    return Target.model_validate({**found.model_dump(by_alias=True), **then, "strategies": strategies})


def _cipher(record: Measurement, aimed: Target, rules: Rules, folder: Path | None) -> Subject:
    entry = Entry(algorithm(folder or record.algorithm), record.approach)
    _is_there(entry.approach, entry.algorithm.approaches, entry.algorithm.folder)
    contest = Contest(
        title=record.title, algorithms=(entry.name,), approaches=(entry.approach,), targets=(aimed.name,),
        w=record.w, sw=record.sw, scope=record.scope, rules=rules, path=entry.algorithm.folder,
    )  # fmt: skip
    plan = Plan(record.title, (entry,), (), (aimed,), contest, contest.effort.least, quick=bool(record.options.get("quick")))
    return Subject(record, Stages(plan, _memo()), Product(entry), aimed, rules)


def _kernel(record: KernelMeasurement, aimed: Target, rules: Rules, folder: Path | None) -> Subject:
    found = kernel(folder or record.kernel)
    _is_there(record.approach, found.approaches, found.folder)
    design = KernelDesign(found, record.approach, found.variant(record.variant))
    takes_part = (Participant(name=found.name, variants=(record.variant,)),)
    fields = {"class": CLASS, "title": record.title, "kernels": takes_part, "targets": (aimed.name,), "rules": rules, "path": found.folder}
    contest = KernelContest.model_validate(fields)
    plan = KernelPlan((design,), (aimed,), contest, contest.effort.least, quick=bool(record.options.get("quick")))
    return Subject(record, KernelStages(plan, _memo()), Product(design), aimed, rules)


def _is_there(approach: str, approaches: tuple[str, ...], folder: Path) -> None:
    if approach not in approaches:
        raise CryptagonError(f"there is no core by {approach} any more", where=str(folder), fix="check out the commit of the record")


def _memo() -> Memo:
    return Memo(paths.build_folder() / "study")
