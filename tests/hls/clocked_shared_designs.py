"""Designs with shared functions that take clock cycles: their states are there once, whichever
places call them.
"""

from shared_designs import HEAD, MIX, WORDS

from cryptagon.hls.check import CDesign

POWER = """SHARED static unsigned power(unsigned a, unsigned n) {
    unsigned r = 1;
    for (int i = 0; i < 8; i++) { if (n >> i & 1) r *= a; a *= a; }
    return r;
}
"""
TURN = (
    "SHARED static unsigned turn(unsigned a, uint_t(5) b) { return a << b | a >> (32 - b & 31); }\n"
)
ONE = "unsigned x = stream_read(in);\n"


def _design(name: str, body: str, head: str = POWER) -> CDesign:
    source = f"{HEAD}#include <string.h>\n{head}HARDWARE void unit(void) {{\n{body}\n}}\n"
    return CDesign(f"clocked_{name}", source, {"in": WORDS})


CLOCKED_SHARED = [
    _design("one_call", ONE + "stream_write(out, power(x, 13));"),
    _design(
        "two_calls",  # what the first gives is needed behind the second
        ONE
        + "unsigned y = power(x, 13), z = power(y ^ 5, x & 255);\nstream_write(out, y + z * 3);",
    ),
    _design(
        "on_some_ways",
        ONE
        + "unsigned y;\nif (x & 1) y = power(x, 3);\nelse if (x & 2) y = power(~x, x & 63) + 1;\n"
        "else y = x;\nif (y & 4) y ^= power(y, 7);\nstream_write(out, y);",
    ),
    _design(
        "in_loops",
        ONE + "for (int i = 0; i < 3; i++) x = power(x, i + 2);\n"
        "for (int i = 0; i < (int)(x & 3); i++) { if (x & 8) x = power(x, 5); x += i; }\n"
        "stream_write(out, x);",
    ),
    _design(
        "unrolled",
        ONE + "UNROLL for (int i = 0; i < 4; i++) x = power(x, i * 7 + 1);\nstream_write(out, x);",
    ),
    _design(
        "first",  # nothing is read before the first call
        "unsigned y = power(count, 11);\ncount = y + 3;\nstream_write(out, y ^ stream_read(in));",
        POWER + "REGISTER unsigned count = 5;\n",
    ),
    _design(
        "calls_another",
        ONE
        + "unsigned y = powers(x, x >> 3 & 7);\ny ^= power(y, 9);\nstream_write(out, powers(y, 2));",
        POWER
        + """SHARED static unsigned powers(unsigned a, unsigned n) {
            for (unsigned i = 0; i < n; i++) a = power(a, i) + power(i, a & 15);
            return a ^ n;
        }
        """,
    ),
    _design(
        "maybe_no_cycle",  # a call takes one all the same
        ONE
        + "unsigned y = halves(x);\nfor (int i = 0; i < 3; i++) y += halves(y & i);\nstream_write(out, y);",
        "SHARED static unsigned halves(unsigned a) { unsigned n = 0; while (a) { a >>= 5; n++; } return n; }\n",
    ),
    _design(
        "waits",
        ONE + "unsigned y = slow(x);\nstream_write(out, slow(y) + y);",
        "SHARED static unsigned slow(unsigned a) { a *= 5; wait(); a ^= a >> 9; wait(); return a * 7; }\n",
    ),
    _design(
        "early_returns",
        ONE
        + "unsigned y = search(x, 3);\nstream_write(out, y);\nstream_write(out, search(y, x & 15));",
        """SHARED static unsigned search(unsigned a, unsigned n) {
            if (n == 3 && a & 1) return a;
            for (unsigned i = 0; i < 9; i++) {
                if ((a >> i & 15) == n) return i;
                a = a * 5 + 1;
            }
            return a;
        }
        """,
    ),
    _design(
        "units_inside",  # a unit that the function and those that call it share
        ONE
        + "unsigned y = mix(steps(x), 3);\ny += steps(mix(y, x));\nstream_write(out, mix(y, 9));",
        MIX
        + """SHARED static unsigned steps(unsigned a) {
            a = mix(a, 77);
            for (int i = 0; i < 3; i++) a = mix(a, i);
            return a;
        }
        """,
    ),
    _design(
        "calls_units_alone",
        ONE + "unsigned y = twice(x);\ny ^= twice(y + 1);\nstream_write(out, y);",
        MIX + "SHARED static unsigned twice(unsigned a) { return mix(mix(a, 1), a); }\n",
    ),
    _design(
        "crowded",
        ONE + "unsigned y = both(x);\nstream_write(out, mix(y, 1) + mix(y, 2) + both(y));",
        MIX.replace("SHARED", "SHARED_UNITS(2)")
        + """SHARED static unsigned both(unsigned a) {
            unsigned b = 0;
            for (int i = 0; i < 3; i++) { unsigned c = mix(a, i) + mix(b, a); b = a; a = c; }
            return a;
        }
        """,
    ),
    _design(
        "crossed",  # each of two units would hang on the other
        ONE
        + "unsigned y = turn(mix(x, 1), 3);\ny = steps(y);\nstream_write(out, turn(mix(steps(y ^ x), y), 7));",
        MIX
        + TURN
        + """SHARED static unsigned steps(unsigned a) {
            for (int i = 0; i < 3; i++) a = mix(turn(a, i), a);
            return a;
        }
        """,
    ),
    _design(
        "divisions",  # loops of the function, as in a plain one
        ONE + "unsigned y = steps(x, x >> 9);\nstream_write(out, steps(y, 77) + x);",
        """SHARED static unsigned steps(unsigned a, unsigned b) {
            unsigned char copy[8] = {1, 2, 3, 4, 5, 6, 7, 8}, from[8];
            for (int i = 0; i < 3; i++) a = a / (b | 1) * 3 + a % (b & 15 | 1);
            memset(from, a, 8);
            memcpy(copy, from, b & 7);
            return a + copy[3] * 5 + copy[7];
        }
        """,
    ),
    _design(
        "tables",
        ONE + "unsigned y = looked(x);\nstream_write(out, looked(y) ^ t[y & 7] ^ x);",
        """ROM unsigned char t[8] = {3, 1, 4, 1, 5, 9, 2, 6};
        ROM unsigned short u[4] = {1000, 2000, 3, 4};
        SHARED static unsigned looked(unsigned a) {
            for (int i = 0; i < 4; i++) a = a * 3 + t[a >> 7 & 7] + u[i];
            return a;
        }
        """,
    ),
    _design(
        "structs",
        ONE
        + "struct pair p = {x, x >> 3, {x, 2}};\np = turned(p, x & 3);\nstruct pair q = turned(p, 2);\n"
        "stream_write(out, p.a ^ q.a * 3 ^ q.b ^ q.c[1] ^ p.c[0]);",
        """struct pair { unsigned a; uint_t(12) b; unsigned char c[2]; };
        SHARED static struct pair turned(struct pair p, uint_t(2) by) {
            for (int i = 0; i < 3; i++) {
                p.c[by & 1] += p.b;
                p.a = p.a * 5 + p.c[i & 1];
                p.b ^= p.a;
            }
            return p;
        }
        """,
    ),
    _design(
        "alike_loops_around",  # loops of the design that become one, around a call
        ONE + "for (int i = 0; i < 4; i++) x = (x + (x << 3) + i) ^ x >> 5;\nx = power(x, 6);\n"
        "for (int i = 0; i < 7; i++) x = (x + (x << 3) + i) ^ x >> 5;\nstream_write(out, power(x, 3));",
    ),
]
