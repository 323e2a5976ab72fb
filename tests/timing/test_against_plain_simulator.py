"""The compiled simulator against the plainest one, at clocks at which the answers are wrong too:
they must be wrong in the same way.
"""

import random

import pytest
from plain_simulator import PlainSimulator, random_netlist

from cryptagon.simulate.levels import Item, Stream
from cryptagon.timing.simulation import TimedSimulator
from cryptagon.timing.static import longest_paths
from cryptagon.timing.stimulus import Channel, Stimulus

CHANNELS = (
    Channel(Stream("in", 4, True), (("in", 4),)),
    Channel(Stream("out", 4, False), (("out", 4),)),
)
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Of the static period."""


def words_through(words: list[int], results: list[int]) -> Stimulus:
    sent = [Item("in", 0, word, 0, "") for word in words]
    wanted = [Item("out", 0, result, 15, "") for result in results]
    return Stimulus(CHANNELS, (*sent, *wanted), ("words",))


@pytest.mark.parametrize("seed", range(12))
def test_same_outputs_at_every_clock(seed):
    netlist = random_netlist(seed)
    period = longest_paths(netlist).registers
    words = [random.Random(seed).getrandbits(4) for _ in range(60)]
    right = PlainSimulator(netlist, 4 * period).outputs(words)
    for share in SHARES:
        # At least so long that the valid bit beside the data comes through.
        clock = max(round(share * period), 1_600)
        results = PlainSimulator(netlist, clock).outputs(words)
        assert share < 1 or results == right
        run = TimedSimulator.of(netlist, words_through(words, results)).run(clock)
        assert run.right, f"{share} of the period: {run.fault}"


def test_random_netlists_do_go_wrong_at_fast_clocks():
    """Else the comparison would show little."""
    wrong = 0
    for seed in range(12):
        netlist = random_netlist(seed)
        period = longest_paths(netlist).registers
        words = [random.Random(seed).getrandbits(4) for _ in range(60)]
        outcomes = [
            PlainSimulator(netlist, clock).outputs(words)
            for clock in (4 * period, max(period // 2, 1_600))
        ]
        wrong += outcomes[0] != outcomes[1]
    assert wrong >= 6
