"""A unit with every modelled kind of cell, through synthesis, place and route: its answers, its
static timing, its limit.
"""

import random
from dataclasses import replace

import pytest
from mixer_unit import RULES, mixed, through

from cryptagon.catalog import target
from cryptagon.errors import CryptagonError
from cryptagon.timing import boards, clock_limit, layout_of
from cryptagon.timing.limit import slow_run
from cryptagon.timing.routed import read_routed
from cryptagon.timing.sdf import read_sdf
from cryptagon.timing.simulation import TimedSimulator
from cryptagon.timing.static import longest_paths

WORDS = random.Random(2).randbytes(300)
SENT, ANSWERS = list(WORDS), mixed(list(WORDS))


def test_every_kind_of_cell_is_there(mixer):
    cells = read_routed(mixer.layout.folder / "routed.json").cells
    kinds = {(cell.type, cell.parameters.get("MODE", "LOGIC")) for cell in cells}
    assert {
        ("TRELLIS_COMB", "CCU2"),
        ("TRELLIS_COMB", "DPRAM"),
        ("TRELLIS_RAMW", "LOGIC"),
        ("TRELLIS_FF", "LOGIC"),
    } <= kinds
    pins = {pin for cell in cells for pin in cell.inputs}
    assert {"F1", "FXA", "FXB", "CE", "LSR"} <= pins
    assert {cell.parameters.get("REGSET") for cell in cells if cell.type == "TRELLIS_FF"} == {
        "SET",
        "RESET",
    }


def test_routed_netlist_answers_rightly_at_a_slow_clock(mixer):
    netlist = mixer.layout.netlist
    run = slow_run(TimedSimulator.of(netlist, through(SENT, ANSWERS)), longest_paths(netlist))
    assert run.cycles > len(SENT) and run.hold_slack_ps is not None and run.hold_slack_ps > 0


def test_wrong_answer_is_noticed(mixer):
    netlist = mixer.layout.netlist
    wrong = [*ANSWERS[:200], ANSWERS[200] ^ 1, *ANSWERS[201:]]
    with pytest.raises(CryptagonError, match="answers wrongly at a slow clock") as caught:
        slow_run(TimedSimulator.of(netlist, through(SENT, wrong)), longest_paths(netlist))
    assert "word 201" in caught.value.why


def test_a_fault_in_one_cell_is_noticed(mixer):
    """Some LUTs are never told apart by these words; of ten spread over the netlist most must
    be.
    """
    netlist = mixer.layout.netlist
    chosen = range(0, len(netlist.gates), len(netlist.gates) // 10)
    noticed = 0
    for number in chosen:
        gates = list(netlist.gates)
        table = gates[number].table ^ (
            (1 << (1 << len(gates[number].arcs))) - 1
        )  # its output inverted
        gates[number] = replace(gates[number], table=table)
        run = TimedSimulator.of(replace(netlist, gates=tuple(gates)), through(SENT, ANSWERS)).run(
            50_000
        )
        noticed += not run.right
    assert noticed >= 8


def test_limit_is_not_below_static_timing(mixer):
    found = clock_limit(mixer.layout.netlist, through(SENT, ANSWERS))
    assert found.static_mhz == pytest.approx(mixer.implementation.fmax_mhz, rel=0.001)
    assert found.static_mhz <= found.settled_mhz <= found.limit_mhz < 3 * found.static_mhz


def test_a_doubled_wire_lowers_the_limit(mixer):
    netlist = mixer.layout.netlist
    before = clock_limit(netlist, through(SENT, ANSWERS))
    last = next(
        register
        for register in netlist.registers
        if netlist.sites[register.cell].name == before.slow.settled_cell
    )
    slower = replace(last, data=replace(last.data, wire_ps=last.data.wire_ps + 2_000))
    if last.enable:
        slower = replace(
            slower,
            enable=replace(
                last.enable, arc=replace(last.enable.arc, wire_ps=last.enable.arc.wire_ps + 2_000)
            ),
        )
    registers = tuple(slower if register is last else register for register in netlist.registers)
    assert (
        clock_limit(replace(netlist, registers=registers), through(SENT, ANSWERS)).limit_mhz
        < 0.9 * before.limit_mhz
    )


def test_boards_are_faster_than_the_slow_corner(mixer):
    stimulus = through(SENT, ANSWERS)
    corner = clock_limit(mixer.layout.netlist, stimulus).limit_mhz
    for board in boards(2, seed=1):
        assert clock_limit(board.delays(mixer.layout.netlist), stimulus).limit_mhz > corner


def test_another_layout_is_not_taken_for_the_measured_one(mixer, build_of):
    build_of(mixer)
    measured = replace(mixer.implementation, fmax_mhz=mixer.implementation.fmax_mhz + 1)
    with pytest.raises(CryptagonError, match="did not give the same layout again"):
        layout_of(mixer.design, mixer.part, measured, RULES)


def test_delays_that_do_not_add_up_are_noticed(mixer, build_of, tmp_path, monkeypatch):
    build_of(mixer)

    def slower(path):
        spoilt = tmp_path / "spoilt.sdf"
        spoilt.write_text(
            path.read_text().replace(
                "(IOPATH CLK Q (329:362:395) (329:362:395))",
                "(IOPATH CLK Q (329:362:495) (329:362:495))",
            )
        )
        return read_sdf(spoilt)

    monkeypatch.setattr("cryptagon.timing.layout.read_sdf", slower)
    with pytest.raises(CryptagonError, match="differs from that of place and route"):
        layout_of(mixer.design, mixer.part, mixer.implementation, RULES)


def test_a_family_without_models_is_told(mixer):
    other = target("ecp5-85f-8").model_copy(update={"family": "ice40"})
    with pytest.raises(CryptagonError, match="there is no timing simulation for this target"):
        layout_of(mixer.design, other, mixer.implementation, RULES)


def test_an_attempt_without_a_result_is_told(mixer):
    with pytest.raises(CryptagonError, match="there is no layout to time"):
        layout_of(
            mixer.design,
            mixer.part,
            replace(mixer.implementation, status="it does not fit", fmax_mhz=None),
            RULES,
        )
