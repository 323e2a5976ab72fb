"""Timing of a routed unit in simulation: the answers with the real delays, the clock limit by
experiment, virtual boards.
"""

from cryptagon.timing.answers import check_answers
from cryptagon.timing.boards import Board, VariationModel, boards
from cryptagon.timing.gates import gates_of
from cryptagon.timing.layout import Layout, layout_of
from cryptagon.timing.limit import ClockLimit, clock_limit, in_time_mhz, limit_above, slow_run
from cryptagon.timing.simulation import Sampling, TimedRun, TimedSimulator
from cryptagon.timing.static import longest_paths
from cryptagon.timing.stimulus import Stimulus, stimulus

__all__ = [
    "Board",
    "ClockLimit",
    "Layout",
    "Sampling",
    "Stimulus",
    "TimedRun",
    "TimedSimulator",
    "VariationModel",
    "boards",
    "check_answers",
    "clock_limit",
    "gates_of",
    "in_time_mhz",
    "layout_of",
    "limit_above",
    "longest_paths",
    "slow_run",
    "stimulus",
]
