"""Clocks of boards: the settings make the frequency, within the chip's limits; what cannot be made
is refused with what is near.
"""

import re
from fractions import Fraction

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.testbed.boards.board import BOARDS, board
from cryptagon.testbed.boards.clocks import TOLERANCE, chosen, ecp5_clocks, mmcm_clocks

POSTERS = (145.4, 275.8, 101.1, 200.0, 258.6, 124.9, 123.1, 247.4, 122.5, 205.7, 140.3)


@pytest.mark.parametrize("mhz", POSTERS)
def test_an_mmcm_makes_the_clocks_of_the_poster(mhz):
    clock = chosen(mmcm_clocks(Fraction(100)), mhz, "the unit", "ZedBoard")
    divide, multiply, out = (
        Fraction(clock.setting(name))
        for name in ("DIVCLK_DIVIDE", "CLKFBOUT_MULT_F", "CLKOUT0_DIVIDE_F")
    )
    assert clock.mhz == 100 / divide * multiply / out
    assert abs(clock.mhz - Fraction(mhz)) <= Fraction(mhz) * TOLERANCE
    assert 600 <= 100 / divide * multiply <= 1200 and 100 / divide >= 10
    assert all((8 * one).denominator == 1 for one in (multiply, out))


@pytest.mark.parametrize("mhz", [4.0, 12.5, 25.0, 48.0, 80.0, 100.0, 133.3333, 400.0])
def test_an_ecp5_makes_round_clocks(mhz):
    clock = chosen(ecp5_clocks(Fraction(25)), mhz, "the unit", "ULX3S")
    reference, feedback, out, secondary = (
        int(clock.setting(f"CLK{name}_DIV")) for name in ("I", "FB", "OP", "OS")
    )
    primary = Fraction(25) / reference * feedback
    assert clock.mhz == primary * out / secondary
    assert 400 <= primary * out <= 800 and Fraction("3.125") <= primary <= 400
    assert feedback <= 80 and max(reference, out, secondary) <= 128


def test_a_clock_that_cannot_be_made_is_refused_with_those_near():
    with pytest.raises(CryptagonError, match=r"333.3 MHz is no clock that the ZedBoard") as fault:
        chosen(mmcm_clocks(Fraction(100)), 333.3, "the unit", "ZedBoard")
    near = [float(one) for one in re.findall(r"([\d.]+) MHz", fault.value.fix)]
    assert near[0] < 333.3 < near[1]
    for mhz in near:  # what is named can be chosen
        assert chosen(mmcm_clocks(Fraction(100)), mhz, "the unit", "ZedBoard")


@pytest.mark.parametrize("mhz", [0, -5, 1, 900, float("1e9")])
def test_a_clock_out_of_reach_is_refused(mhz):
    for name in BOARDS:
        chosen_board = board(name)
        bus = chosen_board.bus_clock(chosen_board.bus_mhz)
        with pytest.raises(CryptagonError, match=r"is no clock that the .* can make for the unit"):
            chosen_board.unit_clock(mhz, bus)


def test_the_bus_of_a_zynq_is_its_plls():
    assert board("zedboard").bus_clock(125).mhz == 125
    with pytest.raises(CryptagonError, match=r"142.857 MHz or 166.667 MHz"):
        board("zedboard").bus_clock(150)


def test_a_board_that_is_not_known_is_named_with_those_that_are():
    with pytest.raises(CryptagonError, match="did you mean zedboard"):
        board("zedbord")
