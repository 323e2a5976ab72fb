"""A toy approach: a mask in a text file becomes Verilog."""

from cryptagon.approaches import Approach, Made
from cryptagon.core import VerilogCore
from cryptagon.toolchain import complete

TEXT = """module {module} (input logic clk, input logic rst, input logic word_valid, output logic word_ready, input logic [7:0] word,
  output logic mixed_valid, input logic mixed_ready, output logic [7:0] mixed);
  assign word_ready = mixed_ready;
  assign mixed_valid = word_valid;
  assign mixed = word ^ 8'd{mask};
endmodule
"""


class Formula(Approach):
    """`formula/mask.txt`."""

    name = "formula"
    title = "from a formula"
    wanted = "formula/mask.txt"

    def is_there(self, algorithm):
        return (algorithm.folder / "formula" / "mask.txt").is_file()

    def make(self, entry, module, folder):
        mask = (entry.algorithm.folder / "formula" / "mask.txt").read_text().strip()
        complete(
            folder,
            lambda fresh: (fresh / f"{module}.sv").write_text(
                TEXT.format(module=module, mask=mask)
            ),
        )
        return Made(VerilogCore((folder / f"{module}.sv",)), "a formula")


APPROACH = Formula()
