"""What a dry run counts, and what its estimate is made from."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import pytest
from fakes import FakeStages, fake_plan

from cryptagon import fpga
from cryptagon.catalog import Effort
from cryptagon.study.forecast import Step, estimate, forecast
from cryptagon.study.product import Outcome
from cryptagon.study.runs import Runs
from cryptagon.study.times import Time
from cryptagon.toolchain import complete

STRATEGIES = ("default", "narrow")
EFFORT = Effort(seeds=(1, 2), frequency_rounds=1, strategies=STRATEGIES)


def time(step, design, target, seconds):
    return Time(step, design, target, seconds, "2026-01-01T00:00:00+00:00")


@dataclass
class StepStages(FakeStages):
    """Stages whose runs are asked of `runs`: `kept` holds (label, stage); the netlists of
    `netlists` are there.
    """

    runs: Runs = field(default_factory=Runs)
    kept: frozenset[tuple[str, str]] = frozenset()
    netlists: frozenset[str] = frozenset()

    def preparation(self):
        return (
            ("core", self.core),
            ("cycles", lambda product, tell: self._stage("cycles", product)),
        )

    def core(self, product, tell):
        if product.entry.approach == "rtl":
            return super().core(product, tell)
        outcome = self._stage("core", product)
        return replace(outcome, product=super().core(product, tell).product)

    def implement(self, product, target, tell):
        folder = product.entry.algorithm.folder / "build"
        plans = [SimpleNamespace(folder=folder / strategy) for strategy in STRATEGIES]
        for plan in plans:
            if plan.folder.name in self.netlists and not plan.folder.is_dir():
                complete(plan.folder, lambda place: (place / "counts.json").write_text("{}"))
        self.runs.steps(
            product.entry.label, target.name, kept=lambda plan: plan[0].folder.is_dir()
        )(fpga.synthesise, [(p,) for p in plans])
        pytest.fail("nothing may be run")

    def _stage(self, name, product):
        if (product.entry.label, name) not in self.kept:
            self.runs.stage(
                name, product.entry.label, lambda execute: pytest.fail("nothing may be run")
            )
        return Outcome(product, "", cached=True)


def counts(steps, label):
    return {
        (step.name, step.target): (step.runs, step.kept) for step in steps if step.design == label
    }


def test_steps_are_counted_with_what_is_kept_of_them(tmp_path):
    plan = fake_plan(tmp_path, "ant")
    kept = frozenset({("ant rtl", "cycles")})
    steps = forecast(
        plan,
        EFFORT,
        lambda runs: StepStages(plan=plan, runs=runs, kept=kept, netlists=frozenset({"default"})),
    )
    (target,) = (one.name for one in plan.targets)
    to_do = {("synthesise", target): (2, 0), ("place_and_route", target): (3, 0)}
    assert counts(steps, "ant hls") == {
        ("core", ""): (1, 0),
        ("cycles", ""): (1, 0),
        **to_do,
    }  # all depends on the core
    assert counts(steps, "ant rtl") == {
        ("cycles", ""): (1, 1),
        **to_do,
        ("synthesise", target): (2, 1),
    }


def test_a_damaged_step_counts_as_to_do(tmp_path):
    plan = fake_plan(tmp_path, "ant")
    stages = lambda runs: StepStages(plan=plan, runs=runs, netlists=frozenset({"default"}))  # noqa: E731
    forecast(plan, EFFORT, stages)
    (tmp_path / "ant" / "build" / "default" / "counts.json").write_text("")
    (step,) = (
        one
        for one in forecast(plan, EFFORT, stages)
        if (one.design, one.name) == ("ant rtl", "synthesise")
    )
    assert (step.runs, step.kept) == (2, 0)


def test_the_estimate_takes_the_closest_runs_there_are():
    times = [time("synthesise", "ant rtl", "ecp5", s) for s in (2.0, 4.0, 90.0)] + [
        time("synthesise", "ant rtl", "ice40", 8.0),
        time("synthesise", "bee rtl", "nexus", 16.0),
        time("verify", "bee rtl", "", 32.0),
    ]
    steps = [
        Step("synthesise", "ant rtl", "ecp5", runs=5, kept=3),
        Step("synthesise", "ant rtl", "gowin", runs=1, kept=0),
        Step("synthesise", "cat rtl", "nexus", runs=1, kept=0),
        Step("synthesise", "cat rtl", "gowin", runs=1, kept=0),
        Step("verify", "ant rtl", "", runs=1, kept=0),
        Step("place_and_route", "ant rtl", "ecp5", runs=7, kept=0),
        Step("place_and_route", "ant rtl", "ice40", runs=7, kept=7),
    ]
    found = estimate(steps, times)
    same_design = 6.0  # the median of 2, 4, 90 and 8
    assert found.seconds == 2 * 4.0 + same_design + 16.0 + 8.0 + 32.0
    assert found.based_on == {
        "the same design and target": 2,
        "the same design on other targets": 1,
        "other designs on the same target": 2,
        "other designs and targets": 1,
    }
    assert found.unknown == 7
    assert estimate(steps, []) == replace(found, seconds=0.0, based_on={}, unknown=13)


def test_without_records_of_a_step_another_machine_tells_of_the_same_algorithm():
    own = [time("verify", "bee hls", "", 3.0)]
    elsewhere = [
        time("verify", "ant rtl", "", 100.0),
        time("synthesise", "ant rtl", "ecp5", 7.0),
        time("synthesise", "ant hls", "ecp5", 9.0),
        time("synthesise", "ant hls", "ice40", 11.0),
    ]
    steps = [
        Step("verify", "ant rtl", "", runs=1, kept=0),
        Step("synthesise", "ant hls", "ecp5", runs=2, kept=0),
        Step("synthesise", "ant hls", "gowin", runs=1, kept=0),
        Step("synthesise", "ant wide hls", "ecp5", runs=1, kept=0),
        Step("synthesise", "cat hls", "ecp5", runs=5, kept=0),
    ]
    found = estimate(steps, own, elsewhere)
    assert found.seconds == 3.0 + 2 * 9.0 + 10.0 + 9.0
    assert found.based_on == {
        "other designs on the same target": 1,
        "the same algorithm on another machine": 4,
    }
    assert found.unknown == 5
