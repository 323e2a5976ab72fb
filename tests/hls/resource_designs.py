"""Designs with memories, shared functions and buffered streams: units outside the datapath."""

import random

from cryptagon.hls.check import CDesign

HEAD = "#include <cryptagon.h>\nSTREAM_IN(unsigned, in)\nSTREAM_OUT(unsigned, out)\n"
_random = random.Random(1987)
WORDS = [_random.getrandbits(32) for _ in range(40)]


def _design(name: str, body: str, head: str = "") -> CDesign:
    return CDesign(name, f"{HEAD}{head}HARDWARE void unit(void) {{\n{body}\n}}\n", {"in": WORDS})


DISTRIBUTED = [
    _design(
        "static_ram",  # the old word is read and the new one written in the same cycle
        "unsigned x = stream_read(in), old = s[x & 15];\ns[x & 15] = x;\nstream_write(out, old);",
        "DISTRIBUTED_RAM static unsigned s[16] = {7, 8, 9, [15] = 0x80000001};\n",
    ),
    _design(
        "local_ram",
        """DISTRIBUTED_RAM uint_t(12) l[11];
        unsigned x = stream_read(in), sum = 0;
        for (int i = 0; i < 11; i++) l[i] = x >> i;
        for (int i = 0; i < 11; i++) sum = sum * 3 + l[(i * 7 + x % 11) % 11];
        stream_write(out, sum);""",
    ),
    _design(
        "ram_read_after_write",
        "unsigned x = stream_read(in);\ns[x & 7] = x;\nstream_write(out, s[x >> 3 & 7]);",
        "DISTRIBUTED_RAM static unsigned s[8];\n",
    ),
    _design(
        "ram_two_reads",
        "unsigned x = stream_read(in);\nstream_write(out, s[x & 7] ^ s[x >> 8 & 7] + x);",
        "DISTRIBUTED_RAM static unsigned s[8] = {11, 22, 33, 44, 55, 66, 77, 88};\n",
    ),
    _design(
        "ram_two_ports",
        "unsigned x = stream_read(in);\nunsigned y = s[x & 7] ^ s[x >> 8 & 7] + x;\ns[x >> 20 & 7] = y;\nstream_write(out, y);",
        "DISTRIBUTED_RAM_READS(2) static unsigned s[8] = {11, 22, 33, 44, 55, 66, 77, 88};\n",
    ),
    _design(  # a port each in the two loops, as one is entered in the cycle of another read
        "ram_ports_of_loops_that_do_the_same",
        """for (int j = 0; j < 3; j++) stream_write(out, steps(stream_read(in), 5));
        for (int j = 0; j < 3; j++) stream_write(out, steps(s[stream_read(in) & 7], 7));""",
        """DISTRIBUTED_RAM_READS(2) static unsigned s[8] = {11, 22, 33, 44, 55, 66, 77, 88};
        static unsigned steps(unsigned x, int n) {
            for (int i = 0; i < n; i++) x = (s[x & 7] * x + i) ^ x >> 3;
            return x;
        }
        """,
    ),
    _design(
        "ram_of_structs",
        """unsigned x = stream_read(in);
        struct entry e = t[x & 7];
        e.a += x; e.b ^= 1; e.c = e.c * 3 + e.d; e.d--;
        t[x & 7] = e;
        stream_write(out, e.a ^ (unsigned)(e.c >> 40) ^ e.b << 31 ^ t[3].d);""",
        """struct entry { uint_t(12) a; bool b; uint_t(70) c; signed char d; };
        DISTRIBUTED_RAM static struct entry t[8] = {{1, 1, 2, -3}};
        """,
    ),
    _design(
        "ram_of_structs_copied",  # from element to element, of one RAM and of another
        """unsigned x = stream_read(in);
        t[x & 7] = u[x >> 3 & 7];
        u[x >> 6 & 7] = u[x >> 9 & 7];
        t[x >> 12 & 7].a == 1 ? stream_write(out, 7) : stream_write(out, t[x & 7].a ^ (unsigned)t[x >> 15 & 7].c);""",
        """struct entry { uint_t(12) a; uint_t(70) c; };
        DISTRIBUTED_RAM static struct entry t[8] = {{1, 2}, {3, 4}, {5, 6}};
        DISTRIBUTED_RAM static struct entry u[8] = {{7, 8}, {9, 10}, {11, 12}, {13, 14}, {15, 16}, {17, 18}, {19, 20}, {21, 22}};
        """,
    ),
    _design(
        "ram_of_24_bytes_by_bytes",  # no power of two
        """unsigned x = stream_read(in);
        unsigned char y = ((unsigned char *)s)[x % 120];
        ((unsigned char *)s)[(x >> 8) % 120] = x >> 16;
        stream_write(out, y ^ (unsigned)s[x % 5] ^ (unsigned)(s[x % 5] >> 160));""",
        "DISTRIBUTED_RAM_READS(2) static uint_t(192) s[5] = {1, 2, 3};\n",
    ),
    _design(
        "ram_of_one_bit_index",
        """unsigned x = stream_read(in);
        bool b = x >> 7 & 1;
        unsigned y = x & 8 ? s[b] : s[x >> 4 & 7];
        s[b] += y;
        stream_write(out, y);""",
        "DISTRIBUTED_RAM static unsigned s[8] = {11, 22, 33, 44, 55, 66, 77, 88};\n",
    ),
    _design(
        "ram_by_pointer",
        "unsigned x = stream_read(in);\nunsigned y = look_up(s[1], x);\nupdate(s[0], x, y);\nstream_write(out, y + look_up(s[2], x >> 4));",
        """DISTRIBUTED_RAM static unsigned s[3][16] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10}};
        static unsigned look_up(const unsigned *row, unsigned x) { return row[x & 15] + x; }
        static void update(unsigned *row, unsigned x, unsigned y) { row[16 + (x & 15)] = y; }
        """,
    ),
    # the phases never meet, yet each looks up what the other found: a port may not hang on itself
    _design(
        "ram_phases",
        """unsigned x = stream_read(in);
        uint_t(2) phase = x & 3;
        if (phase == 1) found = s[x >> 4 & 7];
        if (phase == 2) found ^= s[found & 7];
        stream_write(out, found);""",
        "DISTRIBUTED_RAM static unsigned s[8] = {3, 14, 15, 92, 65, 35, 89, 79};\nREGISTER unsigned found;\n",
    ),
    _design(  # the same through two memories
        "ram_crossed",
        """unsigned x = stream_read(in);
        if (x & 1) a = s[t[x >> 4 & 15] & 15];
        else a = t[s[x >> 8 & 15] & 15];
        stream_write(out, a);""",
        """DISTRIBUTED_RAM static unsigned s[16] = {3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79};
        DISTRIBUTED_RAM static unsigned t[16] = {2, 71, 82, 81, 82, 84, 59, 4, 52, 35, 36, 2, 87, 47, 13, 52};
        REGISTER unsigned a;
        """,
    ),
    _design(
        "ram_rotated_loop",
        "unsigned x = stream_read(in), n = x & 15;\nfor (int i = 0; i < 5 && s[n] & 1; i++) n = s[n] >> 1 & 15;\nstream_write(out, n);",
        "DISTRIBUTED_RAM static unsigned s[16] = {3, 14, 15, 92, 65, 36, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79};\n",
    ),
]

PARTS = [
    _design(
        "ram_fields",
        """unsigned x = stream_read(in), old = t[x & 7].d + t[x >> 3 & 7].a;
        if (x & 64) t[x >> 7 & 7].c = (uint_t(70))x << 33 | x;
        else t[x >> 7 & 7].a = x >> 12;
        if (x & 1 << 20) t[x >> 10 & 7].d = x;
        struct entry e = t[x >> 24 & 7];
        stream_write(out, old ^ (unsigned)(e.c >> 35) ^ (unsigned)e.a << 20 ^ (unsigned)e.b << 31 ^ (unsigned)e.d << 3);""",
        """struct entry { uint_t(12) a; bool b; uint_t(70) c; signed char d; };
        DISTRIBUTED_RAM static struct entry t[8] = {{1, 1, 2, -3}, {4, 0, 5, 6}};
        """,
    ),
    _design(
        "ram_bytes",
        """unsigned x = stream_read(in);
        unsigned char *bytes = (unsigned char *)s;
        unsigned short half = ((unsigned short *)s)[x & 15];
        bytes[x >> 4 & 31] = x >> 9;
        unsigned char byte = bytes[x >> 17 & 31];
        s[x >> 22 & 7] ^= byte;
        *(unsigned short *)&s[3] = half + x;
        stream_write(out, half << 8 ^ byte ^ s[x >> 25 & 7]);""",
        "DISTRIBUTED_RAM static unsigned s[8] = {0x01020304, 0x11121314, 0x21222324};\n",
    ),
    _design(
        "block_ram_bytes",
        """unsigned x = stream_read(in);
        ((unsigned char *)s)[x & 63] = x >> 9;
        stream_write(out, s[x >> 20 & 15] ^ ((unsigned char *)s)[x >> 25 & 63] ^ copy_of(&s[x & 15]));""",
        """BLOCK_RAM static unsigned s[16] = {0x01020304, 0x11121314, 0x21222324};
        static unsigned copy_of(const unsigned *word) { unsigned short low; __builtin_memcpy(&low, word, 2); return low; }
        """,
    ),
]

BLOCK = [
    _design(
        "block_ram",
        "unsigned x = stream_read(in), old = s[x & 15];\ns[x & 15] = x ^ old;\nstream_write(out, old);",
        "BLOCK_RAM static unsigned s[16] = {7, 8, 9, [15] = 0x80000001};\n",
    ),
    _design(
        "block_ram_local",
        """BLOCK_RAM uint_t(12) l[11];
        unsigned x = stream_read(in), sum = 0;
        for (int i = 0; i < 11; i++) l[i] = x >> i;
        for (int i = 0; i < 11; i++) sum = sum * 3 + l[(i * 7 + x % 11) % 11];
        stream_write(out, sum);""",
    ),
    _design(  # two memories and two ports at once, then one that hangs on their words
        "block_ram_together",
        "unsigned x = stream_read(in);\nunsigned y = s[x & 7] + s[x >> 3 & 7] * t[x >> 6 & 7];\nstream_write(out, s[y & 7] ^ y);",
        """BLOCK_RAM_READS(2) static unsigned s[8] = {11, 22, 33, 44, 55, 66, 77, 88};
        BLOCK_RAM static unsigned t[8] = {91, 92, 93, 94, 95, 96, 97, 98};
        """,
    ),
    _design(
        "block_ram_read_then_write",  # the cycle that issues a read of a word writes it too
        "unsigned x = stream_read(in);\nunsigned old = s[x & 3];\ns[x & 3] = x;\nstream_write(out, old);",
        "BLOCK_RAM static unsigned s[4];\n",
    ),
]

STAGES = [
    _design(  # stores and reads of memories in an iteration of several stages
        "ram_in_stages",
        """unsigned x = stream_read(in);
        for (int i = 0; i < 8; i++) {
            cycles(3);
            unsigned y = s[x & 15] * 77 + x;
            x ^= y * y;
            s[i] = x;
        }
        stream_write(out, x);""",
        "DISTRIBUTED_RAM static unsigned s[16] = {3, 14, 15, 92};\n",
    ),
    _design(
        "block_ram_in_stages",
        """unsigned x = stream_read(in);
        for (int i = 0; i < 8; i++) {
            cycles(3);
            unsigned y = s[x & 15] * 77 + x;
            x ^= y * y;
            s[i] = x;
        }
        stream_write(out, x);""",
        "BLOCK_RAM static unsigned s[16] = {3, 14, 15, 92};\n",
    ),
]

RESOURCES = [*DISTRIBUTED, *PARTS, *BLOCK, *STAGES]
