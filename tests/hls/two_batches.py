"""Designs in two batches: those of every day, and those of the night."""

from collections.abc import Collection, Sequence
from pathlib import Path

from cryptagon.hls.check import CDesign, Outcome, cosimulate


class TwoBatches(dict[str, Outcome]):
    """The outcomes of designs by name; those of `every_day` are one batch, the others another.

    A batch is built into one simulator and run when one of it is asked for.
    """

    def __init__(
        self, designs: Sequence[CDesign], every_day: Collection[str], folder: Path
    ) -> None:
        super().__init__()
        self.designs, self.every_day, self.folder = designs, every_day, folder

    def __missing__(self, name: str) -> Outcome:
        daily = name in self.every_day
        batch = [one for one in self.designs if (one.name in self.every_day) == daily]
        self.update(cosimulate(batch, self.folder / f"with_{name}"))
        return self[name]
