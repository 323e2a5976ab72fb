import pytest
from cosimulation import cosimulate
from language_designs import DESIGNS


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory):
    """All language designs, compiled, built into one simulator and run."""
    return cosimulate(DESIGNS, tmp_path_factory.mktemp("language"))
