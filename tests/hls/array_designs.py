"""Arrays and structs in registers: indices that vary, two dimensions, byte views, block copies and
fills.
"""

import random

from cryptagon.hls.check import CDesign, Items

HEAD = "#include <cryptagon.h>\n"
_random = random.Random(2026)


def words_design(
    name: str, body: str, head: str = "", bits: int = 32, items: Items | None = None
) -> CDesign:
    """A design that reads and writes words of `bits` bits."""
    streams = f"STREAM_IN(uint_t({bits}), in)\nSTREAM_OUT(uint_t({bits}), out)\n"
    words = [0, (1 << bits) - 1, *(_random.getrandbits(bits) for _ in range(24))]
    source = f"#include <string.h>\n{HEAD}{streams}{head}HARDWARE void unit(void) {{\n{body}\n}}\n"
    return CDesign(name, source, {"in": items or words})


INDEXED = [
    words_design(
        # LLVM merges the addresses of the four elements, and reads behind
        "element_returned_early",
        """unsigned x = stream_read(in);
        kept[x & 7] ^= chosen(x);
        stream_write(out, kept[1]);""",
        """REGISTER unsigned char kept[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        static unsigned char chosen(unsigned x) {
            UNROLL for (unsigned char i = 4; i-- > 0;) {
                if (x >> i & 1) return kept[i];
            }
            return 9;
        }
        """,
    ),
    words_design(
        # unrolled all the same, though an index that varies keeps them in memory
        "bytes_of_counters",
        """unsigned x = stream_read(in);
        UNROLL for (unsigned i = 254; i < 258; i++) x = x * 3 + ((unsigned char *)&i)[x & 3];
        UNROLL_BY(2) for (unsigned i = 254; i < 260; i++) x = x * 3 + ((unsigned char *)&i)[(bool)(x & 4)];
        stream_write(out, x);""",
    ),
    words_design(
        "array_or_variable",  # LLVM merges the two addresses and reads behind
        """unsigned x = stream_read(in);
        unsigned v = x;
        if (((unsigned char *)&v)[v & 3] & 1) {
            stream_write(out, kept);
            return;
        }
        words[v % 3] += 3;
        kept = kept ? (unsigned char)words[kept % 3] : (unsigned char)v;""",
        "REGISTER unsigned char kept = 103;\nREGISTER unsigned words[3] = {1, 22, 333};\n",
    ),
    words_design(
        "array_filled_then_read",
        """unsigned a[6], x = stream_read(in), sum = 0;
        for (int i = 0; i < 6; i++) a[i] = x * i;
        for (int i = 0; i < 6; i++) sum = sum * 3 + a[5 - i];
        stream_write(out, sum ^ a[x % 6]);""",
    ),
    words_design(
        "array_read_modify_write",
        """uint_t(32) x = stream_read(in);
        counts[x & 7] += x >> 3;
        stream_write(out, counts[x >> 5 & 7]);""",
        "REGISTER uint_t(20) counts[8] = {5, 4, 3};\n",
    ),
    words_design(
        "array_shuffled",  # RC4 with a state of sixteen entries
        """uint_t(4) key = stream_read(in);
        i++;
        j += state[i] + key;
        uint_t(4) t = state[i];
        state[i] = state[j];
        state[j] = t;
        stream_write(out, state[(uint_t(4))(state[i] + state[j])]);""",
        "REGISTER uint_t(4) state[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};\nREGISTER uint_t(4) i, j;\n",
        bits=8,
    ),
    words_design(
        "array_of_structs",
        """unsigned x = stream_read(in);
        struct entry *e = &table[x % 5];
        if (e->valid && e->key == (uint_t(12))x) e->uses++;
        else *e = (struct entry){.valid = 1, .key = x, .uses = x >> 28};
        stream_write(out, table[x >> 8 & 3].key * table[x % 5].uses);""",
        "struct entry { bit valid; uint_t(12) key; unsigned char uses; };\nREGISTER struct entry table[5];\n",
        items=[_random.getrandbits(4) | _random.getrandbits(2) << 8 for _ in range(60)],
    ),
    words_design(
        "array_of_two_dimensions",
        """unsigned x = stream_read(in), m[3][4];
        for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = x + i * j;
        for (int i = 0; i < 4; i++) m[(x + i) % 3][i] ^= m[2][x & 3];
        stream_write(out, m[x % 3][x >> 4 & 3] + m[1][x & 1]);""",
    ),
    words_design(
        "array_in_nested_loops",
        """unsigned x = stream_read(in), a[4] = {x, x + 1, x ^ 5, 7};
        for (int i = 0; i < 3; i++) for (int j = i + 1; j < 4; j++) if (a[i] > a[j]) { unsigned t = a[i]; a[i] = a[j]; a[j] = t; }
        stream_write(out, a[x & 3] - a[0]);""",
    ),
    words_design(
        "array_of_wide_words",
        """unsigned x = stream_read(in);
        w[x & 3] = w[x >> 2 & 3] << 7 ^ x;
        stream_write(out, w[x >> 4 & 3] >> 60);""",
        "REGISTER uint_t(100) w[4] = {1, 2, (uint_t(100))1 << 99};\n",
    ),
    words_design(
        "array_indices_from_one",
        """unsigned x = stream_read(in), a[6] = {1, 2, 3, 4, 5, x};
        for (int i = 1; i < 6; i++) a[i] += a[i - 1] * x;
        stream_write(out, a[5 - x % 5] ^ a[1 + (x & 3)]);""",
    ),
    words_design(
        "array_written_by_condition",
        """unsigned x = stream_read(in), a[4] = {}, b[4] = {3, 3, 3, 3};
        for (int i = 0; i < 4; i++) { if (x >> i & 1) a[x & 3] = i; else b[x >> 2 & 3] += i; }
        stream_write(out, x & 256 ? a[x & 3] : b[x & 3]);""",
    ),
]

VIEWS = [
    words_design(
        "bytes_of_words",
        """unsigned x = stream_read(in), w[3] = {x, ~x, x * 3};
        unsigned char *bytes = (unsigned char *)w;
        for (int i = 0; i < 12; i++) bytes[i] ^= bytes[(i + 5) % 12] + i;
        stream_write(out, w[0] ^ w[1] * w[x % 3]);""",
    ),
    words_design(
        "walked_by_a_pointer",  # which is kept as a number of bytes
        """unsigned x = stream_read(in), sum = 0;
        rows[x % 3][x >> 8 & 7] ^= x;
        for (int *p = rows[x & 1]; p < rows[x & 1] + 8; p++) {
            if (*p < 0) *p += x;
            sum = sum * 3 + *p;
        }
        stream_write(out, sum);""",
        "REGISTER int rows[3][8] = {{1, -2, 3}, {-4, 5, -6, 7}, {8}};\n",
    ),
    words_design(
        "words_of_bytes",
        """unsigned x = stream_read(in), sum = 0;
        unsigned char b[16];
        for (int i = 0; i < 16; i++) b[i] = x >> i;
        for (int i = 0; i < 4; i++) sum = sum * 5 + *(unsigned *)(b + 4 * i);
        *(unsigned *)(b + 4 * (x & 3)) = sum;
        stream_write(out, sum ^ b[x >> 8 & 15]);""",
    ),
    words_design(
        "union_of_words_and_bytes",
        """union { unsigned w[2]; unsigned char b[8]; unsigned long long d; } u;
        u.d = (unsigned long long)stream_read(in) * 0x100000001b3;
        u.b[u.w[0] & 7] ^= 0x5a;
        stream_write(out, u.w[1] + u.b[u.d % 8] + u.w[0]);""",
    ),
    words_design(
        "copied_and_filled",
        """unsigned x = stream_read(in), a[4] = {x, x + 1, x + 2, x + 3}, b[6];
        memset(b, x & 255, sizeof b);
        memcpy(b + 1, a, sizeof a);
        memmove(b, b + 1, 5 * sizeof *b);
        unsigned long long pair;
        memcpy(&pair, b + 2, sizeof pair);
        a[x & 3] = b[x % 6];
        stream_write(out, a[0] ^ a[x >> 2 & 3] * 3 ^ (unsigned)(pair >> 16));""",
    ),
    words_design(
        "shift_register",
        """memmove(line + 1, line, 7);
        line[0] = stream_read(in);
        stream_write(out, line[line[0] & 7] ^ line[7]);""",
        "REGISTER unsigned char line[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n",
        bits=8,
    ),
    words_design(
        "copied_by_index",
        """unsigned x = stream_read(in), a[8];
        for (int i = 0; i < 8; i++) a[i] = x + i;
        memcpy(&a[x & 3], &a[4 + (x >> 2 & 1)], 2 * sizeof *a);
        memset(&a[x & 1], 7, sizeof *a);
        stream_write(out, a[0] ^ a[1] * 3 ^ a[2] * 5 ^ a[3] * 7 ^ a[4] * 9);""",
    ),
    words_design(
        "copied_from_a_table",
        """unsigned x = stream_read(in), a[4];
        memcpy(a, initial, sizeof a);
        a[x & 3] += x;
        stream_write(out, a[x >> 2 & 3] + a[x >> 4 & 3]);""",
        "ROM unsigned initial[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};\n",
    ),
    words_design(
        "copied_from_inside_a_table",
        """unsigned x = stream_read(in), a[4];
        memcpy(a, initial[x & 1] + 1, 3 * sizeof *a);
        memcpy(&a[2], &initial[1][x >> 1 & 3], 2 * sizeof *a);
        unsigned char b[6] = {1, 2, 3, 4, 5, 6};
        memcpy(&b[x & 3], &bytes[2], 3);
        stream_write(out, a[x >> 3 & 3] + a[x >> 5 & 3] * b[x % 6] + b[1]);""",
        """ROM unsigned initial[2][6] = {{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 5, 6}, {7, 8, 9, 10, 11, 12}};
        ROM unsigned char bytes[5] = {5, 55, 155, 25, 75};
        """,
    ),
    words_design(
        "chain_over_copied_bytes",
        """unsigned x = stream_read(in), hash = 1;
        memcpy(&a[1], &b[8], 7);
        memcpy(&a[x % 13], &b[4], 3);
        UNROLL for (int i = 0; i < 16; i++) hash = (hash << 5 | hash >> 27) + a[i];
        stream_write(out, hash);""",
        """REGISTER unsigned char a[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        REGISTER unsigned char b[16] = {101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116};
        """,
    ),
]

ARRAYS = [*INDEXED, *VIEWS]
