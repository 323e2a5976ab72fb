"""`cryptagon clock-limit`: the routed unit of a cipher, from its source to the spread over boards;
and what it says when asked wrongly.
"""

import json

import pytest


@pytest.mark.slow
def test_limit_of_a_cipher_with_boards(workplace):
    """A layout of the toy cipher behind the hardware API, its known answers and a forgery through
    the routed netlist.
    """
    result = workplace.cryptagon(
        "clock-limit",
        "toy",
        "--approach",
        "rtl",
        "--quick",
        "--boards",
        "2",
        "--answers",
        "3",
        "--json",
    )
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["design"] == "toy rtl" and found["messages"] == 7
    corner, fmax = found["slow_corner"], found["layout"]["fmax_mhz"]
    assert corner["static_mhz"] == pytest.approx(fmax, rel=0.001)
    assert corner["static_mhz"] <= corner["settled_mhz"] <= corner["limit_mhz"]
    assert " on do, word " in corner["first_wrong"] or corner["first_wrong"] == "no answer on do"
    assert [board["ratio"] for board in found["boards"]] == pytest.approx(
        [b["limit_mhz"] / fmax for b in found["boards"]], abs=0.001
    )
    assert min(board["ratio"] for board in found["boards"]) > corner["ratio"]
    assert found["ratios"]["least"] < found["ratios"]["median"] < found["ratios"]["greatest"]


ASKED_WRONGLY = {
    "a variant of a cipher": (["toy", "--variant", "basic"], "toy has no variants"),
    "no such cipher": (["toi"], "toi"),
    "no such target": (["toy", "--target", "ecp5-85f-9"], "ecp5-85f-9"),
    "boards below none": (["toy", "--boards", "-1"], "--boards"),
}


@pytest.mark.parametrize("fault", ASKED_WRONGLY)
def test_wrong_question_is_told(workplace, fault):
    arguments, what = ASKED_WRONGLY[fault]
    result = workplace.cryptagon("clock-limit", *arguments)
    assert result.returncode != 0
    assert what in result.stderr and "Traceback" not in result.stderr


def test_core_that_is_not_there_is_told(workplace):
    workplace.keep_only("hls")
    result = workplace.cryptagon("clock-limit", "toy", "--approach", "rtl")
    assert result.returncode == 1
    assert (
        "there is no design of toy by rtl" in result.stderr and "there is: toy hls" in result.stderr
    )
