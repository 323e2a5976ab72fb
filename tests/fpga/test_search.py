"""The search, over invented landscapes."""

import pytest
from landscapes import Landscape

from cryptagon.catalog import LEVELS, Effort, Rules, target
from cryptagon.fpga import Attempt, implement, runs_of

UNROUTED = "place and route failed: Failed to route net 'clk' using dedicated routing"
TOO_LARGE = "place and route failed: the design does not fit: it needs 7,700 ICESTORM_LC of 7,680"
ENDLESS = "place and route failed: Routing does not end: 900 of 1,000 connections not routed after 4,000 steps"
CRASHED = "place and route broke down: exit code 134"
NO_CLOCK = "no path leads from register to register, so there is no clock frequency"


def tried(landscape):
    return [(strategy, seed) for strategy, seed, _ in landscape.made]


@pytest.fixture
def search(counter, ecp5):
    def run(landscape, effort, *, on=ecp5, **settings):
        return implement(counter, on, effort, execute=landscape, **settings)

    return run


def test_each_seed_leaves_the_better_half(search, ecp5):
    a, b, c, d = tuple(ecp5.strategies)[:4]
    landscape = Landscape(
        {
            (a, 1): (1000, 90),
            (b, 1): (1000, 130),
            (c, 1): (1000, 120),
            (d, 1): (1000, 100),
            (c, 2): (1000, 140),
        }
    )
    found = search(landscape, LEVELS["standard"])
    assert tried(landscape) == [(a, 1), (b, 1), (c, 1), (d, 1), (b, 2), (c, 2), (c, 3)]
    assert (found.strategy, found.seed, found.fmax_mhz) == (c, 2, 140)
    assert found.seeds == (1, 2, 3)
    assert found.options["effort_level"] == "standard"


@pytest.mark.parametrize(
    ("objective", "best"),
    [("throughput_per_area", "narrow-flow"), ("throughput", "narrow"), ("area", "flow2")],
)
def test_best_by_each_objective(search, objective, best):
    outcomes = {
        ("narrow-flow3", 1): (900, 80),
        ("narrow-flow", 1): (1000, 140),
        ("narrow", 1): (2000, 150),
        ("flow2", 1): (800, 80),
    }
    assert search(Landscape(outcomes), LEVELS["standard"], objective=objective).strategy == best


def test_of_two_as_small_the_faster_is_best(search):
    outcomes = {
        ("narrow-flow", 1): (1000, 110),
        ("narrow-flow", 2): (1000, 120),
        ("narrow-flow", 3): (1000, 115),
    }
    found = search(Landscape(outcomes), LEVELS["standard"], objective="area")
    assert (found.strategy, found.seed) == ("narrow-flow", 2)


SIZES = {"narrow-flow3": 100, "narrow-flow": 125, "narrow": 126, "flow2": 160}


def sized(**settings):
    cells = {strategy: {"LUT4": luts} for strategy, luts in SIZES.items()}
    return Landscape({("narrow-flow", 1): (1250, 120)}, cells=cells, **settings)


@pytest.mark.parametrize("objective", ["throughput_per_area", "area"])
def test_a_netlist_far_larger_than_the_smallest_is_not_placed(search, objective):
    landscape, steps = sized(), []
    found = search(landscape, LEVELS["standard"], objective=objective, progress=steps.append)
    assert {strategy for strategy, _ in tried(landscape)} == {"narrow-flow3", "narrow-flow"}
    assert [one.status for one in found.attempts if one.seed == 1 and not one.ok] == [
        f"not placed: {luts} LUT4, more than 1.25 times the 100 of another strategy"
        for luts in (126, 160)
    ]
    assert steps[-1].done == steps[-1].planned == 4 + 7


def test_for_throughput_alone_a_large_netlist_is_placed(search):
    landscape = sized()
    search(landscape, LEVELS["standard"], objective="throughput")
    assert {strategy for strategy, _ in tried(landscape)} == set(SIZES)


def test_a_netlist_that_is_refused_is_no_measure_of_size(search):
    landscape = sized(problems={"narrow-flow3": "no netlist in time"})
    search(landscape, LEVELS["standard"])
    assert ("narrow", 1) in tried(landscape) and ("flow2", 1) not in tried(landscape)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("part", ["ecp5-85f-8", "gatemate-a1", "xilinx-7"])
def test_the_budget_is_kept_and_told(search, level, part):
    steps, on = [], target(part)
    landscape = Landscape({}, cells={name: {"LUT6": 7} for name in on.strategies})
    search(landscape, LEVELS[level], on=on, progress=steps.append)
    planned = runs_of(LEVELS[level], on)
    assert len(landscape.made) == planned.get("place_and_route", 0)
    assert {step.planned for step in steps} == {sum(planned.values())} == {len(steps)}


def test_budgets_of_the_levels(ecp5):
    assert [
        runs_of(LEVELS[level], ecp5)["place_and_route"]
        for level in ("quick", "standard", "thorough")
    ] == [1, 7, 27]


def test_runs_of_a_round_are_given_out_together(search):
    landscape = Landscape({})
    search(landscape, LEVELS["standard"])
    assert landscape.batches == [4, 4, 2, 1]


def test_seeds_of_which_none_drops_a_strategy_are_given_out_together(search):
    landscape = Landscape({("narrow", 1): (1000, 160), ("default", 1): (1000, 150)})
    search(landscape, LEVELS["thorough"])
    assert landscape.batches == [12, 12, 6, 3, 6]
    assert tried(landscape)[-6:] == [
        (strategy, seed) for seed in (4, 5, 6) for strategy in ("narrow", "default")
    ]


def test_one_of_the_seeds_given_out_together_is_made_up_for_alone(search):
    landscape = Landscape({("narrow", 1): (1000, 160), ("narrow", 2): UNROUTED})
    found = search(landscape, Effort(strategies=("narrow",), seeds=(1, 2, 3)))
    assert (
        tried(landscape) == [("narrow", 1), ("narrow", 2), ("narrow", 3), ("narrow", 4)]
        and found.ok
    )


@pytest.mark.parametrize("misfortune", [UNROUTED, CRASHED])
def test_what_fails_by_its_seed_is_made_up_for(search, misfortune):
    landscape = Landscape(
        {("narrow", 1): misfortune, ("narrow", 4): misfortune, ("narrow", 5): (1000, 150)}
    )
    steps = []
    found = search(landscape, LEVELS["standard"], progress=steps.append)
    assert tried(landscape)[:6] == [
        ("narrow-flow3", 1),
        ("narrow-flow", 1),
        ("narrow", 1),
        ("flow2", 1),
        ("narrow", 4),
        ("narrow", 5),
    ]
    assert (found.strategy, found.seed) == ("narrow", 5)
    assert [attempt.status for attempt in found.attempts].count(misfortune) == 2
    assert steps[-1].done == steps[-1].planned == 4 + 7 + 2


def test_what_the_router_does_not_end_with_is_placed_by_the_second_placer(search, ecp5):
    landscape = Landscape(
        {("narrow", 1): ENDLESS},
        by_second_placer={("narrow", 1): (1000, 150), ("narrow", 2): (1000, 140)},
    )
    found = search(landscape, Effort(strategies=("flow", "narrow"), seeds=(1, 2)))
    tries = [(one.strategy, one.seed, one.placer) for one in found.attempts]
    static = ecp5.second_placer
    assert static == ("--placer", "static")
    assert tries == [
        ("flow", 1, ()), ("narrow", 1, ()), ("narrow", 1, static), ("narrow", 2, static),
    ]  # fmt: skip
    assert (found.fmax_mhz, found.placer) == (150, static)


def test_a_second_placer_that_does_not_help_leaves_the_spare_seeds(search, ecp5):
    landscape = Landscape({}, otherwise=ENDLESS, by_second_placer={("narrow", 3): (1000, 90)})
    found = search(landscape, Effort(strategies=("narrow",)))
    assert [(one.seed, bool(one.placer)) for one in found.attempts] == [
        (1, False), (1, True), (2, True), (3, True),
    ]  # fmt: skip
    assert found.ok


def test_where_there_is_no_second_placer_another_seed_is_tried(search, ecp5):
    landscape = Landscape({("narrow", 1): ENDLESS})
    alone = ecp5.model_copy(update={"second_placer": ()})
    found = search(landscape, Effort(strategies=("narrow",)), on=alone)
    assert tried(landscape) == [("narrow", 1), ("narrow", 2)] and found.ok


def test_spare_seeds_come_to_an_end(search):
    landscape = Landscape({}, otherwise=UNROUTED)
    found = search(landscape, LEVELS["standard"])
    assert found.status == UNROUTED
    assert [seed for _, seed in tried(landscape)] == [1] * 4 + [4] * 4 + [5] * 4 + [6] * 4


def test_a_later_seed_that_fails_takes_nothing_away(search):
    landscape = Landscape(
        {
            ("narrow-flow", 1): (1000, 150),
            ("narrow-flow", 2): UNROUTED,
            ("narrow-flow", 4): (1000, 160),
        }
    )
    found = search(landscape, LEVELS["standard"])
    assert (found.strategy, found.seed) == ("narrow-flow", 4)
    assert ("narrow-flow", 3) in tried(landscape)


@pytest.mark.parametrize(
    "hopeless", [TOO_LARGE, NO_CLOCK, "nextpnr-ecp5 did not finish within 60 s"]
)
def test_what_no_seed_would_help_is_not_tried_again(search, hopeless):
    landscape = Landscape({}, otherwise=hopeless)
    assert search(landscape, LEVELS["standard"]).status == hopeless
    assert len(landscape.made) == 4


def test_a_strategy_that_does_not_fit_leaves_the_others(search):
    landscape = Landscape({("narrow-flow3", 1): TOO_LARGE})
    found = search(landscape, LEVELS["standard"])
    assert found.ok
    assert tried(landscape).count(("narrow-flow3", 1)) == 1 and ("narrow-flow3", 2) not in tried(
        landscape
    )


def test_a_netlist_against_the_rules_is_not_placed(search):
    cells = {name: {"DP16KD": 2} for name in ("narrow-flow3", "narrow-flow")}
    landscape = Landscape({}, cells=cells, problems={"narrow": "Yosys did not finish within 60 s"})
    found = search(landscape, LEVELS["standard"], rules=Rules(no_bram=True))
    assert {strategy for strategy, _ in tried(landscape)} == {"flow2"}
    assert found.strategy == "flow2"
    assert [attempt.status for attempt in found.attempts if not attempt.ok] == [
        *["the rules allow no block RAM, and the netlist has 2"] * 2,
        "Yosys did not finish within 60 s",
    ]


def test_an_interrupted_search_goes_on_and_nothing_is_made_twice(search):
    outcomes = {("narrow", 1): (1000, 120), ("narrow", 2): (1000, 140)}
    whole = search(Landscape(outcomes), LEVELS["standard"])
    landscape = Landscape(outcomes, limit=5)
    with pytest.raises(KeyboardInterrupt):
        search(landscape, LEVELS["standard"])
    landscape.limit = None
    assert search(landscape, LEVELS["standard"]) == whole
    assert len(set(landscape.made)) == len(landscape.made) == 7


def test_the_same_landscape_gives_the_same_search(search):
    outcomes = {
        (name, seed): (1000, 100.0 + (len(name) * 7 + seed * 13) % 20)
        for name in ("narrow", "flow2")
        for seed in range(1, 7)
    }
    first, second = (search(Landscape(outcomes), LEVELS["thorough"]) for _ in range(2))
    assert first == second


def test_an_own_table_with_rounds_of_requested_frequency(search):
    landscape = Landscape({("narrow", 1): (1000, 120)})
    search(landscape, Effort(strategies=("default", "narrow"), seeds=(1, 9), frequency_rounds=3))
    assert [(strategy, seed, round(mhz)) for strategy, seed, mhz in landscape.made] == [
        ("default", 1, 200), ("narrow", 1, 200), ("narrow", 1, 138), ("narrow", 9, 200),
    ]  # fmt: skip


def test_of_estimates_the_smallest_is_best(search):
    part = target("xilinx-7")
    names = LEVELS["standard"].strategies_of(part)
    landscape = Landscape(
        {}, cells={name: {"LUT6": luts} for name, luts in zip(names, (30, 20, 10, 40))}
    )
    found = search(landscape, LEVELS["standard"], on=part)
    assert (found.strategy, found.luts, landscape.made) == (names[2], 10, [])


def test_which_failures_another_seed_may_help(tmp_path):
    def attempt(status):
        return Attempt("default", 1, 200.0, status, tmp_path)

    assert all(attempt(status).another_seed_may_help for status in (UNROUTED, CRASHED))
    legal = "place and route failed: Unable to find legal placement for cell 'a' after 25000 attempts, check constraints and utilisation."
    assert attempt(legal).another_seed_may_help
    assert not any(
        attempt(status).another_seed_may_help
        for status in ("ok", TOO_LARGE, NO_CLOCK, "routing did not finish within 9 s")
    )
