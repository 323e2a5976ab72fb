"""Co-simulation: the native run of a design and its Verilog, on the same items under random
stalls.
"""

from cryptagon.hls.check.batch import CDesign, Items, Outcome, cosimulate
from cryptagon.hls.check.equivalence import (
    CoreComparison,
    Equivalence,
    check_equivalence,
    prepare_comparison,
)
from cryptagon.hls.check.standalone import write_standalone
from cryptagon.hls.check.stimulus import Stimulus, load_stimulus, random_stimulus

__all__ = [
    "CDesign",
    "CoreComparison",
    "Equivalence",
    "Items",
    "Outcome",
    "Stimulus",
    "check_equivalence",
    "cosimulate",
    "load_stimulus",
    "prepare_comparison",
    "random_stimulus",
    "write_standalone",
]
