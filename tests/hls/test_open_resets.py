"""A register that begins with any(type), or has NO_RESET, has no reset, whoever may see it."""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.cleanup.any_values import open_any_values

HEAD = """#include <cryptagon.h>
typedef uint_t(12) odd_t;
struct pair { odd_t low; uint_t(8) high; };
STREAM_IN(odd_t, taken);
STREAM_OUT(uint_t(16), given);
WIRE_IN(bit, loads);
"""
LOOP = """HARDWARE void unit(void) {
    odd_t kept = %s;
    bit loaded = 0;
    for (;;) {
        if (wire_read(loads)%s) { kept = stream_read(taken); loaded = 1; continue; }
        stream_write(given, kept);
        %s
    }
}
"""
CLEARED = "kept = stream_read(taken) == 5 ? (odd_t)0 : kept;"
STRUCT = """HARDWARE void unit(void) {
    struct pair kept = any(struct pair);
    for (;;) {
        if (wire_read(loads)) { kept.low = stream_read(taken); kept.high = kept.low >> 4; continue; }
        stream_write(given, kept.low ^ kept.high);
    }
}
"""
ARRAY = """HARDWARE void unit(void) {
    odd_t kept[2];
    UNROLL for (int i = 0; i < 2; i++) kept[i] = any(odd_t);
    for (;;) {
        if (wire_read(loads)) { kept[0] = kept[1]; kept[1] = stream_read(taken); continue; }
        stream_write(given, kept[0] ^ kept[1]);
    }
}
"""
STATIC = """HARDWARE void unit(void) {
    %sREGISTER odd_t kept;
    if (wire_read(loads)) { kept = stream_read(taken); return; }
    stream_write(given, kept);
}
"""
STATIC_STRUCT = """HARDWARE void unit(void) {
    NO_RESET REGISTER struct pair kept[2];
    if (wire_read(loads)) { kept[0] = kept[1]; kept[1].low = kept[1].high = stream_read(taken); return; }
    stream_write(given, kept[0].low ^ kept[1].high);
}
"""
POINTER = """HARDWARE void unit(void) {
    static odd_t words[4];
    static bit begun;
    NO_RESET static odd_t *at;
    if (wire_read(loads) || !begun) {
        odd_t word = stream_read(taken);
        at = &words[word & 3];
        *at = word;
        begun = 1;
        return;
    }
    stream_write(given, *at);
}
"""


def resets(source: str, place) -> set[str]:
    """The registers that have a reset."""
    file = place / "unit.c"
    file.write_text(HEAD + source)
    text = compile_source(file, place / "out").core.sources[0].read_text()
    return set(re.findall(r"if \(rst\b.*?\) r_(\w+) <= ", text))


@pytest.mark.parametrize(
    ("source", "with_reset"),
    [
        (LOOP % ("0", "", ""), {"kept"}),
        (LOOP % ("any(odd_t)", "", ""), set()),
        (LOOP % ("any(odd_t)", "", CLEARED), set()),
        (LOOP % ("any(odd_t) ^ 1", "", ""), {"kept"}),
        (STRUCT, set()),
        (ARRAY, set()),
        (STATIC % "", {"kept"}),
        (STATIC % "NO_RESET ", set()),
        (STATIC_STRUCT, set()),
        (POINTER, set()),
    ],
    ids=[
        "0",
        "any",
        "cleared",
        "computed",
        "struct",
        "array",
        "static",
        "no reset",
        "array of structs",
        "pointer",
    ],
)
def test_what_the_program_leaves_open_has_no_reset(source, with_reset, tmp_path):
    found = resets(source, tmp_path)
    assert found == with_reset


def test_a_design_whose_items_do_not_hang_on_it_is_equal(tmp_path):
    file = tmp_path / "unit.c"
    file.write_text(HEAD + LOOP % ("any(odd_t)", " || !loaded", CLEARED))
    result = compile_source(file, tmp_path / "out")
    assert check_equivalence(file, result, tmp_path / "testbench").compared["given"]


COPIED = """define void @f() {
  %cg_value = alloca i16, align 2
  %kept = alloca i16, align 2
  call void @cg_fill_any(ptr noundef %cg_value, i64 noundef 2) #3
  %0 = load i16, ptr %cg_value, align 2
  %loadedv = trunc i16 %0 to i12
  %storedv = zext i12 %loadedv to i16
  store i16 %storedv, ptr %kept, align 2
  {reads}
  ret void
}
"""


@pytest.mark.parametrize(
    ("reads", "open_word"),
    [
        ("%1 = load i16, ptr %kept, align 2\n  %cut = trunc i16 %1 to i12", True),
        ("%1 = load i16, ptr %kept, align 2\n  %cut = trunc i16 %1 to i14", False),
        ("%1 = load i16, ptr %kept, align 2\n  %high = lshr i16 %1, 12", False),
        ("store i16 0, ptr %kept, align 2\n  %1 = load i16, ptr %kept, align 2", False),
        ("call void @g(ptr %kept)", False),
        (
            "%at = getelementptr inbounds [2 x i8], ptr %kept, i64 0, i64 1\n  %1 = load i8, ptr %at, align 1",
            False,
        ),
    ],
)
def test_a_word_is_copied_only_into_a_variable_of_its_width(reads, open_word):
    """The rest of a wider variable is 0, which the program may know."""
    text = open_any_values(COPIED.replace("{reads}", reads))
    assert ("store i16 %0, ptr %kept" in text) == open_word
    assert "cg_fill_any" not in text
