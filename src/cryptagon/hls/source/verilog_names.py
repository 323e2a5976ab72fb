"""Names and widths as Verilog and SystemVerilog have them."""

from collections.abc import Collection

VERILOG_WORDS = frozenset(
    """
    always and assign automatic begin bind bit buf byte cell checker class config cover cross deassign design disable dist edge
    end event expect final force forever fork function generate genvar global incdir include initial initially inout input
    instance interface join large let liblist library local logic macromodule matches medium module nand negedge new nor not null
    or output package parameter posedge primitive priority program property protected pull pure rand randc ref reg release repeat
    restrict sample scalared sequence small solve strength string strong super supply table tagged task this time tran tri type
    unique use var vectored virtual wait wand weak wildcard wire with within wor xnor xor
    """.split()  # noqa: SIM905 - a list of a hundred and twenty words is read as text
)


def module_name(function: str) -> str:
    """The module that a HARDWARE function becomes: its name, with `_core` behind it where that is a
    word of the language.
    """
    return f"{function}_core" if function in VERILOG_WORDS else function


def unused_name(name: str, used: Collection[str]) -> str:
    """`name`, or where that is used already, the first of `name_2`, `name_3`, ... that is not."""
    candidate, number = name, 1
    while candidate in used:
        number += 1
        candidate = f"{name}_{number}"
    return candidate


def vector(bits: int) -> str:
    """The range in a declaration of `bits` bits, with a space behind it: `[7:0] `; nothing for one
    bit.
    """
    return f"[{bits - 1}:0] " if bits > 1 else ""
