"""`cryptagon testbed software`: how fast software is that a unit is compared with."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import Console

from cryptagon.analysis.documents import NOTHING
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import styled
from cryptagon.cli.options import json_option, message_sizes_option
from cryptagon.errors import CryptagonError
from cryptagon.study.plan import plan
from cryptagon.testbed.software import Software, measure, measure_all
from cryptagon.testbed.software.report import plain
from cryptagon.testbed.workload import sizes_in_bytes

EPILOG = """\b
Examples:
  cryptagon testbed software sha256
  cryptagon testbed software contests/sha3-round2.toml --no-model --size 10 --json
  cryptagon testbed software sha256 --source build/supercop/crypto_hash/sha256/ref

Measured are the reference software, that in the algorithm's folder `fast`, where there is one, and OpenSSL's, where it has the
function. Each must answer as the reference software does.

Here the median of rounds counts, in time of the processor. The Cortex-A9 is a model: an emulator executes the program and counts
its basic blocks, and LLVM's model of the pipeline says what each takes. It knows no misses of a cache and no branch that is guessed
wrongly. It needs the extra `arm` and LLVM's programs (Debian: apt install llvm).

Exit code 1 if some software has no figures.
"""
HEADINGS = ("algorithm", "software", "size", "here", "Cortex-A9 at 667 MHz", "cycles a byte")


@click.command("software", epilog=EPILOG)
@click.argument("what", metavar="NAME|CONTEST.TOML")
@message_sizes_option()
@click.option(
    "--source",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with another implementation, as in SUPERCOP, to measure instead.",
)
@click.option("--model/--no-model", default=True, help="Whether to model a Cortex-A9, too.")
@json_option()
def software(
    *, what: str, sizes: tuple[float, ...], source: Path | None, model: bool, as_json: bool
) -> None:
    """Measure the software of NAME, an algorithm or its folder, or of all algorithms of a contest:
    here, and on a Cortex-A9 by a model.
    """
    chosen = plan(what)
    entries = {one.algorithm.name: one for one in reversed(chosen.entries)}
    if source and len(entries) > 1:
        raise CryptagonError(
            "one implementation cannot be of several algorithms",
            where=str(source),
            fix="name the algorithm that it implements instead of a contest",
        )
    faults: list[CryptagonError] = []
    found: list[Software] = []
    lengths = sizes_in_bytes(sizes)
    with Console(stderr=True).status("software", spinner="dots") as status:
        for name in sorted(entries):
            status.update(name)
            try:
                found += (
                    [measure(entries[name], lengths, source=source, model=model)]
                    if source
                    else measure_all(entries[name], lengths, model=model)
                )
            except CryptagonError as fault:
                faults.append(fault)
    if as_json:
        print_json([plain(one) for one in found])
    elif found:
        print_table(HEADINGS, [row for one in found for row in _rows(one)], right=range(2, 6))
    for fault in faults:
        click.echo(styled(fault), err=True)
    sys.exit(1 if faults else 0)


def _rows(one: Software) -> Iterator[Sequence[str]]:
    for found in plain(one)["messages"]:
        a9 = found["a9_mbps"]
        yield (
            one.name,
            one.kind,
            f"{found['size'] / 1000:,g} kB",
            f"{found['host_mbps']:,.0f} Mbit/s",
            NOTHING if a9 is None else f"{a9:,.1f} Mbit/s",
            NOTHING if a9 is None else f"{found['a9_cycles_per_byte']:,.1f}",
        )
