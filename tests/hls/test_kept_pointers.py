"""Pointers that are kept: results, clock cycles, and how narrow they are."""

import random

import pytest

from cryptagon.hls.check import CDesign, cosimulate

HEAD = "#include <cryptagon.h>\n#include <stdint.h>\n#include <string.h>\nSTREAM_IN(unsigned, in)\nSTREAM_OUT(unsigned, out)\n"
_random = random.Random(18)
WORDS = [0, 1, 0xFF, (1 << 32) - 1, *(_random.getrandbits(32) for _ in range(30))]
BYTES, WIDE, TWO = "static uint8_t a[8];", "static uint32_t a[8];", "static uint8_t a[8], b[8];"
FILL = "UNROLL for (int i = 0; i < 8; i++) a[i] = x * (2 * i + 1) >> i;"
SUM = "UNROLL for (int i = 0; i < 8; i++) s = s * 3 + {}[i] * (i + 1);"


def design(name: str, head: str, *body: str) -> CDesign:
    """A design that reads a word `x`, and writes `s`."""
    lines = "\n".join(["unsigned x = stream_read(in), s = 0;", *body, "stream_write(out, s);"])
    return CDesign(name, f"{HEAD}{head}\nHARDWARE void unit(void) {{\n{lines}\n}}\n", {"in": WORDS})


RECORDS = """struct record { uint8_t *p; int n; uint8_t k[4]; };
static struct record records[2] = {{a, 0}, {b + 1, 1}};"""
LIST = """struct item { int value; struct item *next; };
static struct item last = {3, 0}, middle = {5, &last}, first = {4, &middle};"""
TABLES = """ROM uint8_t odd[4] = {1, 3, 5, 7}, even[4] = {2, 4, 6, 8};
static const uint8_t *const tables[3] = {odd, even, odd + 2};"""
ABSORB = """static unsigned absorbed(const uint8_t *m, size_t n) {
    unsigned s = 0;
    for (; n >= 4; n -= 4, m += 4) { uint32_t w; memcpy(&w, m, 4); s = s * 7 + w; }
    uint8_t tail[4] = {0};
    memcpy(tail, m, n);
    tail[n] = 0x80;
    return s * 7 + (tail[0] | tail[1] << 8 | tail[2] << 16 | (unsigned)tail[3] << 24);
}"""
DESIGNS = [
    design("counted", BYTES, FILL, "uint8_t *p = a; for (int i = 0; i < 8; i++) s = s * 5 + *p++;"),
    design(
        "up_to_an_end",
        WIDE,
        FILL,
        "for (uint32_t *p = a, *end = a + 1 + (x & 7); p < end; p++) s = s * 5 + *p;",
    ),
    design(
        "up_to_another_pointer",
        BYTES,
        FILL,
        "uint8_t *p = a, *q = a + 7; while (p != q) s = s * 5 + (*p++ ^ *q);",
    ),
    design(
        "down_to_the_start", WIDE, FILL, "for (uint32_t *p = a + 7; p >= a; p--) s = s * 5 + *p;"
    ),
    design(
        "written",
        BYTES,
        FILL,
        "for (uint8_t *p = a + (x & 3); p != a + 8; p += 1) *p ^= x >> 3;",
        SUM.format("a"),
    ),
    design(
        "blocks",
        BYTES,
        FILL,
        "const uint8_t *m = a; for (int i = 0; i < 2; i++, m += 4) s = s * 5 + (m[0] | m[1] << 8 | m[3] << 24);",
    ),
    design(
        "swapped",
        TWO,
        FILL,
        "uint8_t *p = a, *q = b; for (int i = 0; i < 6; i++) { *q = *p + i; uint8_t *t = p + 1; p = q; q = t; }",
        SUM.format("b"),
    ),
    design(
        "one_of_two",
        TWO,
        FILL,
        "uint8_t *p = x & 1 ? a : b; for (int i = 0; i < 6; i++) { *p += x >> i; p = p == a + 2 ? b : p + 1; }",
        SUM.format("b"),
    ),
    design(
        "static_pointer",
        BYTES + "static uint8_t *p = a + 1;",
        "*p = x; if (++p == a + 8) p = a;",
        "s = p - a;",
        SUM.format("a"),
    ),
    design(
        "pointer_that_may_be_null",
        BYTES + "static uint8_t *p;",
        "if (p) *p++ ^= x; if (!p || p == a + 5) p = a;",
        SUM.format("a"),
    ),
    design(
        "in_structs",
        TWO + RECORDS,
        "struct record *r = &records[x & 1]; *r->p += x; r->k[x >> 1 & 3]++;",
        "if (++r->n & 4) r->p = r->p == b ? a : b;",
        SUM.format("a"),
        SUM.format("b"),
        "s += records[1].k[2];",
    ),
    design(
        "linked_list",
        LIST,
        "for (struct item *p = &first; p; p = p->next) { p->value += x; s = s * 3 + p->value; }",
    ),
    design("table_of_tables", TABLES, "const uint8_t *p = tables[x % 3]; s = p[0] << 8 | p[1];"),
    design(
        "through_a_table",
        "ROM uint16_t t[8] = {1, 20, 300, 4, 50, 600, 7, 80};",
        "const uint16_t *p = t; for (int i = 0; i < 8; i++) s = s * 3 + (*p++ ^ x);",
    ),
    design(
        "array_of_pointers",
        TWO,
        FILL,
        "uint8_t *rows[2] = {a, b}; rows[x & 1][x >> 1 & 7] = x; rows[1] += 2; s = rows[x >> 4 & 1][3];",
        SUM.format("b"),
    ),
    design(
        "pointer_to_a_pointer",
        TWO,
        FILL,
        "uint8_t *p = a, **q = &p; for (int i = 0; i < 4; i++) { (*q)++; s += **q; if (x >> i & 1) *q = b; }",
    ),
    design("message_and_tail", BYTES + ABSORB, FILL, "s = absorbed(a, x & 7);"),
    design(
        "copied_through",
        TWO,
        FILL,
        "uint8_t *p = x & 1 ? a : b; for (int i = 0; i < 3; i++, p += 2) { memcpy(p, a + 4, 2); memset(p, x, 1); }",
        SUM.format("a"),
        SUM.format("b"),
    ),
    design(
        "moved_through",
        BYTES,
        FILL,
        "uint8_t *p = a, *q = a + (x & 3); for (int i = 0; i < 2; i++, p++) memmove(p, q, x >> 2 & 3);",
        SUM.format("a"),
    ),
]
WIDTHS = {"counted": 4, "down_to_the_start": 5, "blocks": 2, "through_a_table": 4}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return cosimulate(DESIGNS, tmp_path_factory.mktemp("pointers"))


@pytest.mark.parametrize("name", [one.name for one in DESIGNS])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", WIDTHS)
def test_a_pointer_is_a_narrow_index_under_its_own_name(outcomes, name):
    registers = {
        register.name: register.width for register in outcomes[name].result.registers.registers
    }
    assert registers["m" if name == "blocks" else "p"] == WIDTHS[name]


def test_a_pointer_costs_no_cycle(outcomes):
    assert set(outcomes["counted"].cycles("out")) == {8} and set(
        outcomes["linked_list"].cycles("out")
    ) == {3}
