"""One small design for each construct of clocked C, with what it costs where that is the point."""

import random

from array_designs import ARRAYS
from number_designs import NUMBERS_AND_STRUCTS

from cryptagon.hls.check import CDesign, Items

HEAD = "#include <cryptagon.h>\n"
BYTE_STREAMS = HEAD + "STREAM_IN(uint_t(8), in)\nSTREAM_OUT(uint_t(8), out)\n"
WORD_STREAMS = HEAD + "STREAM_IN(unsigned, in)\nSTREAM_OUT(unsigned, out)\n"
_random = random.Random(2022)


def _words(bits: int, count: int = 24) -> Items:
    """Random items, among them the smallest and the largest."""
    return [0, (1 << bits) - 1, 1 << bits - 1, *(_random.getrandbits(bits) for _ in range(count))]


def _bytes_design(name: str, body: str, items: Items | None = None, head: str = "") -> CDesign:
    return CDesign(
        name,
        f"{BYTE_STREAMS}{head}HARDWARE void unit(void) {{\n{body}\n}}\n",
        {"in": items or _words(8)},
    )


def _words_design(name: str, body: str, items: Items | None = None, head: str = "") -> CDesign:
    return CDesign(
        name,
        f"{WORD_STREAMS}{head}HARDWARE void unit(void) {{\n{body}\n}}\n",
        {"in": items or _words(32)},
    )


LOOPS = [
    _bytes_design(
        "bytes_that_read_like_a_name",  # LLVM writes them as c"@r,@r"
        "uint_t(8) x = stream_read(in);\nr[x % 5] += x;\nstream_write(out, r[x & 3]);",
        head="REGISTER uint_t(8) r[5] = {'@', 'r', ',', '@', 'r'};\n",
    ),
    CDesign(
        "way_never_taken",
        BYTE_STREAMS.replace("STREAM_OUT(uint_t(8)", "STREAM_OUT(uint_t(32)")
        + """static uint_t(8) least[2] = {3, 5};
        HARDWARE void unit(void) {
            uint_t(32) v = 0xffffffff;
            uint_t(8) x = stream_read(in);
            if (least[x & 1] > 2) v = stream_read(in);
            for (int i = 0; i < 5; i++) { }
            stream_write(out, v);
        }
        """,
        {"in": _words(8)},
    ),
    _bytes_design(
        "rolled_loop",
        "uint_t(8) x = stream_read(in);\nfor (int i = 0; i < 10; i++) x = x * 3 + i;\nstream_write(out, x);",
    ),
    _bytes_design(
        "count_down",
        "uint_t(8) x = stream_read(in);\nfor (int i = 9; i >= 0; i--) x = (x << 1) ^ i;\nstream_write(out, x);",
    ),
    _bytes_design(
        "nested_loops",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) x = x * 5 + i * j;
        }
        stream_write(out, x);""",
    ),
    _bytes_design(
        "while_loop",
        "uint_t(8) x = stream_read(in), n = 0;\nwhile (x > 3) { x = x / 2; n++; }\nstream_write(out, n << 4 | x);",
    ),
    _bytes_design(
        "do_loop",
        "uint_t(8) x = stream_read(in), n = 0;\ndo { x >>= 1; n++; } while (x & 1);\nstream_write(out, x ^ n);",
    ),
    _bytes_design(
        "unrolled",
        "uint_t(8) x = stream_read(in);\nUNROLL for (int i = 0; i < 10; i++) x = x * 3 + i;\nstream_write(out, x);",
    ),
    _bytes_design(
        "by_two",
        "uint_t(8) x = stream_read(in);\nUNROLL_BY(2) for (int i = 0; i < 10; i++) x = x * 3 + i;\nstream_write(out, x);",
    ),
    _bytes_design(
        "by_three",
        "uint_t(8) x = stream_read(in);\nUNROLL_BY(3) for (int i = 0; i < 10; i++) x = x * 3 + i;\nstream_write(out, x);",
    ),
    _bytes_design(
        "unrolled_alone", "UNROLL for (int i = 0; i < 3; i++) stream_write(out, stream_read(in));"
    ),
    _bytes_design(
        "unrolled_to_nothing",
        "stream_write(out, stream_read(in));\nUNROLL for (uint_t(8) i = 2; i-- > 0;) {}",
    ),
    _bytes_design(
        "break_continue",
        """uint_t(8) x = stream_read(in), sum = 0;
        for (int i = 0; i < 20; i++) {
            if (x == i) break;
            if ((x ^ i) & 1) continue;
            sum += x >> 1;
            x--;
        }
        stream_write(out, sum);""",
        [0, 1, 5, 19, 20, 33, 200, 255],
    ),
    _bytes_design(
        "unrolled_in_rolled",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 5; i++) {
            UNROLL for (int j = 0; j < 3; j++) x = (x << 1 | x >> 7) + i + j;
        }
        stream_write(out, x);""",
    ),
    _bytes_design(
        "early_return",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 8; i++) {
            if (x >> 7) { stream_write(out, i); return; }
            x <<= 1;
        }
        stream_write(out, 255);""",
        [0, 1, 2, 4, 129, 64, 7, 255],
    ),
    _words_design(
        # a shift register in three phases: each adds something else, and one moves by another
        # distance
        "slices_of_sums",
        """uint_t(40) s = stream_read(in);
        for (int i = 0; i < 5; i++) s = shifted(s, 0, 32);
        for (int i = 0; i < 3; i++) s = shifted(s, (unsigned)s & (unsigned)(s >> 5), 32);
        for (int i = 0; i < 4; i++) s = shifted(s, stream_read(in), 8);
        stream_write(out, (unsigned)(s >> 8) ^ (unsigned)s);""",
        head="""static uint_t(40) shifted(uint_t(40) s, unsigned more, int steps) {
            unsigned entering = ~((unsigned)s ^ (unsigned)(s >> 8) ^ more);
            return ((uint_t(72))entering << 40 | s) >> steps;
        }
        """,
    ),
]

VALUES = [
    _words_design(
        "switches",
        """unsigned x = stream_read(in), y;
        switch (x & 7) {
        case 0: y = x + 1; break;
        case 1: case 2: y = x ^ 0x55; break;
        case 5: y = x >> 3; /* falls through */
        case 6: y = x * 9; break;
        default: y = ~x;
        }
        stream_write(out, y);""",
        list(range(16)),
    ),
    _words_design(
        "signed_numbers",
        """int x = (int)stream_read(in);
        signed _BitInt(12) s = x;
        int y = (x >> 5) + (s < 0 ? -1 : 3) + (s > -100 ? 7 : 0) + (s * 3 >> 2) + (x < -5) + s / 8 + s % 16;
        stream_write(out, (unsigned)y);""",
        [_random.getrandbits(31) - (1 << 30) & 0xFFFFFFFF for _ in range(20)]
        + [0, 0xFFFFFFFF, 0xFFFFF800, 0x7FF],
    ),
    _words_design(
        "shifts",
        """unsigned x = stream_read(in), n = x & 31;
        uint_t(48) w = (uint_t(48))x << (x % 48);
        stream_write(out, x << n ^ x >> n ^ (unsigned)((int)x >> n) ^ (unsigned)(w >> 7) ^ (x << 5 | x >> 27));""",
    ),
    _words_design(
        "unrolled_reads_with_a_break",
        """unsigned x = stream_read(in);
        UNROLL for (int i = 0; i < 4; i++) {
            x += stream_read(in);
            if (x & 1) break;
        }
        stream_write(out, x);""",
    ),
    CDesign(
        "statements_that_no_way_leads_to",
        HEAD
        + """STREAM_IN(uint_t(32), in)
        STREAM_OUT(uint_t(32), out)
        static uint_t(32) turned(uint_t(32) x, bit slowly) {
            if (slowly) for (int i = 0; i < 4; i++) { cycles(2); x = x * 3 + i; x ^= x << 3; }
            return x;
        }
        HARDWARE void unit(void) {
            uint_t(32) x = stream_read(in);
            stream_write(out, turned(x, 0));
        }
        """,
        {"in": _words(32, 20)},
    ),
    CDesign(
        "one_table_or_another",  # LLVM reads once, of an address that hangs on the way
        HEAD
        + """STREAM_IN(uint_t(8), in)
        STREAM_OUT(uint_t(8), out)
        ROM unsigned char many[16] = {1, 2, 3, 0, 5, 6, 7}, few[3] = {9, 8, 7};
        HARDWARE void unit(void) {
            uint_t(8) x = stream_read(in);
            stream_write(out, many[(unsigned)x & 15] ? few[(unsigned)x % 3] : many[(unsigned)x & 15]);
        }
        """,
        {"in": list(range(40))},
    ),
    CDesign(
        "struct_of_three_bytes",  # passed as 24 bits, kept in three bytes
        HEAD
        + """struct odd { unsigned char a, b; uint_t(5) c[1]; };
        STREAM_IN(uint_t(8), in)
        STREAM_OUT(uint_t(8), out)
        static struct odd same(struct odd o, unsigned char b) { if (b & 1) o.b ^= b; return o; }
        HARDWARE void unit(void) {
            unsigned char x = stream_read(in);
            struct odd o = {x, 0xd9, {3}};
            o = same(o, x);
            stream_write(out, o.a + o.b * 3 + o.c[0]);
        }
        """,
        {"in": list(range(0, 256, 5))},
    ),
    _words_design(
        "byte_of_a_constant_word",  # LLVM chooses between constant addresses
        """unsigned x = stream_read(in), words[3] = {0xfde2e6d9, 0x80000000, 0x3bcce667};
        bit word = x, byte = x >> 1;
        stream_write(out, ((unsigned char *)&words[word])[byte]);""",
        list(range(4)),
    ),
    CDesign(
        "remainder_of_an_item",  # LLVM freezes the item
        HEAD
        + """STREAM_IN(uint_t(3), in)
        STREAM_OUT(uint_t(3), out)
        HARDWARE void unit(void) {
            uint_t(3) x = stream_read(in);
            stream_write(out, x % (uint_t(3))7);
        }
        """,
        {"in": list(range(8))},
    ),
    _words_design(
        "unrolled_up_to_a_variable",
        """unsigned x = stream_read(in);
        uint_t(3) n = x >> 7;
        UNROLL for (int i = 0; i < n; i++) x = x * 3 + i;
        stream_write(out, x);""",
    ),
    CDesign(
        "shift_of_a_shift",  # by one bit twice: a simulator must not add the distances in one bit
        HEAD
        + """STREAM_IN(uint_t(8), in)
        STREAM_OUT(uint_t(65), out)
        HARDWARE void unit(void) {
            uint_t(8) x = stream_read(in);
            bit far = x >> 2;
            uint_t(32) y = (uint_t(32))((uint_t(32))x << (unsigned)far) << (unsigned)far;
            stream_write(out, y ^ x);
        }
        """,
        {"in": list(range(256))},
    ),
    _words_design(
        "rotation",
        "unsigned x = stream_read(in), n = x & 31;\nstream_write(out, x << n | x >> (32 - n & 31));",
    ),
    _words_design(
        "products",
        "unsigned x = stream_read(in);\nuint_t(64) p = (uint_t(64))x * (x ^ 0x1234567);\nstream_write(out, p >> 32 ^ p);",
    ),
    _words_design(
        "divisions",
        "unsigned x = stream_read(in);\nstream_write(out, x / 7 + x % 10 + x / 16 + (unsigned)((int)x / 3) + (unsigned)((int)x % 5));",
    ),
    _words_design(
        "flags",
        """unsigned x = stream_read(in);
        bool a = x & 1, b = x >> 4 > 3;
        bit c = x >> 7, d = !c;
        stream_write(out, (a && b) | (a || c) << 1 | (unsigned)(d ^ c) << 2 | (unsigned)(b == d) << 3);""",
    ),
    CDesign(
        "wide_numbers",
        HEAD
        + """STREAM_IN(uint_t(1024), in)
        STREAM_OUT(uint_t(1024), out)
        HARDWARE void unit(void) {
            uint_t(1024) x = stream_read(in), y = x ^ (x >> 321) ^ (x << 77);
            for (int i = 0; i < 3; i++) y = (y << 1000 | y >> 24) + x;
            stream_write(out, y);
        }
        """,
        {"in": _words(1024, 8)},
    ),
    CDesign(
        # what the machine's calling convention returns as two words of 64 bits
        "returned_in_two_words",
        HEAD
        + """STREAM_IN(uint_t(100), in)
        STREAM_OUT(uint_t(68), out)
        static uint_t(67) middle(uint_t(100) x) { return x >> 20; }
        HARDWARE void unit(void) { uint_t(100) x = stream_read(in); stream_write(out, middle(x) + (uint_t(8))middle(x << 3)); }
        """,
        {"in": _words(100)},
    ),
    CDesign(
        "odd_widths",
        HEAD
        + """STREAM_IN(uint_t(1377), in)
        STREAM_OUT(uint_t(37), out)
        HARDWARE void unit(void) {
            uint_t(1377) x = stream_read(in);
            uint_t(37) sum = 0;
            for (int i = 0; i < 38; i++) { sum = sum * 3 + (uint_t(37))x; x >>= 37; }
            stream_write(out, sum);
        }
        """,
        {"in": _words(1377, 5)},
    ),
    _words_design(
        "builtins",
        """unsigned x = stream_read(in), a = x & 0xffff, b = x >> 16;
        stream_write(out, __builtin_popcount(x) ^ __builtin_bswap32(x) ^ (a < b ? a : b) << 3 ^ __builtin_bitreverse32(x));""",
    ),
]

MEMORY = [
    _words_design(
        "registers",
        "unsigned x = stream_read(in);\nif (started) sum += x * count;\nelse started = true;\ncount++;\nstream_write(out, sum);",
        head="REGISTER unsigned sum = 0xabcd;\nREGISTER uint_t(5) count = 29;\nREGISTER bool started;\n",
    ),
    _words_design(
        "local_register",
        "REGISTER unsigned history[3] = {5, 6, 7};\nunsigned x = stream_read(in);\nstream_write(out, history[0] ^ history[2]);\n"
        "history[2] = history[1]; history[1] = history[0]; history[0] = x;",
    ),
    _bytes_design(
        "byte_rom",
        "stream_write(out, byte_table[stream_read(in) & 15]);",
        head="ROM unsigned char byte_table[16] = {9, 1, 2, 255, 4};\n",
    ),
    _words_design(
        "word_rom",
        "unsigned x = stream_read(in), sum = 0;\nfor (int i = 0; i < 5; i++) sum += words[i] * x;\nstream_write(out, sum ^ words[x % 5]);",
        head="ROM unsigned words[5] = {1, 0xffffffff, 3, 0x12345678, 77};\n",
    ),
    CDesign(
        "wide_rom",
        HEAD
        + """STREAM_IN(uint_t(2), in)
        STREAM_OUT(uint_t(128), out)
        ROM uint_t(128) wide_table[4] = {1, (uint_t(128))1 << 127, ~(uint_t(128))0, (uint_t(128))0xfedcba9876543210 << 60};
        HARDWARE void unit(void) { stream_write(out, wide_table[stream_read(in)]); }
        """,
        {"in": [0, 1, 2, 3, 2, 1]},
    ),
    CDesign(
        "odd_rom",
        HEAD
        + """STREAM_IN(uint_t(3), in)
        STREAM_OUT(uint_t(72), out)
        ROM uint_t(5) small_table[8] = {31, 1, 2, 3, 4, 5, 6, 7};
        ROM uint_t(72) long_table[3] = {(uint_t(72))0xaa << 64, 7, ~(uint_t(72))0};
        HARDWARE void unit(void) { uint_t(3) x = stream_read(in); stream_write(out, long_table[x % 3] + small_table[x]); }
        """,
        {"in": list(range(8))},
    ),
    _bytes_design(
        "table_of_rows",
        "uint_t(8) x = stream_read(in);\nstream_write(out, rows[x & 1][x >> 1 & 3] ^ rows[x >> 3 & 1][2]);",
        list(range(16)),
        head="ROM unsigned short rows[2][4] = {{1, 22, 33, 44}, {55, 66, 77, 88}};\n",
    ),
    CDesign(
        "struct_streams",
        HEAD
        + """struct in { uint_t(12) data; bit last; uint_t(70) tag; };
        struct out { bool even; uint_t(70) data; signed char sign; };
        STREAM_IN(struct in, in)
        STREAM_OUT(struct out, out)
        HARDWARE void unit(void) {
            struct in x = stream_read(in);
            struct out y = {.even = !(x.data & 1), .data = x.tag + x.data, .sign = x.last ? -3 : 4};
            stream_write(out, y);
        }
        """,
        {
            "in": [
                {
                    "data": _random.getrandbits(12),
                    "last": i % 3 == 0,
                    "tag": _random.getrandbits(70),
                }
                for i in range(20)
            ]
        },
    ),
]

STREAMS = [
    CDesign(  # a struct that is loaded as one word, padding and all
        "padded_struct",
        HEAD
        + """struct item { uint_t(12) data; bit last; };
        STREAM_IN(struct item, in)
        STREAM_OUT(uint_t(20), out)
        HARDWARE void unit(void) {
            REGISTER uint_t(20) sum;
            struct item x = stream_read(in);
            sum += x.data;
            if (x.last) sum = 5;
            stream_write(out, sum);
        }
        """,
        {"in": [{"data": 3 * i, "last": i % 3 == 0} for i in range(20)]},
    ),
    _bytes_design(
        "two_reads",
        "uint_t(8) a = stream_read(in);\nuint_t(8) b = stream_read(in);\nstream_write(out, a - b);",
        list(range(5, 65, 3)),
    ),
    _bytes_design(
        "two_writes",
        "uint_t(8) a = stream_read(in);\nstream_write(out, a);\nstream_write(out, a + 1);",
        list(range(20)),
    ),
    CDesign(
        "read_after_write",
        HEAD
        + """STREAM_IN(uint_t(8), a)
        STREAM_IN(uint_t(8), b)
        STREAM_OUT(uint_t(8), out)
        STREAM_OUT(uint_t(8), second)
        HARDWARE void unit(void) { uint_t(8) x = stream_read(a); stream_write(out, x); stream_write(second, x ^ stream_read(b)); }
        """,
        {"a": list(range(20)), "b": list(range(100, 120))},
    ),
    _bytes_design(
        "exclusive",
        "uint_t(8) a = stream_read(in);\nif (a & 1) stream_write(out, a);\nelse stream_write(out, ~a);",
        list(range(20)),
    ),
    CDesign(
        "exclusive_by_value",
        HEAD
        + """STREAM_IN(uint_t(8), in)
        STREAM_IN(bit, choice)
        STREAM_OUT(uint_t(8), out)
        HARDWARE void unit(void) {
            bit c = stream_read(choice);
            uint_t(8) x = 7;
            if (c) x = stream_read(in);
            if (!c) stream_write(out, x + 1);
            if (c) stream_write(out, x);
        }
        """,
        {"in": list(range(9)), "choice": [1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1]},
    ),
    _bytes_design(
        "waits",
        "uint_t(8) a = stream_read(in);\nwait();\na += 3;\nwait();\nwait();\nstream_write(out, a);",
    ),
    _bytes_design(
        "peeks",
        """uint_t(8) a = stream_peek(in), n = 0;
        for (int i = 0; i < (a & 3); i++) n += stream_peek(in);
        stream_write(out, n ^ stream_read(in));""",
    ),
    _bytes_design(  # two items in flight; they leave even when no more come
        "asks",
        """struct stage { bit full; uint_t(8) x; } a = {}, b = {};
        for (;;) {
            struct stage next = {stream_has(in), any(uint_t(8))};
            if (next.full) next.x = stream_read(in);
            if (b.full) stream_write(out, b.x * 3);
            b = (struct stage){a.full, a.x ^ 0x55};
            a = next;
        }""",
    ),
    _bytes_design(
        "asked_after_read",
        "uint_t(8) x = stream_read(in);\nif (stream_has(in)) x += 0;\nstream_write(out, x);",
    ),
    CDesign(
        # what is offered stays, though an item comes meanwhile: the sinks look for items withdrawn
        "answer_held",
        HEAD
        + """STREAM_IN(uint_t(8), in)
        STREAM_OUT(uint_t(8), out)
        STREAM_OUT(uint_t(8), idle)
        REGISTER uint_t(8) pauses = 1;
        HARDWARE void unit(void) {
            if (stream_has(in)) stream_write(out, stream_read(in));
            else if (pauses) stream_write(idle, pauses++);
        }
        """,
        {"in": list(range(60))},
    ),
    _bytes_design(
        "peeked_then_read",
        "uint_t(8) a = stream_peek(in);\nstream_write(out, a ^ stream_read(in) << 1);",
    ),
    CDesign(
        "written_together",  # each item goes once, whichever is taken first
        HEAD
        + """STREAM_IN(uint_t(8), in)
        STREAM_OUT(uint_t(8), out)
        STREAM_OUT(uint_t(8), copy)
        HARDWARE void unit(void) { uint_t(8) x = stream_read(in); stream_write(out, x); stream_write(copy, x); }
        """,
        {"in": list(range(40))},
    ),
    _bytes_design(  # a loop of cycles without any choice
        "loop_without_choice",
        "uint_t(8) x = stream_read(in);\nif (x > 4) count += 3;\nwait();\nstream_write(out, count + x);",
        head="REGISTER uint_t(8) count;\n",
    ),
    _bytes_design(
        "free_value",
        "uint_t(8) a = any(uint_t(8)), x = stream_read(in);\nif (x & 1) a = x * 5;\nstream_write(out, x & 1 ? a : x);",
    ),
    CDesign(  # LLVM merges the items and takes the field behind
        "field_after_either_read",
        HEAD
        + """struct pair { uint_t(12) a; bit b; unsigned c; };
        STREAM_IN(struct pair, pairs)
        STREAM_OUT(unsigned, out)
        HARDWARE void unit(void) {
            struct pair p;
            for (int i = 0; i < 3; i++) {
                p = stream_read(pairs);
                if (p.b) break;
                p = stream_read(pairs);
            }
            stream_write(out, p.a & 1 ? p.a : p.a + p.c);
        }
        """,
        {"pairs": [{"a": n * 77 & 0xFFF, "b": n % 3 == 1, "c": n * 12345} for n in range(30)]},
    ),
    _words_design(
        "copy_onto_itself",
        "unsigned window[5];\n"
        "UNROLL for (int i = 0; i < 5; i++) window[i] = stream_read(in);\n"
        "memcpy(&window[1], &window[0], 4 * sizeof window[0]);\n"
        "UNROLL for (int i = 0; i < 5; i++) stream_write(out, window[i]);",
        head="#include <string.h>\n",
    ),
    _words_design(  # the two values share a register, and the loop keeps either
        "phases_that_keep_values_of_two_widths",
        "uint_t(5) few = stream_read(in);\n"
        "uint_t(40) x = stream_read(in), kept;\n"
        "for (int i = 0; i < 9; i++) x = x * x ^ x >> 7 ^ i;\n"
        "kept = x;\n"
        "x += few;\n"
        "for (int i = 0; i < 12; i++) x = x * x ^ x >> 7 ^ i;\n"
        "stream_write(out, (x ^ kept) >> 8);",
    ),
    _bytes_design(
        "loop_of_reads",
        "uint_t(8) sum = 0;\nfor (int i = 0; i < 4; i++) sum = sum * 2 + stream_read(in);\nstream_write(out, sum);",
        list(range(28)),
    ),
    CDesign(
        "wires",
        HEAD
        + """STREAM_IN(uint_t(8), in)
        STREAM_OUT(uint_t(8), out)
        WIRE_IN(uint_t(3), mode)
        HARDWARE void unit(void) { uint_t(8) x = stream_read(in); stream_write(out, x << wire_read(mode)); }
        """,
        {"in": list(range(20))},
        {"mode": 5},
    ),
]

# Designs of more states and wider selections than most: from some number on the compiler writes
# these in another form.
_step = "x = (x << 3 | x >> 29) + {0} * 2654435761u;"
MANY = [
    _words_design(
        "many_states",
        "unsigned x = stream_read(in);\n"
        + "\n".join(
            f"{_step.format(i)} {'if (x & 1) x ^= stream_read(in);' if i % 7 == 6 else 'wait();'}"
            for i in range(80)
        )
        + "\nstream_write(out, x);",
    ),
    _words_design(
        "wide_selection",
        "unsigned x = stream_read(in), y = x;\nswitch (x >> 3 & 31) {\n"
        + "\n".join(f"case {i}: y = x * {2 * i + 3}u ^ x >> {i}; break;" for i in range(30))
        + "\n}\nstream_write(out, y);",
    ),
    _words_design(
        "states_chosen_by_data",
        "unsigned x = stream_read(in), n = 0;\nswitch (x & 127) {\n"
        + "\n".join(
            f"case {i}: wait(); n = x ^ {i}; if (x & 256) wait(); break;" for i in range(40)
        )
        + "\n}\nstream_write(out, n);",
    ),
]
DESIGNS = [*LOOPS, *VALUES, *MEMORY, *STREAMS, *MANY, *ARRAYS, *NUMBERS_AND_STRUCTS]
