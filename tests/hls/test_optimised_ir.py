"""Nets of the datapath bear the C lines they come from: in their names, in comments of the Verilog,
in the nodes read back.
"""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.datapath.optimised_ir import width_of

HEADER = """\
static inline uint_t(16) mixed(uint_t(16) x, uint_t(16) y) {
    return x ^ y;
}
"""
SOURCE = """\
#include <cryptagon.h>
#include "parts/mix.h"
STREAM_IN(uint_t(16), in)
STREAM_OUT(uint_t(16), out)
HARDWARE void unit(void) {
    REGISTER static uint_t(16) total = 7;
    uint_t(16) x = stream_read(in);
    total = total + x;
    stream_write(out, mixed(total, x * x));
}
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nets")
    (folder / "parts").mkdir()
    (folder / "parts" / "mix.h").write_text(HEADER)
    (folder / "unit.c").write_text(SOURCE)
    return compile_source(folder / "unit.c", folder / "out")


def test_nets_are_named_after_operation_and_line(result):
    places = {
        node.name: [str(place) for place in node.places] for node in result.optimised.nodes.values()
    }
    assert places["add_L8"] == ["unit.c:8"]
    assert places["umul_L9"] == ["unit.c:9"]
    assert places["xor_mix_L2"] == ["parts/mix.h:2"]


def test_every_named_net_is_assigned_in_the_verilog_with_its_lines_behind(result):
    verilog = result.core.sources[0].read_text()
    for node in result.optimised.nodes.values():
        if node.operation in (
            "literal",
            "tuple",
            "umul",
        ):  # XLS writes constants where they are used, and a function for a product
            continue
        comment = f"  // {', '.join(map(str, node.places))}" if node.places else ""
        assert re.search(
            rf"^  assign {node.name} = .*;{re.escape(comment)}$", verilog, re.MULTILINE
        ), node
    assert "  // parts/mix.h:2\n" in verilog


def test_outputs_are_told_by_the_nodes_that_make_them(result):
    optimised = result.optimised
    assert list(optimised.outputs) == [name for name, _ in result.datapath.outputs]
    assert optimised.outputs["next_r_total"] == "add_L8"
    assert set(optimised.inputs.items()) == set(result.datapath.inputs)


def test_widths_of_types():
    assert width_of("bits[8]") == 8
    assert width_of("bits[8][4]") == 32
    assert width_of("(bits[1], bits[133])") == 134
