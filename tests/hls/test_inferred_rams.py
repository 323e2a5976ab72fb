"""Large arrays that become RAMs although the source does not say so: results, shapes, and which
stay registers.
"""

import random

import pytest
from batches import Outcomes, by_day_and_night
from selection import only

from cryptagon.hls import compile_source
from cryptagon.hls.check import CDesign

HEAD = "#include <cryptagon.h>\n#include <stdint.h>\n#include <stdbool.h>\n#include <string.h>\nSTREAM_IN(unsigned, in)\nSTREAM_OUT(unsigned, out)\n"
_random = random.Random(1807)
WORDS = [0, 1, (1 << 32) - 1, *(_random.getrandbits(32) for _ in range(20))]


def source(head: str, *body: str) -> str:
    """A design that reads a word `x`, and writes `s`."""
    lines = "\n".join(["unsigned x = stream_read(in), s = 0;", *body, "stream_write(out, s);"])
    return f"{HEAD}{head}\nHARDWARE void unit(void) {{\n{lines}\n}}\n"


def design(name: str, head: str, *body: str) -> CDesign:
    return CDesign(name, source(head, *body), {"in": WORDS})


KEYED = """struct key { uint32_t p[18], s[4][256]; };
static uint32_t mixed(struct key *k, uint32_t x) {
    return (k->s[0][x >> 24] + k->s[1][x >> 16 & 255] ^ k->s[2][x >> 8 & 255]) + k->s[3][x & 255] + k->p[x % 18];
}"""
RING = """struct ring { uint8_t bytes[512]; bool full; uint16_t head; uint64_t total; int32_t tail[3]; };
static void put(struct ring *r, uint8_t byte) {
    r->bytes[r->head] = byte;
    r->head = (r->head + 1) & 511;
    r->total += byte * 0x100000001;
    r->tail[r->head % 3] -= byte;
    r->full ^= byte & 1;
}"""
STRUCTS = "struct pair { uint16_t a; uint8_t b; };"
BOUND = """static void bound(int32_t *m) {
    for (int32_t *p = m; p < m + 64; p++)
        if (*p < 0) *p = 0; else if (*p > 255) *p = 255;
}"""
TABLE = f"ROM uint16_t table[300] = {{{', '.join(str(i * i % 65521) for i in range(300))}}};"
DESIGNS = [
    *(  # clang makes a struct of the values and the rest
        design(
            f"few_values_in_a_large_array_of_{bits}_bits",
            f"static uint_t({bits}) y[20000] = {{7, 8, [3] = 9, [13000] = (uint_t({bits}))~5ull}};",
            "unsigned i = x % 3 == 0 ? x % 20000 : x % 3 == 1 ? 13000 : x & 3;",
            f"s = (uint32_t)(y[i] >> {bits - 7}) ^ (uint32_t)y[i]; y[i] = x * 77u;",
        )
        for bits in (8, 32, 96, 192)
    ),
    design(
        "table_in_a_union",
        """typedef union {
            struct { uint32_t s[1024], k[8]; } table;
            struct { uint64_t round[4]; int rounds; } other;
        } keys_t;""",
        """static keys_t keys;
        keys.table.s[x & 1023] += x; keys.table.k[x >> 3 & 7] ^= x >> 9;
        s = keys.table.s[x >> 4 & 1023] ^ keys.table.k[x & 7];""",
    ),
    design(
        "members_of_a_union_that_are_the_same_bytes",
        """typedef union {
            struct { uint32_t s[300]; uint8_t odd[85]; } large;
            struct { uint16_t e[52]; } small;
        } keys_t;""",
        """static keys_t keys;
        uint16_t *e = keys.small.e;
        e[x % 52] = x >> 7; keys.large.s[x >> 5 & 31] ^= x; keys.large.odd[x % 85] = x;
        s = e[x >> 3 & 31] ^ keys.large.s[x >> 9 & 31] << 7 ^ keys.large.odd[x >> 4 & 63];""",
    ),
    design(
        "bytes_of_large_numbers",
        "static uint_t(192) y[1250] = {1, 2, ~(uint_t(192))0};",
        "((uint8_t *)y)[x % 30000] = x >> 8; ((uint8_t *)y)[x % 48] ^= x; s = y[x & 3] >> (x % 160);",
    ),
    design(
        "arrays_of_a_struct",
        KEYED,
        "static struct key k = {{1, 2, 3}, {{4}, {5, [9] = 6}}};",
        "k.s[x & 3][x >> 2 & 255] ^= x; k.p[x % 18] += x >> 9; s = mixed(&k, x);",
    ),
    design(
        "members_of_several_sizes",
        RING,
        "static struct ring r;",
        "put(&r, x); put(&r, x >> 8);",
        "s = r.total ^ r.total >> 32 ^ r.bytes[x >> 23] ^ r.head << 8 ^ r.tail[x % 3] ^ r.full;",
    ),
    design("changed", "static uint8_t a[8192];", "a[x & 8191] += x >> 13; s = a[x >> 3 & 8191];"),
    design(
        "initial_values",
        "static int a[300] = {5, [77] = -6, [299] = 8};",
        "s = a[x % 300]; a[(x >> 9) % 300] = x;",
    ),
    design(
        "values_in_registers",
        f"static uint8_t a[300] = {{{', '.join(str(i * 7 % 256) for i in range(300))}}};",
        "for (int i = 0; i < 3; i++) { a[(x >> i) % 300] ^= x >> 9;",
        f"s += {' ^ '.join(f'a[(x >> {k}) % 300]' for k in range(3, 12))}; }}",
    ),
    design(
        "larger_than_registers",
        "static uint32_t a[3][10000];",
        "uint32_t *row = a[x % 3]; row[x >> 8 & 7] += x; s = a[(x >> 4) % 3][x >> 8 & 7];",
    ),
    design(
        "local_and_filled",
        "",
        "uint8_t a[300] = {1, 2, 3};",
        "a[x % 300] = x >> 8; s = a[(x >> 7) % 300] + a[1];",
    ),
    design(
        "copied_from_a_table",
        TABLE,
        "uint16_t a[300]; memcpy(a, table, sizeof a);",
        "a[x % 300] ^= x; s = a[(x >> 9) % 300];",
    ),
    design(
        "copied_and_compared",
        "static uint8_t a[400], b[400];",
        "a[x % 400] = x; memmove(b + 1, a, 399); b[x >> 9 & 255]++;",
        "s = memcmp(a, b, 400) < 0 ? b[x % 400] : a[x % 399];",
    ),
    design(
        "of_structs",
        f"{STRUCTS} static struct pair a[260];",
        "a[x % 260].b += x; struct pair p = a[(x >> 5) % 260]; p.a ^= x; a[x >> 9 & 255] = p;",
        "s = a[x >> 9 & 255].a + a[x % 260].b;",
    ),
    design(
        "words_of_bytes",
        "static uint8_t a[512];",
        "memcpy(a + 4 * (x & 127), &x, 4); uint16_t w; memcpy(&w, a + 2 * (x >> 7 & 255), 2); s = w;",
    ),
    design(
        "bytes_of_words",
        "static uint32_t a[300];",
        "((uint8_t *)a)[x % 1200] = x >> 11; s = a[x % 1200 / 4] + ((uint8_t *)a)[(x >> 8) % 1200];",
    ),
    design(
        "walked_by_a_pointer",
        "static uint8_t a[300];",
        "a[x % 300] = x >> 9; for (uint8_t *p = a + (x >> 4 & 127); p != a + 300; p += 1) s = s * 5 + *p;",
    ),
    design(
        "row_walked_by_a_pointer",
        f"static int32_t a[6][64]; {BOUND}",
        "a[4][x & 63] = x; a[x % 6][x >> 8 & 63] += x; bound(a[4]);",
        "s = a[4][x & 63] + a[x % 6][x >> 8 & 63];",
    ),
    design(
        "blocks_of_a_pointer",
        "static uint32_t a[512]; static const uint32_t *block = a;",
        "a[x & 511] += x; for (int i = 0; i < 16; i++) s = s * 3 + block[i];",
        "block = block == a + 496 ? a : block + 16;",
    ),
    design(
        "table_of_pointers",
        "static uint8_t a[300], b[300], c[4]; static uint8_t *rows[3] = {a, b + 1, c};",
        "uint8_t *row = rows[x % 3]; row[x >> 8 & 3] += x >> 3; s = rows[(x >> 2) % 3][x >> 8 & 3];",
    ),
    design(
        "chosen_pointer",
        "static uint16_t a[300], b[300];",
        "uint16_t *p = x & 1 ? a : b; p[x % 299] += x >> 4; s = p[x % 299 + 1] + (x & 2 ? a : b)[x % 299];",
    ),
    design(
        "given_to_functions",
        """static uint32_t a[1024], b[1024];
        static void add(uint32_t *to, const uint32_t *from, int n) { for (int i = 0; i < n; i++) to[i] += from[i]; }""",
        "b[x & 1023] = x; add(a, b + 100, 150); s = a[x & 1023] ^ a[x >> 9 & 1023];",
    ),
    design(
        "told_and_walked",
        "BLOCK_RAM static uint8_t a[32]; DISTRIBUTED_RAM static uint8_t b[32];",
        "a[x & 31] = x >> 5; b[x >> 8 & 31] ^= x;",
        "for (uint8_t *p = x & 64 ? a : b, *end = p + 16; p != end; p += 2) s = s * 3 + *p;",
    ),
]


def crowd(name: str, times: int) -> CDesign:
    """Four arrays of 65 elements and one of 64, of which each is accessed four times `times` times,
    by variable indices.
    """
    arrays = dict.fromkeys("abcd", 65) | {"small": 64}
    head = " ".join(f"static uint8_t {one}[{count}];" for one, count in arrays.items())
    body = "".join(
        f"if (x >> {i} & 1) {{ {one}[x >> {i} & 63] += x; s += {one}[s & 31] ^ {one}[x >> 5 & 63]; }} else s++;"
        for i in range(times)
        for one in arrays
    )
    return design(name, head, body)


DESIGNS += [crowd("few_together", 1), crowd("many_together", 7)]
DESIGNS.append(
    design("without_a_name", "", "s = ((uint8_t[800]){[7] = (uint8_t)x, [5] = 2})[x % 800];")
)
NAMES = [one.name for one in DESIGNS]
EVERY_DAY = set(NAMES) - {"changed", "copied_and_compared", "chosen_pointer"}
"""What is compiled in a moment, or is the only one of its kind."""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return Outcomes(tmp_path_factory.mktemp("inferred"), by_day_and_night(DESIGNS, EVERY_DAY))


@pytest.mark.parametrize("name", only(EVERY_DAY, NAMES))
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


def test_an_array_with_values_that_is_read_often_at_once_stays_registers(outcomes):
    assert not outcomes["values_in_registers"].result.rams


def test_values_of_an_array_that_becomes_a_ram_are_not_stored_one_by_one(tmp_path):
    values = ", ".join(str(i * 5 % 256) for i in range(4000))
    head = f"static uint8_t a[4000] = {{{values}}};"
    (tmp_path / "unit.c").write_text(source(head, "s = a[x % 4000]; a[(x >> 9) % 4000] = x;"))
    found = compile_source(tmp_path / "unit.c", tmp_path, dump=["ssa", "simplify"])
    texts = [file.read_text() for file in found.dumped]
    assert [ram.name for ram in found.rams] == ["a"]
    assert max(text.count("  store ") for text in texts) < 100


def test_arrays_that_choose_among_many_elements_together_become_rams(outcomes):
    rams = {
        name: {ram.name for ram in outcomes[name].result.rams}
        for name in ("few_together", "many_together")
    }
    assert rams == {"few_together": set(), "many_together": {"a", "b", "c", "d"}}
