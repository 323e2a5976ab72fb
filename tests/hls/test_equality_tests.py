"""Where a counter is never above a constant, it is below where it is another: a test without a
carry chain.
"""

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

ITERATIONS = 20


def _compiled(number, folder):
    """A loop whose iterations from one on add something else than those before."""
    source = folder / "mixed.c"
    source.write_text(f"""#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
HARDWARE void mixed(void) {{
    unsigned x = stream_read(in), key = stream_read(in);
    for (int i = 0; i < {ITERATIONS}; i++) x = (x << 7 | x >> 25) + (i < {number} ? x : key);
    stream_write(out, x);
}}""")
    return source, compile_source(source, folder)


@pytest.mark.parametrize(("number", "operation"), [(ITERATIONS - 2, "ult"), (ITERATIONS - 1, "ne")])
def test_only_the_last_value_is_found_by_equality(number, operation, tmp_path):
    source, result = _compiled(number, tmp_path)
    tests = {
        node.operation
        for node in result.optimised.nodes.values()
        if "r_i" in node.operands and node.width == 1
    }
    assert tests == {operation, "ne"}
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5
