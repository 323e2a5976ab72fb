"""What the tests of benchmarks share."""

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def benchmarks(monkeypatch):
    """Imports a module of the folder `benchmarks` by its name."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module
