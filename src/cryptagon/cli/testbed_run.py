"""`cryptagon testbed run`: units behind DMA, timer and FIFOs, and the clock that each of them bears."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import Console
from rich.status import Status

from cryptagon.catalog import Entry, Target, target
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import styled
from cryptagon.cli.options import SIZES_KB, approaches_option, json_option, message_sizes_option
from cryptagon.errors import CryptagonError
from cryptagon.study.plan import FIRST_TARGET, Plan, plan
from cryptagon.testbed.experiment import Experiment, experiment
from cryptagon.testbed.measuring import Measured, measure
from cryptagon.testbed.report import clock_of, plain
from cryptagon.testbed.simulation import DMA_MHZ
from cryptagon.testbed.workload import sizes_in_bytes

CONTEST_SIZES_KB = (*SIZES_KB, 5000)
EPILOG = """\b
Examples:
  cryptagon testbed run contests/sha3-round2.toml
  cryptagon testbed run ascon128a
  cryptagon testbed run ascon_p --approach hls --variant basic --size 10
  cryptagon testbed run luffa --core-mhz 247.4 --dma-mhz 150
  cryptagon testbed run sha256 --approach rtl --size 10 --size 5000 --json
  cryptagon testbed run shabal --approach rtl --size 10 --experiment --quick

Each unit hashes, or encrypts, one message of each size from memory to memory, a block cipher as many blocks under one key, and
every answer is compared with that of the reference software; a kernel works on its known answers again and again. The formula is
block bits / (cycles per block * T), the cycles counted in simulation where nothing waits. The timer runs from before the first
register is written to after the last transfer was seen to end.

The experiment places and routes a unit, sends the same messages through the routed netlist with its delays, and raises the clock
until an answer is wrong; on virtual boards too.

What was measured before under the same conditions is kept: an interrupted run goes on. A size of 1,000 kB takes seconds to
a minute of simulation, after the simulator of the unit has been built; place and route takes minutes to an hour.

Exit code 1 if a unit has no figures.
"""


@dataclass(frozen=True)
class _Wanted:
    """What is measured of each unit; sizes in bytes. `part` is the experiment's, None for no
    experiment.
    """

    chosen: Plan
    core_mhz: float | None
    dma_mhz: tuple[float, ...]
    sizes: tuple[int, ...]
    seed: int
    part: Target | None
    boards: int


@dataclass(frozen=True)
class _Found:
    """Of one unit."""

    measured: Measured
    tried: Experiment | None


@click.command("run", epilog=EPILOG)
@click.argument("what", metavar="NAME|CONTEST.TOML")
@approaches_option
@click.option("--variant", metavar="NAME", help="Only this variant of an algorithm.")
@click.option(
    "--core-mhz",
    type=float,
    help="The units' clock; what the contest quotes of an experiment, else 100, when left out.",
)
@click.option(
    "--dma-mhz",
    type=float,
    multiple=True,
    default=(DMA_MHZ, 150.0),
    show_default=True,
    help="Of DMA and timer; may be repeated.",
)
@message_sizes_option(
    f"{', '.join(map(str, SIZES_KB))} when left out, for a contest {CONTEST_SIZES_KB[-1]} too."
)
@click.option(
    "--seed",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Of the clocks' drift and the crossings.",
)
@click.option(
    "--experiment/--no-experiment",
    "tries",
    default=None,
    help="Whether to find the maximum frequency of the routed units; for a contest alone when left out.",
)
@click.option(
    "--target",
    "part",
    metavar="NAME",
    default=FIRST_TARGET,
    show_default=True,
    help="The experiment's part; its cells must be modelled.",
)
@click.option(
    "--boards",
    type=click.IntRange(min=0),
    default=2,
    show_default=True,
    help="The experiment's virtual boards.",
)
@click.option("--quick", is_flag=True, help="Place and route once: one strategy, one seed.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the overhead by size as SVG.",
)
@json_option("Print JSON instead of tables.")
def run(
    *, what: str, approaches: tuple[str, ...], variant: str | None, core_mhz: float | None, dma_mhz: tuple[float, ...], sizes: tuple[float, ...],
    seed: int, tries: bool | None, part: str, boards: int, quick: bool, plot: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Measure NAME, an algorithm or its folder, or all algorithms of a contest in the testbed."""
    whole = what.endswith(".toml")
    found_part = target(part)
    chosen = _of_variant(plan(what, quick=quick, approaches=approaches), variant)
    lengths = sizes_in_bytes(sizes or (CONTEST_SIZES_KB if whole else SIZES_KB))
    tries = whole if tries is None else tries
    wanted = _Wanted(
        chosen, core_mhz, dma_mhz, lengths, seed, found_part if tries else None, boards
    )
    found, faults = _all(wanted)
    content = [plain(one.measured, one.tried) for one in found]
    if as_json:
        print_json(content)
    elif found:
        _show(found)
    if plot and found:
        from cryptagon.analysis.testbed_page import overheads  # noqa: PLC0415 - matplotlib, which takes its time

        plot.write_text(overheads(content).svg())
    for fault in faults:
        click.echo(styled(fault), err=True)
    sys.exit(1 if faults else 0)


def _of_variant(chosen: Plan, variant: str | None) -> Plan:
    entries = tuple(one for one in chosen.entries if variant in (None, one.variant.name))
    if not entries:
        there = ", ".join(one.label for one in chosen.entries)
        raise CryptagonError(
            f'there is no variant "{variant}"',
            why=f"there is: {there}",
            fix="choose one of these, or leave --variant out",
        )
    return replace(chosen, entries=entries)


def _all(wanted: _Wanted) -> tuple[list[_Found], list[CryptagonError]]:
    """Every unit of the plan, or what is at fault."""
    faults: list[CryptagonError] = []
    found: list[_Found] = []
    with Console(stderr=True).status("testbed", spinner="dots") as status:
        for entry in wanted.chosen.entries:
            label = entry.label
            status.update(label)
            try:
                found.append(_one(wanted, entry, _telling(status, label)))
            except CryptagonError as fault:
                faults.append(fault)
    return found, faults


def _telling(status: Status, label: str) -> Callable[[str], None]:
    return lambda text: status.update(f"{label}: {text}")


def _one(wanted: _Wanted, entry: Entry, tell: Callable[[str], None]) -> _Found:
    quoted = clock_of(wanted.chosen.contest, entry.algorithm.name)
    clock = quoted if wanted.core_mhz is None else wanted.core_mhz
    measured = measure(
        entry, core_mhz=clock, dma_mhz=wanted.dma_mhz, sizes=wanted.sizes, seed=wanted.seed
    )
    if wanted.part is None:
        return _Found(measured, None)
    tried = experiment(
        wanted.chosen, entry, wanted.part, sizes=wanted.sizes, count=wanted.boards, seed=wanted.seed, tell=tell
    )  # fmt: skip
    return _Found(measured, tried)


HEADINGS = ("core", "", "clock", "by formula", "size", "DMA", "by timer", "overhead")
TRIED = ("core", "", "LUT4", "static", "experiment", "ratio", "worst size", "boards")


def _show(found: Sequence[_Found]) -> None:
    rows = [row for one in found for row in _rows(one.measured)]
    print_table(HEADINGS, rows, right=range(2, len(HEADINGS)))
    tried = [_tried(one.measured, one.tried) for one in found if one.tried]
    if tried:
        click.echo()
        print_table(TRIED, tried, right=range(2, len(TRIED)))


def _rows(one: Measured) -> Iterator[Sequence[str]]:
    for transfer in one.transfers:
        size, dma = f"{transfer.size / 1000:,g} kB", f"{transfer.dma_mhz:g} MHz"
        figures = (
            f"{one.core_mhz:g} MHz",
            f"{one.gbps:.3f} Gbit/s",
            size,
            dma,
            f"{transfer.gbps:.3f} Gbit/s",
        )
        yield (
            *_names(one),
            *figures,
            f"{100 * one.overhead(transfer):.1f} %",
        )


def _tried(one: Measured, tried: Experiment) -> Sequence[str]:
    return (
        *_names(one),
        f"{tried.luts:,}",
        f"{tried.static_mhz:.1f} MHz",
        f"{tried.corner.limit_mhz:.1f} MHz",
        f"{tried.ratio:.3f}",
        f"{tried.corner.worst.size / 1000:,g} kB",
        " ".join(f"{tried.board_ratio(board):.3f}" for board in tried.boards),
    )


def _names(one: Measured) -> tuple[str, str]:
    return " ".join(filter(None, (one.name, one.variant))), one.approach
