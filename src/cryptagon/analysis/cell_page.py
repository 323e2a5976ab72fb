"""The tables of docs/asic.md, from the committed measurements in standard cells.

`python -m cryptagon.analysis.cell_page FOLDER` takes the newest measurements in cells in FOLDER (such
as `results`), commits them to `benchmarks/results/cells`, and writes the page.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptagon.analysis.cell_table import LEFT, CellGroup, cell_groups
from cryptagon.analysis.committed import committed_folder, replace
from cryptagon.analysis.documents import NOTHING, days_of, markdown_table
from cryptagon.analysis.made_page import Page
from cryptagon.analysis.naming import label_of, shown
from cryptagon.results import CellMeasurement, in_cells, load_all, newest

FOLDER = "cells"


def committed() -> list[CellMeasurement]:
    """The measurements that the page shows."""
    return newest(in_cells(load_all(committed_folder(FOLDER))))


def sections(measurements: Sequence[CellMeasurement]) -> Mapping[str, str]:
    """Those of the page."""
    found = cell_groups(measurements)
    return {
        "measured": "\n\n".join(map(_results, found)),
        "strategies": "\n\n".join(map(_strategies, found)),
    }


def _results(group: CellGroup) -> str:
    return f"**{group.title}** ({_when(group.designs)})\n\n{markdown_table(group.heading, group.rows, left=LEFT)}"


def _strategies(group: CellGroup) -> str:
    """GE at MHz of every netlist; the best by throughput/area in bold."""
    names = list(
        dict.fromkeys(netlist.strategy for one in group.designs for netlist in one.netlists)
    )
    heading = ["strategy", *(f"{label_of(one)} {shown(one.approach)}" for one in group.designs)]
    rows = [[f"`{name}`", *(_point(one, name) for one in group.designs)] for name in names]
    return f"**{group.title}**: GE at MHz\n\n{markdown_table(heading, rows, left=1)}"


def _point(one: CellMeasurement, strategy: str) -> str:
    netlist = next((netlist for netlist in one.netlists if netlist.strategy == strategy), None)
    if netlist is None or not netlist.ok:
        return NOTHING
    text = f"{netlist.gate_equivalents:,.0f} at {netlist.fmax_mhz:,.0f}"
    return f"**{text}**" if netlist is one.best else text


def _when(measurements: Sequence[CellMeasurement]) -> str:
    """Date and version of the tools, as far as they are one."""
    versions = sorted({one.tools["yosys"] for one in measurements})
    return f"estimates before layout; {days_of(one.date for one in measurements)}, Yosys {', '.join(versions)}"


PAGE = Page("docs/asic.md", lambda: sections(committed()))


def main() -> None:
    """Commits the newest measurements of a folder, and writes the page."""
    (folder,) = sys.argv[1:]
    replace(FOLDER, newest(in_cells(load_all(Path(folder)))))
    PAGE.write()


if __name__ == "__main__":
    main()
