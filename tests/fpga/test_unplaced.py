"""What synthesis alone tells: look-up tables on the longest path, and the area of a netlist, on a
part of every family.
"""

import pytest
from selection import one_of

from cryptagon.catalog import Rules, targets
from cryptagon.errors import CryptagonError
from cryptagon.fpga import luts_by_place, plan_synthesis, synthesise, unplaced
from cryptagon.fpga.families import families
from cryptagon.fpga.unplaced import levels_of

ECP5 = families()["ecp5"]
TARGETS = targets()


def cell(kind: str, inputs: dict[str, int | str], **outputs: int) -> dict[str, object]:
    """A cell of Yosys' JSON with one net a pin; constants are text."""
    directions = {**dict.fromkeys(inputs, "input"), **dict.fromkeys(outputs, "output")}
    return {
        "type": kind,
        "port_directions": directions,
        "connections": {pin: [net] for pin, net in {**inputs, **outputs}.items()},
    }


def lut(a: int, z: int, b: int | str = "0") -> dict[str, object]:
    return cell("LUT4", {"A": a, "B": b}, Z=z)


def test_longest_of_two_paths_counts():
    assert levels_of({"first": lut(1, 2), "second": lut(2, 3), "join": lut(3, 4, b=1)}, ECP5) == 3


def test_path_ends_at_a_flip_flop():
    assert (
        levels_of(
            {"first": lut(1, 2), "held": cell("TRELLIS_FF", {"DI": 2}, Q=3), "second": lut(3, 4)},
            ECP5,
        )
        == 1
    )


def test_carry_chain_is_one_level():
    chain = {
        f"bit{n}": cell("CCU2C", {"A0": 100 + n, "CIN": 200 + n if n else "0"}, COUT=201 + n, S0=300 + n) for n in range(16)
    }  # fmt: skip
    assert levels_of(chain, ECP5) == 1
    assert levels_of({**chain, "before": lut(1, 100), "after": lut(315, 400)}, ECP5) == 3


def test_multiplexer_between_tables_is_none():
    assert (
        levels_of(
            {
                "one": lut(1, 2),
                "other": lut(1, 3),
                "wide": cell("PFUMX", {"ALUT": 2, "BLUT": 3, "C0": 4}, Z=5),
            },
            ECP5,
        )
        == 1
    )


def test_memory_is_read_at_once_and_written_at_the_clock():
    memory = cell("TRELLIS_DPR16X4", {"RAD": 1, "DI": 5, "WAD": 6, "WRE": 5}, DO=2)
    assert levels_of({"memory": memory, "change": lut(2, 5)}, ECP5) == 2


def test_loop_without_a_register_is_told():
    with pytest.raises(CryptagonError, match="the netlist has a loop without a register"):
        levels_of({"first": lut(1, 2), "second": lut(2, 1)}, ECP5)


def test_every_family_counts_the_cells_of_its_netlists():
    assert [name for name, family in families().items() if not family.netlist_luts] == []


DEEP = """\
module unit(input clk, input [7:0] a, b, output reg [7:0] q, output reg any);
  reg [7:0] a_q, b_q;
  wire [7:0] sum = q + (a_q ^ b_q);
  wire all = &{a_q, b_q};
  always @(posedge clk) begin a_q <= a; b_q <= b; q <= sum; any <= all; end
endmodule
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "target", one_of(5, [*TARGETS.values()][1:] + [*TARGETS.values()][:1], lambda one: one.name)
)
def test_area_depth_and_origins_on_every_target(build, design, target):
    """25 flip-flops; an adder of 8 bits; and a gate of 16 inputs, which takes two levels of tables
    with 4 or 6 inputs.
    """
    netlist = synthesise(
        plan_synthesis(design("unit", DEEP), target, next(iter(target.strategies)), Rules())
    )
    found = unplaced(netlist)
    assert (found.area.ffs, found.area.brams, found.area.dsps) == (25, 0, 0)
    assert 8 + 3 <= found.area.luts <= 48
    assert 2 <= found.levels <= 3
    lines = luts_by_place(netlist, lambda file, first, last: f"{file}:{first}")
    assert sum(lines.values()) == found.area.luts
    assert lines["unit.sv:3"] >= 8 and lines["unit.sv:4"] >= 3
    assert lines.keys() <= {"unit.sv:3", "unit.sv:4", None} and lines.get(None, 0) <= 4
