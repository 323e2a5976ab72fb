"""Timing of a routed unit in simulation: the answers with the real delays, the clock limit by
experiment, virtual boards.
"""

from cryptagon.timing.answers import check_answers
from cryptagon.timing.boards import Board, VariationModel, boards
from cryptagon.timing.gates import gates_of
from cryptagon.timing.layout import Layout, layout_of
from cryptagon.timing.limit import ClockLimit, clock_limit
from cryptagon.timing.stimulus import Stimulus, stimulus

__all__ = [
    "Board",
    "ClockLimit",
    "Layout",
    "Stimulus",
    "VariationModel",
    "boards",
    "check_answers",
    "clock_limit",
    "gates_of",
    "layout_of",
    "stimulus",
]
