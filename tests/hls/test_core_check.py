"""Each core in C passes the check of `cryptagon hls`, as its designer runs it: random items, of which
many are such as a core need not allow.
"""

import pytest
from cores_in_c import CORES

from cryptagon.catalog import Entry
from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence


def passes(entry: Entry, folder) -> None:
    source = entry.c_source
    result = compile_source(source, folder, defines=dict(entry.variant.defines), module="")
    assert check_equivalence(source, result, folder / "testbench").checked


def test_a_core_passes_the_check(tmp_path):
    passes(CORES["ketjejr"], tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(CORES))
def test_each_core_passes_the_check(name, tmp_path):
    passes(CORES[name], tmp_path)
