"""What equal logic is worth: units whose statements come in another order, LUTs and Fmax of each; how
far HLS and RTL can differ by nothing but that.

The unit becomes one module of plain Verilog; then each order of its statements goes through the same
synthesis, place and route: one strategy, three seeds.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from common import Row, core_of, routed
from parts import Part, Parts

from cryptagon import catalog, fpga, paths
from cryptagon.analysis.equal_logic import NAMED_BY
from cryptagon.catalog import Entry
from cryptagon.study.designs import unit_design
from cryptagon.study.plan import Plan, plan
from cryptagon.vendor.plain_verilog import plain_verilog

CONTESTS = "contests/caesar-round3.toml", "contests/lwc.toml"
SEEDS, ORDERS, REQUESTED_MHZ = (1, 2, 3), 6, 200.0
DECLARATION = re.compile(r" *(wire|reg|input|output|integer)\b")
BEGINS = re.compile(r"  (?! )(?!(?:end|endcase|endfunction)\b)")
"""A line that begins a statement of the module: those within it are further in, its end is not."""


def parts() -> Parts:
    """A unit of a contest on a target each: a row an order and seed."""
    each = [part for contest in CONTESTS for part in _parts_of(plan(contest, quick=True))]
    return Parts(each, NAMED_BY, ("hls", "fpga", "vendor", "toolchain"))


def _parts_of(chosen: Plan) -> Iterator[Part]:
    for target in routed():
        for entry in chosen.entries:
            if not entry.variant.name:
                name = f"{entry.label} {target}"
                rows = partial(_rows, entry, chosen, target)
                yield Part(name, partial(str, entry.source_digest), rows)


def _rows(entry: Entry, chosen: Plan, target: str) -> list[Row]:
    interface, bus = chosen.contest.interface, chosen.bus_of(entry)
    unit = unit_design(entry, core_of(entry), interface, bus)
    design = replace(unit, name=f"{entry.slug}-{entry.approach}")
    flat = plain_verilog(design).text
    placed = [
        (order, attempt)
        for order in range(ORDERS)
        for attempt in _attempts(design, flat, order, catalog.target(target))
    ]
    return [
        {
            "algorithm": entry.algorithm.name,
            "approach": entry.approach,
            "target": target,
            "order": order,
            "strategy": attempt.strategy,
            "seed": attempt.seed or 0,
            "status": attempt.status,
            "luts": attempt.luts or 0,
            "fmax_mhz": attempt.fmax_mhz or 0.0,
        }
        for order, attempt in placed
    ]


def _attempts(
    design: fpga.Design, flat: str, order: int, target: catalog.Target
) -> Iterator[fpga.Attempt]:
    """One order of the statements with each seed."""
    source = paths.build_folder() / "equal-logic" / f"{design.name}-{order}.v"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(in_order(flat, order))
    other = fpga.Design(f"{design.name}-{order}", design.top, (source,))
    strategy = next(iter(target.strategies))
    netlist = fpga.synthesise(fpga.plan_synthesis(other, target, strategy, catalog.Rules()))
    for seed in SEEDS:
        requested = fpga.plan_route(netlist, target, seed=seed, requested_mhz=REQUESTED_MHZ)
        attempt, _ = fpga.place_and_route(requested)
        yield attempt


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
