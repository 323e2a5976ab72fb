import pytest
from cycle_designs import COUNTED, STAGED
from fifo_designs import FIFOS
from language_designs import DESIGNS
from resource_designs import RESOURCES
from shared_designs import SHARED

from cryptagon.hls.check import cosimulate


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory):
    """All language designs, compiled, built into one simulator and run."""
    return cosimulate([*DESIGNS, *COUNTED, *STAGED, *RESOURCES, *SHARED, *FIFOS], tmp_path_factory.mktemp("language"))
