"""Quotients and remainders of values that are only some times the divisor."""

import pytest

from cryptagon.hls.check import CDesign, cosimulate

HEAD = "#include <cryptagon.h>\nSTREAM_IN(uint_t(8), in)\nSTREAM_OUT(unsigned, out)\n"
LOOP = """HARDWARE void unit(void) {{
    unsigned place = 0;
    for (;;) {{
        unsigned x = stream_read(in);
        {}
    }}
}}
"""
DESIGNS = {
    "round_a_ring": "place = (place + 1) % 12; stream_write(out, place + x);",
    "further_round_a_ring": "place = (place + (x & 15)) % 13; stream_write(out, place);",
    "three_times": "stream_write(out, (x & 15) % 5 | (x >> 4) / 5 << 8);",
    "never_as_large": "stream_write(out, (x & 15) % 99 | (x >> 4) / 99 << 8);",
    "of_an_int": "int i = place; i = (i + 1) % 12; stream_write(out, i + x); place = i;",
    "of_an_int_by_four": "int i = place; i = (i * 3 + 1) / 4 + i % 4; stream_write(out, i); place = i;",
    "below_zero": "int i = (int)x - 128; stream_write(out, i % 12 ^ i / 12 ^ i % 4 ^ i / 4);",
    "many_times": "stream_write(out, x % 5 | x / 5 << 8);",
}
SUBTRACTED = ("round_a_ring", "further_round_a_ring", "three_times", "of_an_int")


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    designs = [
        CDesign(name, HEAD + LOOP.format(body), {"in": [*range(256)]})
        for name, body in DESIGNS.items()
    ]
    return cosimulate(designs, tmp_path_factory.mktemp("quotients"))


@pytest.mark.parametrize("name", DESIGNS)
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", SUBTRACTED)
def test_there_is_no_multiplier(outcomes, name):
    (verilog,) = (source.read_text() for source in outcomes[name].result.core.sources)
    assert "mul" not in verilog and " * " not in verilog
    other = outcomes["many_times"].result.core.sources[0].read_text()
    assert "mul" in other or " * " in other
