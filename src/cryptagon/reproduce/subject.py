"""What a record is a record of, found again among the sources that are here: the design, the
target, and the stages that make it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cryptagon import classes, paths
from cryptagon.approaches import approaches_of
from cryptagon.catalog import Entry, Rules, Target, target
from cryptagon.catalog.macros import recorded_variant
from cryptagon.errors import CryptagonError
from cryptagon.fpga.families import family_of
from cryptagon.interfaces import interface
from cryptagon.reproduce.of_others import RecordedUnit
from cryptagon.reproduce.recorded import Made, Recorded, Teller
from cryptagon.results import Measurement
from cryptagon.study.contest import Contest, Participant, with_class
from cryptagon.study.measurements import tools_used
from cryptagon.study.memo import Memo
from cryptagon.study.plan import Plan
from cryptagon.study.product import Product
from cryptagon.study.provenance import tools_for, versions_of
from cryptagon.study.stages import Stages
from cryptagon.toolchain import digest_of
from cryptagon.units.measuring import tools_for as tools_for_unit
from cryptagon.units.recorded import is_of_others, unit_of


@dataclass(frozen=True)
class RecordedDesign:
    """A record of a core of ours with what makes its design again.

    `target` is aimed at as it was then, with the options in the record.
    """

    record: Measurement
    stages: Stages
    begun: Product
    target: Target
    rules: Rules

    @property
    def name(self) -> str:
        """Design and target, for people."""
        return f"{self.begun.entry.label} on {self.target.name}"

    @property
    def source_digest(self) -> str:
        """That of the sources as they are now."""
        return self.begun.entry.source_digest

    @property
    def interface_digest(self) -> str | None:
        """That of the hardware around the core now; None where there is none."""
        named = self.record.interface
        return digest_of(interface(named).sources) if named else None

    @property
    def files(self) -> Mapping[str, Any]:
        """Digests of now, as the record's fields `source_files` and `known_answer_files`."""
        return self.stages.known(self.begun)

    @property
    def tools(self) -> dict[str, str]:
        """Versions of the tools of now, by name."""
        return tools_used(self.begun.entry, self.target)

    def make(self, tell: Teller, *, verify: bool, cycles: bool) -> Made:
        """By the stages of a study. Raises CryptagonError where a source is at fault."""
        product, stages = self.begun, self.stages
        steps = [("core", stages.make_core)]
        steps += (
            [("reference", stages.check_reference), ("verify", stages.verify)] if verify else []
        )
        steps += [("cycles", stages.measure_cycles)] if cycles else []
        for name, action in steps:
            tell(name)
            product = action(product, lambda text, name=name: tell(f"{name}: {text}")).product
        assert product.core  # the first of the steps
        return Made(
            product.core.digest, stages.design(product), product.verification, product.cycles
        )


def subject_of(record: Measurement, path: Path, folder: Path | None = None) -> Recorded:
    """Find the design of a record that lies at `path`; `folder` is that of its algorithm, where it
    is not in the repository. A unit of others is found among the entries of `cryptagon unit add`.

    Raises CryptagonError for a record that cannot be made again (failed, imported, or too old to
    say how), and where the design, its target or a tool is not there.
    """
    _check(record, path)
    try:
        aimed, rules = (
            _as_then(record, target(record.target)),
            Rules.model_validate(record.options.get("rules")),
        )
    except (ValidationError, TypeError) as error:
        raise CryptagonError(
            "the record's options do not say how it was made", where=str(path), why=str(error)
        ) from error
    family_of(aimed)
    if is_of_others(record):
        theirs = RecordedUnit(record, unit_of(record, path), aimed, rules)
        versions_of(*tools_for_unit(theirs.unit, aimed))
        return theirs
    subject = _subject(record, aimed, rules, folder)
    versions_of(*tools_for(subject.begun.entry, aimed))
    return subject


def _check(record: Measurement, path: Path) -> None:
    if not record.ok:
        raise CryptagonError(
            "a failed measurement has nothing to reproduce",
            where=str(path),
            why=f"its status is: {record.status}",
        )
    if record.origin == "imported":
        raise CryptagonError(
            "this result is from a vendor's tool, which Cryptagon does not run",
            where=str(path),
            fix="export the core anew, run the tool and import its reports (docs/vendor-tools.md)",
        )
    best = {"best_strategy": record.best_strategy}
    best |= (
        {}
        if record.estimate
        else {"best_seed": record.best_seed, "best_requested_mhz": record.best_requested_mhz}
    )
    missing = [name for name, value in best.items() if value is None]
    if missing:
        raise CryptagonError(
            "the record does not say which run gave its figures",
            where=str(path),
            why=f"there is no {', '.join(missing)}",
            fix="measure again: cryptagon run",
        )


def _as_then(record: Measurement, found: Target) -> Target:
    """The target with the options of the record; where a strategy has another meaning today, that
    of then.
    """
    names = ("yosys", "nextpnr", "constraints", "strategies")
    then: dict[str, Any] = {name: record.options[name] for name in names if name in record.options}
    strategies = {**found.strategies, **then.pop("strategies", {})}
    return Target.model_validate(
        {**found.model_dump(by_alias=True), **then, "strategies": strategies}
    )


def _subject(
    record: Measurement, aimed: Target, rules: Rules, folder: Path | None
) -> RecordedDesign:
    found = classes.algorithm(folder or record.algorithm)
    if record.approach not in approaches_of(found):
        what = f"there is no core by {record.approach} any more"
        raise CryptagonError(
            what, where=str(found.folder), fix="check out the commit of the record"
        )
    entry = Entry(found, record.approach, recorded_variant(found, record.variant))
    contest = Contest(
        title=record.title, algorithms=(Participant(name=found.name),), approaches=(record.approach,), targets=(aimed.name,),
        interface=record.interface or "", scope=record.scope, bus=record.bus, rules=rules, path=found.folder,
    )  # fmt: skip
    contest = with_class(contest, found)
    plan = Plan(
        record.title,
        (entry,),
        (),
        (aimed,),
        contest,
        contest.effort.least,
        quick=bool(record.options.get("quick")),
    )
    return RecordedDesign(record, Stages(plan, _memo()), Product(entry), aimed, rules)


def _memo() -> Memo:
    return Memo(paths.build_folder() / "study")
