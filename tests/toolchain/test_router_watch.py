"""A router that goes round in circles is ended, and only such a one."""

import sys

import pytest

from cryptagon.toolchain import ToolError, run
from cryptagon.toolchain.router_watch import ROUNDS, RouterWatch


def lines(overused):
    return "".join(
        f"Info:     iter={number} wires=100 overused={count} overuse={count} archfail=NA\n"
        for number, count in enumerate(overused, start=1)
    ).encode()


FUTILE = [9, 4, 1, *[2, 1] * ROUNDS]


def test_a_router_that_gets_on_goes_on():
    assert not RouterWatch().hears(lines(range(3 * ROUNDS, 0, -1)))
    assert not RouterWatch().hears(lines([9, *[5] * ROUNDS, 4, *[5] * (ROUNDS - 1)]))
    assert not RouterWatch().hears(lines([1, *[1] * (ROUNDS - 1)]))


def test_one_that_does_not_is_told_however_its_lines_are_cut():
    whole = RouterWatch().hears(lines(FUTILE))
    watch, text = RouterWatch(), lines(FUTILE)
    parts = [watch.hears(text[at : at + 7]) for at in range(0, len(text), 7)]
    assert whole == next(filter(None, parts))
    assert "1 wires overused at best" in whole
    assert f"the last {ROUNDS} of {ROUNDS + 3} rounds" in whole


def test_a_second_run_of_the_router_begins_anew():
    assert not RouterWatch().hears(lines([3, 2, 1, 0]) + lines([900] * ROUNDS))


def steps(connections, left_after):
    """The log of `router1`: connections left after each of the numbers of steps."""
    head = f"Info: Routing {connections} arcs.\nInfo:    IterCnt |  w/ripup   wo/ripup |\n"
    rows = [
        f"Info: {number:10} | {number:8} {0:10} |  420   579 | {left:9}|{1.3:11}{1.3:11}|\n"
        for number, left in left_after.items()
    ]
    return (head + "".join(rows)).encode()


def test_connections_that_are_taken_back_over_and_over_are_told():
    on_its_way = {1000: 950, 3000: 900, 3999: 501, 5000: 500, 8000: 0}
    assert not RouterWatch().hears(steps(1000, on_its_way))
    futile = {1000: 950, 3999: 700, 4000: 501}
    text = RouterWatch().hears(steps(1000, futile))
    assert text == "Routing does not end: 501 of 1,000 connections not routed after 4,000 steps"


def test_steps_are_those_of_the_run_whose_connections_were_told():
    assert not RouterWatch().hears(steps(1000, {1000: 0}) + steps(2000, {6000: 1500}))


PROGRAM = """
import sys, time
from cryptagon.toolchain.router_watch import end_where_futile
end_where_futile()
sys.stdout.write({text!r})
sys.stdout.flush()
{then}
"""


def program(overused, then):
    text = PROGRAM.format(text=lines(overused).decode(), then=then)
    return [sys.executable, "-c", text]


def test_the_tool_ends_with_an_error_of_its_own(tmp_path):
    with pytest.raises(ToolError) as caught:
        run(program(FUTILE, "time.sleep(600)"), cwd=tmp_path, log=tmp_path / "nextpnr.log")
    assert caught.value.code == 1
    assert caught.value.output.splitlines()[-1].startswith(
        "ERROR: Routing does not end: 1 wires over"
    )


def test_a_tool_that_ends_is_left_alone(tmp_path):
    done = run(program([3, 2, 1, 0], "print('done')"), cwd=tmp_path, log=tmp_path / "nextpnr.log")
    assert done.stdout.endswith("done\n")
