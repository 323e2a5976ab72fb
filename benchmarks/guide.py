"""The designer's guide: what each step and each strategy costs, simulated and placed and routed; writes the guide's tables.

Cycles are from one item out to the next when nothing pauses. Look-up tables and Fmax are of the bare core on ECP5, one strategy, the better
of two seeds.
"""

import random
import re
import tempfile
from pathlib import Path

from common import Row

from cryptagon import fpga, paths
from cryptagon.catalog import Effort, Rules, target
from cryptagon.hls import HlsResult, compile_source
from cryptagon.hls.cosimulation import Design, cosimulate

EXAMPLES = paths.repository() / "docs" / "examples"
GUIDE = paths.repository() / "docs" / "designers-guide.md"
MODULE, TARGET = "Kernel", "ecp5-85f-8"
EFFORT = Effort(seeds=(1, 2), frequency_rounds=1, strategies=("narrow-flow",))
COLUMNS = {"cycles": "cycles", "register_bits": "register bits", "luts": "LUT", "fmax_mhz": "Fmax, MHz", "per_second": "million items/s"}


def measure() -> list[Row]:
    """One row an example; the guide's tables are written anew."""
    rows = [_row(source) for source in sorted(EXAMPLES.glob("*/*.c"))]
    text = GUIDE.read_text()
    for group in sorted({str(row["group"]) for row in rows}):
        table = _table([row for row in rows if row["group"] == group])
        text = re.sub(rf"(<!-- table: {group} -->\n).*?(<!-- end -->)", lambda found: found[1] + table + found[2], text, flags=re.DOTALL)  # noqa: B023
    GUIDE.write_text(text)
    return rows


def _row(source: Path) -> Row:
    print(f"  {source.stem} ...", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        result = compile_source(source, folder, module=MODULE)
        cycles = _cycles(source, result, folder)
        luts, fmax = _area(source.stem, result)
    return {
        "group": source.parent.name,
        "example": source.stem,
        "states": len(result.states),
        "cycles": round(cycles, 2),
        "register_bits": result.registers.bits,
        "luts": luts,
        "fmax_mhz": fmax,
        "per_second": round(fmax / cycles, 2),
        "target": TARGET,
        "seeds": "1, 2",
        "strategy": EFFORT.strategies[0],
    }


def _cycles(source: Path, result: HlsResult, folder: Path) -> float:
    """From one item out to the next when nothing pauses, the mean behind the first few."""
    (port,) = (port for port in result.ports.values() if port.kind == "stream_in")
    choose = random.Random(source.stem)
    items = [{part.name: choose.getrandbits(part.bits) for part in port.fields} for _ in range(100)]
    design = Design(f"cycles_of_{source.stem}", f'#include "{source}"\n', {port.name: items})
    outcome = cosimulate([design], folder / "simulation")[design.name]
    outcome.check()
    (output,) = outcome.free
    gaps = outcome.cycles(output)[2:-2]
    return sum(gaps) / len(gaps)


def _area(name: str, result: HlsResult) -> tuple[int, float]:
    design = fpga.Design(name, MODULE, result.core.sources)
    found = fpga.implement(design, target(TARGET), EFFORT, rules=Rules(no_bram=True, no_dsp=True))
    assert found.luts is not None and found.fmax_mhz is not None, found.status
    return found.luts, round(found.fmax_mhz, 1)


def _table(rows: list[Row]) -> str:
    head = f"| example | {' | '.join(COLUMNS.values())} |\n|---|{'---:|' * len(COLUMNS)}\n"
    lines = [f"| `{row['example']}` | {' | '.join(_cell(row[key]) for key in COLUMNS)} |" for row in rows]
    return head + "\n".join(lines) + "\n"


def _cell(value: str | int | float) -> str:
    return f"{value:,}" if not isinstance(value, float) or value != int(value) else f"{int(value):,}"
