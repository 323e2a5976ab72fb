"""Netlists made by hand: the limit found is the arithmetic of the critical path, and what a fault
there would do is seen.
"""

from dataclasses import replace

import pytest
from hand_made import (
    BUFFER,
    CELL,
    CLOCK_TO_OUTPUT,
    R1,
    SETUP,
    WIRE,
    bits,
    chain,
    critical_path,
    toggling,
    with_slower_gate,
)

from cryptagon.errors import CryptagonError
from cryptagon.timing import clock_limit
from cryptagon.timing.netlist import Arc, Control, Gate
from cryptagon.timing.simulation import TimedSimulator
from cryptagon.timing.static import longest_paths


@pytest.mark.parametrize("length", [1, 4, 9])
def test_the_critical_path_is_the_limit_to_the_picosecond(length):
    netlist, path = chain(length), critical_path(length)
    assert longest_paths(netlist).registers == path
    simulator = TimedSimulator.of(netlist, toggling(length))
    assert simulator.run(path).right
    late = simulator.run(path - 1)
    assert late.fault and late.fault.kind == "wrong answer" and late.late_captures


def test_the_sweep_finds_the_limit_within_its_step():
    found = clock_limit(chain(6), toggling(6))
    assert (
        found.static_mhz
        == found.settled_mhz
        == found.limit_mhz
        == pytest.approx(1e6 / critical_path(6))
    )
    assert 0 < found.resolution_mhz < 0.002 * found.limit_mhz
    assert found.slow.settled_cell == "cell9"  # the second register


def test_a_doubled_delay_lowers_the_limit():
    before = clock_limit(chain(6), toggling(6))
    after = clock_limit(with_slower_gate(chain(6), 2, 2), toggling(6))
    assert 1e6 / after.limit_mhz == pytest.approx(1e6 / before.limit_mhz + CELL)


def test_data_that_never_take_the_path_let_the_clock_run_faster():
    """A bit that never changes: the experiment has nothing that could go wrong, and says so."""
    with pytest.raises(CryptagonError, match="the answers do not depend on the clock"):
        clock_limit(chain(2), bits([0] * 8, [0] * 8))


def test_a_wrong_answer_at_a_slow_clock_is_an_error():
    with pytest.raises(CryptagonError, match="answers wrongly at a slow clock") as caught:
        clock_limit(chain(2), bits([0, 1, 0], [0, 1, 1]))
    assert "wrong answer on out, word 3: expected 1, got 0" in caught.value.why


def test_missing_and_superfluous_answers_are_told():
    none = TimedSimulator.of(chain(2), bits([0, 1], [0, 1, 0])).run(10_000)
    assert none.fault and str(none.fault) == "no answer on out"
    more = TimedSimulator.of(chain(2), bits([0, 1, 0], [0, 1])).run(10_000)
    assert more.fault and more.fault.kind == "one answer too many"


def test_a_value_that_is_gone_too_early_violates_the_hold_time():
    netlist = chain(2)
    held = tuple(
        replace(each, data=replace(each.data, hold_ps=5_000)) if each.output == R1 else each
        for each in netlist.registers
    )
    with pytest.raises(CryptagonError, match="hold time is violated"):
        clock_limit(replace(netlist, registers=held), toggling(2))


def test_a_pulse_shorter_than_the_gate_is_swallowed():
    """An exclusive or of a bit and the bit one inverter later pulses once a change: as long as the
    inverter is slow.
    """
    short, long = (_events_with_pulse(width) for width in (CELL // 2, 3 * CELL))
    assert long > short


def _events_with_pulse(width: int) -> int:
    netlist = chain(1)
    inverter, ready = netlist.gates
    inverter = replace(inverter, arcs=(replace(inverter.arcs[0], wire_ps=0, cell_ps=width),))
    pulse = Gate(
        0, netlist.nets, 0b0110, (Arc(inverter.arcs[0].net, 0, CELL), Arc(inverter.output, 0, CELL))
    )
    far = Gate(0, netlist.nets + 1, BUFFER, (Arc(pulse.output, WIRE, CELL),))
    changed = replace(netlist, nets=netlist.nets + 2, gates=(inverter, pulse, far, ready))
    run = TimedSimulator.of(changed, toggling(1)).run(10_000)
    assert run.right
    return run.events


@pytest.mark.parametrize("pin", ["enable", "reset"])
def test_controls_are_timed_like_data(pin):
    """The second register takes the bit only while its control allows it, which here is the bit
    itself.
    """
    netlist = chain(2)
    slow = Arc(
        R1, 7 * WIRE, SETUP
    )  # from the register's own output: it toggles for ever, or stays reset
    last = netlist.registers[2]
    control = Control(slow, 0) if pin == "enable" else Control(slow, 1)
    registers = (*netlist.registers[:2], replace(last, **{pin: control}), netlist.registers[3])
    changed = replace(netlist, registers=registers)
    # With enable, once 1 it stays; with reset, a 1 lasts for one cycle.
    expected = [0, 1, 1, 1, 1, 1] if pin == "enable" else [0, 1, 0, 1, 0, 1]
    simulator = TimedSimulator.of(changed, bits([0, 1, 1 - (pin == "enable"), 1, 1, 1], expected))
    path = CLOCK_TO_OUTPUT + 7 * WIRE + SETUP
    slow_run = simulator.run(10_000)
    assert slow_run.right and slow_run.settled_ps == max(path, critical_path(2))


def test_a_unit_without_the_port_is_refused():
    netlist = replace(chain(1), outputs={"in_ready": (5,), "out_valid": (9,)})
    with pytest.raises(CryptagonError, match="the routed unit has no output out of 1 bits"):
        TimedSimulator.of(netlist, toggling(1))


def test_a_delay_that_can_be_none_is_refused():
    with pytest.raises(CryptagonError, match="too long for one arc"):
        TimedSimulator.of(with_slower_gate(chain(1), 0, 1000), toggling(1))
