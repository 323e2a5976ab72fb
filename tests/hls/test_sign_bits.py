"""A comparison that asks for the sign alone is a bit of the value, and no chain of carries."""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

SOURCE = """#include <cryptagon.h>
STREAM_IN(int, in)
STREAM_OUT(unsigned, out)
HARDWARE void signs(void) {
    int x = stream_read(in), y = stream_read(in), z = stream_read(in);
    wait();
    stream_write(out, (x > -1) + (y < 0 ? 4 : 2) + ((unsigned)(z < 0 ? -z : z) << 10));
}"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    source = tmp_path_factory.mktemp("signs") / "signs.c"
    source.write_text(SOURCE)
    return source, compile_source(source, source.parent)


def test_no_comparison_is_left(compiled):
    source, _ = compiled
    verilog = next(source.parent.glob("*.v")).read_text()
    assert not re.search(r"\$signed\(", verilog)


def test_it_does_what_the_source_says(compiled):
    source, result = compiled
    assert check_equivalence(source, result, source.parent).compared["out"] > 5
