"""A function that every call hands on alike is called by its name."""

import re

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.check import CDesign, cosimulate
from cryptagon.hls.source.known_functions import with_known_functions

SORT = """#include <cryptagon.h>
STREAM_IN(int, in)
STREAM_OUT(int, out)
typedef int (*order_t)(int, int);
static int falling(int a, int b) { return a < b; }
static int rising(int a, int b) { return a > b; }
static void sort(int *values, int count, order_t before)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && before(values[j - 1], values[j]); j--) {
            int kept = values[j];
            values[j] = values[j - 1];
            values[j - 1] = kept;
        }
}
static void outer(int *values, int count, order_t order) { sort(values, count, order); }
HARDWARE void unit(void)
{
    int values[4];
    for (int i = 0; i < 4; i++) values[i] = stream_read(in);
    CALLS
    for (int i = 0; i < 4; i++) stream_write(out, values[i]);
}
"""
ONCE = SORT.replace("CALLS", "outer(values, 4, falling);")
TWICE_ALIKE = SORT.replace("CALLS", "outer(values, 4, rising); outer(values + 1, 3, rising);")
DIFFERENT = SORT.replace("CALLS", "outer(values, 4, falling); outer(values, 2, rising);")
WRITTEN = ONCE.replace("{ sort(values", "{ if (count > 3) order = rising; sort(values")
TAKEN = ONCE.replace("{ sort(values", "{ order_t *at = &order; *at = rising; sort(values")


@pytest.mark.parametrize("source", [ONCE, TWICE_ALIKE], ids=["once", "twice_alike"])
def test_what_every_call_hands_on_is_called(source, tmp_path):
    items = {"in": [3, 0xFFFFFFFF, 7, 2, 5, 5, 1, 0]}
    outcome = cosimulate([CDesign("sorted", source, items)], tmp_path)["sorted"]
    outcome.check()
    first = outcome.native["out"][:4]
    wanted = [-1, 2, 3, 7]
    assert [value - (value >> 31 << 32) for value in first] == wanted[
        :: -1 if source is ONCE else 1
    ]


@pytest.mark.parametrize(
    "source", [DIFFERENT, WRITTEN, TAKEN], ids=["different", "written", "taken"]
)
def test_what_may_be_another_function_is_refused(source, tmp_path):
    file = tmp_path / "unit.c"
    file.write_text(source)
    with pytest.raises(CryptagonError, match=re.escape("a call through a function pointer")):
        compile_source(file, tmp_path / "out")


def test_modules_without_such_calls_stay_as_they_are():
    text = "define void @f(ptr %p) {\n  call void @g(ptr %p)\n  ret void\n}\n"
    assert with_known_functions(text) == text
