"""Wide and signed numbers, structs by value, tables of structs, loops with bounds that hang on
data.
"""

from array_designs import words_design

NUMBERS = [
    words_design(
        "number_of_2048_bits",
        """uint_t(2048) y = ((uint_t(2048))stream_read(in) << 2000) * 3 + 12345;
        for (int i = 0; i < 5; i++) y = y << 13 ^ y >> 2035 ^ i;
        stream_write(out, (unsigned)(y >> 1990) ^ (unsigned)y);""",
    ),
    words_design(
        "signed_number_of_300_bits",
        """signed _BitInt(300) s = (signed _BitInt(300))(int)stream_read(in) * 1000003;
        s = s * s * (s < 0 ? -1 : 1) - 7;
        s = s / 9 + s % 11;
        s >>= 5;
        stream_write(out, (unsigned)s + (s < -4) + (s > 100));""",
    ),
    words_design(
        "wide_product",
        """unsigned x = stream_read(in);
        uint_t(256) p = ((uint_t(256))x << 200 | x) * ((uint_t(256))x << 100 | 7);
        stream_write(out, (unsigned)(p >> 190) ^ (unsigned)(p >> 60));""",
    ),
]

BUILTINS = [
    words_design(
        "zeros_before_and_behind",
        """unsigned x = stream_read(in) >> (stream_read(in) & 31), y = x ? __builtin_clz(x) << 8 | __builtin_ctz(x) : 0;
        unsigned short z = x;
        stream_write(out, y ^ __builtin_clzg(z, 16) << 16 ^ __builtin_ctzg(z, 16) << 24);""",
    ),
    words_design(
        "three_way_and_saturating",
        """unsigned x = stream_read(in);
        signed char a = x, b = x >> 8;
        int order = (a > b) - (a < b), other = (x > 77u << 24) - (x < 77u << 24);
        if (__builtin_expect(a == 3, 0)) order = 77;
        unsigned sums = (unsigned char)__builtin_elementwise_add_sat(a, b) << 8 | (unsigned char)__builtin_elementwise_sub_sat(a, b);
        stream_write(out, sums ^ (unsigned)order << 16 ^ (unsigned)other << 24);""",
    ),
    words_design(
        "compared_blocks",
        """unsigned x = stream_read(in), y = stream_read(in);
        unsigned char a[6] = {x, x >> 3, 9, y}, b[6] = {x & 0xf7, x >> 3, 9, x >> 24, 1};
        stream_write(out, memcmp(a, b, 6) ^ (memcmp(a + 1, b + 1, 2) == 0) << 16);""",
        "#include <string.h>\n",
    ),
]

STRUCTS = [
    words_design(
        "struct_by_value",
        """struct v a = {stream_read(in), 3, {1, 2}}, b = f(f(a));
        stream_write(out, b.x + b.y + b.z[1]);""",
        """struct v { unsigned x; uint_t(9) y; unsigned short z[2]; };
        static struct v f(struct v q) { q.x += q.y; q.z[1] ^= q.x; q.y += q.z[0]; return q; }
        """,
    ),
    words_design(
        "struct_with_an_array_by_value",
        """struct v a = {};
        a.z[3] = stream_read(in);
        for (int i = 0; i < 4; i++) a = f(a, i);
        stream_write(out, a.z[1] + a.z[3]);""",
        """struct v { unsigned z[8]; };
        static struct v f(struct v q, int i) { q.z[i] += q.z[3] * 3; return q; }
        """,
    ),
    words_design(
        "table_of_structs",
        """unsigned x = stream_read(in), s = 0;
        for (int i = 0; i < 6; i++) s += entries[x >> i & 1][i % 3].k * entries[1][x % 3].r;
        stream_write(out, s);""",
        """struct entry { unsigned short k; unsigned char r; };
        ROM struct entry entries[2][3] = {{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}};
        """,
    ),
]

BOUNDS = [
    words_design(
        "bounds_that_hang_on_data",
        """unsigned x = stream_read(in), a[8] = {}, n = x & 7, s = 0;
        for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j <= i; j++) a[j] += x ^ i;
        for (unsigned i = 0; i < n; i++) {
            if ((a[i] & 15) == 9) { stream_write(out, i); return; }
            s += a[i];
        }
        stream_write(out, s);""",
    ),
    words_design(
        "pointer_that_walks",
        """unsigned x = stream_read(in), a[4] = {x, 1, 2, 3}, s = 0;
        for (unsigned *p = a; p < a + 4; p++) s = s * 3 + *p;
        stream_write(out, s);""",
    ),
    words_design(
        "either_array",
        """unsigned x = stream_read(in), a[4] = {x, 1, 2, 3}, b[4] = {4, 5, 6, x}, r;
        for (int i = 0; i < 4; i++) {
            if (x >> i & 1) r = a[x + i & 3];
            else r = b[x >> 3 & 3];
            a[i] ^= r;
        }
        stream_write(out, a[0] ^ a[1] * 3 ^ a[2] * 5 ^ a[3] * 7);""",
    ),
    words_design(  # LLVM merges the addresses, and steps to the field behind
        "field_of_either_array",
        """struct pair { unsigned a, b; };
        struct pair p[2] = {{1, 2}, {3, 4}}, q[3] = {{5, 6}, {7, 8}, {9, 10}};
        for (int i = 0; i < 5; i++) {
            unsigned x = stream_read(in);
            p[i & 1].b += x & 1 ? p[x >> 1 & 1].b : q[x % 3].b;
            q[i % 3].b ^= x & 4 ? q[x >> 3 & 1].a : p[x & 1].b;
        }
        stream_write(out, p[0].b ^ p[1].b * 3 ^ q[0].b * 5 ^ q[1].b * 7 ^ q[2].b * 9);""",
    ),
]

WIDE_TABLES = [
    words_design(
        "table_of_192_bits",  # 24 bytes each, which is no power of two
        """unsigned x = stream_read(in);
        uint_t(192) w = wide[x % 3];
        stream_write(out, (unsigned)(w >> 160) ^ (unsigned)w ^ (unsigned)odd[x & 3].b);""",
        """ROM uint_t(192) wide[3] = {5, (uint_t(192))0x123456789 << 130 | 7, ~(uint_t(192))0};
        ROM struct { uint_t(192) b; } odd[4] = {{1}, {2}, {(uint_t(192))77 << 64}, {9}};
        """,
    ),
    words_design(  # LLVM calls an address %1 and stores a 1
        "array_with_a_one",
        """uint_t(100) a[4] = {0xd676d26f, 0, 1, 0xf1c0};
        unsigned x = stream_read(in);
        a[x & 3] += x;
        stream_write(out, (unsigned)(a[x >> 2 & 3] ^ a[2]));""",
    ),
    words_design(
        "words_of_a_table_of_bytes",
        """unsigned x = stream_read(in);
        unsigned short w;
        unsigned v;
        memcpy(&w, &bytes[x & 3], 2);
        memcpy(&v, &bytes[x >> 2 & 1], 4);
        stream_write(out, w * 65536 ^ v ^ entries[x >> 3 & 1].c[x >> 4 & 1]);""",
        """ROM unsigned char bytes[5] = {17, 34, 51, 68, 85};
        ROM struct { unsigned char a; unsigned short c[2]; } __attribute__((packed)) entries[2] = {{1, {2, 3}}, {4, {5, 6}}};
        """,
    ),
    words_design(
        "table_of_one_name",
        "stream_write(out, words[stream_read(in) & 3]);",
        "ROM unsigned words[4] = {1, 2, 3, 4};\n",
    ),
    words_design(
        "table_of_the_same_name",
        "stream_write(out, words[stream_read(in) & 3]);",
        "ROM unsigned words[4] = {9, 8, 7, 6};\n",
    ),
]

NUMBERS_AND_STRUCTS = [*NUMBERS, *BUILTINS, *STRUCTS, *BOUNDS, *WIDE_TABLES]
