"""How hard to try, and what is best."""

from typing import Literal

from cryptagon.catalog import Effort
from cryptagon.fpga.attempt import Attempt

Objective = Literal["throughput_per_area", "throughput"]

QUICK = Effort(seeds=(1,), frequency_rounds=1, strategies=("default",))
# Why these: docs/backends.md, "Strategies" and "Requested frequency".
NORMAL = Effort(seeds=(1, 2, 3), frequency_rounds=1, strategies=("narrow-flow3", "narrow-flow", "narrow", "flow2"))


def merit(attempt: Attempt, objective: Objective) -> float:
    """What the search maximises: Fmax, or Fmax over LUTs; the cycles per block are the same for all attempts at a design.

    Of estimates, which have no Fmax, the smallest is best.
    """
    if not attempt.ok:
        return 0.0
    if attempt.fmax_mhz is None:
        return 1 / max(1, attempt.luts or 0)
    if objective == "throughput":
        return attempt.fmax_mhz
    return attempt.fmax_mhz / max(1, attempt.luts or 0)
