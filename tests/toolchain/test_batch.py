"""Batches, and errors that cross from process to process."""

import pickle

import pytest

from cryptagon.batch import in_this_thread
from cryptagon.errors import CryptagonError
from cryptagon.toolchain import ToolError


def test_results_come_in_the_order_of_the_batch_and_are_told_as_they_come():
    seen = []
    assert in_this_thread(
        divmod, [(7, 2), (9, 4)], lambda place, result: seen.append((place, result))
    ) == [(3, 1), (2, 1)]
    assert seen == [(0, (3, 1)), (1, (2, 1))]


def test_what_a_call_raises_ends_the_batch():
    with pytest.raises(ZeroDivisionError):
        in_this_thread(
            divmod, [(1, 0), (2, 1)], lambda place, result: pytest.fail("begun after the fault")
        )


@pytest.mark.parametrize(
    "error",
    [
        CryptagonError("it broke", where="core.sv:3", why="because", fix="mend it"),
        ToolError("yosys failed", where="log", why="because", code=-9, output="all it said"),
    ],
)
def test_an_error_comes_whole_from_another_process(error):
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), vars(copy), str(copy)) == (type(error), vars(error), str(error))
