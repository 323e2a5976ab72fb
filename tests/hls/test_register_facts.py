"""Registers that are set together: what one of them tells of the other is left out of conditions."""

import re

import pytest

from cryptagon.hls.check import CDesign, cosimulate

ROUNDS = """\
#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(8), out)
HARDWARE void rounds(void) {
    uint_t(8) sum = 0, item = any(uint_t(8));
    bit last = any(bit);
    do {
        bit first = 1;
        for (uint_t(3) i = 0; i < 5; i++) {
            expect_cycles(1);
            if (first) {
                item = stream_read(in);
                last = item & 1;
            }
            sum = (sum << 1 | sum >> 7) ^ item ^ i;
            first = FIRST_AGAIN;
        }
    } while (!last);
    stream_write(out, sum);
}
"""
ITEMS = [2, 4, 7, 1, 6, 8, 10, 3, 255, 0, 1]
AGAIN = {"never": "0", "in_the_middle": "i == 2", "at_the_end": "i == 3"}
"""When `first` is set again: it tells then less of the counter, or nothing of the last round."""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    designs = [
        CDesign(name, ROUNDS.replace("FIRST_AGAIN", again), {"in": ITEMS * 3})
        for name, again in AGAIN.items()
    ]
    return cosimulate(designs, tmp_path_factory.mktemp("rounds"))


@pytest.mark.parametrize("name", AGAIN)
def test_verilog_is_the_native_run(outcomes, name):
    outcomes[name].check()


def made_of(verilog: str, net: str) -> set[str]:
    """The registers and items that a net of the datapath is made of."""
    expressions = dict(re.findall(r"^  assign (\w+) = (.*);", verilog, re.MULTILINE))
    found, waiting = set[str](), [net]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        waiting += re.findall(r"[A-Za-z_]\w*", expressions.get(name, ""))
    return {name for name in found if name.startswith(("r_", "item_"))}


def conditions(outcomes, name: str) -> tuple[set[str], set[str]]:
    """What the load of the item's register, and the end of the rounds, hang on."""
    verilog = outcomes[name].result.core.sources[0].read_text()
    return made_of(verilog, "load_r_item"), made_of(verilog, "write_out")


def test_item_is_taken_in_the_first_round_whatever_the_counter_is(outcomes):
    load, end = conditions(outcomes, "never")
    assert load == {"r_first"}
    assert end == {"r_i", "r_last"}


def test_end_hangs_on_the_item_where_the_last_round_may_take_one(outcomes):
    _, end = conditions(outcomes, "at_the_end")
    assert end == {"r_first", "r_i", "r_last", "item_in"}
