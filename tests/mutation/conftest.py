"""The dummy cipher's core in each wrapper, and what a verification of it needs."""

import pytest

from cryptagon.batch import in_this_thread
from cryptagon.catalog import algorithm
from cryptagon.classes.aead.known_answers import known_answers
from cryptagon.classes.aead.tests import Bench, TestSet
from cryptagon.core import VerilogCore
from cryptagon.mutation import FAMILIES, wrapped
from cryptagon.study.wrong_cores import WrongCore, search_all


@pytest.fixture(scope="session")
def dummy():
    return algorithm("dummy")


@pytest.fixture(scope="session")
def core(dummy):
    return VerilogCore(dummy.rtl_sources)


@pytest.fixture(scope="session")
def bench(dummy):
    return Bench(TestSet(dummy, known_answers(dummy.kat_files, quick=True)))


@pytest.fixture(scope="session")
def findings(dummy, core, bench, tmp_path_factory):
    """Searches faults and controls by name."""
    cores = {
        family.name: wrapped(core, dummy, family, tmp_path_factory.mktemp(family.name))
        for family in FAMILIES
    }

    def of(family, *names):
        wrong = [WrongCore(name, name, cores[family.name], family.number(name)) for name in names]
        return search_all(bench, wrong, in_this_thread, lambda finding: None)

    return of
