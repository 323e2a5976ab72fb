"""What was measured in the testbed as plain data, and the clock that a contest quotes."""

from typing import Any

from cryptagon.study.contest import Contest
from cryptagon.testbed.experiment import Experiment, SizeLimit
from cryptagon.testbed.measuring import Measured, Transfer

CORE_MHZ = 100.0
"""Of a unit for which nobody names a clock."""


def clock_of(contest: Contest, name: str) -> float:
    """The clock in MHz that a contest quotes of an experiment with an algorithm; CORE_MHZ where it
    quotes none.
    """
    return next((one.clocks[name] for one in contest.published if name in one.clocks), CORE_MHZ)


def plain(one: Measured, tried: Experiment | None = None) -> dict[str, Any]:
    """A core as JSON has it; with the maximum frequency by experiment where it was `tried`, under
    "experiment".

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
        **({"experiment": plain_experiment(tried)} if tried else {}),
    }


def plain_experiment(tried: Experiment) -> dict[str, Any]:
    """An experiment as JSON has it: MHz, and sizes in bytes."""
    own = {name: getattr(tried, name) for name in ("target", "strategy", "seed", "luts")}
    return own | {
        "static_mhz": round(tried.static_mhz, 2),
        "limit_mhz": round(tried.corner.limit_mhz, 2),
        "ratio": round(tried.ratio, 4),
        "worst_size": tried.corner.worst.size,
        "sizes": [_plain_size(size) for size in tried.corner.sizes],
        "boards": [
            {
                "board": board.number,
                "limit_mhz": round(board.limit_mhz, 2),
                "ratio": round(tried.board_ratio(board), 4),
            }
            for board in tried.boards
        ],
    }


def _plain_size(size: SizeLimit) -> dict[str, Any]:
    """`limit_mhz` is None where the limit of a shorter message holds here too."""
    limit = None if size.limit_mhz is None else round(size.limit_mhz, 2)
    own = {name: getattr(size, name) for name in ("size", "cycles", "timed_cycles", "wrong")}
    return own | {"settled_mhz": round(size.settled_mhz, 2), "limit_mhz": limit}


def _plain(one: Measured, transfer: Transfer) -> dict[str, Any]:
    own = {name: getattr(transfer, name) for name in ("size", "dma_mhz", "ticks", "unit_cycles")}
    return own | {"gbps": round(transfer.gbps, 4), "overhead": round(one.overhead(transfer), 5)}
