"""Cell libraries: tables, units, the gate equivalent, wire loads, and what is said of files that
lack something.
"""

from random import Random

import pytest
from tiny_library import CELLS, HEAD, gate, liberty

from cryptagon.asic import library_file
from cryptagon.asic.library import WireLoad
from cryptagon.asic.table import Table
from cryptagon.errors import CryptagonError

WIRES = """
  wire_load (small) { capacitance : 0.5; resistance : 0; slope : 2; fanout_length (1, 1); fanout_length (2, 3); fanout_length (4, 4); }
  default_wire_load : "small";
"""


def test_a_table_between_and_beyond_its_points():
    table = Table((0.0, 1.0), (0.0, 10.0), ((1.0, 3.0), (2.0, 8.0)))
    assert (table.at(0, 0), table.at(1, 10)) == (1.0, 8.0)
    assert table.at(0.5, 5.0) == pytest.approx((1 + 3 + 2 + 8) / 4)
    assert table.at(0.0, 20.0) == pytest.approx(5.0)
    assert table.at(2.0, 0.0) == pytest.approx(3.0)
    assert table.at(-1.0, 0.0) == pytest.approx(0.0)


def test_the_segment_that_holds_the_point_is_used():
    table = Table((0.0, 1.0, 2.0), (0.0,), ((0.0,), (1.0,), (10.0,)))
    assert (table.at(0.5, 99.0), table.at(1.5, 0.0), table.at(3.0, 0.0)) == (0.5, 5.5, 19.0)


def test_delays_capacitances_and_checks_are_read(tiny):
    nand, flip_flop = tiny.cells["NAND2"], tiny.cells["DFF"]
    (first, _) = nand.pins["Y"].arcs
    assert first.related == "A" and first.edges == ((1, 0), (0, 1)) and not first.clocked
    assert first.delay[0] and first.delay[0].at(0.5, 4.0) == pytest.approx(
        0.2 + 0.2 * 0.5 + 0.01 * 4
    )
    assert nand.pins["A"].capacitance == (1.0, 1.0) and nand.pins["Y"].max_capacitance == 20
    assert (nand.kind, flip_flop.kind, flip_flop.area) == ("gate", "flip-flop", 12)
    assert flip_flop.pins["Q"].arcs[0].clocked and flip_flop.pins["Q"].arcs[0].edges == (
        (0, 0),
        (0, 1),
    )
    (check,) = flip_flop.pins["D"].setups
    assert check.times[1] and check.times[1].at(0.0, 0.5) == pytest.approx(0.12)


def test_a_table_with_its_axes_the_other_way_round_is_the_same(library_of):
    turned = (
        CELLS["INV"]
        .replace("by_slew_and_load", "by_load_and_slew")
        .replace('"0.1, 0.2", "0.30000000000000004, 0.4"', '"0.1, 0.3", "0.2, 0.4"')
    )
    one, other = (
        library_of(liberty(text, *list(CELLS.values())[1:])).cells["INV"].pins["Y"].arcs[0]
        for text in (CELLS["INV"], turned)
    )
    assert one.delay[0] and other.delay[0]
    assert (
        other.delay[0].at(0.5, 3.0)
        == pytest.approx(one.delay[0].at(0.5, 3.0))
        == pytest.approx(0.23)
    )


def test_picoseconds_become_nanoseconds_on_the_axes_too(library_of):
    library = library_of(liberty(head=HEAD.replace("1ns", "1ps")))
    delay = library.cells["INV"].pins["Y"].arcs[0].delay[0]
    assert delay and delay.at(0.0005, 4.0) == pytest.approx(1e-3 * (0.1 + 0.2 * 0.5 + 0.04))


def test_the_gate_equivalent_is_the_smallest_nand_by_function(tiny, library_of):
    assert tiny.gate_equivalent.name == "NAND2" and tiny.buffer.name == "BUF"
    other = library_of(
        liberty(
            *CELLS.values(), gate("ND2", 1.75, "AB", "!A + !B", sense="negative_unate", base=0.3)
        )
    )
    assert other.gate_equivalent.name == "ND2"


def test_a_library_without_nand_or_buffer_or_area(library_of):
    with pytest.raises(CryptagonError, match="no NAND of two inputs"):
        _ = library_of(liberty(CELLS["INV"], CELLS["NOR2"], CELLS["DFF"])).gate_equivalent
    with pytest.raises(CryptagonError, match="no buffer"):
        _ = library_of(liberty(CELLS["INV"], CELLS["NAND2"])).buffer
    with pytest.raises(CryptagonError, match="NAND2 has no area"):
        _ = library_of(liberty(CELLS["NAND2"].replace("area : 2", "area : 0"))).gate_equivalent


def test_wires_by_their_fanout(library_of, tiny):
    wires = library_of(liberty(head=HEAD + WIRES)).wire_load
    assert wires is not None and tiny.wire_load is None
    assert [wires.of(fanout) for fanout in (0, 1, 2, 3, 4, 6)] == [0, 0.5, 1.5, 1.75, 2.0, 4.0]
    assert WireLoad("steep", 1.0, 5.0, {2: 3.0}).of(1) == 0.0


def test_unit_and_corner(tiny, library_of):
    assert (tiny.farads, tiny.corner) == (1e-15, "1.1 V, 25 °C")
    slow = (
        HEAD
        + "operating_conditions (slow) { voltage : 0.9; temperature : 125; } default_operating_conditions : slow;"
    )
    assert library_of(liberty(head=slow)).corner == "slow, 0.9 V, 125 °C"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("table_lookup", "cmos2", "delay model is cmos2"),
        ('"1ns"', '"1 week"', "'1 week' is no unit of time"),
        ("(1, ff)", "(1, farad)", "does not say its unit of capacitance"),
        ("(1, ff)", "(one, ff)", "unit of capacitance is no number"),
        ("input_net_transition; variable_2", "weather; variable_2", "depends on weather"),
        (
            'index_1 ("0, 1"); index_2 ("0, 10");',
            'index_1 ("1, 0"); index_2 ("0, 10");',
            "does not rise",
        ),
        ('index_1 ("0, 1"); index_2 ("0, 10");', 'index_1 ("0, 1");', "has no index_2"),
        (
            'index_1 ("0, 1"); index_2 ("0, 10");',
            'index_1 ("0, 1, 2"); index_2 ("0, 10");',
            "has 4 values, and its axes ask for 6",
        ),
        ("lu_table_template (check)", "lu_table_template (chuck)", "no table template 'check'"),
        (
            "nom_voltage : 1.1;",
            'nom_voltage : 1.1; default_wire_load : "none";',
            "no wire load 'none'",
        ),
    ],
)
def test_what_is_missing_or_wrong_is_told_by_its_line(library_of, old, new, what):
    text = liberty()
    assert old in text
    with pytest.raises(CryptagonError, match=what) as caught:
        library_of(text.replace(old, new))
    assert int(caught.value.where.rpartition(":")[2]) >= 2


def test_an_arc_without_tables_and_a_library_without_cells(library_of):
    with pytest.raises(CryptagonError, match="lacks a table"):
        library_of(liberty(CELLS["INV"].replace("rise_transition", "rise_power")))
    with pytest.raises(CryptagonError, match="has no cells"):
        library_of(HEAD + "}")


def test_the_library_of_the_pinned_packages(nangate45):
    assert (nangate45.name, nangate45.corner) == ("NangateOpenCellLibrary", "typical, 1.1 V, 25 °C")
    assert (nangate45.gate_equivalent.name, nangate45.gate_equivalent.area) == ("NAND2_X1", 0.798)
    assert (
        nangate45.cells["DFF_X1"].kind == "flip-flop" and nangate45.cells["DLH_X1"].kind == "latch"
    )
    assert nangate45.wire_load.name == "5K_hvratio_1_1"


def test_a_library_that_is_not_known_or_not_installed(monkeypatch):
    with pytest.raises(CryptagonError, match="no cell library named 'nangate7'") as caught:
        library_file("nangate7")
    assert "nangate45" in caught.value.fix and "--liberty" in caught.value.fix
    monkeypatch.setattr("cryptagon.asic.sources.Path.is_file", lambda path: False)
    with pytest.raises(CryptagonError, match="osu018 is not installed") as caught:
        library_file("osu018")
    assert caught.value.fix == "apt install qflow-tech-osu018"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_broken_is_an_error_that_names_the_file(library_of, seed):
    """Cuts, doublings and changed marks at random places: a library, or a CryptagonError, and
    nothing else.
    """
    random, text, refused = Random(seed), liberty(head=HEAD + WIRES), 0
    for _ in range(60):
        place, length = random.randrange(len(text)), random.choice([1, 5, 50, 500])
        part = text[place : place + length]
        broken = (
            text[:place]
            + random.choice(["", part + part, random.choice('(){};:",x7 \n')])
            + text[place + length :]
        )
        try:
            library_of(broken)
        except CryptagonError as fault:
            assert ".lib" in fault.where
            refused += 1
    assert refused > 20
