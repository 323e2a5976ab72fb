"""Sums whose terms are sums of the same values: looked through, they have two to the power of their
depth terms.
"""

from cryptagon.hls import compile_source

DEPTH = 60


def test_deep_sums_are_not_looked_through_to_their_end(tmp_path):
    source = tmp_path / "deep.c"
    source.write_text(f"""#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
HARDWARE void deep(void) {{
    unsigned x = stream_read(in), y = stream_read(in);
    UNROLL for (int i = 0; i < {DEPTH}; i++) {{
        x ^= y ^ x >> 3;
        y ^= x ^ y << 5;
    }}
    stream_write(out, x ^ y);
}}""")
    assert len(compile_source(source, tmp_path).states) <= 2
