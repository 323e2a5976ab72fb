"""Static timing against figures reckoned by hand, and against ABC's own on pure logic."""

import re
from dataclasses import replace

import pytest
from tiny_library import CELLS, FLIP_FLOP, HEAD, gate, liberty

from cryptagon.asic.netlist import read_netlist
from cryptagon.asic.strategies import Strategy
from cryptagon.asic.table import Table
from cryptagon.asic.timing import UntimedError, analyse
from cryptagon.errors import CryptagonError
from cryptagon.toolchain import find, run

LATCH = """cell (LATCH) { area : 5; latch (IQ, IQN) { enable : "G"; data_in : "D"; }
  pin (D) { direction : input; } pin (G) { direction : input; } pin (Q) { direction : output; } }"""
FALLING = FLIP_FLOP.replace("cell (DFF)", "cell (DFFN)").replace("rising_edge", "falling_edge")


def slew(load: float) -> float:
    return 0.02 + 0.005 * load


def delay(base: float, slew_before: float, load: float) -> float:
    return base + 0.2 * slew_before + 0.01 * load


def test_register_to_register_through_an_inverter(tiny, netlist_of):
    """a -> inverter -> b: the falling edge of a is the later one, and so is the rising edge behind
    it.
    """
    netlist = netlist_of(
        tiny,
        {
            "a": ("DFF", {"CK": "clk", "D": "d", "Q": "q"}),
            "n": ("INV", {"A": "q", "Y": "y"}),
            "b": ("DFF", {"CK": "clk", "D": "y", "Q": "z"}),
        },
        inputs="clk d",
    )
    rises = 0.4 + 0.01 * 1.0 + delay(0.1, slew(1.0), 1.5) + 0.05 + 0.1 * slew(1.5)
    falls = 0.3 + 0.01 * 1.0 + delay(0.2, slew(1.0), 1.5) + 0.07 + 0.1 * slew(1.5)
    timing = analyse(netlist, tiny)
    assert timing.period_ns == pytest.approx(
        max(rises, falls)
    ) and timing.fmax_mhz == pytest.approx(1e3 / max(rises, falls))
    assert timing.critical_path[0] == "q to z: 0.603 ns, 1 levels of logic"
    assert timing.critical_path[1:] == (
        "0.310 ns DFF: q rise, to 1 pins",
        "0.220 ns INV: y fall, to 1 pins",
        "0.073 ns setup of DFF",
    )
    assert (netlist.area, netlist.register_area, netlist.registers, netlist.cells) == (
        25.0,
        24.0,
        2,
        {"DFF": 2, "INV": 1},
    )


def test_the_latest_arrival_and_the_slowest_slew_count_each_for_itself(library_of, netlist_of):
    """A NAND whose one input is early and slow (a large load), the other late and steep (two
    buffers).
    """
    library = library_of(
        liberty(
            *CELLS.values(),
            gate("DRAG", 2, "AB", "!(A & B)", sense="negative_unate", base=0.2, drag=0.5),
        )
    )
    netlist = netlist_of(
        library,
        {
            "slow": ("DFF", {"CK": "clk", "D": "in", "Q": "q"}),
            **{f"x{number}": ("INV", {"A": "q", "Y": f"open{number}"}) for number in range(20)},
            "late": ("DFF", {"CK": "clk", "D": "in", "Q": "p"}),
            "one": ("BUF", {"A": "p", "Y": "p1"}),
            "two": ("BUF", {"A": "p1", "Y": "p2"}),
            "nand": ("DRAG", {"A": "q", "B": "p2", "Y": "y"}),
            "end": ("DFF", {"CK": "clk", "D": "y", "Q": "z"}),
        },
        inputs="clk in",
    )
    late = 0.31 + 2 * delay(0.15, slew(1.0), 1.0)
    falls = late + delay(0.3, slew(1.0), 1.5)
    assert falls > 0.3 + 0.01 * 21 + delay(0.3, slew(21.0), 1.5), (
        "the slow input must be the early one"
    )
    setup = 0.07 + 0.1 * (slew(1.5) + 0.5 * slew(21.0))
    rises = (
        0.1
        + late
        + 2 * 0.1
        + delay(0.2, slew(1.0), 1.5)
        + 0.05
        + 0.1 * (slew(1.5) + 0.5 * slew(21.0))
    )
    assert analyse(netlist, library).period_ns == pytest.approx(max(falls + setup, rises))


def test_a_wire_adds_its_load(library_of, netlist_of):
    wires = 'wire_load (w) { capacitance : 2; slope : 1; fanout_length (1, 3); } default_wire_load : "w";'
    gates = {"a": ("DFF", {"CK": "clk", "D": "q", "Q": "q"})}
    plain, wired = library_of(liberty()), library_of(liberty(head=HEAD + wires))
    without, having = (
        analyse(netlist_of(library, gates), library).period_ns for library in (plain, wired)
    )
    assert without == pytest.approx(0.4 + 0.01 * 1.5 + 0.07 + 0.1 * slew(1.5))
    assert having == pytest.approx(0.4 + 0.01 * 7.5 + 0.07 + 0.1 * slew(7.5))


def test_either_edge_behind_an_exclusive_or_comes_from_the_later_one(tiny, netlist_of):
    netlist = netlist_of(
        tiny,
        {
            "a": ("DFF", {"CK": "clk", "D": "y", "Q": "q"}),
            "x": ("XOR2", {"A": "q", "B": "in", "Y": "y"}),
        },
        inputs="clk in",
    )
    assert analyse(netlist, tiny).period_ns == pytest.approx(
        0.4 + 0.01 + delay(0.4, slew(1.0), 1.5) + 0.07 + 0.1 * slew(1.5)
    )


def test_paths_from_and_to_ports_are_not_timed(tiny, netlist_of):
    gates = {
        "n": ("INV", {"A": "d", "Y": "y"}),
        "a": ("DFF", {"CK": "clk", "D": "y", "Q": "q"}),
        "m": ("INV", {"A": "q", "Y": "out"}),
    }
    with pytest.raises(UntimedError, match="no path leads from register to register"):
        analyse(netlist_of(tiny, gates, inputs="clk d", outputs="out"), tiny)


def test_a_load_beyond_the_maximum_is_counted(tiny, netlist_of):
    fan = {f"x{number}": ("INV", {"A": "y", "Y": f"o{number}"}) for number in range(21)}
    gates = {
        "a": ("DFF", {"CK": "clk", "D": "y", "Q": "q"}),
        "n": ("INV", {"A": "q", "Y": "y"}),
        **fan,
    }
    assert analyse(netlist_of(tiny, gates), tiny).overloaded == 1


def test_a_loop_without_a_register_is_told_by_its_nets(tiny, netlist_of):
    gates = {
        "a": ("DFF", {"CK": "clk", "D": "y", "Q": "q"}),
        "one": ("NAND2", {"A": "q", "B": "back", "Y": "forth"}),
        "two": ("INV", {"A": "forth", "Y": "back"}),
        "behind": ("INV", {"A": "back", "Y": "y"}),
    }
    with pytest.raises(
        UntimedError,
        match=r"loop without a register: (forth to back to forth|back to forth to back)",
    ):
        analyse(netlist_of(tiny, gates), tiny)


def register(clock: str, output: str, cell: str = "DFF") -> tuple[str, dict[str, str]]:
    return (cell, {"CK": clock, "D": "q", "Q": output})


@pytest.mark.parametrize(
    ("gates", "inputs", "why"),
    [
        (
            {"a": register("c1", "q"), "b": register("c2", "r")},
            "c1 c2",
            "several clocks: rise of c1, rise of c2",
        ),
        (
            {"a": register("c1", "q"), "b": register("c1", "r", "DFFN")},
            "c1",
            "several clocks: rise of c1, fall of c1",
        ),
        (
            {"a": register("gated", "q"), "g": ("BUF", {"A": "clk", "Y": "gated"})},
            "clk",
            "clock gated does not come from a port",
        ),
        ({"l": ("LATCH", {"G": "clk", "D": "d", "Q": "q"})}, "clk d", "1 latches, such as l"),
    ],
)
def test_what_has_no_one_clock(library_of, netlist_of, gates, inputs, why):
    library = library_of(liberty(*CELLS.values(), LATCH, FALLING))
    with pytest.raises(UntimedError, match=why):
        analyse(netlist_of(library, gates, inputs=inputs), library)


def test_a_cell_that_the_library_has_not(tiny, netlist_of):
    with pytest.raises(CryptagonError, match=r"no cell for \$_DLATCH_P_, AND9"):
        netlist_of(tiny, {"a": ("AND9", {"A": "x"}), "b": ("$_DLATCH_P_", {"D": "x"})})


def test_a_file_that_is_no_netlist(tmp_path, tiny):
    for text in ("{", '{"modules": {}}', '{"modules": {"top": {"cells": []}}}'):
        (tmp_path / "netlist.json").write_text(text)
        with pytest.raises(CryptagonError, match="no netlist of Yosys"):
            read_netlist(tmp_path / "netlist.json", "top", tiny)


NETWORK = """\
module network (input logic clk, input logic [15:0] a, b, output logic [15:0] sum, output logic [15:0] mix);
  logic [15:0] p, q;
  always_ff @(posedge clk) begin
    {p, q} <= {a, b};
    sum <= p + (q ^ {p[0], p[15:1]});
    mix <= (p & {16{q[3]}}) ^ (q | ~p) ^ (p * 16'd3);
  end
endmodule
"""


@pytest.mark.parametrize("wires", [False, True], ids=["no wires", "wires"])
def test_pure_logic_takes_as_long_as_abc_says(nangate45, tmp_path, wires):
    """ABC times logic between ports; registers that take no time, weigh nothing and need no set-up
    make ours the same.

    Left out are cells whose arcs have one sense under one condition and the other under another:
    ABC lets either sense have either's delay.
    """
    option = " -c" if wires else ""
    sizes = (
        "topo",
        "buffer -N 8",
        "topo",
        f"upsize{option} {{D}}",
        f"dnsize{option} {{D}}",
        f"stime -p{option}",
    )
    strategy = Strategy("timed", ("strash", "dch -f", "map", *sizes), 1)
    mixed = " ".join(f"-dont_use {name}_X*" for name in ("XOR2", "XNOR2", "MUX2"))
    script = f"""read_verilog -sv network.sv
synth -top network -flatten -noabc
dfflibmap -liberty {nangate45.path}
abc -liberty {nangate45.path} {mixed} -D {strategy.target_ps} -script {strategy.script}
opt_clean
write_json netlist.json
"""
    (tmp_path / "network.sv").write_text(NETWORK)
    (tmp_path / "synth.ys").write_text(script)
    yosys = find("yosys")
    said = run([*yosys.argv, "synth.ys"], cwd=tmp_path, env={**yosys.env, "TMPDIR": "."}).stdout
    picoseconds = [float(number) for number in re.findall(r"Delay =\s*([\d.]+) ps", said)]
    library = replace(
        _with_ideal_registers(nangate45), wire_load=nangate45.wire_load if wires else None
    )
    timing = analyse(read_netlist(tmp_path / "netlist.json", "network", library), library)
    assert 1e3 * timing.period_ns == pytest.approx(picoseconds[-1], abs=0.02)
    assert len(timing.critical_path) > 8


def _with_ideal_registers(library):
    nothing = Table((0.0,), (0.0,), ((0.0,),))

    def ideal(pin):
        arcs = tuple(
            replace(arc, delay=(nothing, nothing), slew=(nothing, nothing)) for arc in pin.arcs
        )
        setups = tuple(replace(check, times=(nothing, nothing)) for check in pin.setups)
        return replace(pin, capacitance=(0.0, 0.0), arcs=arcs, setups=setups)

    register = library.cells["DFF_X1"]
    return replace(
        library,
        cells={
            **library.cells,
            "DFF_X1": replace(
                register, pins={name: ideal(pin) for name, pin in register.pins.items()}
            ),
        },
    )
