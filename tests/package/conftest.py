from pathlib import Path

import pytest
from distributions import CHECKOUT, build


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    return build(CHECKOUT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def sdist(tmp_path_factory) -> Path:
    return build(CHECKOUT, "sdist", tmp_path_factory.mktemp("sdist"))
