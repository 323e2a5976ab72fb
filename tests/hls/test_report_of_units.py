"""What the report tells of shared functions and of FIFOs, against what was counted by hand."""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.report import write_report
from cryptagon.hls.report.content import Operators

SOURCE = """\
#include <cryptagon.h>
STREAM_IN(uint_t(16), in)
STREAM_DEPTH(in, 5)
STREAM_OUT(uint_t(16), out)
ROM uint_t(16) table[16] = {1, 2, 4, 8, 16, 32, 64, 128, 27, 54, 108, 216, 171, 77, 154, 47};
struct pair { uint_t(16) a; uint_t(3) b; };
SHARED_UNITS(2) static uint_t(16) f(struct pair p, uint_t(16) c) {
    return p.a * c ^
           table[(c + p.b) & 15];
}
HARDWARE void unit(void) {
    uint_t(16) x = stream_read(in);
    uint_t(16) y = f((struct pair){x, 1}, 3);
    uint_t(16) z = f((struct pair){x, 2}, 5);
    x = f((struct pair){y, z}, z)
        + x;
    stream_write(out, x);
}
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("units")
    (folder / "unit.c").write_text(SOURCE)
    return write_report(
        compile_source(folder / "unit.c", folder / "out", module="Unit"), folder / "out"
    )


@pytest.fixture(scope="module")
def report(written):
    return written[0]


def test_a_shared_function_tells_its_units_and_who_calls_it(report):
    (shared,) = report.shared
    assert (shared.name, shared.module, shared.units, shared.bits) == ("f", "Unit_unit_f", 2, 16)
    assert shared.operands == {"p_a": 16, "p_b": 3, "c": 16}
    assert (shared.place.line, [place.line for place in shared.calls]) == (7, [13, 14, 15])
    assert shared.levels > 5


def test_the_state_tells_which_call_began_it(report):
    assert [(state.reason, state.place.line) for state in report.states] == [
        ("loop", 12),
        ("third call of shared function 'f' with 2 units", 15),
    ]
    assert all(state.explanation for state in report.states)


def test_operators_of_a_unit_are_counted_once_a_unit(report):
    assert Operators(kind="multiplier", width=16, count=2) in report.operators
    assert Operators(kind="multiplier", width=16, count=2) in report.lines[8 - 1].operators
    assert Operators(kind="table", width=16, count=2) in report.lines[9 - 1].operators
    assert Operators(kind="adder", width=16, count=1) in report.lines[16 - 1].operators
    assert report.nets["unit_f_0.umul_L8"] == "unit.c:8"


def test_the_longest_path_leads_through_the_unit(report):
    longest = report.paths[0]
    kinds = [step.operation for step in longest.steps]
    assert kinds.index("shared function f") < kinds.index("add")
    assert (longest.begins, longest.ends) in [
        ("port in", "port out"),
        ("state", "port out"),
    ] or longest.begins.startswith("register")
    assert (
        longest.levels
        == longest.steps[-1].arrival
        == pytest.approx(sum(step.levels for step in longest.steps), abs=0.02)
    )
    assert longest.levels > report.shared[0].levels + 1


def test_memories_are_the_units_tables_and_the_fifo(report):
    found = [
        (memory.kind, memory.name, memory.words, memory.width, memory.readers)
        for memory in report.memories
    ]
    assert found == [("ROM", "rom_table_16", 16, 16, 2), ("FIFO", "in", 5, 16, 1)]
    assert [(stream.name, stream.depth) for stream in report.streams] == [("in", 5), ("out", 0)]


def test_the_page_shows_both(written):
    page = re.sub(r"<[^>]+>", "", written[1][0].read_text())
    assert "Shared functions" in page and "Unit_unit_f" in page and "FIFO" in page
