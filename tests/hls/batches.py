"""Designs that are built into one simulator and run together, and what came of each."""

import fcntl
import pickle
from collections.abc import Collection, Sequence
from pathlib import Path

from cryptagon.hls.check import CDesign, Outcome, cosimulate


class Outcomes:
    """The outcomes of designs by name.

    A batch is built into one simulator and run when one of it is asked for: once, by the worker
    that asks first, where the workers have one folder.
    """

    def __init__(self, folder: Path, batches: Sequence[Sequence[CDesign]]) -> None:
        self.folder = folder
        self.batch = {design.name: batch for batch in batches for design in batch}
        assert len(self.batch) == sum(map(len, batches)), "two designs have one name"
        self.known: dict[str, Outcome] = {}

    def __getitem__(self, name: str) -> Outcome:
        if name not in self.known:
            self.known |= self._of(self.batch[name])
        return self.known[name]

    def _of(self, batch: Sequence[CDesign]) -> dict[str, Outcome]:
        folder = self.folder / f"with_{batch[0].name}"
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / "outcomes.pickle"
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if kept.exists():
                return pickle.loads(kept.read_bytes())
            made = cosimulate(batch, folder / "designs")
            kept.write_bytes(pickle.dumps(made))
        return made


def by_day_and_night(
    designs: Sequence[CDesign], every_day: Collection[str]
) -> tuple[list[CDesign], list[CDesign]]:
    """Designs in two batches: those of `every_day`, and those of the night."""
    return (
        [one for one in designs if one.name in every_day],
        [one for one in designs if one.name not in every_day],
    )
