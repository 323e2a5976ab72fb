"""What was measured in the testbed as plain data, and the clock that a contest quotes."""

from typing import Any

from cryptagon.study.contest import Contest
from cryptagon.testbed.measuring import Measured, Transfer

CORE_MHZ = 100.0
"""Of a unit for which nobody names a clock."""


def clock_of(contest: Contest, name: str) -> float:
    """The clock in MHz that a contest quotes of an experiment with an algorithm; CORE_MHZ where it
    quotes none.
    """
    return next((one.clocks[name] for one in contest.published if name in one.clocks), CORE_MHZ)


def plain(one: Measured) -> dict[str, Any]:
    """A core as JSON has it.

    `message_cycles` is what a message of whole blocks takes beyond them, a block of padding
    included.
    """
    names = (
        "name",
        "title",
        "variant",
        "approach",
        "core_mhz",
        "block_bits",
        "block_cycles",
        "message_cycles",
    )
    own = {name: getattr(one, name) for name in names}
    return own | {
        "gbps": round(one.gbps, 4),
        "transfers": [_plain(one, transfer) for transfer in one.transfers],
    }


def _plain(one: Measured, transfer: Transfer) -> dict[str, Any]:
    own = {name: getattr(transfer, name) for name in ("size", "dma_mhz", "ticks", "unit_cycles")}
    return own | {"gbps": round(transfer.gbps, 4), "overhead": round(one.overhead(transfer), 5)}
