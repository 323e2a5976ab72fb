import pytest
from workplace import Workplace, make_workplace


@pytest.fixture
def workplace(tmp_path) -> Workplace:
    return make_workplace(tmp_path)
