"""Designs with loops that write an array in order, some of which write a word of a RAM at once."""

from cryptagon.hls.check import CDesign

HEAD = """#include <cryptagon.h>
#include <stdint.h>
#include <string.h>
STREAM_IN(uint_t(32), in)
STREAM_OUT(uint_t(32), out)
static const uint8_t table[256] = {
    1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, [40] = 4, 6, 10, 16, [250] = 99, 98, 97, 96, 95, 94
};
"""
WORDS = [0, 1, 0xFFFFFFFF, 0x12345678, 0x9ABCDEF0, 260, 77, 0x80000003, 511, 4093]


def of_buffer(
    name: str, body: str, head: str = "", kind: str = "uint8_t", size: int = 512
) -> CDesign:
    """A word `x` in; three elements of the array `a` that it tells out."""
    source = f"""{HEAD}static {kind} a[{size}];
{head}HARDWARE void unit(void) {{
    uint32_t x = stream_read(in);
    {body}
    stream_write(out, a[x % {size}] ^ (uint32_t)a[(x >> 8) % {size}] << 8 ^ (uint32_t)a[(x >> 16) % {size}] << 16);
    a[(x >> 4) % {size}] += x >> 9;
}}
"""
    return CDesign(name, source, {"in": WORDS})


WIDE_WRITES = [
    of_buffer("a_table_copied", "for (int i = 0; i < 256; i++) a[i] = table[i];"),
    of_buffer(
        "by_pointers",
        "copy(a, table, 256);",
        """static void copy(uint8_t *to, const uint8_t *from, int n) { while (n-- > 0) *to++ = *from++; }
""",
    ),
    of_buffer("filled", "for (int i = 0; i < 512; i++) a[i] = x;"),
    of_buffer("from_eight_on", "for (int i = 8; i < 256; i++) a[i] = i ^ x;"),
    of_buffer("as_far_as_unequal", "for (unsigned i = 0; i != 512; ++i) a[i] = i * 3;"),
    of_buffer("of_16_bits", "for (int i = 0; i < 256; i++) a[i] = x - table[i];", kind="int16_t"),
    of_buffer(
        "with_contents",
        "if (x & 1) for (int i = 0; i < 256; i++) b[i] = table[i]; a[x % 512] = b[(x >> 3) % 300];",
        "static uint8_t b[300] = {7, 6, 5, 4, 3, [257] = 11, 12, 13};\n",
    ),
    of_buffer(
        "in_two_places",
        "if (x & 2) copy(x); a[5] = 1; copy(x >> 7);",
        "static void copy(uint32_t x) { for (int i = 0; i < 256; i++) a[i] = table[i] + x; }\n",
    ),
    of_buffer(
        "several_read_at_once",
        "for (int i = 0; i < 512; i++) a[i] = i ^ x; uint32_t w; memcpy(&w, a + (x & 63), 4); a[9] ^= w >> 11;",
    ),
    of_buffer(
        "moved_afterwards",
        "for (int i = 0; i < 512; i++) a[i] = i ^ x; memmove(a + (x & 7), a + 3, 100 + (x & 15));",
    ),
    of_buffer("much_logic", "for (int i = 0; i < 256; i++) a[i] = x * (x >> 7) * table[i];"),
    of_buffer("not_whole_words", "for (int i = 0; i < 255; i++) a[i] = table[i];"),
    of_buffer("from_one_on", "for (int i = 1; i < 257; i++) a[i] = table[i - 1];"),
    of_buffer("backwards", "for (int i = 255; i >= 0; i--) a[i] = table[i];"),
    of_buffer("each_other_one", "for (int i = 0; i < 256; i++) a[2 * i] = table[i];"),
    of_buffer("few", "for (int i = 0; i < 32; i++) a[i] = table[i];"),
    of_buffer("of_words", "for (int i = 0; i < 256; i++) a[i] = table[i] * x;", kind="uint32_t"),
    of_buffer(
        "two_arrays",
        "copy(a, x); copy(b, x >> 3); a[3] = b[(x >> 5) % 512];",
        """static uint8_t b[512];
static void copy(uint8_t *to, uint32_t x) { for (int i = 0; i < 512; i++) to[i] = i ^ x; }
""",
    ),
    of_buffer(
        "read_meanwhile", "for (int i = 0; i < 256; i++) a[i] = a[(i + x) % 512] + table[i];"
    ),
    of_buffer(
        "bytes_as_often_as_data_say",
        "for (int i = 0; i < 4 * (x & 63); i++) a[i] = table[i & 255];",
    ),
    of_buffer("in_some_cycles", "for (int i = 0; i < 256; i++) { cycles(2); a[i] = table[i]; }"),
    of_buffer(
        "waits_in_each_iteration", "for (int i = 0; i < 256; i++) { a[i] = table[i]; wait(); }"
    ),
]
