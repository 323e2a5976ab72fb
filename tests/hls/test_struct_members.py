"""Large structs whose members become variables of their own: results, and what becomes of each."""

import random

import pytest

from cryptagon.hls.check import CDesign, cosimulate

HEAD = """#include <cryptagon.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
struct state { const uint8_t *source; unsigned tag; int count; uint16_t table[300]; uint8_t *to; };
static uint8_t bytes[16];
static void start(struct state *s, unsigned x) {
    for (int i = 0; i < 16; i++) bytes[i] = x >> i;
    s->source = bytes, s->to = bytes + 15, s->tag = x, s->count = 0;
    for (int i = 0; i < 300; i++) s->table[i] = i * 7;
}
static unsigned step(struct state *s) {
    s->tag += *s->source++ + s->count++;
    s->table[s->tag % 300] += 3;
    return s->table[(s->tag >> 9) % 300];
}
"""
USE = "start(&s, x); for (int i = 0; i < 8; i++) r = r * 5 + step(&s); *s.to += 1; r += bytes[15];"
_random = random.Random(31)
WORDS = [0, 1, (1 << 32) - 1, *(_random.getrandbits(32) for _ in range(12))]


def design(name: str, head: str, *body: str) -> CDesign:
    """A design that reads a word `x` at a time, and writes `r`."""
    lines = "\n".join(["unsigned x = stream_read(in), r = 0;", *body, "stream_write(out, r);"])
    text = f"{HEAD}{head}\nHARDWARE void unit(void) {{\nfor (;;) {{\n{lines}\n}}\n}}\n"
    return CDesign(name, text, {"in": WORDS})


NESTED = """struct tree { uint8_t count[16]; uint16_t symbol[280]; };
struct both { struct tree one, two; unsigned at; };
static void fill(struct tree *t, unsigned x) {
    for (int i = 0; i < 16; i++) t->count[i] = x + i;
    for (int i = 0; i < 280; i++) t->symbol[i] = i * x;
}
static unsigned get(const struct tree *t, unsigned x) { return t->symbol[x % 280] + t->count[x & 15]; }
"""
TAKEN_APART = [
    design("local_one", "", "struct state s;", USE),
    design("static_one", "static struct state s;", USE),
    design(
        "with_values",
        "static struct state s = {bytes + 3, 77, -2, {1, 2, 3, [299] = 9}, bytes + 2};",
        "r = *s.source + s.tag + s.count + s.table[x % 300] + *s.to; s.tag += x; s.table[x % 300] += x;",
        "s.source = bytes + (x & 7), s.to = bytes + (x >> 8 & 7); *s.to += x;",
    ),
    design(
        "with_bits_and_addresses",
        "static const uint8_t odd[4] = {1, 3, 5, 7};\n"
        "struct part { const uint8_t *from[2]; int n; };\n"
        "static struct { unsigned a : 12, b : 20; uint16_t t[300]; char text[8]; struct part p; } s =\n"
        '    {5, 9, {1, 2, [256] = 7}, "abc", {{odd + 1, odd}, 3}};',
        "r = s.a + s.b * 5 + s.t[x % 300] + s.text[x & 7] * 9 + s.p.from[x & 1][x >> 1 & 1] + s.p.n;",
        "s.a += x; s.b ^= x >> 3; s.t[x % 300] += 3; s.p.n++;",
    ),
    design(
        "filled",
        "",
        "struct state s; start(&s, x); memset(&s, 0, sizeof s); r = s.table[x % 300] + s.count;",
    ),
    design(
        "copied",
        "",
        "struct state s; start(&s, x); r = step(&s);",
        "struct state t = s; s.tag = 0; r += step(&t) * 3 + s.table[x % 300] + t.table[7] + s.tag;",
    ),
    design(
        "nested",
        NESTED,
        "struct both b; fill(&b.one, 3); fill(&b.two, x); b.at = x >> 8;",
        "r = get(&b.one, b.at) ^ get(&b.two, b.at + 1);",
    ),
    design(
        "through_another_struct",
        "struct user { struct state *own; int more; };\n"
        "static unsigned used(struct user *u) { return step(u->own) + u->more; }",
        "struct state s; start(&s, x); struct user u = {&s, 3}; r = used(&u); u.more++; r += used(&u);",
    ),
]
WHOLE = [
    design(
        "one_of_two_structs",
        "",
        "struct state s, t; start(&s, x); start(&t, x + 1); struct state *p = x & 1 ? &s : &t;",
        "r = step(p) + s.tag * 3 + t.tag;",
    ),
    design(
        "as_bytes",
        "",
        "struct state s; memset(&s, 0, sizeof s); start(&s, x); const uint8_t *p = (const uint8_t *)&s.tag;",
        "for (int i = 0; i < 8; i++) r = r * 3 + p[i]; p = (const uint8_t *)&s;",
        "r += p[offsetof(struct state, table) + (x & 255)];",
    ),
    design(
        "from_a_link_back",
        "struct link { struct link *next; int n; };\n"
        "struct holder { unsigned value; uint16_t table[300]; struct link link; };\n"
        "static unsigned value_of(struct link *l) {\n"
        "    return ((struct holder *)((char *)l - offsetof(struct holder, link)))->value;\n}",
        "struct holder h = {.value = x}; h.table[x % 300] = 1; h.link.next = &h.link;",
        "r = value_of(h.link.next) + h.table[7];",
    ),
    design(
        "filled_over_members",
        "struct mixed { uint8_t a[300], b[20]; unsigned n; };",
        "struct mixed m; memset(m.a, x, sizeof m.a + sizeof m.b); m.n = x;",
        "m.a[x % 300] = 3; r = m.a[x / 300 % 300] + m.b[x % 20] + m.n;",
    ),
    design(
        "read_over_members",
        "struct mixed { uint16_t a[300]; unsigned low, high; };",
        "struct mixed m; m.low = x, m.high = ~x; for (int i = 0; i < 300; i++) m.a[i] = i;",
        "uint64_t both; memcpy(&both, &m.low, 8); r = m.a[x % 300] + (both >> 32) * 3 + both;",
    ),
    design(
        "of_bits_and_a_union",
        "struct packed { unsigned a : 3, b : 13; union { uint8_t u8[600]; uint16_t u16[300]; } u; int n; };",
        "struct packed m; m.a = x, m.b = x >> 7, m.n = x; for (int i = 0; i < 300; i++) m.u.u16[i] = i * 259;",
        "r = m.a + m.b * 3 + m.u.u8[x % 600] + m.u.u16[x % 300] + m.n;",
    ),
]
LISTS = [
    design(
        "list_in_a_ram",
        "struct node { struct node *next; unsigned key; uint16_t value; };\n"
        "static struct node nodes[300], *heads[4]; static unsigned used;",
        "struct node *n = heads[x & 3]; while (n && n->key != (x & 31)) n = n->next;",
        "if (!n && used < 300) { n = &nodes[used++]; n->key = x & 31; n->next = heads[x & 3];",
        "heads[x & 3] = n; }",
        "r = n ? n->value++ : 99;",
    ),
    design(
        "pointer_to_a_link",
        "struct node { unsigned key; struct node *next; };\n"
        "static struct node nodes[300], *head; static unsigned used;",
        "struct node **link = &head; while (*link && (*link)->key < (x & 255)) link = &(*link)->next;",
        "if (used < 300) { struct node *n = &nodes[used++]; n->key = x & 255; n->next = *link; *link = n; }",
        "for (struct node *n = head; n; n = n->next) r = r * 3 + n->key;",
    ),
    design(
        "pointers_in_a_ram",
        "static uint8_t *all[300]; static uint8_t other[8];",
        "for (int i = 0; i < 8; i++) other[i] = x + i;",
        "all[x % 300] = x & 1024 ? other + (x & 7) : bytes + (x & 15);",
        "uint8_t *p = all[(x >> 1) % 300]; r = p ? *p + 1 : 0; if (p) *p += 3;",
    ),
]
DESIGNS = [*TAKEN_APART, *WHOLE, *LISTS]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return cosimulate(DESIGNS, tmp_path_factory.mktemp("structs"))


@pytest.mark.parametrize("name", [one.name for one in DESIGNS])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


RAMS = {
    "with_bits_and_addresses": {"s_t"},
    "local_one": {"s_table"},
    "static_one": {"s_table"},
    "with_values": {"s_table"},
    "filled": {"s_table"},
    "copied": {"s_table", "t_table"},
    "nested": {"b_one_symbol", "b_two_symbol"},
    "through_another_struct": {"s_table"},
    "as_bytes": {"s"},
    "list_in_a_ram": {"nodes"},
    "pointer_to_a_link": {"nodes"},
    "pointers_in_a_ram": {"all"},
}


@pytest.mark.parametrize("name", RAMS)
def test_arrays_in_structs_and_arrays_of_pointers_become_rams(outcomes, name):
    assert {ram.name for ram in outcomes[name].result.rams} == RAMS[name]


def test_a_pointer_in_a_ram_has_the_bits_of_its_number(outcomes):
    widths = {
        name: outcomes[name].result.rams[0].width for name in ("pointer_to_a_link", "list_in_a_ram")
    }
    assert widths == {"pointer_to_a_link": 32 + 11, "list_in_a_ram": 32 + 16 + 11}
    assert outcomes["pointers_in_a_ram"].result.rams[0].width == 7
