import pytest
from unit_folder import UnitFolder, make_unit


@pytest.fixture
def unit_folder(tmp_path) -> UnitFolder:
    return make_unit(tmp_path / "theirs")


@pytest.fixture
def own_home(tmp_path, monkeypatch):
    """A folder of the user, in which entries and results are kept."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("CRYPTAGON_HOME", str(home))
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(home / "results"))
    return home
