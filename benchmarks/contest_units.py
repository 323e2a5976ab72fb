"""Units of the contests on the targets with place and route: each one a part of a benchmark, with
rows of what placement gave.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from common import Row, core_of, routed
from parts import Part, Parts

from cryptagon import catalog, fpga
from cryptagon.analysis.equal_logic import NAMED_BY
from cryptagon.catalog import Entry
from cryptagon.study.designs import unit_design
from cryptagon.study.plan import Plan, plan

CONTESTS = "contests/caesar-round3.toml", "contests/lwc.toml"
PACKAGES = ("hls", "fpga", "vendor", "toolchain")
REQUESTED_MHZ = 200.0

Place = Callable[[fpga.Design, catalog.Target], Iterator[tuple[Row, fpga.Attempt]]]
"""Places a unit several times: each attempt with the columns that tell it from the others."""


def unit_parts(place: Place) -> Parts:
    """A part for each unit and target, without variants."""
    plans = [plan(contest, quick=True) for contest in CONTESTS]
    return Parts([part for one in plans for part in _parts_of(one, place)], NAMED_BY, PACKAGES)


def _parts_of(chosen: Plan, place: Place) -> Iterator[Part]:
    for target in routed():
        for entry in chosen.entries:
            if not entry.variant.name:
                rows = partial(_rows, entry, chosen, target, place)
                made_of = partial(str, entry.source_digest)
                yield Part(f"{entry.label} {target}", made_of, rows)


def _rows(entry: Entry, chosen: Plan, target: str, place: Place) -> list[Row]:
    unit = unit_design(entry, core_of(entry), chosen.contest.interface, chosen.bus_of(entry))
    return [
        {
            "algorithm": entry.algorithm.name,
            "approach": entry.approach,
            "target": target,
            **which,
            "strategy": attempt.strategy,
            "seed": attempt.seed or 0,
            "status": attempt.status,
            "luts": attempt.luts or 0,
            "fmax_mhz": attempt.fmax_mhz or 0.0,
        }
        for which, attempt in place(unit, catalog.target(target))
    ]


def placed(
    design: fpga.Design, target: catalog.Target, seeds: Sequence[int]
) -> Iterator[fpga.Attempt]:
    """One netlist by the target's first strategy, placed with each seed."""
    strategy = next(iter(target.strategies))
    netlist = fpga.synthesise(fpga.plan_synthesis(design, target, strategy, catalog.Rules()))
    for seed in seeds:
        planned = fpga.plan_route(netlist, target, seed=seed, requested_mhz=REQUESTED_MHZ)
        attempt, _ = fpga.place_and_route(planned)
        yield attempt
