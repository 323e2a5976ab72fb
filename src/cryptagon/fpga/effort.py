"""What is best."""

from cryptagon.catalog import LEVELS, Objective
from cryptagon.fpga.attempt import Attempt

QUICK = LEVELS["quick"]


def merit(attempt: Attempt, objective: Objective) -> float:
    """What the search maximises: Fmax over LUTs, or Fmax, or one over LUTs; the cycles per block are the same for all attempts at a design.

    Of estimates, which have no Fmax, the smallest is best.
    """
    if not attempt.ok:
        return 0.0
    luts = max(1, attempt.luts or 0)
    if attempt.fmax_mhz is None or objective == "area":
        return 1 / luts
    return attempt.fmax_mhz if objective == "throughput" else attempt.fmax_mhz / luts


def better_first(attempt: Attempt, objective: Objective) -> tuple[float, float]:
    """A key by which the best attempt is the largest: of equally good ones the fastest."""
    return merit(attempt, objective), attempt.fmax_mhz or 0.0
