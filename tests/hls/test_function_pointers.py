"""Calls through pointers to functions: each pointer means the function that it means natively."""

import random

import pytest
from batches import Outcomes

from cryptagon.hls import compile_source
from cryptagon.hls.check import CDesign, check_equivalence
from cryptagon.hls.source.function_pointers import with_chosen_functions

HEAD = """#include <cryptagon.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
typedef uint32_t (*op_t)(uint32_t, uint32_t);
static uint32_t add(uint32_t a, uint32_t b) { return a + b; }
static uint32_t sub(uint32_t a, uint32_t b) { return a - b; }
static uint32_t mix(uint32_t a, uint32_t b) { return a * 5 ^ b; }
"""
_random = random.Random(2911)
WORDS = [0, 1, 0xFFFFFFFF, *(_random.getrandbits(32) for _ in range(24))]

FOLD = """static uint32_t fold(op_t f, uint32_t x) {
    uint32_t s = 0;
    for (int i = 0; i < 4; i++) s = f(s, x >> i);
    return s;
}"""
OPERATIONS = """struct operations { const char *name; op_t f; void (*then)(uint32_t *); size_t times; };
static void twice(uint32_t *p) { *p *= 2; }
static const struct operations one = {"one", add, twice, 3}, two = {"two", sub, NULL, 4};
static uint32_t run(const struct operations *o, uint32_t x) {
    for (size_t i = 0; i < o->times; i++) { x = o->f(x, 9); if (o->then) o->then(&x); }
    return x;
}"""
# As libraries of hashes are: a description of each, and a context that holds a pointer to one.
LIBRARY = """typedef struct { uint32_t s[2], n; } sum_t;
typedef struct { uint8_t b[4]; uint32_t n; } bytes_t;
typedef struct {
    const char *name;
    void (*begin)(void *);
    void (*update)(void *, const uint8_t *, size_t);
    uint32_t (*end)(void *);
} info_t;
static void sum_begin(void *p) { memset(p, 0, sizeof(sum_t)); ((sum_t *)p)->s[0] = 7; }
static void sum_update(void *p, const uint8_t *d, size_t n) { sum_t *c = p; while (n--) c->s[c->n++ & 1] += *d++ * 33; }
static uint32_t sum_end(void *p) { sum_t *c = p; return c->s[0] ^ c->s[1]; }
static void bytes_begin(void *p) { memset(p, 0, sizeof(bytes_t)); }
static void bytes_update(void *p, const uint8_t *d, size_t n) {
    bytes_t *c = p;
    for (size_t i = 0; i < n; i++) c->b[c->n++ & 3] ^= d[i];
}
static uint32_t bytes_end(void *p) { bytes_t *c = p; return c->b[0] << 8 | c->b[3]; }
static const info_t sum_info = {"SUM", sum_begin, sum_update, sum_end};
static const info_t bytes_info = {"BYTES", bytes_begin, bytes_update, bytes_end};
static const info_t *const list[] = {&sum_info, &bytes_info, NULL};
typedef struct { const info_t *info; union { sum_t s; bytes_t b; } u; } context_t;
static const info_t *find(const char *name) {
    for (int i = 0; list[i]; i++) if (!strcmp(list[i]->name, name)) return list[i];
    return NULL;
}
static uint32_t digest(const info_t *info, uint32_t x) {
    uint8_t d[4] = {x, x >> 8, x >> 16, x >> 24};
    context_t c;
    c.info = info;
    c.info->begin(&c.u); c.info->update(&c.u, d, 4); c.info->update(&c.u, d + 1, 3);
    return c.info->end(&c.u);
}"""
SHARED = """SHARED static uint32_t product(uint32_t a) { return a * 0x9E3779B1u; }
static uint32_t unit_of(uint32_t a, uint32_t b) { return product(a ^ b); }
static uint32_t slow(uint32_t a, uint32_t b) { for (unsigned i = 0; i < (b & 7); i++) a = a * 3 + i; return a; }
static uint32_t reading(uint32_t a, uint32_t b) { return stream_read(in) + a - b; }
static op_t ops[3] = {unit_of, slow, reading};"""
SORT = """typedef bool (*order_t)(uint32_t, uint32_t);
static bool falling(uint32_t a, uint32_t b) { return a < b; }
static bool rising(uint32_t a, uint32_t b) { return a > b; }
static void sort(uint32_t *values, int count, order_t before) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && before(values[j - 1], values[j]); j--) {
            uint32_t kept = values[j];
            values[j] = values[j - 1];
            values[j - 1] = kept;
        }
}
static void outer(uint32_t *values, int count, order_t order) { sort(values, count, order); }"""
SMALL = """struct pair { uint8_t a; uint32_t b; };
static uint8_t low(uint8_t x, bool up) { return up ? x + 1 : x; }
static uint8_t high(uint8_t x, bool up) { return up ? x << 1 : ~x; }
static struct pair swapped(struct pair p) { return (struct pair){p.b, p.a}; }
static struct pair doubled(struct pair p) { p.b *= 2; return p; }"""


def design(name: str, head: str, body: str) -> CDesign:
    """A design that reads a word `x`, and writes `r`."""
    lines = f"uint32_t x = stream_read(in), r;\n{body}\nstream_write(out, r);"
    return CDesign(name, f"{HEAD}{head}\nHARDWARE void unit(void) {{\n{lines}\n}}\n", {"in": WORDS})


DESIGNS = [
    design("given_differently", FOLD, "r = fold(add, x) ^ fold(sub, x) ^ fold(mix, x);"),
    design(
        "handed_on_alike",
        SORT,
        "uint32_t v[4] = {x, ~x, 5, x >> 3}; outer(v, 4, rising); outer(v + 1, 3, rising); r = v[0] ^ v[2] << 1;",
    ),
    design(
        "handed_on_differently",
        SORT,
        "uint32_t v[4] = {x, ~x, 5, x >> 3}; outer(v, 4, falling); outer(v, 3, rising); r = v[0] ^ v[2] << 1;",
    ),
    design(
        "parameter_that_is_written",
        SORT.replace("{ sort(values", "{ if (count > 3) order = rising; sort(values"),
        "uint32_t v[4] = {x, ~x, 5, x >> 3}; outer(v, 4, falling); r = v[0] ^ v[2] << 1;",
    ),
    design(
        "parameter_by_its_address",
        SORT.replace("{ sort(values", "{ order_t *at = &order; *at = rising; sort(values"),
        "uint32_t v[4] = {x, ~x, 5, x >> 3}; outer(v, 4, falling); r = v[0] ^ v[2] << 1;",
    ),
    design("chosen", "", "op_t f = x & 1 ? add : x & 2 ? mix : sub; r = f(x, 11);"),
    design(
        "in_a_table", "static const op_t table[3] = {add, sub, mix};", "r = table[x % 3](x, 7);"
    ),
    design("in_constant_structs", OPERATIONS, "r = run(&one, x) ^ run(&two, x);"),
    design(
        "kept_in_a_struct",
        "static struct { op_t f; uint32_t s; } c;",
        "if (!c.f) c.f = add; if (x & 1) c.f = sub; if (x & 2) c.f = mix; r = c.s = c.f(c.s, x);",
    ),
    design("compared", "static op_t f = mix;", "if (f == mix) f = add; else f = mix; r = f(x, 3);"),
    design(
        "named_in_a_string",
        'static const char note[] = "x@add";',
        "op_t f = x & 1 ? add : sub; r = f(x, note[x % 5]);",
    ),
    design(
        "of_the_library_of_c",
        """static void *(*set)(void *, int, size_t) = memset;
        static void *ones(void *p, int byte, size_t n) {
            for (size_t i = 0; i < n; i++) ((uint8_t *)p)[i] = byte ^ 255;
            return p;
        }""",
        """uint8_t b[4] = {x, 2, 3, 4};
        set(b + 1, x >> 8, 2);
        r = b[0] | b[1] << 8 | b[2] << 16 | b[3] << 24;
        set = x & 1 ? ones : memset;""",
    ),
    design("of_a_library", LIBRARY, 'r = digest(&sum_info, x) + digest(find("BYTES"), x);'),
    design("of_a_library_by_data", LIBRARY, "r = digest(list[x & 1], x);"),
    design(
        "with_cycles_items_and_units",
        SHARED,
        "r = unit_of(x, 1); for (int i = 0; i < 3; i++) r ^= ops[i](x, i); ops[x & 1] = ops[2 - (x & 1)];",
    ),
    design(
        "small_numbers_and_structs",
        SMALL,
        """uint8_t (*f)(uint8_t, bool) = x & 1 ? low : high; struct pair (*g)(struct pair) = x & 4 ? swapped : doubled;
        struct pair p = g((struct pair){x, x >> 8}); r = f(x >> 3, x >> 2 & 1) ^ p.a ^ p.b;""",
    ),
]
NAMES = [one.name for one in DESIGNS]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return Outcomes(tmp_path_factory.mktemp("pointers"), [DESIGNS])


@pytest.mark.parametrize("name", NAMES)
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


def test_what_is_known_costs_nothing(outcomes):
    """A pointer that is the same function in a call leaves neither a register nor a choice."""
    held = outcomes["in_constant_structs"].result.registers
    assert held.bits < 32 * 2 + 8  # s or x, and a counter in each loop


VIRTUAL = """#include <cryptagon.h>
#include <cstdint>
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
struct hash {
    uint32_t s = 1;
    virtual void update(uint32_t x) = 0;
    virtual uint32_t end() { return s; }
};
struct sum : hash { void update(uint32_t x) override { s = s * 31 + x; } };
struct mask : hash {
    uint8_t k[4] = {1, 2, 3, 4};
    void update(uint32_t x) override { s ^= x << 3; k[x & 3]++; }
    uint32_t end() override { return ~s + k[1]; }
};
static uint32_t digest(hash &h, uint32_t x) {
    for (int i = 0; i < 3; i++) h.update(x + i);
    return h.end();
}
HARDWARE void unit() {
    uint32_t x = stream_read(in);
    sum a; mask b;
    BODY
}
"""


@pytest.mark.parametrize(
    "body",
    [
        "stream_write(out, digest(a, x) ^ digest(b, x));",
        "hash *h = x & 8 ? static_cast<hash *>(&a) : &b; stream_write(out, digest(*h, x));",
    ],
    ids=["known", "by data"],
)
def test_virtual_functions(body, tmp_path):
    source = tmp_path / "unit.cpp"
    source.write_text(VIRTUAL.replace("BODY", body))
    result = compile_source(source, tmp_path)
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5


def test_functions_of_a_type_that_no_call_has_are_no_choice():
    text = (
        "define void @f(ptr %p) {\n  call void %p(i32 1)\n  ret void\n}\n"
        "define void @g(i8 %x) {\n  ret void\n}\n@t = constant ptr @g\n"
    )
    assert "call void %p(i32 1)" in with_chosen_functions(text)


def test_modules_without_such_calls_stay_as_they_are():
    text = "@t = constant ptr @g\ndefine void @f(ptr %p) {\n  call void @g(ptr %p)\n  ret void\n}\n"
    assert with_chosen_functions(text) == text
