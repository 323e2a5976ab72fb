"""Designs to cells: area by arithmetic, attempts kept, and what is said of designs that cells
cannot build.
"""

import pytest
from tiny_library import CELLS, liberty

from cryptagon.asic import implement
from cryptagon.asic.strategies import STRATEGIES
from cryptagon.errors import CryptagonError
from cryptagon.toolchain import find, run

TOGGLE = """\
module toggle (input logic clk, input logic a, b, output logic q, output logic p);
  always_ff @(posedge clk) begin
    q <= ~(p & b);
    p <= q;
  end
endmodule
"""


def test_area_is_that_of_the_cells_in_gate_equivalents(build, tiny, design):
    """Two registers of 12 and a NAND of 2, in units of 2."""
    seen = []
    found = implement(design("toggle", TOGGLE), tiny, ["area", "balanced"], progress=seen.append)
    for attempt in found.attempts:
        logic = {name: count for name, count in attempt.cells.items() if name != "DFF"}
        assert attempt.cells["DFF"] == attempt.registers == 2
        assert attempt.area and attempt.area == pytest.approx(
            2 * 12 + sum(count * tiny.cells[name].area for name, count in logic.items())
        )
        assert attempt.gate_equivalents == attempt.area / 2 and attempt.register_equivalents == 12
        assert attempt.ok and attempt.fmax_mhz and attempt.critical_path
    area = found.attempts[0]
    assert area.cells == {"DFF": 2, "NAND2": 1} and area.gate_equivalents == 13
    assert [one.strategy for one in found.attempts] == ["area", "balanced"] and seen == list(
        found.attempts
    )


def test_nothing_is_done_twice_and_a_change_is_noticed(build, tiny, design, library_of):
    first = implement(design("toggle", TOGGLE), tiny, ["area"])
    again = implement(design("toggle", TOGGLE), tiny, ["area"])
    assert (first.attempts[0].cached, again.attempts[0].cached) == (False, True) and again == first
    larger = library_of(
        liberty(*(text.replace("area : 12", "area : 14") for text in CELLS.values()))
    )
    other = implement(design("toggle", TOGGLE), larger, ["area"])
    assert (
        not other.attempts[0].cached
        and other.digest != first.digest
        and other.attempts[0].gate_equivalents == 15
    )


def test_a_library_of_the_same_name_is_not_taken_for_another(build, design, library_of):
    """Yosys keeps compiled libraries by path: one whose NAND is dear must not be mapped as if it
    were cheap.
    """
    dear = [
        text.replace("cell (NAND2) { area : 2;", "cell (NAND2) { area : 90;")
        for text in CELLS.values()
    ]
    cheap, other = library_of(liberty()), library_of(liberty(*dear))
    cells = [
        implement(design("toggle", TOGGLE), library, ["area"]).attempts[0].cells
        for library in (cheap, other)
    ]
    assert cells[0] == {"DFF": 2, "NAND2": 1} and "NAND2" not in cells[1]


def test_a_design_without_a_clock_is_a_result(build, tiny, design):
    text = "module wires (input logic a, b, output logic y); assign y = ~(a & b); endmodule\n"
    found = implement(design("wires", text), tiny, ["area"])
    (only,) = found.attempts
    assert "no path leads from register to register" in only.status and not only.ok
    assert only.fmax_mhz is None and only.gate_equivalents == 1


KEEP = "module keep (input logic g, d, output logic q); always_latch if (g) q = d; endmodule\n"


def test_a_latch_that_the_library_has_not(build, tiny, design):
    with pytest.raises(CryptagonError, match="Yosys cannot synthesise keep") as caught:
        implement(design("keep", KEEP), tiny, ["area"])
    assert "D latches are not supported" in caught.value.why


def test_a_latch_that_the_library_has_is_a_result_without_a_clock(build, nangate45, design):
    found = implement(design("keep", KEEP), nangate45, ["area"])
    (only,) = found.attempts
    assert only.status.startswith(
        "the netlist has 1 latches"
    ) and only.gate_equivalents == pytest.approx(2.66 / 0.798, rel=1e-3)


def test_a_fault_in_the_sources_is_told_by_the_users_file(build, tiny, design):
    broken = design("broken", "module broken (input logic a);\n  assign b = c +;\nendmodule\n")
    with pytest.raises(CryptagonError, match="Yosys cannot synthesise broken") as caught:
        implement(broken, tiny, ["area"])
    assert caught.value.where == f"{broken.sources[0]}:2"
    assert list(build.glob("asic/broken/*.failed/yosys.log"))


def test_a_strategy_that_is_not_there(build, tiny, design):
    with pytest.raises(CryptagonError, match="no strategy 'fastestest'") as caught:
        implement(design("toggle", TOGGLE), tiny, ["fastestest"])
    assert "fastest" in caught.value.fix
    with pytest.raises(CryptagonError, match="no strategy to map with"):
        implement(design("toggle", TOGGLE), tiny, [])


SCRAMBLER = """\
module scrambler (input logic clk, input logic [7:0] a, output logic [7:0] q);
  logic [7:0] p;
  always_ff @(posedge clk) begin
    p <= a + {q[0], q[7:1]};
    q <= (p & {8{q[3]}}) ^ (q | ~p) ^ (p + 8'd3);
  end
endmodule
"""


@pytest.mark.slow
def test_every_strategy_maps_to_a_real_library(build, nangate45, design):
    """Smallest and fastest are what their names say, no net is beyond what its driver is made for,
    and all compute the same.
    """
    found = implement(design("scrambler", SCRAMBLER), nangate45)
    assert [one.strategy for one in found.attempts] == list(STRATEGIES) and all(
        one.ok for one in found.attempts
    )
    by_name = {
        one.strategy: (one.gate_equivalents or 0, one.fmax_mhz or 0) for one in found.attempts
    }
    assert by_name["area"][0] < by_name["fastest"][0] and by_name["area"][1] < by_name["fastest"][1]
    assert {one.registers for one in found.attempts} == {16} and {
        one.overloaded for one in found.attempts
    } == {0}
    for one in found.attempts:
        _prove_equivalent(design("scrambler", SCRAMBLER), one.folder, nangate45.path, build)


EQUIVALENCE = """\
read_verilog -sv {source}
prep -flatten -top {top}
rename {top} gold
design -stash gold
read_json {netlist}
rename {top} gate
read_liberty -ignore_miss_func {library}
hierarchy -top gate
proc
flatten
opt_clean
design -stash gate
design -copy-from gold gold
design -copy-from gate gate
equiv_make gold gate equiv
hierarchy -top equiv
equiv_simple -short
equiv_induct
equiv_status -assert
"""


def _prove_equivalent(source, folder, library, work):
    """By Yosys, from the functions of the cells: a netlist that computes something else is no
    netlist of the design.
    """
    names = {
        "source": source.sources[0],
        "top": source.top,
        "netlist": folder / "netlist.json",
        "library": library,
    }
    (work / "prove.ys").write_text(EQUIVALENCE.format(**names))
    yosys = find("yosys")
    assert (
        "Equivalence successfully proven"
        in run([*yosys.argv, "prove.ys"], cwd=work, env=yosys.env).stdout
    )
