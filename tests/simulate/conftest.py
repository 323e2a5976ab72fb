"""The tampered core as simulators, each built once."""

import pytest
from tampered_core import write_core

from cryptagon.catalog import algorithm
from cryptagon.simulate import Simulator


@pytest.fixture(scope="session")
def dummy():
    """The algorithm whose sizes the tampered core has."""
    return algorithm("dummy")


@pytest.fixture(scope="session")
def core(tmp_path_factory):
    return write_core(tmp_path_factory.mktemp("tampered"))


@pytest.fixture(scope="session")
def core_level(core, dummy):
    return Simulator.build(core, dummy, "core")


@pytest.fixture(scope="session")
def aead_level(core, dummy):
    return Simulator.build(core, dummy, "unit")
