"""Arrays of pointers, and of structs with pointers, in memories: results, and how wide a word is."""

import random

import pytest

from cryptagon.hls.check import CDesign, cosimulate

HEAD = """#include <cryptagon.h>
#include <stdint.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static uint8_t bytes[16];
"""
_random = random.Random(31)
WORDS = [0, 1, (1 << 32) - 1, *(_random.getrandbits(32) for _ in range(12))]


def design(name: str, head: str, *body: str) -> CDesign:
    """A design that reads a word `x` at a time, and writes `r`."""
    lines = "\n".join(["unsigned x = stream_read(in), r = 0;", *body, "stream_write(out, r);"])
    text = f"{HEAD}{head}\nHARDWARE void unit(void) {{\nfor (;;) {{\n{lines}\n}}\n}}\n"
    return CDesign(name, text, {"in": WORDS})


DESIGNS = [
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
    design(
        "addresses_at_first",
        "static const uint8_t odd[4] = {1, 3, 5, 7};\n"
        "static const uint8_t *all[300] = {odd, odd + 1, bytes + 2, [299] = odd + 3};",
        "all[x % 3 + 4] = all[x & 1]; r = *all[x % 3 + 4]; r += *all[x & 1 ? 299 : 2];",
    ),
]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return cosimulate(DESIGNS, tmp_path_factory.mktemp("pointers_in_rams"))


@pytest.mark.parametrize("name", [one.name for one in DESIGNS])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


RAMS = {
    "addresses_at_first": set(),
    "list_in_a_ram": {"nodes"},
    "pointer_to_a_link": {"nodes"},
    "pointers_in_a_ram": {"all"},
}


@pytest.mark.parametrize("name", RAMS)
def test_arrays_of_pointers_become_rams(outcomes, name):
    assert {ram.name for ram in outcomes[name].result.rams} == RAMS[name]


def test_a_pointer_in_a_ram_has_the_bits_of_its_number(outcomes):
    widths = {
        name: outcomes[name].result.rams[0].width for name in ("pointer_to_a_link", "list_in_a_ram")
    }
    assert widths == {"pointer_to_a_link": 32 + 11, "list_in_a_ram": 32 + 16 + 11}
    assert outcomes["pointers_in_a_ram"].result.rams[0].width == 7
