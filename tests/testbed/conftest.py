import pytest
from board_projects import Exported, exported_project


@pytest.fixture(scope="session")
def zedboard(tmp_path_factory) -> Exported:
    return exported_project("sha256", "zedboard", tmp_path_factory.mktemp("zed"), (1_000, 2_000))
