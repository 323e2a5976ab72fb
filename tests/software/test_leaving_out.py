"""What can be left out of C at a line, the smallest first; lines keep their numbers."""

import pytest

from cryptagon.software.leaving_out import cuts_at

SOURCE = """\
#include "mix.h" /* { */
static int count(const char *s) {
    return *s ? 1 + count(s + 1) : 0; // }
}
int work(unsigned char *out, int n) {
    unsigned char buffer[n + 8];
    int size = n * /* ; */ 2, *other = 0;
    for (int i = 0; i < n; i++) {
        out[i] = f(buffer,
                   i);
    }
    if (n > 2)
        out[0] = g("}");
    else {
        out[1] = 7;
    }
    do { n--; } while (n);
    return size;
}
"""


def cuts(line: int) -> list[tuple[str, str]]:
    """What was left out, and what the lines that differ are now."""
    found = []
    for cut in cuts_at(SOURCE, line):
        lines = cut.text.splitlines()
        assert len(lines) == len(SOURCE.splitlines())
        changed = [new.strip() for old, new in zip(SOURCE.splitlines(), lines) if old != new]
        found.append((cut.left_out, " ".join(filter(None, changed))))
    return found


@pytest.mark.parametrize(
    ("line", "first", "now"),
    [
        (3, "return *s ? 1 + count(s + 1) : 0;", "return 0; // }"),
        (
            6,
            "unsigned char buffer[n + 8];, kept as unsigned char buffer[64];",
            "unsigned char buffer[64];",
        ),
        (8, "for (int i = 0; i < n; i++) { … 4 lines", ";"),
        (9, "out[i] = f(buffer, … 2 lines", ";"),
        (10, "out[i] = f(buffer, … 2 lines", ";"),
        (12, "if (n > 2) … 5 lines", ";"),
        (13, "if (n > 2) … 5 lines", ";"),
        (15, "out[1] = 7;", ";"),
        (17, "do { n--; } while (n);", ";"),
        (18, "return size;", "return 0;"),
    ],
)
def test_the_smallest_is_first(line, first, now):
    assert cuts(line)[0] == (first, now)


def test_an_initialiser_goes_before_the_declaration():
    assert [now for _, now in cuts(7)][1:3] == ["int size;", ";"]


def test_around_it_all_goes_in_the_end_to_the_body_of_the_function():
    told = [left_out for left_out, _ in cuts(9)]
    assert told[1].startswith("for (int i = 0")
    assert told[-1].startswith("{") and cuts(9)[-1][1] == "int work(unsigned char *out, int n) { }"


def test_nothing_can_be_left_out_of_blank_lines_and_beyond():
    assert list(cuts_at(SOURCE, 1)) == [] == list(cuts_at(SOURCE, 99))
