"""C to Verilog: time and memory of one compilation in a fresh process, for each core. Median of three."""

import tempfile
from pathlib import Path

from common import Row, median_cost, python_child

from cryptagon.catalog import algorithms

PROGRAM = (
    "import sys; from pathlib import Path; from cryptagon.hls import compile_source; compile_source(Path(sys.argv[1]), Path(sys.argv[2]))"
)
REPEATS = 3


def measure() -> list[Row]:
    """One row for each algorithm that has a core in C."""
    sources = {name: one.hls_source for name, one in algorithms().items() if "hls" in one.approaches}
    return [_row(name, source) for name, source in sources.items()]


def _row(name: str, source: Path) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        cost = median_cost([python_child(PROGRAM, source, folder) for _ in range(REPEATS)])
        lines = sum(len(file.read_text().splitlines()) for file in Path(folder).rglob("*.v"))
    return {"algorithm": name, **cost.row(), "c_lines": len(source.read_text().splitlines()), "verilog_lines": lines}
