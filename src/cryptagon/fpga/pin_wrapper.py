"""Fits a design with more ports than a device has pins: a shift register drives its inputs, another
takes in its outputs.

Four pins are enough. The wrapper is put around the finished netlist of the design, which it
therefore cannot change, and what it takes is known cell by cell, so that it is not counted. Its
registers run on a clock of their own: static timing analysis does not count a path from one clock
to the other, so that the wrapper's do not limit the design's frequency. It cannot run a message at
speed; it is for measuring.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.errors import CryptagonError

TOP = "pin_wrapper"
PINS_CLOCK = "pins_clk"


@dataclass(frozen=True)
class Pins:
    """How a family fits a design to pins.

    `clocks` is 2, or 1 where the place and route cannot do two: then paths to and from the wrapper
    count like any other, with a register at every port. `capture` says whether outputs have a
    register of their own before the one that folds them, of use with one clock.
    """

    clocks: int = 2
    capture: bool = False


@dataclass(frozen=True)
class Port:
    """A port of a netlist's top module, of `width` bits."""

    name: str
    width: int
    is_input: bool


def ports_of(netlist: Mapping[str, object], top: str) -> list[Port]:
    """The ports of a module in a netlist of Yosys' JSON format.

    Raises CryptagonError for one that is neither input nor output.
    """
    modules = netlist["modules"]
    assert isinstance(modules, dict)
    found = modules[top]["ports"]
    for name, port in found.items():
        if port["direction"] not in ("input", "output"):
            raise CryptagonError(
                f"the port {name!r} of {top} is neither input nor output", fix="split it in two"
            )
    return [
        Port(name, len(port["bits"]), port["direction"] == "input") for name, port in found.items()
    ]


def wrapper(top: str, clock: str, ports: list[Port], pins: Pins) -> str:
    """SystemVerilog of the wrapper around `top`, and of `top` as a black box.

    Raises CryptagonError where `top` lacks the clock.
    """
    if not any(port.name == clock and port.is_input for port in ports):
        raise CryptagonError(
            f"{top} has no input {clock!r} for its clock", fix="name the clock of the design"
        )
    inputs = [port for port in ports if port.is_input and port.name != clock]
    outputs = [port for port in ports if not port.is_input]
    own_clock = PINS_CLOCK if pins.clocks == 2 else "clk"
    connections = [f"      .{clock}(clk)", *_slices(inputs, "inputs"), *_slices(outputs, "outputs")]
    return "\n".join(
        [
            *_black_box(top, clock, ports),
            f"module {TOP} (",
            "    input clk,",
            *([f"    input {PINS_CLOCK},"] if pins.clocks == 2 else []),
            "    input shift_in,",
            "    output fold_out",
            ");",
            *_inputs(sum(port.width for port in inputs), own_clock),
            *_outputs(sum(port.width for port in outputs), own_clock, capture=pins.capture),
            f"  {top} core (",
            ",\n".join(connections),
            "  );",
            "endmodule\n",
        ]
    )


def _black_box(top: str, clock: str, ports: list[Port]) -> list[str]:
    def declared(port: Port) -> str:
        sink = "(* clkbuf_sink *) " if port.name == clock else ""
        return (
            f"    {sink}{'input' if port.is_input else 'output'} [{port.width - 1}:0] {port.name}"
        )

    return [
        "(* blackbox *)",
        f"module {top} (",
        ",\n".join(map(declared, ports)),
        ");",
        "endmodule",
        "",
    ]


def _inputs(bits: int, clock: str) -> list[str]:
    if not bits:
        return []
    shifted = f"{{inputs[{bits - 2}:0], shift_in}}" if bits > 1 else "shift_in"
    return [f"  reg [{bits - 1}:0] inputs;", f"  always @(posedge {clock}) inputs <= {shifted};"]


def _outputs(bits: int, clock: str, *, capture: bool) -> list[str]:
    """With `capture`, a register takes every output before anything is done with it: the wrapper's
    logic is in no path of the design.
    """
    taken = "captured" if capture else "outputs"
    shifted = f"{{fold[{bits - 2}:0], shift_in}}" if bits > 1 else "shift_in"
    return [
        f"  wire [{bits - 1}:0] outputs;",
        f"  reg [{bits - 1}:0] {'captured, ' if capture else ''}fold;",
        *([f"  always @(posedge {clock}) captured <= outputs;"] if capture else []),
        f"  always @(posedge {clock}) fold <= {taken} ^ {shifted};",
        f"  assign fold_out = fold[{bits - 1}];",
    ]


def _slices(ports: list[Port], vector: str) -> list[str]:
    """Connects each port to its part of a vector."""
    connections, at = [], 0
    for port in ports:
        connections.append(f"      .{port.name}({vector}[{at + port.width - 1}:{at}])")
        at += port.width
    return connections
