"""Virtual boards: drawn by a seed, within the model, and each different."""

from dataclasses import replace
from itertools import pairwise
from statistics import mean, pstdev

import pytest
from hand_made import chain, toggling

from cryptagon.timing import VariationModel, boards, clock_limit
from cryptagon.timing.boards import Range, Transistor

STILL = VariationModel(systematic=0.0, random_sigma=0.0)


def test_the_same_seed_gives_the_same_boards():
    netlist = chain(5)
    first, again = (boards(3, seed=4) for _ in range(2))
    assert first == again
    assert [board.delays(netlist) for board in first] == [board.delays(netlist) for board in again]


def test_more_boards_do_not_change_the_first():
    assert boards(5, seed=4)[:3] == boards(3, seed=4)


def test_another_seed_gives_other_boards():
    assert boards(3, seed=4) != boards(3, seed=5)
    assert boards(1, seed=4)[0].delays(chain(5)) != boards(1, seed=5)[0].delays(chain(5))


def test_boards_keep_to_the_model():
    many, model = boards(200, seed=1), VariationModel()
    for board in many:
        assert model.die.low <= board.die <= model.die.high
        assert model.voltage_v.low <= board.voltage_v <= model.voltage_v.high
    assert mean(board.die for board in many) == pytest.approx(model.die.mean, abs=0.01)
    assert (
        max(board.die * board.conditions for board in many) < 1
    )  # faster than the slow corner, all of them


def test_without_variation_within_the_die_the_limit_scales_by_the_board():
    (board,) = boards(1, seed=1, model=STILL)
    corner, limit = (clock_limit(each, toggling(8)) for each in (chain(8), board.delays(chain(8))))
    assert corner.limit_mhz / limit.limit_mhz == pytest.approx(
        board.die * board.conditions, rel=0.01
    )


def test_the_slow_corner_is_a_board_of_factor_one():
    model = replace(
        STILL,
        die=Range(1.0, 0.0, 1.0, 1.0),
        voltage_v=Range(STILL.corner_voltage_v, 0.0, 0.0, 2.0),
        temperature_c=Range(STILL.corner_temperature_c, 0.0, 0.0, 100.0),
    )
    (board,) = boards(1, seed=1, model=model)
    assert board.delays(chain(5)) == chain(5)


def test_arcs_vary_by_themselves():
    (board,) = boards(1, seed=1, model=replace(STILL, random_sigma=0.04))
    varied = board.delays(replace(chain(400), sites=chain(400).sites))
    ratios = [
        gate.arcs[0].cell_ps / 180 / board.die / board.conditions
        for gate in varied.gates
        if gate.arcs
    ]
    assert mean(ratios) == pytest.approx(1, abs=0.01)
    assert pstdev(ratios) == pytest.approx(0.04, abs=0.006)


def test_neighbours_vary_alike_and_far_cells_do_not():
    (board,) = boards(1, seed=2, model=replace(STILL, systematic=0.03))
    cells = [
        gate.arcs[0].cell_ps / 180 / board.die / board.conditions
        for gate in board.delays(chain(100)).gates
        if gate.arcs
    ]
    assert (
        max(abs(left - right) for left, right in pairwise(cells)) < 0.012
    )  # a picosecond is 0.7 % of a delay here
    assert all(0.96 < ratio < 1.04 for ratio in cells) and max(cells) - min(cells) > 0.01


def test_delays_fall_with_voltage_and_rise_with_temperature():
    transistor = Transistor()
    assert transistor.delay(1.15, 50) < transistor.delay(1.10, 50) < transistor.delay(1.10, 85)
