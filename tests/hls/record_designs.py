"""Unions of structs, bit-fields, structs in structs, packed and empty structs, enum types, and
copies and comparisons of structs as blocks of memory.
"""

from array_designs import words_design

UNION = """#include <stdint.h>
union u { uint32_t w; struct { uint8_t a, b; uint16_t c; } s; uint8_t bytes[4]; };
"""

UNIONS = [
    words_design(
        "union_of_a_struct_and_bytes",
        """v.w ^= stream_read(in);
        for (int i = 0; i < 6; i++) {
            v.s.c += v.bytes[i & 3] * 5;
            v.bytes[v.s.a & 3] ^= v.w >> i;
            v.s.b++;
        }
        stream_write(out, v.w);""",
        UNION + "static union u v = {.s = {1, 2, 3}};\n",
    ),
    words_design(
        "array_of_unions",
        """uint32_t x = stream_read(in);
        v[x & 3].s.c ^= x;
        v[x >> 2 & 3].bytes[x >> 5 & 3]++;
        v[x >> 7 & 3] = v[x >> 9 & 3];
        stream_write(out, v[x >> 3 & 3].w);""",
        UNION + "static union u v[4];\n",
    ),
    words_design(
        "union_of_bit_fields",
        """union { uint32_t w; struct { unsigned a : 3; signed b : 5; unsigned c : 24; } s; } v;
        v.w = stream_read(in);
        v.s.a++;
        v.s.b -= 2;
        stream_write(out, v.w ^ (uint32_t)v.s.b << 9);""",
        "#include <stdint.h>\n",
    ),
]

BIT_FIELDS = [
    words_design(
        "bit_fields_of_odd_widths",
        """unsigned x = stream_read(in);
        v.a += x; v.b += v.a; v.c = x; v.d = v.c > 0; v.e ^= v.b;
        for (int i = 0; i < 3; i++) { v.a ^= v.e; v.e += v.b; }
        stream_write(out, v.a ^ (unsigned)v.b ^ (unsigned)v.c << 7 ^ v.d << 12 ^ (unsigned)(v.e >> 9));""",
        """static struct { uint_t(13) a : 7; uint_t(50) b : 40; signed _BitInt(9) c : 4; bool d : 1;
        unsigned long e : 41; } v = {1, 2, -3};
        """,
    ),
    words_design(
        "array_of_bit_fields",
        """unsigned x = stream_read(in);
        v[x & 3].a += x;
        v[x >> 2 & 3].b ^= x >> 5;
        v[x >> 4 & 3] = v[x >> 6 & 3];
        stream_write(out, v[x >> 3 & 3].a * 1000 + v[x & 3].b + t[x >> 9 & 1].b);""",
        """struct s { unsigned a : 3; signed b : 9; unsigned c : 20; };
        static struct s v[4] = {{1, 2, 3}, {.b = 5}};
        ROM struct s t[2] = {{.b = -7}, {1, 2, 3}};
        """,
    ),
    words_design(
        "packed_bit_fields_by_value",
        """struct s v = {.a = stream_read(in), .c = 5};
        v = f(f(v, 1), v.c);
        stream_write(out, v.c ^ (unsigned)v.b ^ v.a);""",
        """struct __attribute__((packed)) s { unsigned a : 3; unsigned long b : 50; unsigned c : 27; };
        static struct s f(struct s v, unsigned x) { v.a ^= x; v.b += v.a * 9; v.c -= v.b; return v; }
        """,
    ),
]

STRUCTS = [
    words_design(
        "structs_in_a_shared_function",
        """unsigned x = stream_read(in);
        struct o v = {{{x, 2}, 3}, 9};
        v = f(f(v, x), v.z);
        stream_write(out, v.n.a[0] ^ v.n.a[1] ^ v.n.b ^ v.z);""",
        """struct o { struct { unsigned a[2]; unsigned short b; } n; unsigned long z; };
        SHARED static struct o f(struct o v, unsigned x) { v.n.a[1] ^= x; v.n.b += v.n.a[0]; v.z *= 5; return v; }
        """,
    ),
    words_design(
        "structs_copied_as_blocks",
        """unsigned x = stream_read(in);
        unsigned char b[8];
        for (int i = 0; i < 4; i++) {
            struct s v;
            memcpy(&v, &t[x & 1], sizeof v);
            v.b += x;
            memcpy(&t[i % 3], &v, sizeof v);
            x += v.a;
        }
        t[2].b++;
        memmove(&t[x & 1], &t[1], (x & 1) * sizeof t[0]);
        memcpy(b, &t[x % 3], 8);
        b[x & 7] ^= 9;
        stream_write(out, x ^ t[1].b ^ b[0] ^ b[1] << 8);""",
        """struct s { unsigned a; unsigned short b; };
        static struct s t[3] = {{1, 2}, {3, 4}, {5}};
        """,
    ),
    words_design(
        "padding_filled_and_compared",
        """unsigned x = stream_read(in);
        struct { unsigned char a; unsigned b; } v, w;
        memset(&v, 0, sizeof v);
        memset(&w, 0, sizeof w);
        v.a = x & 3; w.a = x >> 2 & 3; v.b = x & 1; w.b = x >> 3 & 1;
        int order = memcmp(&v, &w, sizeof v);
        stream_write(out, (order > 0) - (order < 0));""",
    ),
    words_design(
        "struct_without_members",
        """struct e none = {};
        struct o v = {{}, stream_read(in)};
        v = f(v, none, 3);
        stream_write(out, v.x);""",
        """struct e {}; struct o { struct e e; unsigned x; };
        static struct o f(struct o v, struct e e, int k) { v.x += k; v.e = e; return v; }
        """,
    ),
    words_design(
        "enum_types_of_items_and_elements",
        """unsigned x = stream_read(in);
        colours[x >> 9 & 3] = x & 1 ? GREEN : RED;
        stream_write(narrow, plus(x));
        stream_write(both, (struct o){colours[x >> 5 & 3], plus(A)});
        stream_write(out, x);""",
        """enum colour { RED, GREEN = 5, BLUE }; enum small : unsigned char { A, B };
        struct o { enum colour c; enum small k; };
        STREAM_OUT(enum small, narrow) STREAM_OUT(struct o, both)
        DISTRIBUTED_RAM static enum colour colours[4];
        SHARED static enum small plus(enum small x) { return x + 3; }
        """,
    ),
]

RECORDS = [*UNIONS, *BIT_FIELDS, *STRUCTS]
