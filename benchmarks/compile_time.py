"""C to Verilog: time and memory of one compilation in a fresh process, for each core and variant.
Median of three, of one where it is slow.

CRYPTAGON_BEFORE names the `src` folder of another checkout, which then compiles the same sources in
the same run, for the ratio of processor times: those hang less on what else the machine does than
wall-clock times.
"""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from common import Cost, Row, entries, median_cost, python_child

from cryptagon.approaches import approach

PROGRAM = """
import json, sys
from pathlib import Path
from cryptagon.hls import compile_source
compile_source(Path(sys.argv[1]), Path(sys.argv[2]), defines=json.loads(sys.argv[3]))
"""
REPEATS = 3
SLOW_S = 5  # of processor time; from there on one compilation has to do


def measure() -> list[Row]:
    """One row for each core in C and each of its variants."""
    return [_row(name, source, defines) for name, source, defines in _sources()]


def _sources() -> Iterator[tuple[str, Path, Mapping[str, str]]]:
    for entry in entries():
        if source := approach(entry.approach).program(entry):
            yield entry.name, source, entry.variant.defines


def _row(name: str, source: Path, defines: Mapping[str, str]) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        cost = _cost(source, folder, defines)
        lines = sum(len(file.read_text().splitlines()) for file in Path(folder).rglob("*.v"))
        row = {
            "core": name,
            **cost.row(),
            "c_lines": len(source.read_text().splitlines()),
            "verilog_lines": lines,
        }
        library = os.environ.get("CRYPTAGON_BEFORE", "")
        if not library:
            return row
        before = _cost(source, folder, defines, {"PYTHONPATH": library})
    return row | {
        "before_cpu_s": round(before.cpu_s, 2),
        "ratio": round(before.cpu_s / cost.cpu_s, 2),
    }


def _cost(
    source: Path, folder: str, defines: Mapping[str, str], environment: dict[str, str] | None = None
) -> Cost:
    costs: list[Cost] = []
    while len(costs) < REPEATS and (not costs or costs[0].cpu_s < SLOW_S):
        costs.append(
            python_child(
                PROGRAM, source, folder, json.dumps(dict(defines)), environment=environment
            )
        )
    return median_cost(costs)
