"""The designer's guide: what each step and each strategy costs, simulated and synthesised; writes
the guide's tables.

Cycles are from one item out to the next when nothing pauses, look-up tables those of the core after
synthesis for ECP5, with wide multiplexers or without, whichever takes fewer.
"""

import random
import tempfile
from pathlib import Path

from common import Row

from cryptagon import paths
from cryptagon.analysis.documents import markdown_table
from cryptagon.catalog import Rules, target
from cryptagon.fpga import Design, plan_synthesis, synthesise
from cryptagon.hls.check import CDesign, Outcome, cosimulate

EXAMPLES = paths.repository() / "docs" / "examples"
GUIDE = paths.repository() / "docs" / "designers-guide.md"
TARGET, STRATEGIES = "ecp5-85f-8", ("narrow", "default")
FIELDS = {"aes128": {"key": 128, "block": 128}, "strategies": {"data": 32}}
ITEMS = 100
COLUMNS = {
    "states": "states",
    "cycles": "cycles an item",
    "register_bits": "register bits",
    "lut4": "LUT4",
    "distributed_ram": "RAM cells",
}


def measure() -> list[Row]:
    """One row an example; the guide's tables are written anew."""
    sources = sorted(
        (file for group in FIELDS for file in (EXAMPLES / group).glob("*.c")), key=_place
    )
    with tempfile.TemporaryDirectory() as folder:
        outcomes = cosimulate([_simulated(source) for source in sources], Path(folder))
        rows = [_row(source, outcomes[_name(source)]) for source in sources]
    text = GUIDE.read_text()
    for group in FIELDS:
        before, _, rest = text.partition(f"<!-- table: {group} -->\n")
        after = rest[rest.index("<!-- end -->") :]
        text = f"{before}<!-- table: {group} -->\n{_table([row for row in rows if row['group'] == group])}{after}"
    GUIDE.write_text(text)
    return rows


def _place(source: Path) -> tuple[str, str, bool]:
    """Where an example is in its table: what is before comes before what is after."""
    return (
        source.parent.name,
        source.stem.removesuffix("_before").removesuffix("_after"),
        source.stem.endswith("_after"),
    )


def _name(source: Path) -> str:
    return f"example_{source.stem}"


def _simulated(source: Path) -> CDesign:
    choose = random.Random(source.stem)
    items = [
        {name: choose.getrandbits(bits) for name, bits in FIELDS[source.parent.name].items()}
        for _ in range(ITEMS)
    ]
    return CDesign(_name(source), f'#include "{source}"\n', {"in": items})


def _row(source: Path, outcome: Outcome) -> Row:
    outcome.check()
    gaps = outcome.cycles("out")[2:-2]
    result = outcome.result
    design = Design(source.stem, result.module, result.core.sources)
    netlists = [
        synthesise(plan_synthesis(design, target(TARGET), strategy, Rules()))
        for strategy in STRATEGIES
    ]
    smallest = min(netlists, key=lambda netlist: netlist.cells.get("LUT4", 0))
    cells = smallest.cells
    return {
        "group": source.parent.name,
        "example": source.stem,
        "states": len(result.states),
        "cycles": round(sum(gaps) / len(gaps), 2),
        "register_bits": result.registers.bits,
        "lut4": cells.get("LUT4", 0),
        "distributed_ram": cells.get("TRELLIS_DPR16X4", 0),
        "block_ram": cells.get("DP16KD", 0),
        "target": TARGET,
        "strategy": smallest.plan.strategy,
    }


def _table(rows: list[Row]) -> str:
    cells = [[f"`{row['example']}`", *(_cell(row[key]) for key in COLUMNS)] for row in rows]
    return markdown_table(["example", *COLUMNS.values()], cells, 1) + "\n"


def _cell(value: str | int | float) -> str:
    return f"{int(value):,}" if isinstance(value, float) and value == int(value) else f"{value:,}"
