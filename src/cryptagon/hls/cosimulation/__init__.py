"""Co-simulation: the native run of a design and its Verilog, on the same items under random stalls."""

from cryptagon.hls.cosimulation.batch import Design, Items, Outcome, cosimulate
from cryptagon.hls.cosimulation.equivalence import Equivalence, check_equivalence
from cryptagon.hls.cosimulation.stimulus import Stimulus, load_stimulus, random_stimulus

__all__ = [
    "Design",
    "Equivalence",
    "Items",
    "Outcome",
    "Stimulus",
    "check_equivalence",
    "cosimulate",
    "load_stimulus",
    "random_stimulus",
]
