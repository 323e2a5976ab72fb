"""Designs with shared functions: units outside the datapath, whose operands the calls give in
turn.
"""

import random

from cryptagon.hls.check import CDesign

HEAD = "#include <cryptagon.h>\nSTREAM_IN(unsigned, in)\nSTREAM_OUT(unsigned, out)\n"
_random = random.Random(1876)
WORDS = [_random.getrandbits(32) for _ in range(40)]
MIX = "SHARED static unsigned mix(unsigned a, unsigned b) { return (a ^ b) * (b | 1) ^ a >> 7; }\n"


def _design(name: str, body: str, head: str = MIX) -> CDesign:
    return CDesign(name, f"{HEAD}{head}HARDWARE void unit(void) {{\n{body}\n}}\n", {"in": WORDS})


SHARED = [
    _design("shared_one_call", "unsigned x = stream_read(in);\nstream_write(out, mix(x, 5));"),
    _design(
        "shared_chain",
        "unsigned x = stream_read(in);\nstream_write(out, mix(mix(mix(x, 1), x), 3));",
    ),
    _design(
        "shared_exclusive",
        "unsigned x = stream_read(in), y;\nif (x & 1) y = mix(x, 3);\nelse y = mix(~x, x);\nstream_write(out, y);",
    ),
    _design(
        "shared_some_ways",
        "unsigned x = stream_read(in), y = x;\nif (x & 1) y = mix(x, 3);\nif (x & 6) y = mix(y, x);\nstream_write(out, y);",
    ),
    _design(  # LLVM chooses one of the two arguments as a whole
        "shared_one_of_two_structs",
        "unsigned x = stream_read(in);\nstruct pair p = {x, x >> 3}, q = {x >> 7, x * 5};\n"
        "stream_write(out, swapped(p, q).a);\nstream_write(out, swapped(q, p).b);",
        "struct pair { unsigned a, b; };\nSHARED static struct pair swapped(struct pair p, struct pair q) {\n"
        "    if (q.b & 4) { unsigned a = q.a; q.a = p.a; p.a = a; }\n    return p;\n}\n",
    ),
    _design(
        "shared_loop",
        "unsigned y = stream_read(in);\nfor (int i = 0; i < 5; i++) y = mix(y, i);\nstream_write(out, y);",
    ),
    _design(
        "shared_rotated_loop",
        "unsigned y = stream_read(in);\nwhile (mix(y, 3) & 6) y = y * 5 + 1;\nstream_write(out, y);",
    ),
    _design(
        "shared_unrolled",
        "unsigned y = stream_read(in);\nUNROLL for (int i = 0; i < 4; i++) y = mix(y, i * 7);\nstream_write(out, y);",
    ),
    _design(
        "shared_two_units",
        "unsigned x = stream_read(in);\nunsigned y = mix(x, 1) + mix(x, 2) + mix(x, 3) + mix(x, 4);\nstream_write(out, y);",
        MIX.replace("SHARED", "SHARED_UNITS(2)"),
    ),
    _design(  # each of two units hangs on the other, on ways that exclude each other
        "shared_crossed",
        "unsigned x = stream_read(in);\nif (x & 1) x = mix(turn(x, 3), 9);\nelse x = turn(mix(x, 5), x);\nstream_write(out, x);",
        MIX
        + "SHARED static unsigned turn(unsigned a, uint_t(5) b) { return a << b | a >> (32 - b & 31); }\n",
    ),
    _design(  # phases that never meet, each with what the other one found
        "shared_phases",
        """unsigned x = stream_read(in);
        if (phase == 1) found = mix(found, x);
        if (phase == 2) found = mix(x, found) + 1;
        phase = x >> 3;
        stream_write(out, found);""",
        MIX + "REGISTER uint_t(2) phase;\nREGISTER unsigned found = 77;\n",
    ),
    _design(
        # early returns, a table, a plain function, an unrolled loop, an array by variable index
        "shared_deep",
        "unsigned x = stream_read(in);\nunsigned y = odd(x, x >> 8 & 3);\nstream_write(out, odd(y, 2) ^ y ^ t[x & 7]);",
        """ROM unsigned char t[8] = {3, 1, 4, 1, 5, 9, 2, 6};
        static unsigned plain(unsigned a) { return t[a & 7] * 3 + a; }
        SHARED static unsigned odd(unsigned a, unsigned char how) {
            unsigned parts[4] = {a, plain(a), a >> 9, 5};
            if (how == 1) return plain(a) ^ t[a >> 3 & 7];
            parts[a >> 16 & 3] += how;
            UNROLL for (int i = 1; i < 4; i++) parts[0] = parts[0] * 3 + parts[i];
            return parts[0] == 7 ? a : parts[0] ^ parts[how & 3];
        }
        """,
    ),
    _design(
        "shared_types",  # every way in which clang passes a value
        """unsigned x = stream_read(in);
        struct pair p = {x, ~x};
        struct triple q = {x, x >> 3, x >> 5};
        struct wide w = {x, (uint_t(200))x << 150 | x, x & 1};
        p = pairs(p, q, w);
        q = triples((struct small){x, x >> 4}, (uint_t(300))p.a << 250, (uint_t(128))p.b << 96, 9);
        w = wides(q.a, w);
        unsigned y = p.a ^ p.b ^ q.a ^ q.b ^ q.c ^ w.a ^ (unsigned)(w.z >> 148) ^ w.c;
        y ^= (unsigned)(hundred(y, -5) >> 65) ^ (unsigned)twenty(y) ^ (unsigned)(bytes(y, y & 3, 1, 2, 3, 4, p).z >> 3);
        stream_write(out, y);""",
        """struct pair { unsigned a, b; };
        struct triple { unsigned a, b; unsigned char c; };
        struct wide { uint_t(12) a; uint_t(200) z; bool c; };
        struct small { unsigned char a; uint_t(5) b; };
        struct big { uint_t(128) z; };
        SHARED static struct pair pairs(struct pair x, struct triple y, struct wide z) {
            return (struct pair){x.a + y.b + z.a, x.b ^ y.c ^ (unsigned)(z.z >> 150) ^ z.c};
        }
        SHARED static struct triple triples(struct small x, uint_t(300) y, uint_t(128) u, short) {
            return (struct triple){x.a + (unsigned)(y >> 250), x.b, (unsigned)(u >> 96)};
        }
        SHARED static struct wide wides(unsigned a, struct wide w) { w.a += a; w.z = ~w.z; w.c = !w.c; return w; }
        SHARED static uint_t(100) hundred(unsigned a, signed char b) { return (uint_t(100))(a * b) << 64 | a; }
        SHARED static _BitInt(20) twenty(_BitInt(20) a) { return a / 4; }
        SHARED static struct big bytes(unsigned a, bool b, long c, long d, long e, long f, struct pair p) {
            return (struct big){(uint_t(128))(a + c * d - e * f + p.a + b) << 60 | p.b};
        }
        """,
    ),
    _design(  # loops that do the same: as one, the unit would hang on its own result
        "shared_before_a_loop_and_behind_another",
        """for (int j = 0; j < 3; j++) stream_write(out, steps(mix(stream_read(in), j), 5));
        for (int j = 0; j < 3; j++) stream_write(out, mix(steps(stream_read(in), 7), j));""",
        MIX
        + """static unsigned steps(unsigned x, int n) {
            for (int i = 0; i < n; i++) x = (x + (x << 3) + i) ^ x >> 5;
            return x;
        }
        """,
    ),
    _design(
        "shared_stages",  # a call a stage
        """unsigned y = stream_read(in);
        for (int i = 0; i < 3; i++) { cycles(2); y = mix(mix(y, i), y + 3); }
        stream_write(out, y);""",
    ),
    _design(
        "shared_and_ram",  # its address hangs on the unit, the unit's operand on another read
        "unsigned x = stream_read(in);\nunsigned y = mix(s[x & 7], x);\ns[y & 7] = y;\nstream_write(out, s[mix(y, x) & 7] + y);",
        MIX + "DISTRIBUTED_RAM static unsigned s[8] = {11, 22, 33, 44, 55, 66, 77, 88};\n",
    ),
    _design(
        # in structs, by value: read and written by variable indices, of structs, and of two
        # dimensions
        "shared_arrays",
        """unsigned x = stream_read(in);
        struct lanes s = {{x, x + 1, x * 3, 7}, {{1, x}, {x >> 7, 9}}, {{x, 2, 3}, {4, 5, x >> 3}}};
        s = turn(s, x >> 5);
        s = turn(s, (uint_t(2))(x >> 9) + s.two[1][2]);
        stream_write(out, s.lane[0] ^ s.lane[1] * 5 ^ s.lane[2] ^ s.lane[3] * 9 ^ s.pairs[1].b ^ s.pairs[0].a << 8 ^ s.two[0][1]);""",
        """struct lanes { unsigned lane[4]; struct { unsigned char a; uint_t(12) b; } pairs[2]; uint_t(2) two[2][3]; };
        SHARED static struct lanes turn(struct lanes s, uint_t(2) by) {
            struct lanes t = s;
            UNROLL for (int i = 0; i < 4; i++) t.lane[i] = s.lane[i + by & 3] + s.pairs[i & 1].b;
            t.lane[by] ^= 0x80000001;
            t.pairs[by & 1].a += s.two[by >> 1][by == 3 ? 2 : by];
            t.two[1][2] = s.two[0][0];
            return t;
        }
        """,
    ),
    _design(  # as many units as calls: a function compiled once and built often
        "shared_everywhere",
        "unsigned x = stream_read(in), y = 0;\nUNROLL for (int i = 0; i < 32; i++) y ^= box(x >> i) << i;\nstream_write(out, y);",
        """ROM unsigned char table[256] = {99, 124, 119, 123, 242, 107, 111, 197, [100] = 48, 1, 103, 43, [200] = 254, 215, 171, 118};
        SHARED_UNITS(32) static unsigned char box(unsigned char a) { return table[a] ^ a; }
        """,
    ),
    _design(  # a struct by its address, which is that of an element
        "shared_of_an_element",
        "unsigned x = stream_read(in);\nkept[x % 3].a[x >> 8 & 3] += x;\nstream_write(out, wide(kept[2], x));",
        """struct words { unsigned a[5]; };
        static struct words kept[3];
        SHARED static unsigned wide(struct words w, unsigned x) {
            return (w.a[0] ^ w.a[1]) + w.a[2] * x - w.a[3] - w.a[4];
        }
        """,
    ),
]
