"""The search: runs of place and route until 98 % of the best that an exhaustive sweep finds, beside
bisection, chance and one seed.
"""

import math
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice, permutations
from pathlib import Path
from typing import Any

from common import Row, core_of, entries, routed

from cryptagon import catalog, classes, fpga
from cryptagon.batch import Arrived
from cryptagon.catalog import LEVELS, Effort, Objective, Rules
from cryptagon.fpga.effort import merit
from cryptagon.fpga.search import FIRST_REQUEST_MHZ

TARGET = "ecp5-85f-8"
SEEDS = (1, 2, 3)
WORKERS = 2
SHARE = 0.98
OBJECTIVES: tuple[Objective, ...] = ("throughput", "throughput_per_area")
ORDERS = 1000
"""Random orders of the runs, and the most permutations of the seeds that are replayed."""

BISECTION = (50.0, 400.0, 5.0)
"""Clocks in MHz between which bisection begins, and the interval at which it ends."""

REQUESTS = (20.0, 100.0, 200.0, 500.0)
MIXER = """\
module mix(input logic clk, input logic [15:0] d, output logic [31:0] q);
  logic [31:0] a, b;
  always_ff @(posedge clk) begin
    a <= {a[30:0], a[31]} + (b ^ {d, d});
    b <= (b & a) ^ {b[20:0], b[31:21]} ^ {a[7:0], a[31:8]};
    q <= a ^ b;
  end
endmodule
"""

Runs = dict[tuple[str, int], fpga.Attempt]
"""What a sweep found, by strategy and seed."""


def measure() -> list[Row]:
    """Three kinds of row: every run of the sweep, what each way to search needs, and Fmax by
    requested frequency on each target.
    """
    rows: list[Row] = []
    for design in _cores():
        runs = sweep(design)
        rows += [_run_row(design.name, attempt) for attempt in runs.values()]
        rows += [row for objective in OBJECTIVES for row in _searches(design, runs, objective)]
    return rows + list(_requests())


def sweep(design: fpga.Design) -> Runs:
    """Every strategy of the target with every seed."""
    part, rules = catalog.target(TARGET), Rules()
    with ThreadPoolExecutor(WORKERS) as pool:
        netlists = pool.map(
            fpga.synthesise,
            [fpga.plan_synthesis(design, part, name, rules) for name in part.strategies],
        )
        plans = [
            fpga.plan_route(one, part, seed=seed, requested_mhz=FIRST_REQUEST_MHZ)
            for one in netlists
            for seed in SEEDS
        ]
        attempts = [attempt for attempt, _ in pool.map(fpga.place_and_route, plans)]
    return {(attempt.strategy, attempt.seed or 0): attempt for attempt in attempts}


@dataclass(frozen=True)
class Recorded:
    """An `Execute` that looks layouts up in a sweep; `seeds` gives the recorded seed for the one
    that is asked for.
    """

    runs: Runs
    seeds: dict[int, int]

    def __call__(
        self,
        function: Callable[..., Any],
        batch: Sequence[tuple[Any, ...]],
        /,
        arrived: Arrived[Any] | None = None,
    ) -> list[Any]:
        """Netlists are those of the sweep, which are kept."""
        results = [
            self._route(plan) if isinstance(plan, fpga.RoutePlan) else function(plan)
            for (plan,) in batch
        ]
        for place, result in enumerate(results):
            if arrived:
                arrived(place, result)
        return results

    def _route(self, plan: fpga.RoutePlan) -> tuple[fpga.Attempt, bool]:
        return self.runs[plan.netlist.plan.strategy, self.seeds[plan.seed]], True


def _searches(design: fpga.Design, runs: Runs, objective: Objective) -> list[Row]:
    every = Effort(strategies="all", seeds=SEEDS, finalists=2)
    names = list(dict.fromkeys(strategy for strategy, _ in runs))
    found = {
        "halving, all strategies": _halvings(design, runs, objective, every),
        "halving, standard": _halvings(design, runs, objective, LEVELS["standard"]),
        "random order": _random_orders(runs, objective),
        "one seed, all strategies": [
            [merit(runs[name, seed], objective) for name in names] for seed in SEEDS
        ],
        "bisection, first strategy": [
            _bisection(runs, objective, names[:1], seed) for seed in SEEDS
        ],
        "bisection, every strategy": [_bisection(runs, objective, names, seed) for seed in SEEDS],
    }
    best = max(merit(attempt, objective) for attempt in runs.values())
    return [
        _search_row(design.name, objective, method, orders, best)
        for method, orders in found.items()
    ]


def _halvings(
    design: fpga.Design, runs: Runs, objective: Objective, effort: Effort
) -> list[list[float]]:
    """What Cryptagon's own search finds, run by run, with the seeds in every order: which is called
    1 means nothing.
    """
    orders = []
    for order in islice(permutations(SEEDS), ORDERS):
        found = fpga.implement(
            design,
            catalog.target(TARGET),
            effort,
            objective=objective,
            execute=Recorded(runs, dict(zip(SEEDS, order))),
        )
        orders.append([merit(attempt, objective) for attempt in found.attempts])
    return orders


def _random_orders(runs: Runs, objective: Objective) -> list[list[float]]:
    found, generator = [merit(attempt, objective) for attempt in runs.values()], random.Random(1)
    return [generator.sample(found, len(found)) for _ in range(ORDERS)]


def _bisection(runs: Runs, objective: Objective, names: Sequence[str], seed: int) -> list[float]:
    """Each step lays out the same netlist with the same seed, at another requested clock: which
    changes nothing (see `_requests`).
    """
    low, high, width = BISECTION
    steps = math.ceil(math.log2((high - low) / width))
    return [merit(runs[name, seed], objective) for name in names for _ in range(steps)]


def _search_row(
    core: str, objective: str, method: str, orders: list[list[float]], best: float
) -> Row:
    """Over all orders: runs in all, share of the best that is found, how often that is SHARE or
    more, and the runs until then.
    """
    needed = [
        next((place for place, one in enumerate(order, start=1) if one >= SHARE * best), math.inf)
        for order in orders
    ]
    reached = [max(order) / best for order in orders]
    return {
        "kind": "search", "core": core, "objective": objective, "method": method, "orders": len(orders), "runs": len(orders[0]),
        "found_median": round(statistics.median(reached), 4), "found_worst": round(min(reached), 4),
        "reaches_98": round(sum(map(math.isfinite, needed)) / len(needed), 3),
        "runs_to_98_median": _runs(statistics.median(needed)), "runs_to_98_p90": _runs(sorted(needed)[math.ceil(0.9 * len(needed)) - 1]),
    }  # fmt: skip


def _runs(number: float) -> float | str:
    return number if math.isfinite(number) else "never"


def _run_row(core: str, attempt: fpga.Attempt) -> Row:
    row: Row = {
        "kind": "run",
        "core": core,
        "strategy": attempt.strategy,
        "seed": attempt.seed or 0,
        "status": attempt.status,
    }
    return row | {
        name: value
        for name in ("luts", "ffs", "fmax_mhz")
        if (value := getattr(attempt, name)) is not None
    }


def _requests() -> Iterator[Row]:
    """Fmax of one small netlist, one seed, by the clock that was asked for."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "mix.sv"
        source.write_text(MIXER)
        design = fpga.Design("mix", "mix", (source,))
        for part in map(catalog.target, routed()):
            netlist = fpga.synthesise(
                fpga.plan_synthesis(design, part, next(iter(part.strategies)), Rules())
            )
            for mhz in REQUESTS:
                attempt, _ = fpga.place_and_route(
                    fpga.plan_route(netlist, part, seed=1, requested_mhz=mhz)
                )
                row: Row = {
                    "kind": "request",
                    "target": part.name,
                    "requested_mhz": mhz,
                    "status": attempt.status,
                }
                yield row | ({"fmax_mhz": attempt.fmax_mhz} if attempt.fmax_mhz else {})


def _cores() -> Iterator[fpga.Design]:
    """Three small cores, alone: a cipher of a few gates, a stream cipher, and a permutation that
    was compiled from C.
    """
    for name in ("dummy", "acorn128"):
        yield fpga.Design(f"{name}-core", "CipherCore", classes.algorithm(name).rtl_sources)
    entry = next(one for one in entries() if one.label == "ascon_p basic hls")
    yield fpga.Design(entry.slug, classes.class_of(entry.algorithm).module, core_of(entry).sources)
