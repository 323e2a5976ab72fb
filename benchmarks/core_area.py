"""C to cells: states, register bits, look-up tables and flip-flops of each core alone on ECP5, after synthesis, with nothing around it.

CRYPTAGON_BEFORE names the `src` folder of another checkout, which then compiles the same sources in the same run, for figures before and
after a change of the compiler. `python benchmarks/core_area.py FILE.c ...` does it for sources of one's own, and writes nothing down.
"""

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
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
(Path(sys.argv[2]) / "figures.json").write_text(json.dumps({"states": len(made.states), "register_bits": made.registers.bits}))
"""
TARGET, STRATEGY = "ecp5-85f-8", "default"


def measure() -> list[Row]:
    """One row for each core in C and each of its variants."""
    return [_row(name, source, defines) for name, source, defines in _sources()]


def _sources() -> Iterator[tuple[str, Path, Mapping[str, str]]]:
    for entry in entries():
        if source := approach(entry.approach).program(entry):
            yield entry.name, source, entry.variant.defines


def _row(name: str, source: Path, defines: Mapping[str, str]) -> Row:
    row: Row = {"core": name, **_figures(name, source, defines, {})}
    if library := os.environ.get("CRYPTAGON_BEFORE", ""):
        before = _figures(name, source, defines, {"PYTHONPATH": library})
        row |= {f"before_{key}": value for key, value in before.items()}
    return row


def _figures(name: str, source: Path, defines: Mapping[str, str], environment: dict[str, str]) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        cost: Cost = python_child(PROGRAM, source, folder, json.dumps(dict(defines)), environment=environment)
        found: Row = json.loads((Path(folder) / "figures.json").read_text())
        verilog = tuple(sorted(Path(folder).glob("*.v")))
        target = catalog.target(TARGET)
        design = Design("area-" + re.sub(r"[^\w.-]", "-", name), "core", verilog)
        netlist = synthesise(plan_synthesis(design, target, STRATEGY, Rules()))
    if netlist.problem:
        raise CryptagonError(f"no area of {name}", where=str(source), why=netlist.problem)
    flip_flops = sum(count for cell, count in netlist.cells.items() if re.fullmatch(family_of(target).ffs, cell))
    return (
        found
        | {"luts": netlist.cells.get("LUT4", 0), "carries": netlist.cells.get("CCU2C", 0), "ffs": flip_flops}
        | {"cpu_s": round(cost.cpu_s, 2)}
    )


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        print("  ".join(f"{key} {value}" for key, value in _row(file.stem, file, {}).items()), flush=True)
