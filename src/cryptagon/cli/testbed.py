"""`cryptagon testbed`: units behind DMA, timer and FIFOs between two clocks, as on a board."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from cryptagon.cli.console import print_table
from cryptagon.cli.group import CommandGroup
from cryptagon.errors import CryptagonError
from cryptagon.testbed.proof import DEPTH, PROPERTIES, prove_fifo
from cryptagon.toolchain import Verdict

BOARDS = "cryptagon.cli.testbed_boards"
COMMANDS = {
    "run": (
        "cryptagon.cli.testbed_run",
        "run",
        "Measure units in the testbed: throughput, overhead, maximum frequency.",
    ),
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


class _Commands(CommandGroup):
    """What is no command is what to run: `cryptagon testbed ascon128a`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = not args or args[0] in self.table or args[0].startswith("-")
        return super().parse_args(ctx, args if known else ["run", *args])


@click.group(cls=_Commands, table=COMMANDS, epilog=GROUP_EPILOG)
def testbed() -> None:
    """Run units as on a board with two clocks: DMA, timer, FIFOs, and a program that reads them."""


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
