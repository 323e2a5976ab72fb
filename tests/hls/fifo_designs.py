"""Designs whose streams have a depth: a FIFO at the port."""

import random

from cryptagon.hls.check import CDesign

_random = random.Random(1969)
WORDS = [_random.getrandbits(32) for _ in range(60)]


def _design(name: str, head: str, body: str, items=None, wires=None) -> CDesign:
    source = f"#include <cryptagon.h>\n{head}\nHARDWARE void unit(void) {{\n{body}\n}}\n"
    return CDesign(name, source, items or {"in": WORDS}, wires or {})


def _copy(name: str, depth_in: int, depth_out: int) -> CDesign:
    deep = [
        f"STREAM_DEPTH({stream}, {depth})"
        for stream, depth in (("in", depth_in), ("out", depth_out))
        if depth
    ]
    head = "STREAM_IN(unsigned, in) STREAM_OUT(unsigned, out)\n" + "\n".join(deep)
    return _design(name, head, "stream_write(out, stream_read(in) * 3);")


FIFOS = [
    _copy("fifo_none", 0, 0),
    _copy("fifo_of_one", 0, 1),
    _copy("fifo_of_two", 2, 2),
    _copy("fifo_deep", 7, 100),
    _design(
        "fifo_of_structs",
        """struct item { uint_t(7) a; bit b; uint_t(70) data; };
        STREAM_IN(struct item, in)
        STREAM_DEPTH(in, 3)
        WIRE_IN(uint_t(3), by)
        STREAM_OUT(struct item, out)
        STREAM_DEPTH(out, 1 + 1)
        STREAM_OUT(bit, few)
        STREAM_DEPTH(few, 1)
        DISTRIBUTED_RAM static uint_t(7) last[4];""",
        """struct item x = stream_read(in);
        uint_t(2) at = (uint_t(2))x.data;
        uint_t(7) old = last[at];
        last[at] = x.a;
        x.a += old + wire_read(by);
        if (x.b) stream_write(few, x.a & 1);
        stream_write(out, x);""",
        {"in": [{"a": w & 127, "b": w >> 7 & 1, "data": w << 38 | w} for w in WORDS]},
        {"by": 5},
    ),
    _design(  # which of two streams has something is no result: their sum is
        "fifo_asked",
        "STREAM_IN(unsigned, a) STREAM_DEPTH(a, 4)\nSTREAM_IN(unsigned, b) STREAM_DEPTH(b, 2)\nSTREAM_OUT(unsigned, out)",
        """unsigned sum = 0, as = 0, bs = 0;
        while (as < 5 || bs < 3) {
            if (as < 5 && stream_has(a)) { sum += stream_read(a); as++; }
            if (bs < 3 && stream_has(b)) { sum += stream_read(b); bs++; }
        }
        stream_write(out, sum);""",
        {"a": WORDS[:50], "b": WORDS[30:]},
    ),
]
