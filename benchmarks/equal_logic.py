"""What equal logic is worth: units on ECP5 whose statements come in another order, LUTs and Fmax of
each; how far HLS and RTL can differ by nothing but that.

The unit is flattened once; then each order of its statements goes through the same synthesis, place
and route: one strategy, three seeds. `python benchmarks/equal_logic.py --page` puts the table of the
last results into docs/caesar-round3.md.
"""

import json
import random
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from common import Row, core_of, results_of
from parts import Part, Parts

from cryptagon import catalog, fpga, paths
from cryptagon.analysis.documents import markdown_table, with_section
from cryptagon.catalog import Entry
from cryptagon.study.designs import unit_design
from cryptagon.study.plan import plan
from cryptagon.toolchain import find, run

CONTEST, TARGET = "contests/caesar-round3.toml", "ecp5-85f-8"
SEEDS, ORDERS, REQUESTED_MHZ = (1, 2, 3), 6, 200.0
PAGE = Path(__file__).parents[1] / "docs" / "caesar-round3.md"
DECLARATION = re.compile(r" *(wire|reg|input|output|integer)\b")
BEGINS = re.compile(r"  (?! )(?!(?:end|endcase|endfunction)\b)")
"""A line that begins a statement of the module: those within it are further in, its end is not."""


def parts() -> Parts:
    """A unit of the contest each: a row an order and seed."""
    chosen = plan(CONTEST, quick=True)
    entries = [entry for entry in chosen.entries if not entry.variant.name]
    each = [
        Part(
            entry.label,
            partial(str, entry.source_digest),
            partial(_rows, entry, chosen.bus_of(entry)),
        )
        for entry in entries
    ]
    return Parts(each, ("algorithm", "approach"), ("hls", "fpga", "toolchain"))


def _rows(entry: Entry, bus: dict[str, int]) -> list[Row]:
    design = unit_design(entry, core_of(entry), "caesar-1.0", bus)
    with tempfile.TemporaryDirectory() as folder:
        flat = flattened(design, Path(folder))
        return [row for order in range(ORDERS) for row in _placed(entry, design, flat, order)]


def _placed(entry: Entry, design: fpga.Design, flat: str, order: int) -> Iterator[Row]:
    """One order of the statements with each seed."""
    folder = paths.build_folder() / "equal-logic"
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"{entry.slug}_{entry.approach}_{order}.v"
    source.write_text(in_order(flat, order))
    part = catalog.target(TARGET)
    other = fpga.Design(f"{entry.slug}-{entry.approach}-{order}", design.top, (source,))
    strategy = next(iter(part.strategies))
    netlist = fpga.synthesise(fpga.plan_synthesis(other, part, strategy, catalog.Rules()))
    for seed in SEEDS:
        attempt, _ = fpga.place_and_route(
            fpga.plan_route(netlist, part, seed=seed, requested_mhz=REQUESTED_MHZ)
        )
        yield {
            "algorithm": entry.algorithm.name,
            "approach": entry.approach,
            "order": order,
            "strategy": strategy,
            "seed": seed,
            "status": attempt.status,
            "luts": attempt.luts or 0,
            "fmax_mhz": attempt.fmax_mhz or 0.0,
        }


def flattened(design: fpga.Design, folder: Path) -> str:
    """The design as one module of Verilog, its tables as logic; `folder` is for working files."""
    yosys = find("yosys")
    parameters = " ".join(f"-chparam {name} {value}" for name, value in design.parameters.items())
    script = [
        *(f'read_verilog -sv "{source}"' for source in design.sources),
        f"hierarchy -check -top {design.top} {parameters}",
        "proc; flatten; opt; memory_map -rom-only; opt_clean",
        "write_verilog -noattr flat.v",
    ]
    (folder / "flat.ys").write_text("\n".join([*script, ""]))
    run((*yosys.argv, "flat.ys"), cwd=folder, env=yosys.env, log=folder / "flat.log")
    return (folder / "flat.v").read_text()


def in_order(flat: str, order: int) -> str:
    """One module of Yosys with its statements shuffled; as they are where `order` is 0."""
    declared, statements = split(flat)
    if order:
        random.Random(order).shuffle(statements)
    return "\n".join([*declared, *statements, "endmodule", ""])


def split(flat: str) -> tuple[list[str], list[str]]:
    """The lines that declare the one module and its signals, and its statements, some of several
    lines.
    """
    _, _, text = flat.partition("\nmodule ")
    first, *lines = f"module {text}".partition("\nendmodule")[0].splitlines()
    declared, statements = [first], list[str]()
    for line in filter(str.strip, lines):
        if not BEGINS.match(line):
            statements[-1] += f"\n{line}"
        elif DECLARATION.match(line):
            declared.append(line)
        else:
            statements.append(line)
    return declared, statements


def table(rows: Sequence[Row]) -> str:
    """A line a unit: over the orders the LUTs, the best clock of the seeds, and how far clock per
    area spreads.
    """
    lines = [
        _line(name, [row for row in rows if f"{row['algorithm']} {row['approach']}" == name])
        for name in dict.fromkeys(f"{row['algorithm']} {row['approach']}" for row in rows)
    ]
    head = [
        "unit",
        "orders",
        "LUT4",
        "MHz, best of the seeds",
        "clock/area over its mean",
        "standard deviation",
    ]
    return markdown_table(head, lines, 1)


def _line(name: str, rows: Sequence[Row]) -> list[str]:
    orders = {row["order"]: (int(row["luts"]), _best(rows, row["order"])) for row in rows}
    luts, clocks = zip(*orders.values(), strict=True)
    ratios = [clock / lut for lut, clock in orders.values()]
    mean = statistics.mean(ratios)
    return [
        name,
        f"{len(orders)}",
        f"{min(luts):,} to {max(luts):,}",
        f"{min(clocks):.1f} to {max(clocks):.1f}",
        f"{min(ratios) / mean:.2f} to {max(ratios) / mean:.2f}",
        f"{100 * statistics.stdev(ratios) / mean:.1f} %",
    ]


def _best(rows: Sequence[Row], order: object) -> float:
    return max(float(row["fmax_mhz"]) for row in rows if row["order"] == order)


def main() -> None:
    """Puts the table into the page."""
    if sys.argv[1:] != ["--page"]:
        sys.exit(__doc__)
    rows = json.loads(results_of(__file__).read_text())["rows"]
    PAGE.write_text(with_section(PAGE.read_text(), "equal-logic", table(rows)))


if __name__ == "__main__":
    main()
