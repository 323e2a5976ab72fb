"""The search: designs are sketched, beginning with those of algorithm.toml and going on with the
neighbours of the ones that none beats; the promising ones are placed and routed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from cryptagon.analysis.findings import unbeaten
from cryptagon.catalog import Effort, Entry
from cryptagon.catalog.algorithm import HLS
from cryptagon.cluster import Machines
from cryptagon.errors import CryptagonError
from cryptagon.explore.budget import SKETCHED, Budget, Clock
from cryptagon.explore.sketches import LEVELS, Sketches
from cryptagon.explore.space import Point, Space
from cryptagon.results import Measurement
from cryptagon.study.contest import Contest
from cryptagon.study.events import Watcher
from cryptagon.study.memo import Memo
from cryptagon.study.plan import Plan, planned
from cryptagon.study.runner import AnyStore, Finished, run
from cryptagon.study.runs import Runs
from cryptagon.study.stages import PREPARATION, Stages
from cryptagon.study.times import Times

SKETCH_STAGES = ("core", "cycles")


@dataclass(frozen=True)
class Tried:
    """A point with what is known of it: its sketch, and its measurement where it was placed. Either
    may be a failed one.
    """

    point: Point
    sketch: Measurement
    placed: Measurement | None = None

    @property
    def levels(self) -> int | None:
        """Look-up tables on the longest path of the netlist."""
        found = self.sketch.options.get(LEVELS)
        return int(found) if self.sketch.ok and isinstance(found, int) else None

    @property
    def estimate(self) -> tuple[float, float] | None:
        """Bits a cycle and level, taken for throughput, and look-up tables before placement;
        None where the sketch failed.
        """
        cycles, bits, luts = self.sketch.cycles_of_work, self.sketch.work.bits, self.sketch.luts
        if not (self.levels and cycles and bits and luts):
            return None
        return bits / cycles / self.levels, float(luts)

    @property
    def measured(self) -> tuple[float, float] | None:
        """Throughput in Mbit/s and look-up tables; None where it was not placed, or failed."""
        found = self.placed
        if not found or not found.throughput_mbps or not found.luts:
            return None
        return found.throughput_mbps, float(found.luts)


@dataclass(frozen=True)
class Explored:
    """What came of an exploration; `out_of_time`: the budget of minutes ended it."""

    space: Space
    tried: tuple[Tried, ...]
    out_of_time: bool = False

    @property
    def placed(self) -> list[Tried]:
        """Those with a throughput and an area."""
        return [one for one in self.tried if one.measured]

    @property
    def front(self) -> list[Tried]:
        """Of those the ones that none beats in both; the smallest first."""
        found = layers([(one, one.measured) for one in self.placed if one.measured])
        return sorted(found[0], key=lambda one: one.placed.luts or 0) if found else []  # type: ignore[union-attr]


def layers(given: Sequence[tuple[Tried, tuple[float, float]]]) -> list[list[Tried]]:
    """By (speed, area): those that none beats in both, then of the rest those that none beats, and
    so on.
    """
    found: list[list[Tried]] = []
    left = list(given)
    while left:
        best = set(unbeaten([(-speed, area) for _, (speed, area) in left]))
        found.append([one for place, (one, _) in enumerate(left) if place in best])
        left = [one for place, one in enumerate(left) if place not in best]
    return found


class Watch(Protocol):
    """Runs a round of designs under a progress display; `title` says what the round is."""

    def __call__(  # noqa: D102
        self,
        title: str,
        entries: Sequence[Entry],
        columns: Sequence[str],
        study: Callable[[Watcher], list[Finished]],
        /,
    ) -> list[Finished]: ...


@dataclass(frozen=True)
class Studio:
    """What a study needs to run: where runs are made, what is kept, and who watches."""

    machines: Machines
    memo: Memo
    store: AnyStore
    watch: Watch
    times: Times | None = None

    @property
    def runs(self) -> Runs:
        """Runs on the machines."""
        return Runs(self.machines.execute, self.times)


class _NoStore:
    """Keeps nothing: sketches are no results."""

    def save(self, measurement: Measurement) -> Any:  # noqa: ANN401 - nothing
        return None


@dataclass
class Explorer:
    """Explores a space within a budget, under the settings of a contest."""

    space: Space
    contest: Contest
    budget: Budget
    studio: Studio
    effort: Effort

    def run(self) -> Explored:
        """Sketch and place.

        What was done before is kept, by the same folders and digests as those of a study. Raises
        CryptagonError where the budget is too small, and where no design could be sketched.
        """
        self.budget.check(self.space.start)
        clock = Clock(self.budget)
        tried = self._sketched(clock)
        if not any(one.estimate for one in tried):
            raise CryptagonError(
                f"no design of {self.space.algorithm.name} came to an estimate",
                where=str(self.space.algorithm.file),
                why="\n".join(f"{one.point.name}: {one.sketch.status}" for one in tried[:5]),
                fix="cryptagon verify tells what is wrong with one of them",
            )
        return self._placed(tried, clock)

    def _sketched(self, clock: Clock) -> list[Tried]:
        tried: list[Tried] = []
        queue = list(self.space.start)
        while queue and not clock.over(SKETCHED if tried else 1.0):
            number = clock.at_once(len(queue), self.studio.machines.workers)
            batch = queue[: min(number, self.budget.points - len(tried))]
            if not batch:
                break
            title = f"{len(batch)} by synthesis alone; {len(tried)} of {len(self.space.points)} designs so far"
            sketches = self._round(title, batch, sketching=True)
            tried += [Tried(point, sketches[point.name]) for point in batch]
            queue = queue[len(batch) :] or self._next(tried)
        return tried

    def _next(self, tried: Sequence[Tried]) -> list[Point]:
        """The untried neighbours of the points that none beats; where there are none, whatever is
        left, the most usual first.
        """
        known = {one.point.place for one in tried}
        best = layers([(one, one.estimate) for one in tried if one.estimate])
        near = {
            other.place: other
            for one in (best[0] if best else [])
            for other in self.space.neighbours(one.point)
            if other.place not in known
        }
        return list(near.values()) or [
            point for point in self.space.points if point.place not in known
        ]

    def _placed(self, tried: Sequence[Tried], clock: Clock) -> Explored:
        """The promising ones placed: those of algorithm.toml, and of the others layer by layer."""
        ranked = [
            one
            for layer in layers([(one, one.estimate) for one in tried if one.estimate])
            for one in layer
        ]
        chosen = sorted(ranked, key=lambda one: not one.point.by_hand)[: self.budget.placed]
        found: dict[str, Measurement] = {}
        while len(found) < len(chosen) and not clock.over():
            left = [one.point for one in chosen if one.point.name not in found]
            batch = left[: clock.at_once(len(left), self.studio.machines.workers)]
            title = f"{len(batch)} by place and route; {len(found)} of {len(chosen)} so far"
            found |= self._round(title, batch, sketching=False)
        done = tuple(replace(one, placed=found.get(one.point.name)) for one in tried)
        return Explored(self.space, done, out_of_time=clock.over())

    def _round(
        self, title: str, batch: Sequence[Point], *, sketching: bool
    ) -> dict[str, Measurement]:
        """The measurements of these points, by their names."""
        studio, plan = self.studio, self._plan(batch)
        kind = Sketches if sketching else Stages
        stages = kind(plan, studio.memo, studio.runs)
        store = _NoStore() if sketching else studio.store
        columns = (*(SKETCH_STAGES if sketching else PREPARATION), self.space.target.name)
        finished = studio.watch(
            title,
            plan.entries,
            columns,
            lambda watcher: run(plan, stages, store, watcher, studio.machines),
        )
        names = {point.variant.name: point.name for point in batch}
        return {names[one.measurement.variant]: one.measurement for one in finished}

    def _plan(self, batch: Sequence[Point]) -> Plan:
        asked = {point.variant.name: point.variant for point in batch}
        # The others stay beside them: their C is none of the sources of these.
        others = {one.name: one for one in self.space.algorithm.variants}
        variants = tuple((others | asked).values())
        algorithm = self.space.algorithm.model_copy(update={"variants": variants})
        contest = self.contest.model_copy(
            update={
                "approaches": (HLS,),
                "targets": (self.space.target.name,),
                "effort": self.effort,
            }
        )
        every = planned(contest, [algorithm], algorithm.name, quick=True)
        entries = tuple(one for one in every.entries if one.variant.name in asked)
        return replace(every, effort=self.effort, entries=entries)
