"""The search over synthesis strategies, requested frequencies and placement seeds."""

import time
from collections.abc import Sequence

from cryptagon.batch import Execute, in_this_thread
from cryptagon.catalog import Effort, Rules, Target
from cryptagon.fpga.attempt import Attempt
from cryptagon.fpga.design import Design
from cryptagon.fpga.effort import Objective, merit
from cryptagon.fpga.families import family_of
from cryptagon.fpga.progress import Progress, Watcher
from cryptagon.fpga.routing import estimate, place_and_route, plan_route
from cryptagon.fpga.rules import broken_rule
from cryptagon.fpga.synthesis import Netlist, plan_synthesis, synthesise

FIRST_REQUEST_MHZ = 200.0
NEXT_REQUEST = 1.15


class Search:
    """Every strategy once; then the best one with a request a little above what it reached, and then with the other seeds.

    That is `strategies + (frequency_rounds - 1) + (seeds - 1)` runs of place and route. `attempts` holds them all, in order. Runs that do
    not depend on each other's outcome are given to `execute` together.
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
        self._done = 0
        self._last = time.monotonic()

    def run(self) -> Attempt:
        """Search, and return the best attempt; the first one when none succeeded."""
        first_seed, *other_seeds = self.effort.seeds
        netlists = self._synthesise()
        if not family_of(self.target).router:
            self.attempts += [self._refused(netlist, None, None) or estimate(netlist) for netlist in netlists.values()]
            return self._best
        self._try([(netlist, first_seed, FIRST_REQUEST_MHZ) for netlist in netlists.values()])
        if not self._best.ok:
            return self._best  # another seed or frequency would not help
        netlist = netlists[self._best.strategy]
        for _ in range(self.effort.frequency_rounds - 1):
            self._try([(netlist, first_seed, round((self._best.fmax_mhz or 0.0) * NEXT_REQUEST, 1))])
        request = self._best.requested_mhz or FIRST_REQUEST_MHZ
        self._try([(netlist, seed, request) for seed in other_seeds])
        return self._best

    @property
    def _best(self) -> Attempt:
        return max(self.attempts, key=lambda attempt: merit(attempt, self.objective))

    def _synthesise(self) -> dict[str, Netlist]:
        plans = [plan_synthesis(self.design, self.target, strategy, self.rules) for strategy in self.effort.strategies]
        netlists = self.execute(synthesise, [(plan,) for plan in plans], lambda _, netlist: self._tell_netlist(netlist))
        return {netlist.plan.strategy: netlist for netlist in netlists}

    def _try(self, asked: Sequence[tuple[Netlist, int, float]]) -> None:
        """One attempt each for (netlist, seed, requested MHz)."""
        attempts = {place: self._refused(*one) for place, one in enumerate(asked)}
        open_places = [place for place, refused in attempts.items() if refused is None]
        plans = [
            plan_route(netlist, self.target, seed=seed, requested_mhz=mhz) for netlist, seed, mhz in map(asked.__getitem__, open_places)
        ]
        for refused in filter(None, attempts.values()):
            self._tell_attempt(refused, cached=True)
        made = self.execute(place_and_route, [(plan,) for plan in plans], lambda _, outcome: self._tell_attempt(*outcome))
        attempts |= {place: attempt for place, (attempt, _) in zip(open_places, made)}
        self.attempts += filter(None, attempts.values())

    def _refused(self, netlist: Netlist, seed: int | None, requested_mhz: float | None) -> Attempt | None:
        """The attempt at a netlist that is not there or breaks a rule; None where it is to be made."""
        why = netlist.problem or broken_rule(netlist, self.rules, self.target)
        return Attempt(netlist.plan.strategy, seed, requested_mhz, why, netlist.plan.folder) if why else None

    def _tell_netlist(self, netlist: Netlist) -> None:
        text = netlist.problem or f"{sum(netlist.cells.values())} cells"
        self._tell("synthesis", netlist.plan.strategy, text, netlist.cached)

    def _tell_attempt(self, attempt: Attempt, cached: bool) -> None:
        text = f"{attempt.luts} {self.target.lut}, {attempt.fmax_mhz:.1f} MHz" if attempt.ok else attempt.status
        self._tell(f"seed {attempt.seed} at {attempt.requested_mhz:g} MHz", attempt.strategy, text, cached)

    def _tell(self, step: str, strategy: str, text: str, cached: bool) -> None:
        self._done += 1
        start, self._last = self._last, time.monotonic()
        if self.progress is None:
            return
        seconds = self._last - start
        planned = sum(runs_of(self.effort, self.target).values())
        self.progress(Progress(self.design.name, self.target.name, step, strategy, text, cached, seconds, self._done, planned))


def runs_of(effort: Effort, target: Target) -> dict[str, int]:
    """How many runs of each step a search makes at most, by the step's name: that of the function which makes it."""
    strategies = len(effort.strategies)
    if not family_of(target).router:
        return {synthesise.__name__: strategies}
    routes = strategies + (effort.frequency_rounds - 1) + (len(effort.seeds) - 1)
    return {synthesise.__name__: strategies, place_and_route.__name__: routes}
