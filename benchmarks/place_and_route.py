"""Verilog to a routed design: what one synthesis and one run of place and route cost for each core behind the hardware API."""

import json
import os
import sys
import tempfile
from pathlib import Path

from common import Row, cores, python_child

from cryptagon import paths
from cryptagon.toolchain.nextpnr import code_cache

TARGET = "ecp5-85f-8"
STRATEGIES = ("narrow-flow3", "flow2")
PROGRAM = "import place_and_route, sys; place_and_route.implement_one(*sys.argv[1:])"


def measure() -> list[Row]:
    """One row for each core and strategy; the cost is that of the whole child process, and nothing is taken from a cache."""
    tools = code_cache("ecp5").parent
    with tempfile.TemporaryDirectory() as folder:
        return [
            _row(algorithm.name, approach, [str(file) for file in core.sources], strategy, tools)
            for algorithm, approach, core in cores(Path(folder))
            for strategy in STRATEGIES
        ]


def implement_one(algorithm: str, strategy: str, sources: str, report: str) -> None:
    """In the child: one strategy, one seed, one frequency; writes LUTs, flip-flops, MHz and the seconds of each step as JSON."""
    from cryptagon import catalog, fpga  # noqa: PLC0415 - part of what the child costs

    chosen = catalog.algorithm(algorithm)
    around = sorted(file for file in (paths.repository() / "hdl").glob("*.sv"))
    design = fpga.Design(algorithm, "AEAD", (*around, *map(Path, json.loads(sources))), chosen.hardware_parameters(32, 32))
    effort = fpga.QUICK.model_copy(update={"strategies": (strategy,)})
    steps: list[fpga.Progress] = []
    found = fpga.implement(design, catalog.target(TARGET), effort, progress=steps.append)
    synthesis, *routes = (round(step.seconds, 1) for step in steps)
    row = {"synthesis_s": synthesis, "route_s": sum(routes), "status": found.status, "luts": found.luts, "ffs": found.ffs}
    Path(report).write_text(json.dumps(row | {"fmax_mhz": found.fmax_mhz}))


def _row(algorithm: str, approach: str, sources: list[str], strategy: str, tools: Path) -> Row:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "toolchain").symlink_to(tools)
        environment = {"CRYPTAGON_BUILD": name, "PYTHONPATH": os.pathsep.join(sys.path)}
        cost = python_child(PROGRAM, algorithm, strategy, json.dumps(sources), folder / "row.json", environment=environment)
        found = json.loads((folder / "row.json").read_text())
    return {"algorithm": algorithm, "approach": approach, "strategy": strategy, **cost.row(), **found}
