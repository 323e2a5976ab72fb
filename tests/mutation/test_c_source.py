"""Small changes of C: what is changed, and what is left alone."""

import pytest

from cryptagon.batch import in_this_thread
from cryptagon.catalog import Entry
from cryptagon.mutation import changes, sample_changes
from cryptagon.study.c_mutants import CFaults

SOURCE = """\
#define SIZE 16 /* a number that stays */
HARDWARE void f(void) {
    for (;;) {
        // 1 + 2 in a comment
        if (block.size == SIZE && !last) count = count + 3;
        key = stream_read(key);
    }
}
"""


def changed(what):
    (change,) = [change for change in changes(SOURCE) if change.what == what]
    return change.line, change.applied(SOURCE).splitlines()[change.line - 1].strip()


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("== becomes !=", "if (block.size != SIZE && !last) count = count + 3;"),
        ("&& becomes ||", "if (block.size == SIZE || !last) count = count + 3;"),
        ("! is left out", "if (block.size == SIZE && last) count = count + 3;"),
        ("+ becomes -", "if (block.size == SIZE && !last) count = count - 3;"),
        ("3 becomes 2", "if (block.size == SIZE && !last) count = count + 2;"),
        ("size becomes partial", "if (block.partial == SIZE && !last) count = count + 3;"),
        (
            "the first term of a condition is negated",
            "if (!block.size == SIZE && !last) count = count + 3;",
        ),
    ],
)
def test_token_is_changed(what, line):
    assert changed(what) == (5, line)


def test_statement_is_left_out():
    assert changed("key = stream_read(key); is left out") == (6, ";")


def test_comments_and_macros_stay():
    assert {change.line for change in changes(SOURCE)} == {5, 6}


def test_sample_depends_on_the_seed_alone():
    assert sample_changes(SOURCE, 4, 7) == sample_changes(SOURCE, 4, 7)
    assert len(sample_changes(SOURCE, 1000, 1)) == len(changes(SOURCE))


def test_wrong_c_of_a_core_is_found(dummy, bench):
    told = []
    faults = CFaults(Entry(dummy, "hls"), bench, 3)
    found = faults.findings(in_this_thread, told.append)
    assert found == told and len(found) == len(faults) == 3
    assert {finding.outcome for finding in found} <= {"found", "equivalent", "does not apply"}
    assert any((finding.outcome, finding.level) == ("found", "native") for finding in found)
