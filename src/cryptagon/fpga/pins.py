"""A core with more ports than a device has pins, in a wrapper of four pins.

Inputs come from a shift register. Outputs are captured, then folded three at a time into a ring of registers that turns towards one output
pin: nothing can be optimised away, and every path of the core begins and ends at a register beside it, so the core alone sets Fmax.
"""

from collections.abc import Mapping

WRAPPER = "FewPins"
FOLDED_AT_ONCE = 3  # with the register before it in the ring, four inputs: one look-up table


def few_pins(module: str, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> str:
    """Verilog of the module `FewPins` around `module`, which has clk, rst and the ports given with their widths in bits.

    Ports of the wrapper: clk, rst, shift_in, fold_out.
    """
    width_in, width_out, folds = sum(inputs.values()), sum(outputs.values()), wrapper_luts(outputs)
    connections = [*_connections(inputs, "inputs"), *_connections(outputs, "outputs")]
    shifted = f"{{inputs[{width_in - 2}:0], shift_in}}" if width_in > 1 else "shift_in"
    lines = [
        f"module {WRAPPER} (input wire clk, input wire rst, input wire shift_in, output wire fold_out);",
        f"  reg [{width_in - 1}:0] inputs;",
        f"  wire [{width_out - 1}:0] outputs;",
        f"  reg [{FOLDED_AT_ONCE * folds - 1}:0] captured;",
        f"  reg [{folds - 1}:0] ring;",
        f"  assign fold_out = ring[{folds - 1}];",
        f"  always @(posedge clk) inputs <= {shifted};",
        "  always @(posedge clk) captured <= outputs;",
        *(f"  always @(posedge clk) ring[{i}] <= {_fold(i)} ^ ring[{(i or folds) - 1}];" for i in range(folds)),
        f"  {module} core (.clk(clk), .rst(rst), {', '.join(connections)});",
        "endmodule",
    ]
    return "\n".join(lines) + "\n"


def wrapper_luts(outputs: Mapping[str, int]) -> int:
    """Look-up tables of four inputs that the wrapper itself takes: one for every three output bits. They are not the core's."""
    return -(-sum(outputs.values()) // FOLDED_AT_ONCE)


def _fold(number: int) -> str:
    return f"^captured[{FOLDED_AT_ONCE * number} +: {FOLDED_AT_ONCE}]"


def _connections(ports: Mapping[str, int], vector: str) -> list[str]:
    found, low = [], 0
    for name, width in ports.items():
        found.append(f".{name}({vector}[{low + width - 1}:{low}])")
        low += width
    return found
