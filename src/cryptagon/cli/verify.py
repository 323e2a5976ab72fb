"""`cryptagon verify`: known answers at every level, no synthesis."""

import os
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click
from rich.console import Console

from cryptagon.catalog import algorithm, class_of, kernel
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import Interrupted, styled
from cryptagon.cli.progress import duration
from cryptagon.study.known_answers import known_answer_files, known_answers
from cryptagon.study.levels import LEVELS, Check, KernelVerification, Verification, verify_all
from cryptagon.study.verification import Bench, TestSet

THOROUGH_SEEDS = 10

EPILOG = """\b
Levels:
  reference  the reference software, encryption, decryption and rejection
  native     the C for hardware, run as a program
  core       the Verilog core alone: random and long stalls, idle gaps, resets in the middle
  aead       the core behind the hardware API, in the same way

\b
A kernel (docs/kernels.md) has no level aead; each of its variants is checked at the others.

\b
Examples:
  cryptagon verify ascon128a
  cryptagon verify aes128gcm acorn128 --level core --level aead
  cryptagon verify ascon128a --kat LWC_AEAD_KAT_128_128.txt
  cryptagon verify ascon128a acorn128 --kat COLLECTION
  cryptagon verify ascon128a --level aead --w 64 --sw 64
  cryptagon verify dummy --thorough
  cryptagon verify sha1

Beside the known answers every core must reject forgeries in each bit of the tag, take keys that change and keys that stay,
and give the reference's answers at every corner of the lengths, for long messages and many of them (docs/testbench.md).
"""


@click.command(epilog=EPILOG)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option("--kat", metavar="PATH", multiple=True, type=click.Path(exists=True, path_type=Path),
              help="Known answers in NIST LWC format, instead of those that come with the algorithm: a file, or a folder of files named "
                   "after the algorithms in SUPERCOP; may be repeated.")  # fmt: skip
@click.option("--level", "levels", type=click.Choice(LEVELS), multiple=True, help="Check this level only; may be repeated.")
@click.option("--seed", type=int, help="Of stalls, forgeries and random messages; without it 1, and today's date beside it.")
@click.option("--thorough", is_flag=True, help="More and longer messages, all under every kind of stall, by ten seeds: up to an hour.")
@click.option("--w", type=int, default=32, show_default=True, metavar="BITS", help="Width of pdi and do.")
@click.option("--sw", type=int, default=32, show_default=True, metavar="BITS", help="Width of sdi.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=os.cpu_count(), show_default="one a CPU", help="Cores checked at once.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def verify(
    *,
    names: tuple[str, ...],
    kat: tuple[Path, ...],
    levels: tuple[str, ...],
    seed: int | None,
    thorough: bool,
    w: int,
    sw: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Check the algorithms NAME... (names or folders) against known answers at every level."""
    distinct = list(dict.fromkeys(names))
    plain = [KernelVerification(kernel(name), levels or LEVELS) for name in distinct if class_of(name) == "kernel"]
    chosen = [algorithm(name) for name in distinct if class_of(name) != "kernel"]
    seeds = seeds_of(seed, thorough=thorough)
    tests = [TestSet(one, known_answers(known_answer_files(one, kat)), seeds, thorough) for one in chosen]
    for one in chosen:
        one.hardware_parameters(w, sw)  # a width that the hardware API does not have is told now, not after minutes
    verifications = [Verification(Bench(one, w, sw), levels or LEVELS) for one in tests]
    with Console(stderr=True).status("verifying", spinner="dots") as status:
        try:
            checks = verify_all([*verifications, *plain], lambda check: status.update(f"verifying: {_name(check)} done"), jobs)
        except KeyboardInterrupt as interrupt:
            raise Interrupted("only the compiled simulators are kept") from interrupt
    if as_json:
        print_json([_plain(check, seeds) for check in checks])
    else:
        print_table(["algorithm", "", "level", "vectors", "", ""], map(_row, checks), right=(3, 5))
        click.echo(f"\nseeds: {', '.join(map(str, seeds))}", err=True)
    _explain(checks)
    sys.exit(1 if any(check.fault for check in checks) else 0)


def _name(check: Check) -> str:
    return f"{check.algorithm} {check.what}, {check.level} level"


def _row(check: Check) -> list[str]:
    outcome = "[red]✗ failed[/]" if check.fault else "[green]✓[/]"
    vectors = f"{check.vectors:,}" if check.vectors else ""
    return [check.algorithm, check.what, check.level, vectors, outcome, duration(check.seconds)]


def seeds_of(chosen: int | None, *, thorough: bool) -> tuple[int, ...]:
    """The seed that was asked for; else a fixed one and that of the day, so that each day tries something new; more where `thorough`."""
    today = int(f"{date.today():%Y%m%d}")
    first = (1, today) if chosen is None else (chosen,)
    return (*first, *(100 * first[-1] + number for number in range(1, THOROUGH_SEEDS + 1))) if thorough else first


def _plain(check: Check, seeds: Sequence[int]) -> dict[str, object]:
    """The check as JSON has it; `status` is "ok" or the reason."""
    fields: dict[str, object] = {name: getattr(check, name) for name in ("algorithm", "what", "level", "vectors", "seconds")}
    return {**fields, "seeds": list(seeds), "status": check.fault.render() if check.fault else "ok"}


def _explain(checks: Sequence[Check]) -> None:
    """Each fault in full, on stderr; one that stops several levels in the same way only once."""
    explained: set[str] = set()
    for check in checks:
        if check.fault and check.fault.render() not in explained:
            explained.add(check.fault.render())
            click.echo(f"\n{click.style(_name(check), bold=True)}\n{styled(check.fault)}", err=True)
