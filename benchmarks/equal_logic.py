"""What equal logic is worth: units whose statements come in another order, LUTs and Fmax of each; how
far HLS and RTL can differ by nothing but that.

The unit becomes one module of plain Verilog; then each order of its statements goes through the same
synthesis, place and route: one strategy, three seeds.
"""

import random
import re
from collections.abc import Iterator

from common import Row
from contest_units import placed, unit_parts
from parts import Parts

from cryptagon import catalog, fpga, paths
from cryptagon.toolchain import digest_of
from cryptagon.vendor.plain_verilog import plain_verilog

SEEDS, ORDERS = (1, 2, 3), 6
DECLARATION = re.compile(r" *(wire|reg|input|output|integer)\b")
BEGINS = re.compile(r"  (?! )(?!(?:end|endcase|endfunction)\b)")
"""A line that begins a statement of the module: those within it are further in, its end is not."""


def parts() -> Parts:
    """A unit of a contest on a target each: a row an order and seed."""
    return unit_parts(_each_order)


def _each_order(unit: fpga.Design, target: catalog.Target) -> Iterator[tuple[Row, fpga.Attempt]]:
    flat = plain_verilog(unit).text
    for order in range(ORDERS):
        for attempt in placed(_shuffled(unit, flat, order), target, SEEDS):
            yield {"order": order}, attempt


def _shuffled(unit: fpga.Design, flat: str, order: int) -> fpga.Design:
    """The unit with its statements in that order."""
    text = in_order(flat, order)
    name = f"{unit.name}-{order}-{digest_of(text)[:8]}"
    source = paths.build_folder() / "equal-logic" / f"{name}.v"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text)
    return fpga.Design(name, unit.top, (source,))


def in_order(flat: str, order: int) -> str:
    """One module of Yosys with its statements shuffled; as they are where `order` is 0."""
    declared, statements = split(flat)
    if order:
        random.Random(order).shuffle(statements)
    return "\n".join([*declared, *statements, "endmodule", ""])


def split(flat: str) -> tuple[list[str], list[str]]:
    """The lines that declare the one module and its signals, and its statements, some of several
    lines.
    """
    _, _, text = flat.partition("\nmodule ")
    first, *lines = f"module {text}".partition("\nendmodule")[0].splitlines()
    declared, statements = [first], list[str]()
    for line in filter(str.strip, lines):
        if not BEGINS.match(line):
            statements[-1] += f"\n{line}"
        elif DECLARATION.match(line):
            declared.append(line)
        else:
            statements.append(line)
    return declared, statements
