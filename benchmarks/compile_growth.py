"""C to Verilog against the size of the design: processor time and memory by step for designs of
several shapes.

`exponent` is the slope between a size and the one before, both logarithmic: 1 is linear growth.
CRYPTAGON_BEFORE names the `src` folder of another checkout, which then compiles the same designs in
the same run up to BEFORE_UP_TO operations, for the ratio.
"""

import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from common import Row
from design_shapes import SHAPES

SIZES = (500, 2_000, 8_000, 20_000, 50_000)
BEFORE_UP_TO = 8_000
MOST_SECONDS = 240  # of processor time for one compilation; what takes longer is said to
PROGRAM = """
import json, resource, sys
from pathlib import Path
from cryptagon.hls import compile_source
source, folder = map(Path, sys.argv[1:])
result = compile_source(source, folder)
usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
operations = sum(line.startswith("  n") for line in result.datapath.text.splitlines())
found = {"operations": operations, "states": len(result.states), "register_bits": result.registers.bits, "wall_s": round(result.seconds, 2)}
found["cpu_s"] = round(sum(usage.ru_utime + usage.ru_stime for usage in usages), 2)
found["peak_memory_mib"] = round(usages[0].ru_maxrss / 1024)
found |= {f"{step.step}_cpu_s".replace(" ", "_"): round(step.cpu_s, 2) for step in getattr(result, "steps", ())}
print(json.dumps(found))
"""


def measure() -> list[Row]:
    """One row for each shape and size."""
    rows: list[Row] = []
    for shape in SHAPES:
        before: Row = {}
        for size in SIZES:
            row = {"shape": shape, "size": size} | _compiled(shape, size)
            rows.append(row | _growth(before, row) | _ratio(row))
            print("  ", rows[-1], flush=True)
            before = row
    return rows


def _compiled(shape: str, size: int, library: str = "") -> Row:
    """The costs of one compilation in a process of its own, by the library of another checkout
    where one is named.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"{shape}.c"
        source.write_text(SHAPES[shape](size))
        environment = {**os.environ, "PYTHONPATH": library} if library else None
        command = [sys.executable, "-c", PROGRAM, str(source), folder]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, preexec_fn=_limit
        )
    if done.returncode < 0:
        return {"stopped_after_cpu_s": MOST_SECONDS}
    if done.returncode:
        sys.exit(f"{shape} of size {size} did not compile:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def _growth(before: Row, row: Row) -> Row:
    if "cpu_s" not in before or "cpu_s" not in row:
        return {}
    return {
        "exponent": round(
            math.log(float(row["cpu_s"]) / float(before["cpu_s"]))
            / math.log(float(row["operations"]) / float(before["operations"])),
            2,
        )
    }


def _ratio(row: Row) -> Row:
    library = os.environ.get("CRYPTAGON_BEFORE", "")
    if not library or int(row["size"]) > BEFORE_UP_TO:
        return {}
    before = _compiled(str(row["shape"]), int(row["size"]), library)
    if "cpu_s" not in before or "cpu_s" not in row:
        return {
            f"before_{key}": value for key, value in before.items() if key == "stopped_after_cpu_s"
        }
    return {
        "before_cpu_s": before["cpu_s"],
        "before_peak_memory_mib": before["peak_memory_mib"],
        "ratio": round(float(before["cpu_s"]) / float(row["cpu_s"]), 2),
    }
