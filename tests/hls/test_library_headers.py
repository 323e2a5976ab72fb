"""What the headers of the C library mean: printing and assertions in the native run alone, and a
design that halts.
"""

import pytest

from cryptagon.hls.check import CDesign, cosimulate
from cryptagon.hls.compiler import HlsResult

HEADERS = "".join(
    f"#include <{name}.h>\n"
    for name in (
        "stdint",
        "stdbool",
        "stddef",
        "limits",
        "string",
        "stdlib",
        "stdio",
        "assert",
        "ctype",
        "strings",
    )
)
HEAD = f"#include <cryptagon.h>\n{HEADERS}STREAM_IN(int, in)\nSTREAM_OUT(unsigned, out)\n"
ITEMS = [0, 5, 32, 65, 112, 0xFFFFFFFE, 0x80000001, 123456]


def design(name: str, body: str) -> CDesign:
    return CDesign(name, f"{HEAD}HARDWARE void unit(void) {{\n{body}\n}}\n", {"in": ITEMS})


DESIGNS = [
    design(
        "strings",
        """char name[12] = "", shown[12];
        int x = stream_read(in);
        strcpy(name, x & 1 ? "odd" : "even");
        strcat(name, x < 0 ? "-" : "+");
        strncpy(shown, name, 9);
        stream_write(out, strlen(shown) | (unsigned)shown[8] << 8);
        stream_write(out, strcmp(name, "even+") + 4 * strncmp(name, "even-", 4) + 16 * !strchr(name, '-'));
        char *found = memchr(shown, 'e', 9);
        stream_write(out, found ? found - shown : 99);""",
    ),
    design(
        "older_strings",
        """char name[8] = "OddEven", other[8];
        int x = stream_read(in);
        bcopy(name, other, 8);
        if (x & 1) bzero(other, 3);
        else other[2] = 'D';
        stream_write(out, strcasecmp(name, other) + 2 * strncasecmp(name, other, 2) + 4 * !bcmp(name, other, 2));
        stream_write(out, (unsigned)*index(name, 'E') + 256 * ffs(x));""",
    ),
    design(
        "quotients",
        """int x = stream_read(in);
        div_t parts = div(x, 7);
        lldiv_t more = lldiv((long long)x << 8, 100);
        stream_write(out, parts.quot ^ parts.rem << 4 ^ ldiv(x, 3).rem ^ (unsigned)more.quot ^ (unsigned)more.rem);""",
    ),
    design(
        "characters",
        """int c = stream_read(in) & 127;
        stream_write(out, isalnum(c) | isxdigit(c) << 1 | isspace(c) << 2 | ispunct(c) << 3 | iscntrl(c) << 4);
        stream_write(out, toupper(c) << 8 | tolower(c));""",
    ),
    design(
        "absolute_values",
        "int x = stream_read(in); stream_write(out, abs(x) ^ labs(x) << 3 ^ llabs(x) << 5);",
    ),
    design(
        "printed",
        """unsigned x = stream_read(in), n = x;
        printf("%u %s\\n", n++, "word"); fprintf(stderr, "%d", (int)n); puts("text"); putchar('a' + (int)(n++ & 7));
        stream_write(out, n);""",
    ),
    CDesign(
        "printed_floating",
        HEAD
        + """
        static double as_double(unsigned long long bits) {
            union { double value; unsigned long long bits; } both;
            both.bits = bits;
            return both.value;
        }
        HARDWARE void unit(void) {
            unsigned x = stream_read(in);
            printf("%u %f %lf\\n", x, x * 0.5f, as_double(x));
            stream_write(out, x + 1);
        }
        """,
        {"in": ITEMS},
    ),
    design(
        "asserted",
        "unsigned x = stream_read(in); assert(x + 1 > 0 || x == UINT_MAX); stream_write(out, x);",
    ),
    design(
        "halted",
        "static int n; stream_write(out, stream_read(in)); if (++n == 3) exit(EXIT_FAILURE);",
    ),
    design(
        "halted_in_a_loop",
        "for (int i = 0; ; i++) { stream_write(out, stream_read(in) + i); if (i == 2) abort(); }",
    ),
]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return cosimulate(DESIGNS, tmp_path_factory.mktemp("headers"))


@pytest.mark.parametrize("name", [one.name for one in DESIGNS])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", ["printed", "printed_floating", "asserted"])
def test_printing_and_assertions_are_no_hardware(outcomes, name):
    result: HlsResult = outcomes[name].result
    assert [state.reason for state in result.states] == ["loop"] and not result.registers.registers


@pytest.mark.parametrize("name", ["halted", "halted_in_a_loop"])
def test_a_design_that_halts_takes_nothing_more(outcomes, name):
    assert len(outcomes[name].native["out"]) == 3
    assert len(outcomes[name].result.states) <= 4
