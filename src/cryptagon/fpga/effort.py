"""What is best."""

from cryptagon.catalog import LEVELS, Objective
from cryptagon.fpga.attempt import Attempt

QUICK = LEVELS["quick"]


def merit(attempt: Attempt, objective: Objective) -> float:
    """What the search maximises; 0 for what has no result."""
    return merit_of(attempt.luts, attempt.fmax_mhz, objective) if attempt.ok else 0.0


def merit_of(luts: int | None, fmax_mhz: float | None, objective: Objective) -> float:
    """Fmax over LUTs, or Fmax, or one over LUTs; the cycles per block are the same for all attempts
    at a design.

    Of estimates, which have no Fmax, the smallest is best.
    """
    area = max(1, luts or 0)
    if fmax_mhz is None or objective == "area":
        return 1 / area
    return fmax_mhz if objective == "throughput" else fmax_mhz / area


def better_first(attempt: Attempt, objective: Objective) -> tuple[float, float]:
    """A key by which the best attempt is the largest: of equally good ones the fastest."""
    return merit(attempt, objective), attempt.fmax_mhz or 0.0
