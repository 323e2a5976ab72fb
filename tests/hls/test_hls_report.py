"""The report of a compilation, against what was counted by hand on a small design."""

import re
from html.parser import HTMLParser

import pytest
from language_designs import DESIGNS

from cryptagon.hls import compile_source
from cryptagon.hls.report import Report, write_report
from cryptagon.hls.report.c_colours import coloured
from cryptagon.hls.report.content import Operators
from cryptagon.hls.report.writing import report_page

SOURCE = """\
#include <cryptagon.h>
STREAM_IN(uint_t(16), in)
STREAM_OUT(uint_t(32), out)
static ROM uint_t(8) const table[16] = {1, 2, 4, 8, 16, 32, 64, 128, 27, 54, 108, 216, 171, 77, 154, 47};
HARDWARE void unit(void) {
    REGISTER static uint_t(32) total = 7;
    uint_t(16) a = stream_read(in);
    uint_t(16) b = stream_read(in);
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++) {
            total += (uint_t(32))a * b;
            a = (uint_t(16))(a << 1) ^ table[b & 15];
        }
        b = b >> 1 | b << 15;
    }
    stream_write(out, total);
    wait();
}
"""
VOID = ("meta", "br", "path", "rect", "wbr")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    (folder / "unit.c").write_text(SOURCE)
    result = compile_source(folder / "unit.c", folder / "out", defines={"TAPS": "8"}, module="Unit")
    return result, *write_report(result, folder / "out")


@pytest.fixture(scope="module")
def report(compiled):
    return compiled[1]


@pytest.fixture(scope="module")
def page(compiled):
    return compiled[2][0].read_text()


def operators_at(report: Report, line: int) -> dict[tuple[str, int], int]:
    return {(entry.kind, entry.width): entry.count for entry in report.lines[line - 1].operators}


def test_headline(report, compiled):
    assert (report.design.module, report.design.source, report.design.defines) == (
        "Unit",
        "unit.c",
        {"TAPS": "8"},
    )
    assert report.design.states == len(compiled[0].states) == 4
    assert report.design.state_register_bits == 2
    assert report.design.register_bits == compiled[0].registers.bits + 2
    assert set(report.design.tools) == {"cryptagon", "zig-cc", "llvmlite", "xls"}


def test_every_state_tells_why_and_where(report):
    assert [(state.reason, state.place.line) for state in report.states] == [
        ("loop", 7),
        ("second access to stream 'in'", 8),
        ("loop", 10),
        ("wait()", 17),
    ]
    assert report.states[1].code == "uint_t(16) b = stream_read(in);"
    assert all(state.explanation for state in report.states)


def test_states_tell_the_lines_that_their_cycle_can_run(report):
    lines = [{place.line for place in state.lines} for state in report.states]
    assert {11, 12} <= lines[2] and not {11, 12} & (lines[0] | lines[1] | lines[3])
    assert report.lines[11 - 1].states == (2,)


def test_transitions_are_the_program_s(report):
    """The next first item is read in the cycle of the result."""
    ways = {(t.source, t.target) for t in report.transitions}
    assert ways == {(0, 1), (1, 2), (2, 2), (2, 3), (3, 1)}
    assert {(t.source, t.target) for t in report.transitions if t.back} == {(2, 2), (3, 1)}


def test_loops_tell_their_cycles(report):
    found = {
        loop.place.line: (loop.least, loop.most, loop.trips_least, loop.states)
        for loop in report.loops
    }
    assert found[9] == (4, 4, 8, (2,))
    assert found[10] == (1, 1, 4, (2,))


def test_registers_bear_the_variables_names(report):
    """`total` is loaded with its initial value as the first item is read: no reset is needed."""
    found = {register.name: register for register in report.registers}
    assert {name: register.bits for name, register in found.items()} == {
        "a": 16,
        "b": 16,
        "i": 3,
        "j": 2,
        "total": 32,
    }
    total = found["total"]
    assert (total.variables, total.reset, total.needs_reset) == (("total",), 7, False)
    assert not found["a"].needs_reset and found["a"].enable


def test_operators_stand_at_their_lines(report):
    assert operators_at(report, 11) == {("multiplier", 32): 1, ("adder", 32): 1}
    assert operators_at(report, 12) == {("table", 8): 1, ("xor", 1): 8}
    assert operators_at(report, 14) == {}  # a rotation is wiring
    assert operators_at(report, 4) == {}
    assert Operators(kind="multiplier", width=32, count=1) in report.operators


def test_the_slowest_line_is_the_product(report):
    assert max(report.lines, key=lambda line: line.levels).place.line == 11
    worst = report.paths[0]
    assert worst.begins in ("register a", "register b") and worst.ends in (
        "register total",
        "port out",
    )
    assert [step.place.line for step in worst.steps][:2] == [11, 11]
    assert (
        worst.levels
        == worst.steps[-1].arrival
        == round(sum(step.levels for step in worst.steps), 2)
    )


def test_nets_lead_back_to_lines(report, compiled):
    assert report.nets["umul_L11"] == "unit.c:11"
    verilog = compiled[0].core.sources[0].read_text()
    for net, place in report.nets.items():
        assert re.search(rf"\b{net}\b", verilog), net
        assert 1 <= int(place.rpartition(":")[2]) <= len(SOURCE.splitlines())


def test_tables_are_told(report):
    (memory,) = report.memories
    assert (memory.kind, memory.words, memory.width, memory.readers) == ("ROM", 16, 8, 1)
    assert report.design.memory_bits == 128


def test_json_is_the_report(report, compiled):
    assert Report.model_validate_json(compiled[2][1].read_text()) == report


class _Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.outside += [
            value
            for name, value in attrs
            if name in ("src", "href") and value and not value.startswith("#")
        ]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag, self.getpos()


def test_page_is_well_formed_and_needs_nothing_else(page):
    parser = _Balance()
    parser.feed(page)
    assert parser.open == [] and parser.outside == []
    assert "http" not in page and "@import" not in page and "url(" not in page.replace("url(#", "")


def test_page_draws_every_state_and_transition(page, report):
    assert len(re.findall(r'<g class="state" data-state="\d+"', page)) == len(report.states)
    assert len(re.findall(r'<path class="edge', page)) == len(report.transitions)


def test_links_of_the_page_lead_to_lines(page):
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets and targets <= set(re.findall(r'id="([^"]+)"', page))


def test_source_is_shown_as_it_is(page):
    shown = re.findall(r'<td class="source">(.*?)</td>', page)
    plain = [re.sub(r"<[^>]+>", "", line) for line in shown]
    plain = [
        line.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#39;", "'")
        .replace("&#34;", '"')
        .replace("&amp;", "&")
        for line in plain
    ]
    assert plain == SOURCE.splitlines()


def test_comments_of_several_lines_stay_comments():
    lines = [
        str(line) for line in coloured(["/* one", "two */ int x; // three", 'char *s = "/*";'])
    ]
    assert lines[0] == '<i class="comment">/* one</i>'
    assert (
        lines[1]
        == '<i class="comment">two */</i> <i class="keyword">int</i> x; <i class="comment">// three</i>'
    )
    assert "comment" not in lines[2]


def test_folder_does_not_matter(tmp_path, report):
    (tmp_path / "unit.c").write_text(SOURCE)
    other, _ = write_report(
        compile_source(tmp_path / "unit.c", tmp_path, defines={"TAPS": "8"}, module="Unit"),
        tmp_path,
    )
    assert other.model_copy(update={"cost": report.cost}) == report
    assert report_page(other.model_copy(update={"cost": report.cost})) == report_page(report)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_every_construct_has_a_report(outcomes, design, tmp_path):
    result = outcomes[design.name].result
    report, (page, _) = write_report(result, tmp_path)
    assert sum(register.bits for register in report.registers) == result.registers.bits
    assert len(report.states) == len(result.states)
    parser = _Balance()
    parser.feed(page.read_text())
    assert parser.open == []
