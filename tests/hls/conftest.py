import fcntl
import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest
from clocked_shared_designs import CLOCKED_SHARED
from cycle_designs import COUNTED, STAGED
from fifo_designs import FIFOS
from jump_designs import JUMPS_AND_EFFECTS
from language_designs import DESIGNS
from long_cycle_designs import LONG_CYCLES
from record_designs import RECORDS
from resource_designs import RESOURCES
from shared_designs import SHARED
from unrolled_loop_designs import UNROLLED_LOOPS
from wide_write_designs import WIDE_WRITES

from cryptagon.hls.check import CDesign, Outcome, cosimulate

RECORDS_AND_JUMPS = (*RECORDS, *JUMPS_AND_EFFECTS)
BATCHES = (
    DESIGNS,
    RECORDS_AND_JUMPS,
    COUNTED,
    STAGED,
    RESOURCES,
    SHARED,
    CLOCKED_SHARED,
    FIFOS,
    LONG_CYCLES,
    UNROLLED_LOOPS,
    WIDE_WRITES,
)


class Outcomes:
    """The outcomes of designs by name.

    A batch is built into one simulator and run when one of it is asked for: once, by the worker
    that asks first.
    """

    def __init__(self, folder: Path, batches: Sequence[Sequence[CDesign]]) -> None:
        self.folder = folder
        self.batch = {design.name: batch for batch in batches for design in batch}
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


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory, worker_id):
    """All language designs, compiled and run."""
    own = tmp_path_factory.getbasetemp()
    of_all_workers = own if worker_id == "master" else own.parent
    return Outcomes(of_all_workers / "language", BATCHES)
