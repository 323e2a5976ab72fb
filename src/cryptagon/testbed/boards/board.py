"""The boards that projects are made for."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from cryptagon.errors import CryptagonError
from cryptagon.testbed.boards.clocks import (
    Clock,
    Steps,
    chosen,
    ecp5_clocks,
    mmcm_clocks,
    zynq_fabric_clocks,
)
from cryptagon.user_files import did_you_mean


@dataclass(frozen=True)
class Board:
    """A board: `memory` bytes for buffers, `bus_mhz` of DMA and timer where nothing else is asked,
    `sizes` of messages in kB likewise.
    """

    name: str
    title: str
    part: str
    memory: int
    bus_mhz: float
    sizes: tuple[float, ...]

    def bus_clock(self, mhz: float) -> Clock:
        """That of DMA and timer. Raises CryptagonError for one that cannot be made."""
        return chosen(BUS_STEPS[self.name], mhz, "DMA and timer", self.title)

    def unit_clock(self, mhz: float, bus: Clock) -> Clock:
        """That of the unit. Raises CryptagonError for one that cannot be made."""
        return chosen(UNIT_STEPS[self.name](bus), mhz, "the unit", self.title)


ECP5_CRYSTAL = Fraction(25)
"""MHz of the ULX3S."""

BUS_STEPS: Mapping[str, Steps] = {
    "zedboard": zynq_fabric_clocks,
    "ulx3s": ecp5_clocks(ECP5_CRYSTAL),
}
UNIT_STEPS = {
    "zedboard": lambda bus: mmcm_clocks(bus.mhz),
    "ulx3s": lambda bus: ecp5_clocks(ECP5_CRYSTAL),
}
BOARDS = {
    "zedboard": Board(
        "zedboard", "ZedBoard", "xc7z020clg484-1", 64 << 20, 100.0, (10, 100, 1000, 5000)
    ),
    "ulx3s": Board("ulx3s", "ULX3S", "LFE5U-85F-6BG381C", 256 << 10, 50.0, (10, 100)),
}

SIMULATION = "simulation"
"""In the place of a board's name in a log that the simulated testbed printed."""


def board(name: str) -> Board:
    """The board of that name. Raises CryptagonError with those that there are."""
    if name not in BOARDS:
        raise CryptagonError(
            f'there is no project for a board "{name}"', fix=did_you_mean(name, BOARDS)
        )
    return BOARDS[name]
