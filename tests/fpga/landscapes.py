"""Invented landscapes: what place and route would give for each strategy and seed, without any
tool.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cryptagon.fpga import Attempt, Netlist, RoutePlan, SynthesisPlan

Outcome = tuple[int, float] | str
"""LUTs and MHz, or the status of a failure."""


@dataclass
class Landscape:
    """An `Execute` that looks outcomes up by (strategy, seed), `otherwise` for all others; `made`
    counts what was not made before.

    Interrupted after `limit` runs of place and route, where that is set; what was made is kept, as
    in a build folder.
    """

    outcomes: Mapping[tuple[str, int], Outcome]
    otherwise: Outcome = (1000, 100.0)
    by_second_placer: Mapping[tuple[str, int], Outcome] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    limit: int | None = None
    made: list[tuple[str, int, float]] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)

    def __call__(
        self, function: Callable[..., Any], batch: Sequence[tuple[Any, ...]], /, arrived: Any = None
    ) -> list[Any]:
        if batch:
            self.batches.append(len(batch))
        results = []
        for place, (plan,) in enumerate(batch):
            results.append(
                self._netlist(plan) if isinstance(plan, SynthesisPlan) else self._route(plan)
            )
            if arrived:
                arrived(place, results[-1])
        return results

    def _netlist(self, plan: SynthesisPlan) -> Netlist:
        return Netlist(
            plan,
            self.cells.get(plan.strategy, {"LUT4": 1}),
            {},
            cached=False,
            problem=self.problems.get(plan.strategy, ""),
        )

    def _route(self, plan: RoutePlan) -> tuple[Attempt, bool]:
        strategy = plan.netlist.plan.strategy
        cached = (strategy, plan.seed, plan.requested_mhz) in self.made
        if not cached:
            if len(self.made) == self.limit:
                raise KeyboardInterrupt
            self.made.append((strategy, plan.seed, plan.requested_mhz))
        outcomes = self.by_second_placer if plan.placer else self.outcomes
        outcome = outcomes.get((strategy, plan.seed), self.otherwise)
        failed = Attempt(
            strategy, plan.seed, plan.requested_mhz, str(outcome), plan.folder, placer=plan.placer
        )
        if isinstance(outcome, str):
            return failed, cached
        luts, mhz = outcome
        placed = replace(failed, status="ok", luts=luts, ffs=1, brams=0, dsps=0, fmax_mhz=mhz)
        return placed, cached
