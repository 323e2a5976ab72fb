"""Synthesis, place and route: what one run of each stage costs on each target, for the smallest and
the largest unit by hand.
"""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from common import Row, python_child

from cryptagon import catalog, classes, fpga, paths
from cryptagon.catalog import Rules
from cryptagon.fpga.families import family_of
from cryptagon.interfaces import interface
from cryptagon.toolchain.nextpnr import code_cache

ALGORITHMS = ("acorn128", "aes128gcm")
SYNTHESIS, ROUTE = "synthesis", "place and route"
PROGRAM = "import place_and_route, sys; place_and_route.run_stage(*sys.argv[1:])"


def measure() -> list[Row]:
    """A row for each unit, target and stage; the cost is that of the whole child process, and
    nothing is taken from a cache.

    Each target's first strategy, and seed 1. An estimate has no place and route.
    """
    return [
        row for name in ALGORITHMS for target in catalog.targets() for row in _rows(name, target)
    ]


def run_stage(stage: str, algorithm: str, target: str, report: str) -> None:
    """In the child: the stage alone, where the stages before it are done; writes what came of it as
    JSON.
    """
    netlist = fpga.synthesise(_plan(algorithm, target))
    row: Row = {"status": netlist.problem or "ok"}
    if stage == ROUTE:
        attempt, _ = fpga.place_and_route(
            fpga.plan_route(netlist, catalog.target(target), seed=1, requested_mhz=200.0)
        )
        row = {
            "status": attempt.status,
            "luts": attempt.luts or 0,
            "fmax_mhz": attempt.fmax_mhz or 0.0,
        }
    Path(report).write_text(json.dumps(row))


def _plan(algorithm: str, target: str) -> fpga.SynthesisPlan:
    chosen, part = classes.algorithm(algorithm), catalog.target(target)
    around = interface(classes.class_of(chosen).interface)
    parameters = around.parameters(chosen, around.bus(chosen, {}))
    design = fpga.Design(algorithm, around.top, (*around.sources, *chosen.rtl_sources), parameters)
    return fpga.plan_synthesis(design, part, next(iter(part.strategies)), Rules())


def _rows(algorithm: str, target: str) -> Iterator[Row]:
    router = family_of(catalog.target(target)).router
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if router:
            (folder / "toolchain").symlink_to(
                code_cache(router).parent
            )  # the tool's machine code is made once for all runs
        environment = {
            "CRYPTAGON_BUILD": name,
            "CRYPTAGON_HOME": str(paths.repository()),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        for stage in (SYNTHESIS, ROUTE) if router else (SYNTHESIS,):
            cost = python_child(
                PROGRAM, stage, algorithm, target, folder / "row.json", environment=environment
            )
            found = json.loads((folder / "row.json").read_text())
            yield {"algorithm": algorithm, "target": target, "stage": stage, **cost.row(), **found}
