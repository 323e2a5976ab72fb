"""The search over synthesis strategies, requested frequencies and placement seeds."""

import time

from cryptagon.catalog import Effort, Rules, Target
from cryptagon.fpga.attempt import Attempt
from cryptagon.fpga.design import Design
from cryptagon.fpga.effort import Objective, merit
from cryptagon.fpga.families import family_of
from cryptagon.fpga.progress import Progress, Watcher
from cryptagon.fpga.routing import place_and_route, plan_route
from cryptagon.fpga.synthesis import Netlist, plan_synthesis, synthesise

FIRST_REQUEST_MHZ = 200.0
NEXT_REQUEST = 1.15


class Search:
    """Every strategy once; then the best one with a request a little above what it reached, and then with the other seeds.

    That is `strategies + (frequency_rounds - 1) + (seeds - 1)` runs of place and route. `attempts` holds them all, in order.
    """

    def __init__(
        self, design: Design, target: Target, effort: Effort, *, rules: Rules, objective: Objective, progress: Watcher | None = None
    ) -> None:
        self.design = design
        self.target = target
        self.effort = effort
        self.rules = rules
        self.objective: Objective = objective
        self.progress = progress
        self.attempts: list[Attempt] = []
        self._done = 0

    def run(self) -> Attempt:
        """Search, and return the best attempt; the first one when none succeeded."""
        first_seed, *other_seeds = self.effort.seeds
        netlists = {strategy: self._synthesise(strategy) for strategy in self.effort.strategies}
        for netlist in netlists.values():
            self._try(netlist, first_seed, FIRST_REQUEST_MHZ)
        if not self._best.ok:
            return self._best  # another seed or frequency would not help
        netlist = netlists[self._best.strategy]
        for _ in range(self.effort.frequency_rounds - 1):
            self._try(netlist, first_seed, round((self._best.fmax_mhz or 0.0) * NEXT_REQUEST, 1))
        request = self._best.requested_mhz
        for seed in other_seeds:
            self._try(netlist, seed, request)
        return self._best

    @property
    def _best(self) -> Attempt:
        return max(self.attempts, key=lambda attempt: merit(attempt, self.objective))

    def _synthesise(self, strategy: str) -> Netlist:
        start = time.monotonic()
        netlist = synthesise(plan_synthesis(self.design, self.target, strategy, self.rules))
        self._tell("synthesis", strategy, f"{sum(netlist.cells.values())} cells", netlist.cached, start)
        return netlist

    def _try(self, netlist: Netlist, seed: int, requested_mhz: float) -> None:
        start = time.monotonic()
        broken = _broken_rule(netlist, self.rules, self.target)
        if broken:
            attempt, cached = Attempt(netlist.plan.strategy, seed, requested_mhz, broken, netlist.plan.folder), True
        else:
            attempt, cached = place_and_route(plan_route(netlist, self.target, seed=seed, requested_mhz=requested_mhz))
        self.attempts.append(attempt)
        text = f"{attempt.luts} LUT, {attempt.fmax_mhz:.1f} MHz" if attempt.ok else attempt.status
        self._tell(f"seed {seed} at {requested_mhz:g} MHz", attempt.strategy, text, cached, start)

    def _tell(self, step: str, strategy: str, text: str, cached: bool, start: float) -> None:
        self._done += 1
        if self.progress is None:
            return
        effort = self.effort
        planned = 2 * len(effort.strategies) + (effort.frequency_rounds - 1) + (len(effort.seeds) - 1)
        seconds = time.monotonic() - start
        self.progress(Progress(self.design.name, self.target.name, step, strategy, text, cached, seconds, self._done, planned))


def _broken_rule(netlist: Netlist, rules: Rules, target: Target) -> str:
    """Which rule the netlist breaks, as a status; empty when it breaks none."""
    family = family_of(target)
    brams, dsps = netlist.count(family.bram_cells), netlist.count(family.dsp_cells)
    if rules.no_bram and brams:
        return f"the rules allow no block RAM, and the netlist has {brams}"
    if rules.no_dsp and dsps:
        return f"the rules allow no multiplier block, and the netlist has {dsps}"
    return ""
