"""C to cells: states, register bits, look-up tables and flip-flops of each core alone on ECP5,
after synthesis, with nothing around it.

CRYPTAGON_BEFORE names the `src` folder of another checkout, which then compiles the same sources in
the same run, for figures before and after a change of the compiler. `python benchmarks/core_area.py
FILE.c ...` does it for sources of one's own, and writes nothing down.
"""

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from common import Cost, Row, entries, python_child

from cryptagon import catalog
from cryptagon.approaches import approach
from cryptagon.catalog import Rules
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design, plan_synthesis
from cryptagon.fpga.families import family_of
from cryptagon.fpga.synthesis import synthesise

PROGRAM = """
import json, sys
from pathlib import Path
from cryptagon.hls import compile_source
made = compile_source(Path(sys.argv[1]), Path(sys.argv[2]), defines=json.loads(sys.argv[3]), module="core")
outermost = [loop.least for loop in made.loops if not loop.parent]
figures = {"states": len(made.states), "cycles": max(outermost, default=1), "register_bits": made.registers.bits}
(Path(sys.argv[2]) / "figures.json").write_text(json.dumps(figures))
"""
"""Cycles are those of one run of the design at least, as the compiler counts them: loops up to data
run as seldom as they can.
"""
TARGET, STRATEGIES = "ecp5-85f-8", ("default",)


def measure() -> list[Row]:
    """One row for each core in C and each of its variants."""
    return [_row(name, source, defines) for name, source, defines in cores_in_c()]


def cores_in_c() -> Iterator[tuple[str, Path, Mapping[str, str]]]:
    """The name, source and macros of every core in C and of each of its variants."""
    for entry in entries():
        if source := approach(entry.approach).program(entry):
            yield entry.name, source, entry.variant.defines


def _row(name: str, source: Path, defines: Mapping[str, str]) -> Row:
    row: Row = {"core": name, **figures_of(name, source, defines, {})}
    if library := os.environ.get("CRYPTAGON_BEFORE", ""):
        before = figures_of(name, source, defines, {"PYTHONPATH": library})
        row |= {f"before_{key}": value for key, value in before.items()}
    return row


def figures_of(
    name: str,
    source: Path,
    defines: Mapping[str, str],
    environment: dict[str, str],
    strategies: Sequence[str] = STRATEGIES,
) -> Row:
    """A source's figures; the cells are those of the strategy that gives the fewest look-up tables.

    A child process with `environment` compiles it. Raises CryptagonError when synthesis fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        cost: Cost = python_child(
            PROGRAM, source, folder, json.dumps(dict(defines)), environment=environment
        )
        found: Row = json.loads((Path(folder) / "figures.json").read_text())
        verilog = tuple(sorted(Path(folder).glob("*.v")))
        cells = min(
            (cells_of(f"area-{name}", verilog, strategy) for strategy in strategies),
            key=lambda cells: cells["luts"],
        )
    return found | cells | {"cpu_s": round(cost.cpu_s, 2)}


def cells_of(
    name: str, verilog: tuple[Path, ...], strategy: str, module: str = "core"
) -> dict[str, int]:
    """The cells of a module after synthesis by a strategy.

    Raises CryptagonError when synthesis fails.
    """
    target = catalog.target(TARGET)
    design = Design(re.sub(r"[^\w.-]", "-", name), module, verilog)
    netlist = synthesise(plan_synthesis(design, target, strategy, Rules()))
    if netlist.problem:
        raise CryptagonError(f"no area of {name}", where=str(verilog[0]), why=netlist.problem)
    flip_flops = sum(
        count for cell, count in netlist.cells.items() if re.fullmatch(family_of(target).ffs, cell)
    )
    return {
        "luts": netlist.cells.get("LUT4", 0),
        "carries": netlist.cells.get("CCU2C", 0),
        "ffs": flip_flops,
    }


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        print(
            "  ".join(f"{key} {value}" for key, value in _row(file.stem, file, {}).items()),
            flush=True,
        )
