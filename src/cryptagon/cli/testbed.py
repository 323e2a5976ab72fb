"""`cryptagon testbed`: units behind DMA, timer and FIFOs between two clocks, as on a board."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console

from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import styled
from cryptagon.cli.group import CommandGroup
from cryptagon.cli.options import approaches_option, message_sizes_option
from cryptagon.errors import CryptagonError
from cryptagon.study.plan import plan
from cryptagon.testbed.measuring import Measured, measure
from cryptagon.testbed.proof import DEPTH, PROPERTIES, prove_fifo
from cryptagon.testbed.report import clock_of, plain
from cryptagon.testbed.simulation import DMA_MHZ
from cryptagon.testbed.workload import sizes_in_bytes
from cryptagon.toolchain import Verdict

BOARDS = "cryptagon.cli.testbed_boards"
COMMANDS = {
    "run": (__name__, "run", "Measure units in the testbed: throughput by formula and by timer."),
    "software": (
        "cryptagon.cli.testbed_software",
        "software",
        "Measure the software that units are compared with.",
    ),
    "prove": (__name__, "prove", "Prove the FIFO between the two clocks."),
    "export": (BOARDS, "export", "Write a project for a real board."),
    "build": (BOARDS, "build", "Make the bitstream of a project for the ULX3S."),
    "log": (BOARDS, "log", "Run the program of such a project on the simulated testbed."),
    "read": (BOARDS, "read", "Read what a board printed into a measurement."),
}
GROUP_EPILOG = """\b
Examples:
  cryptagon testbed run ascon128a
  cryptagon testbed run contests/sha3-round2.toml --approach rtl
  cryptagon testbed export sha256 --board zedboard --approach rtl -o sha256-zed

What is in the testbed, how its clocks run and what is modelled: docs/testbed.md.
"""
RUN_EPILOG = """\b
Examples:
  cryptagon testbed run luffa --core-mhz 247.4 --dma-mhz 150
  cryptagon testbed run sha256 --approach rtl --size 10 --size 5000 --json

Each unit hashes, or encrypts, one message of each size from memory to memory, and every answer is compared with that of the
reference software. The formula is block bits / (cycles per block * T), the cycles counted in simulation where nothing waits.
The timer runs from before the first register is written to after the last transfer was seen to end.

What was measured before under the same conditions is kept: an interrupted run goes on. A size of 1,000 kB takes seconds to
a minute of simulation, after the simulator of the unit has been built.

Exit code 1 if a unit has no figures.
"""


class _Commands(CommandGroup):
    """What is no command is what to run: `cryptagon testbed ascon128a`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = not args or args[0] in self.table or args[0].startswith("-")
        return super().parse_args(ctx, args if known else ["run", *args])


@click.group(cls=_Commands, table=COMMANDS, epilog=GROUP_EPILOG)
def testbed() -> None:
    """Run units as on a board with two clocks: DMA, timer, FIFOs, and a program that reads them."""


@click.command("run", epilog=RUN_EPILOG)
@click.argument("what", metavar="NAME|CONTEST.TOML")
@approaches_option
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
@message_sizes_option
@click.option(
    "--seed",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Of the clocks' drift and the crossings.",
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the overhead by size as SVG.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def run(
    *,
    what: str,
    approaches: tuple[str, ...],
    core_mhz: float | None,
    dma_mhz: tuple[float, ...],
    sizes: tuple[float, ...],
    seed: int,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Measure NAME, an algorithm or its folder, or all algorithms of a contest in the testbed."""
    chosen = plan(what, approaches=approaches)
    lengths = sizes_in_bytes(sizes)
    faults: list[CryptagonError] = []
    with Console(stderr=True).status("testbed", spinner="dots") as status:
        found = []
        for entry in chosen.entries:
            status.update(entry.label)
            clock = clock_of(chosen.contest, entry.algorithm.name) if core_mhz is None else core_mhz
            try:
                found.append(
                    measure(entry, core_mhz=clock, dma_mhz=dma_mhz, sizes=lengths, seed=seed)
                )
            except CryptagonError as fault:
                faults.append(fault)
    if as_json:
        print_json([plain(one) for one in found])
    elif found:
        print_table(
            HEADINGS, [row for one in found for row in _rows(one)], right=range(2, len(HEADINGS))
        )
    if plot and found:
        from cryptagon.analysis.testbed_page import overheads  # noqa: PLC0415 - matplotlib, which takes its time

        plot.write_text(overheads([plain(one) for one in found]).svg())
    for fault in faults:
        click.echo(styled(fault), err=True)
    sys.exit(1 if faults else 0)


HEADINGS = ("core", "", "clock", "by formula", "size", "DMA", "by timer", "overhead")


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
            " ".join(filter(None, (one.name, one.variant))),
            one.approach,
            *figures,
            f"{100 * one.overhead(transfer):.1f} %",
        )


@click.command("prove")
@click.option(
    "--depth",
    type=click.IntRange(min=4),
    default=DEPTH,
    show_default=True,
    help="Of the FIFO, words: a power of two.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    default=600,
    show_default=True,
    help="Seconds for each property.",
)
def prove(*, depth: int, limit: float) -> None:
    """Prove that the FIFO between the two clocks keeps every word, however the clocks tick and
    whatever its first flip-flops take.

    Exit code 1 if a property is refuted or undecided.
    """
    if depth & (depth - 1):
        raise CryptagonError(
            f"a FIFO cannot have {depth} words",
            why="its pointers count in Gray code",
            fix="choose a power of two",
        )
    with TemporaryDirectory() as folder:
        found = prove_fifo(Path(folder), limit_s=limit, depth=depth)
    rows = [
        (PROPERTIES[one.property], str(one.verdict), one.engine, f"{one.seconds:.0f} s")
        for one in found
    ]
    print_table(["the FIFO", "", "by", ""], rows, right=[3])
    sys.exit(0 if all(one.verdict is Verdict.PROVED for one in found) else 1)
