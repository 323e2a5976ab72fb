"""The wrapper that fits any design into four pins."""

import json

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.fpga.pin_wrapper import TOP, Pins, Port, ports_of, wrapper
from cryptagon.toolchain import find, run

PORTS = [Port("clk", 1, True), Port("a", 8, True), Port("go", 1, True), Port("q", 5, False)]


def test_ports_are_those_of_the_netlist(tmp_path):
    netlist = {
        "modules": {
            "unit": {
                "ports": {
                    "a": {"direction": "input", "bits": [2, 3]},
                    "q": {"direction": "output", "bits": [4]},
                }
            }
        }
    }
    assert ports_of(netlist, "unit") == [Port("a", 2, True), Port("q", 1, False)]


def test_a_port_of_both_directions_is_refused():
    netlist = {"modules": {"unit": {"ports": {"pad": {"direction": "inout", "bits": [2]}}}}}
    with pytest.raises(CryptagonError, match="'pad' of unit is neither input nor output"):
        ports_of(netlist, "unit")


def test_a_design_without_the_clock_is_refused():
    with pytest.raises(CryptagonError, match="no input 'clock'"):
        wrapper("unit", "clock", PORTS, Pins())


@pytest.mark.parametrize("pins", [Pins(), Pins(clocks=1), Pins(clocks=1, capture=True)], ids=str)
@pytest.mark.parametrize(
    "ports",
    [PORTS, [PORTS[0], Port("q", 1, False)], [PORTS[0], Port("a", 1, True), Port("q", 2, False)]],
    ids=len,
)
def test_every_bit_has_a_register(tmp_path, pins, ports):
    """Yosys counts them: one for each input bit but the clock, one or two for each output bit."""
    (tmp_path / "pins.sv").write_text(wrapper("unit", "clk", ports, pins))
    script = f"read_verilog -sv pins.sv\nhierarchy -check -top {TOP}\nproc\nopt\ncheck -assert\nsimplemap\ntee -q -o stat.json stat -json\n"
    (tmp_path / "count.ys").write_text(script)
    yosys = find("yosys")
    run((*yosys.argv, "count.ys"), cwd=tmp_path)
    cells = json.loads((tmp_path / "stat.json").read_text())["design"]["num_cells_by_type"]
    inputs = sum(port.width for port in ports if port.is_input) - 1
    outputs = sum(port.width for port in ports if not port.is_input)
    assert cells["$_DFF_P_"] == inputs + outputs * (2 if pins.capture else 1)
    assert cells["unit"] == 1


def test_the_pins_are_four_at_most():
    assert _pins(Pins()) == ["clk", "pins_clk", "shift_in", "fold_out"]
    assert _pins(Pins(clocks=1)) == ["clk", "shift_in", "fold_out"]


def _pins(pins: Pins) -> list[str]:
    text = wrapper("unit", "clk", PORTS, pins)
    head = text[text.index(f"module {TOP}") :]
    return [line.split()[1].rstrip(",") for line in head[: head.index(");")].splitlines()[1:]]
