"""The search over synthesis strategies, placement seeds and requested frequencies."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cryptagon.batch import Execute, in_this_thread
from cryptagon.catalog import Effort, Objective, Rules, Target
from cryptagon.fpga.attempt import NOT_PLACED, Attempt
from cryptagon.fpga.design import Design
from cryptagon.fpga.effort import better_first
from cryptagon.fpga.families import estimated_area, family_of
from cryptagon.fpga.progress import Progress, Watcher
from cryptagon.fpga.routing import estimate, place_and_route, plan_route
from cryptagon.fpga.rules import broken_rule
from cryptagon.fpga.synthesis import Netlist, plan_synthesis, synthesise

FIRST_REQUEST_MHZ = 200.0
NEXT_REQUEST = 1.15
SPARE_SEEDS = 3
"""How many runs that failed by their seed are made up for, for each strategy."""
LARGEST_NETLIST = 1.25
"""How many times the smallest netlist one may be, in look-up tables, to be placed where area counts.
The best of 36 searches without this limit had 1.15 at most."""


@dataclass(frozen=True)
class Asked:
    """A run of place and route that is asked for; `placer` as in RoutePlan."""

    netlist: Netlist
    seed: int
    requested_mhz: float
    placer: tuple[str, ...] = ()


class StrategySearch:
    """Successive halving: every strategy with the first seed, and with each further seed the better
    half of those before.

    A strategy is as good as its best attempt. Where the router goes round in circles with a
    placement of its netlist, that and those after it are made by the target's second placer. A run
    that another seed may help is made again with a spare seed, above those of the effort, so that
    no strategy is lost by bad luck. Where area counts, a netlist beyond `LARGEST_NETLIST` is not
    placed. `attempts` holds them all, in order. Runs that do not depend on each other's outcome are
    given to `execute` together.
    """

    def __init__(
        self,
        design: Design,
        target: Target,
        effort: Effort,
        *,
        rules: Rules,
        objective: Objective,
        progress: Watcher | None = None,
        execute: Execute = in_this_thread,
    ) -> None:
        self.design = design
        self.target = target
        self.effort = effort
        self.rules = rules
        self.objective: Objective = objective
        self.progress = progress
        self.execute = execute
        self.attempts: list[Attempt] = []
        self._spares: dict[str, list[int]] = {}
        self._placers: dict[str, tuple[str, ...]] = {}
        self._too_large: dict[str, str] = {}
        self._planned = sum(runs_of(effort, target).values())
        self._done = 0
        self._last = time.monotonic()

    def run(self) -> Attempt:
        """Search, and return the best attempt; the first one when none succeeded."""
        netlists = self._synthesise()
        if not family_of(self.target).router:
            self.attempts += [
                self._refused(netlist, None, None) or estimate(netlist)
                for netlist in netlists.values()
            ]
            return self._best
        if self.objective != "throughput":
            self._too_large = self._hopeless(netlists)
        spare = range(max(self.effort.seeds) + 1, max(self.effort.seeds) + 1 + SPARE_SEEDS)
        self._spares = {strategy: list(spare) for strategy in netlists}
        first_seed, *other_seeds = self.effort.seeds
        self._try_until_routed(
            [self._asked(netlist, first_seed, FIRST_REQUEST_MHZ) for netlist in netlists.values()]
        )
        if not self._best.ok:
            return self._best
        request = self._raise_request(netlists)
        rounds = zip(self.effort.halved(len(netlists))[1:], other_seeds, strict=True)
        # Strategies that lead stay in the lead: seeds of which none drops a strategy need not wait
        # for each other.
        for remaining, together in groupby(rounds, key=lambda one: one[0]):
            leading = self._leading(remaining)
            self._try_until_routed(
                [
                    self._asked(netlists[strategy], seed, request)
                    for _, seed in together
                    for strategy in leading
                ]
            )
        return self._best

    @property
    def _best(self) -> Attempt:
        return max(self.attempts, key=self._rank)

    def _rank(self, attempt: Attempt) -> tuple[float, float]:
        return better_first(attempt, self.objective)

    def _leading(self, number: int) -> list[str]:
        """The strategies with the best attempts, at most so many, the best first."""
        ranked = sorted(
            (attempt for attempt in self.attempts if attempt.ok), key=self._rank, reverse=True
        )
        return list(dict.fromkeys(attempt.strategy for attempt in ranked))[:number]

    def _raise_request(self, netlists: dict[str, Netlist]) -> float:
        """Ask for more than the best attempt reached, as often as the effort says; the request of
        the best one.
        """
        for _ in range(self.effort.frequency_rounds - 1):
            request = round((self._best.fmax_mhz or 0.0) * NEXT_REQUEST, 1)
            netlist = netlists[self._best.strategy]
            self._try([self._asked(netlist, self.effort.seeds[0], request)])
        return self._best.requested_mhz or FIRST_REQUEST_MHZ

    def _synthesise(self) -> dict[str, Netlist]:
        strategies = self.effort.strategies_of(self.target)
        plans = [
            plan_synthesis(self.design, self.target, strategy, self.rules)
            for strategy in strategies
        ]
        netlists = self.execute(
            synthesise, [(plan,) for plan in plans], lambda _, netlist: self._tell_netlist(netlist)
        )
        return {netlist.plan.strategy: netlist for netlist in netlists}

    def _asked(self, netlist: Netlist, seed: int, requested_mhz: float) -> Asked:
        return Asked(netlist, seed, requested_mhz, self._placers.get(netlist.plan.strategy, ()))

    def _try_until_routed(self, asked: Sequence[Asked]) -> None:
        """As `_try`; what failed by its placement is asked again by the second placer, or with
        spare seeds, while there are any.
        """
        while asked:
            tried = zip(asked, self._try(asked), strict=True)
            again = [self._again(one, attempt) for one, attempt in tried]
            asked = [one for one in again if one]
            self._planned += len(asked)

    def _again(self, asked: Asked, attempt: Attempt) -> Asked | None:
        """What to ask for after an attempt; None where nothing may help."""
        placer = self.target.second_placer
        if attempt.stalled and placer != asked.placer:
            self._placers[attempt.strategy] = placer
            return replace(asked, placer=placer)
        spares = self._spares[attempt.strategy]
        if attempt.another_seed_may_help and spares:
            return replace(asked, seed=spares.pop(0))
        return None

    def _try(self, asked: Sequence[Asked]) -> list[Attempt]:
        """One attempt for each, in that order."""
        attempts = {
            place: self._refused(one.netlist, one.seed, one.requested_mhz)
            for place, one in enumerate(asked)
        }
        open_places = [place for place, refused in attempts.items() if refused is None]
        plans = [
            plan_route(
                one.netlist,
                self.target,
                seed=one.seed,
                requested_mhz=one.requested_mhz,
                placer=one.placer,
            )
            for one in map(asked.__getitem__, open_places)
        ]
        for refused in filter(None, attempts.values()):
            self._tell_attempt(refused, cached=True)
        made = self.execute(
            place_and_route,
            [(plan,) for plan in plans],
            lambda _, outcome: self._tell_attempt(*outcome),
        )
        attempts |= {place: attempt for place, (attempt, _) in zip(open_places, made)}
        tried = [attempt for attempt in attempts.values() if attempt]
        self.attempts += tried
        return tried

    def _refused(
        self, netlist: Netlist, seed: int | None, requested_mhz: float | None
    ) -> Attempt | None:
        """The attempt at a netlist that is not there or breaks a rule; None where it is to be
        made.
        """
        why = (
            netlist.problem
            or broken_rule(netlist, self.rules, self.target)
            or self._too_large.get(netlist.plan.strategy)
        )
        return (
            Attempt(netlist.plan.strategy, seed, requested_mhz, why, netlist.plan.folder)
            if why
            else None
        )

    def _hopeless(self, netlists: dict[str, Netlist]) -> dict[str, str]:
        """The strategies whose netlist is too large beside the smallest one, with the status that
        says so.
        """
        family = family_of(self.target)
        luts = {
            strategy: estimated_area(family, netlist.cells).luts
            for strategy, netlist in netlists.items()
            if not self._refused(netlist, None, None)
        }
        smallest = min(luts.values(), default=0)
        return {
            strategy: f"{NOT_PLACED}{count} {self.target.lut}, more than {LARGEST_NETLIST:g} times"
            f" the {smallest} of another strategy"
            for strategy, count in luts.items()
            if count > LARGEST_NETLIST * smallest
        }

    def _tell_netlist(self, netlist: Netlist) -> None:
        text = netlist.problem or f"{sum(netlist.cells.values())} cells"
        self._tell("synthesis", netlist.plan.strategy, text, netlist.cached)

    def _tell_attempt(self, attempt: Attempt, cached: bool) -> None:
        text = (
            f"{attempt.luts} {self.target.lut}, {attempt.fmax_mhz:.1f} MHz"
            if attempt.ok
            else attempt.status
        )
        self._tell(
            f"seed {attempt.seed} at {attempt.requested_mhz:g} MHz", attempt.strategy, text, cached
        )

    def _tell(self, step: str, strategy: str, text: str, cached: bool) -> None:
        self._done += 1
        start, self._last = self._last, time.monotonic()
        if self.progress is None:
            return
        seconds = self._last - start
        self.progress(
            Progress(
                self.design.name,
                self.target.name,
                step,
                strategy,
                text,
                cached,
                seconds,
                self._done,
                self._planned,
            )
        )


def runs_of(effort: Effort, target: Target) -> dict[str, int]:
    """How many runs of each step a search plans, by the step's name: that of the function which
    makes it.

    Spare seeds come on top, where runs fail by their seed; a design that does not fit takes fewer.
    """
    strategies = len(effort.strategies_of(target))
    if not family_of(target).router:
        return {synthesise.__name__: strategies}
    routes = sum(effort.halved(strategies)) + (effort.frequency_rounds - 1)
    return {synthesise.__name__: strategies, place_and_route.__name__: routes}
