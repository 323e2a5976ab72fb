"""Long runs of which some cycles alone have delays: the same answers as of a whole run, and a limit
that only the simulated cycles decide.
"""

import random

import pytest
from hand_made import bits, chain, critical_path
from mixer_unit import mixed, through
from plain_simulator import PlainSimulator, random_netlist
from test_against_plain_simulator import words_through

from cryptagon.errors import CryptagonError
from cryptagon.timing import clock_limit
from cryptagon.timing.limit import slow_run
from cryptagon.timing.simulation import Sampling, TimedSimulator
from cryptagon.timing.static import longest_paths

RESET_CYCLES = 4
"""With which every run begins."""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sampling", [Sampling(7, 1), Sampling(10, 4), Sampling(1000, 3)])
def test_a_sampled_run_answers_as_a_whole_one(seed, sampling):
    netlist = random_netlist(seed)
    period = longest_paths(netlist).registers
    words = [random.Random(seed).getrandbits(4) for _ in range(60)]
    right = PlainSimulator(netlist, 4 * period).outputs(words)
    whole = TimedSimulator.of(netlist, words_through(words, right)).run(period)
    run = TimedSimulator.of(netlist, words_through(words, right), sampling).run(period)
    assert run.right and run.cycles == whole.cycles and not run.late_captures
    assert run.timed_cycles == sum(sampling.timed(cycle) for cycle in range(run.cycles))
    assert run.timed_cycles < whole.timed_cycles == whole.cycles
    assert run.events < whole.events and run.settled_ps <= whole.settled_ps


def test_what_a_window_sees_is_what_a_whole_run_sees():
    """A bit that changes in every cycle takes the path in any window of two cycles."""
    length, values = 4, [index % 2 for index in range(200)]
    stimulus = bits(values, values)
    found = clock_limit(chain(length), stimulus, sampling=Sampling(50, 2))
    assert found.limit_mhz == pytest.approx(1e6 / critical_path(length))
    assert found.slow.timed_cycles < found.slow.cycles / 10


@pytest.mark.parametrize(("changes", "late"), [(40, True), (50, False)])
def test_only_cycles_with_delays_can_be_late(changes, late):
    """One change, in the window from cycle 40 on and behind it; the clock is a picosecond too
    fast.
    """
    length, window = 4, Sampling(40, 8)
    # The word after the reset is on its way through the chain one cycle after it was taken.
    values = [int(RESET_CYCLES + index + 1 >= changes) for index in range(70)]
    simulator = TimedSimulator.of(chain(length), bits(values, values), window)
    run = simulator.run(critical_path(length) - 1)
    assert (run.late_captures > 0, run.right) == (late, not late)


@pytest.mark.parametrize("sizes", [(10, 0), (10, 11), (0, 0)])
def test_a_window_that_cannot_be_is_refused(sizes):
    with pytest.raises(CryptagonError, match="cannot be"):
        Sampling(*sizes)


@pytest.mark.parametrize("sampling", [Sampling(40, 10), Sampling(97, 1)])
def test_a_routed_unit_with_ram_answers_in_windows(mixer, sampling):
    """Bits of RAM, enables and resets go on between the windows as in them."""
    netlist, words = mixer.layout.netlist, list(random.Random(3).randbytes(400))
    simulator = TimedSimulator.of(netlist, through(words, mixed(words)), sampling)
    whole = TimedSimulator.of(netlist, through(words, mixed(words)))
    longest = longest_paths(netlist)
    sampled, all_timed = slow_run(simulator, longest), slow_run(whole, longest)
    assert sampled.cycles == all_timed.cycles
    assert sampled.timed_cycles < all_timed.timed_cycles / 3
    assert 0 < sampled.settled_ps <= all_timed.settled_ps
