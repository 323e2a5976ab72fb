import pytest
from batches import Outcomes
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


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory, worker_id):
    """All language designs, compiled and run."""
    own = tmp_path_factory.getbasetemp()
    of_all_workers = own if worker_id == "master" else own.parent
    return Outcomes(of_all_workers / "language", BATCHES)
