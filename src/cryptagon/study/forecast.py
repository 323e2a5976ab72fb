"""What a study would do, and about how long it would take: by the very stages that would do it,
which are stopped before each run.
"""

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cryptagon import fpga, toolchain
from cryptagon.batch import Arrived, Execute
from cryptagon.catalog import Effort, Target
from cryptagon.study.product import Product
from cryptagon.study.runner import AnyPlan, AnyStages
from cryptagon.study.runs import Runs
from cryptagon.study.times import Time

Result = TypeVar("Result")
BASES = (
    "the same design and target",
    "the same design on other targets",
    "other designs on the same target",
    "other designs and targets",
    "the same algorithm on another machine",
)


@dataclass(frozen=True)
class Step:
    """A step of one design on a target, "" for what is done once for all: how many runs are
    planned, and how many kept already.
    """

    name: str
    design: str
    target: str
    runs: int
    kept: int

    @property
    def to_do(self) -> int:
        """How many runs are still to be made; more may be kept than are planned, where spare seeds
        made up for runs that failed.
        """
        return max(0, self.runs - self.kept)


@dataclass(frozen=True)
class Estimate:
    """Seconds of one worker.

    `based_on` counts runs by what their estimate was made from, one of BASES; `unknown` have none.
    """

    seconds: float
    based_on: Mapping[str, int]
    unknown: int


class NotMadeError(Exception):
    """A run would be made now."""


@dataclass(frozen=True)
class Asked(Runs):
    """Runs that are only counted: `kept` by the name of their function."""

    kept: Counter[str] = field(default_factory=Counter)

    def stage(self, name: str, design: str, make: Callable[[Execute], Result]) -> Result:
        """Raises NotMadeError: the stage has nothing that it could reuse."""
        raise NotMadeError

    def steps(self, design: str, target: str, kept: Callable[[tuple[Any, ...]], bool]) -> Execute:
        """What is kept is read; raises NotMadeError for a batch of which something is not."""

        def execute(
            function: Callable[..., Result],
            batch: Sequence[tuple[Any, ...]],
            /,
            arrived: Arrived[Result] | None = None,
        ) -> list[Result]:
            there = [
                arguments
                for arguments in batch
                if kept(arguments) and not toolchain.damage_of(arguments[0].folder)
            ]
            self.kept[function.__name__] += len(there)
            if len(there) < len(batch):
                raise NotMadeError
            results = [function(*arguments) for arguments in there]
            for place, result in enumerate(results):
                if arrived:
                    arrived(place, result)
            return results

        return execute


def forecast(plan: AnyPlan, effort: Effort, stages_with: Callable[[Runs], AnyStages]) -> list[Step]:
    """Every step of every design. Nothing is run and nothing written; `stages_with` gives the
    stages of the study with other `Runs`.

    What depends on a core that is yet to be made counts as to do. Raises CryptagonError for a fault
    in the plan or its files.
    """
    steps: list[Step] = []
    for begun in stages_with(Asked()).begin():
        product, preparation = _prepared(begun, stages_with(Asked()))
        steps += preparation
        steps += [
            step
            for target in plan.targets_of(product.entry)
            for step in _implemented(product, target, effort, stages_with)
        ]
    return steps


def estimate(
    steps: Iterable[Step], times: Sequence[Time], elsewhere: Sequence[Time] = ()
) -> Estimate:
    """How long what is to do would take, by the median of the closest runs that have been
    recorded; where there is none, by those `elsewhere` of the same algorithm.
    """
    seconds, based_on, unknown = 0.0, Counter[str](), 0
    for step in steps:
        if not step.to_do:
            continue
        found = next(_closest(step, times), None) or next(_elsewhere(step, elsewhere), None)
        if found is None:
            unknown += step.to_do
            continue
        basis, each = found
        seconds += step.to_do * each
        based_on[basis] += step.to_do
    return Estimate(
        seconds, {basis: based_on[basis] for basis in BASES if based_on[basis]}, unknown
    )


def _closest(step: Step, times: Sequence[Time]) -> Iterator[tuple[str, float]]:
    """(basis, median seconds), the best first."""
    same = [time for time in times if time.step == step.name]
    groups = (
        [time for time in same if (time.design, time.target) == (step.design, step.target)],
        [time for time in same if time.design == step.design],
        [time for time in same if time.target == step.target],
        same,
    )
    for basis, group in zip(BASES, groups):
        if group:
            yield basis, statistics.median(time.seconds for time in group)


def _elsewhere(step: Step, times: Sequence[Time]) -> Iterator[tuple[str, float]]:
    """(basis, median seconds) of another machine's runs: of this design and target, of this design,
    of another variant or approach.
    """
    algorithm = step.design.split()[0]
    same = [
        time for time in times if time.step == step.name and time.design.split()[0] == algorithm
    ]
    groups = (
        [time for time in same if (time.design, time.target) == (step.design, step.target)],
        [time for time in same if time.design == step.design],
        same,
    )
    for group in filter(None, groups):
        yield BASES[-1], statistics.median(time.seconds for time in group)


def _prepared(product: Product, stages: AnyStages) -> tuple[Product, list[Step]]:
    """The product as far as it is known without any run, and the steps before the first target."""
    steps = []
    unmade_core = False
    for name, action in stages.preparation():
        try:
            kept = not unmade_core
            if kept:
                outcome = action(product, lambda _: None)
                product, kept = outcome.product, outcome.cached
                if not kept:
                    continue  # it takes no run: the core is there as it was written
        except NotMadeError:
            kept = False
            unmade_core |= name == "core"
        steps.append(Step(name, product.entry.label, "", 1, int(kept)))
    return product, steps


def _implemented(
    product: Product, target: Target, effort: Effort, stages_with: Callable[[Runs], AnyStages]
) -> list[Step]:
    asked = Asked()
    planned = fpga.runs_of(effort, target)
    if product.core:
        try:
            stages_with(asked).implement(product, target, lambda _: None)
            planned = dict(
                asked.kept
            )  # all there, maybe fewer than planned: a design that does not fit is tried once
        except NotMadeError:
            pass
    return [
        Step(name, product.entry.label, target.name, runs, asked.kept[name])
        for name, runs in planned.items()
    ]
