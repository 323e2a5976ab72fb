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
)


class Outcomes:
    """The outcomes of designs by name.

    A batch is built into one simulator and run when one of it is asked for.
    """

    def __init__(self, folder: Path, batches: Sequence[Sequence[CDesign]]) -> None:
        self.folder = folder
        self.batch = {design.name: batch for batch in batches for design in batch}
        self.known: dict[str, Outcome] = {}

    def __getitem__(self, name: str) -> Outcome:
        if name not in self.known:
            self.known |= cosimulate(self.batch[name], self.folder / f"with_{name}")
        return self.known[name]


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory):
    """All language designs, compiled and run."""
    return Outcomes(tmp_path_factory.mktemp("language"), BATCHES)
