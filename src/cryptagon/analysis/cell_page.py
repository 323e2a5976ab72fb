"""The tables of docs/asic.md, from the committed measurements in standard cells.

`python -m cryptagon.analysis.cell_page` writes them anew; `python -m cryptagon.analysis.cell_page FOLDER` takes the newest measurements in
FOLDER (such as `results/cells`) instead and commits them to `benchmarks/results/cells` first.
"""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.analysis.documents import days_of, markdown_table, with_section
from cryptagon.results import CellMeasurement, CellNetlist, CellStore

_SCOPES = {"core": "The cipher core alone", "aead": "The whole unit, behind the hardware API"}


def committed() -> CellStore:
    """The measurements that the page shows."""
    return CellStore(paths.repository() / "benchmarks" / "results" / "cells")


def page() -> Path:
    """The document."""
    return paths.repository() / "docs" / "asic.md"


def document(text: str, measurements: Sequence[CellMeasurement]) -> str:
    """The document with its tables made anew between their marks."""
    results = "\n\n".join(_results(*group) for group in _groups(measurements))
    strategies = "\n\n".join(_strategies(*group) for group in _groups(measurements))
    return with_section(with_section(text, "measured", results), "strategies", strategies)


def take(source: Path) -> None:
    """Replace what is committed by the newest measurements in `source`."""
    found = CellStore(source).newest()
    shutil.rmtree(committed().folder, ignore_errors=True)
    for measurement in found:
        committed().save(measurement)


def _groups(measurements: Sequence[CellMeasurement]) -> list[tuple[str, list[CellMeasurement]]]:
    """Measurements that can be compared, under a heading: those of one library, corner and scope."""
    groups: dict[tuple[str, str, str], list[CellMeasurement]] = {}
    for one in measurements:
        groups.setdefault((one.library, one.corner, one.scope), []).append(one)
    return [(f"{_SCOPES[scope]}; {library}, {corner}", found) for (library, corner, scope), found in groups.items()]


def _results(title: str, measurements: Sequence[CellMeasurement]) -> str:
    heading = ["", "by", "best at", "strategy", "GE", "of it FF", "MHz", "cycles/block", "Mbit/s", "Mbit/s/kGE"]
    rows = [row for one in measurements for row in _goals(one)]
    return f"**{title}** ({_when(measurements)})\n\n{markdown_table(heading, rows, left=4)}"


def _goals(one: CellMeasurement) -> list[list[str]]:
    chosen = {"area": one.smallest, "throughput/area": one.best, "throughput": one.fastest}
    rows = [["", "", goal, netlist.strategy, *_figures(netlist, one.cycles_per_block)] for goal, netlist in chosen.items()]
    rows[0][:2] = [one.title, one.approach.upper()]
    return rows


def _figures(netlist: CellNetlist, cycles: float | None) -> list[str]:
    numbers = [
        netlist.gate_equivalents,
        netlist.register_equivalents,
        netlist.fmax_mhz,
        netlist.throughput_mbps,
        netlist.throughput_per_kge,
    ]
    area, registers, fmax, throughput, ratio = ("-" if number is None else f"{number:,.0f}" for number in numbers)
    return [area, registers, fmax, f"{cycles:.2f}" if cycles else "-", throughput, ratio]


def _strategies(title: str, measurements: Sequence[CellMeasurement]) -> str:
    """GE at MHz of every netlist; the best by throughput/area in bold."""
    names = list(dict.fromkeys(netlist.strategy for one in measurements for netlist in one.netlists))
    heading = ["strategy", *(f"{one.title} {one.approach.upper()}" for one in measurements)]
    rows = [[f"`{name}`", *(_point(one, name) for one in measurements)] for name in names]
    return f"**{title}**: GE at MHz\n\n{markdown_table(heading, rows, left=1)}"


def _point(one: CellMeasurement, strategy: str) -> str:
    netlist = next((netlist for netlist in one.netlists if netlist.strategy == strategy), None)
    if netlist is None or not netlist.ok:
        return "-"
    text = f"{netlist.gate_equivalents:,.0f} at {netlist.fmax_mhz:,.0f}"
    return f"**{text}**" if netlist is one.best else text


def _when(measurements: Sequence[CellMeasurement]) -> str:
    """Date and version of the tools, as far as they are one."""
    versions = sorted({one.tools["yosys"] for one in measurements})
    return f"estimates before layout; {days_of(one.date for one in measurements)}, Yosys {', '.join(versions)}"


def main() -> None:
    """Writes docs/asic.md."""
    if sys.argv[1:]:
        take(Path(sys.argv[1]))
    page().write_text(document(page().read_text(encoding="utf-8"), committed().newest()), encoding="utf-8")


if __name__ == "__main__":
    main()
