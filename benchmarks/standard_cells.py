"""Verilog to a timed netlist of standard cells: what one strategy costs for each core alone, with
nothing taken from a cache.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

from common import Row, core_of, entries, python_child

STRATEGIES = ("area", "balanced-relaxed", "fastest")
PROGRAM = "import standard_cells, sys; standard_cells.implement_one(*sys.argv[1:])"


def measure() -> list[Row]:
    """One row for each core and strategy; the cost is that of the whole child process, which also
    reads the library.
    """
    cores = [(entry, [str(file) for file in core_of(entry).sources]) for entry in entries("aead")]
    return [
        _row(entry.name, entry.approach, sources, strategy)
        for entry, sources in cores
        for strategy in STRATEGIES
    ]


def implement_one(algorithm: str, strategy: str, sources: str, report: str) -> None:
    """In the child: one strategy; writes gate equivalents, number of cells and MHz as JSON."""
    from cryptagon import asic, fpga  # noqa: PLC0415 - part of what the child costs

    design = fpga.Design(f"{algorithm}-core", "CipherCore", tuple(map(Path, json.loads(sources))))
    (found,) = asic.implement(
        design, asic.read_library(asic.library_file("nangate45")), [strategy]
    ).attempts
    row = {
        "status": found.status,
        "gate_equivalents": round(found.gate_equivalents or 0),
        "cells": sum(found.cells.values()),
    }
    Path(report).write_text(json.dumps(row | {"fmax_mhz": round(found.fmax_mhz or 0, 1)}))


def _row(algorithm: str, approach: str, sources: list[str], strategy: str) -> Row:
    with tempfile.TemporaryDirectory() as name:
        environment = {"CRYPTAGON_BUILD": name, "PYTHONPATH": os.pathsep.join(sys.path)}
        cost = python_child(
            PROGRAM,
            algorithm,
            strategy,
            json.dumps(sources),
            Path(name) / "row.json",
            environment=environment,
        )
        found = json.loads((Path(name) / "row.json").read_text())
    return {
        "algorithm": algorithm,
        "approach": approach,
        "strategy": strategy,
        **cost.row(),
        **found,
    }
