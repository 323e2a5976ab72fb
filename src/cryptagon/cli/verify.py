"""`cryptagon verify`: known answers at every level."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import click
from rich.console import Console

from cryptagon import catalog, classes
from cryptagon.approaches import entries_of
from cryptagon.catalog import AlgorithmFolder
from cryptagon.catalog.macros import with_macros
from cryptagon.classes import Setting
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import Interrupted, styled
from cryptagon.cli.options import (
    BusWidth,
    approaches_option,
    defines_option,
    jobs_option,
    json_option,
)
from cryptagon.cli.progress import duration
from cryptagon.study.levels import LEVELS, NETLIST, Check, LevelChecks, verify_all
from cryptagon.study.plan import FIRST_TARGET

THOROUGH_SEEDS = 10

EPILOG = """\b
Levels:
  reference  the reference software, encryption, decryption and rejection
  native     the C for hardware, run as a program
  core       the Verilog core alone: random and long stalls, idle gaps, resets in the middle
  unit       the core with its hardware interface around it, in the same way
  netlist    the cells that synthesis makes of it, for a few known answers; only where it is asked for

\b
A class without an interface has no level unit. Each variant is checked. With -D only the reference software and cores
in C are, with these macros.

\b
Examples:
  cryptagon verify ascon128a
  cryptagon verify aes128gcm acorn128 --level core --level unit
  cryptagon verify ascon128a --kat LWC_AEAD_KAT_128_128.txt
  cryptagon verify ascon128a acorn128 --kat COLLECTION
  cryptagon verify ascon128a --level unit --bus w=64 --bus sw=64
  cryptagon verify present80 --level netlist
  cryptagon verify present80 --level netlist --target ice40-hx8k
  cryptagon verify dummy --thorough
  cryptagon verify sha1
  cryptagon verify sha1 -D ROUNDS_PER_CYCLE=5

Beside the known answers every core must reject forgeries in each bit of the tag, take keys that change and keys that stay,
and give the reference's answers at every corner of the lengths, for long messages and many of them (docs/testbench.md).
"""


@click.command(epilog=EPILOG)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option("--kat", metavar="PATH", multiple=True, type=click.Path(exists=True, path_type=Path),
              help="Known answers, of a cipher in NIST LWC format, instead of its own: a file, or a folder of files named "
                   "after the algorithms in SUPERCOP; may be repeated.")  # fmt: skip
@click.option(
    "--level",
    "levels",
    type=click.Choice((*LEVELS, NETLIST)),
    multiple=True,
    help="Check this level only; may be repeated.",
)
@click.option(
    "--target",
    metavar="NAME",
    default=FIRST_TARGET,
    show_default=True,
    help="The part that the netlist is for.",
)
@approaches_option
@defines_option
@click.option(
    "--seed",
    type=int,
    help="Of stalls, forgeries and random messages; without it 1, and today's date beside it.",
)
@click.option(
    "--thorough",
    is_flag=True,
    help="More and longer messages, all under every kind of stall, by ten seeds: up to an hour.",
)
@click.option(
    "--interface",
    metavar="NAME",
    default="",
    help="The hardware interface, instead of that of the class.",
)
@click.option(
    "--bus",
    "widths",
    metavar="NAME=BITS",
    type=BusWidth(),
    multiple=True,
    help="Width of a bus of the interface; may be repeated.",
)
@jobs_option("Cores checked at once.")
@json_option()
def verify(
    *,
    names: tuple[str, ...],
    kat: tuple[Path, ...],
    levels: tuple[str, ...],
    target: str,
    approaches: tuple[str, ...],
    defines: tuple[tuple[str, str], ...],
    seed: int | None,
    thorough: bool,
    interface: str,
    widths: tuple[tuple[str, int], ...],
    jobs: int,
    as_json: bool,
) -> None:
    """Check the algorithms NAME... (names or folders) against known answers at every level."""
    seeds = seeds_of(seed, thorough=thorough)
    chosen = [with_macros(classes.algorithm(name), dict(defines)) for name in dict.fromkeys(names)]
    asked = Setting(interface, dict(widths), seeds=seeds, thorough=thorough, known_answers=kat)
    part = catalog.target(target)
    verifications = [
        LevelChecks(one, _checked(one, asked), levels or LEVELS, approaches, part) for one in chosen
    ]
    with Console(stderr=True).status("verifying", spinner="dots") as status:
        try:
            checks = verify_all(
                verifications, lambda check: status.update(f"verifying: {_name(check)} done"), jobs
            )
        except KeyboardInterrupt as interrupt:
            raise Interrupted("only the compiled simulators are kept") from interrupt
    if as_json:
        print_json([_plain(check, seeds) for check in checks])
    else:
        print_table(["algorithm", "", "level", "vectors", "", ""], map(_row, checks), right=(3, 5))
        click.echo(f"\nseeds: {', '.join(map(str, seeds))}", err=True)
    _explain(checks)
    sys.exit(1 if any(check.fault for check in checks) else 0)


def _checked(one: AlgorithmFolder, asked: Setting) -> Setting:
    """How an algorithm is put to the test; what cannot be, such as a width that its interface does
    not have, is told now.
    """
    kind = classes.class_of(one)
    setting = replace(asked, interface=asked.interface or kind.interface)
    for entry in entries_of(one):
        kind.check(entry, setting)
    for variant in one.variants:
        kind.tests(one, variant, setting)
    return setting


def _name(check: Check) -> str:
    return f"{check.algorithm} {check.what}, {check.level} level"


def _row(check: Check) -> list[str]:
    outcome = "[red]✗ failed[/]" if check.fault else "[green]✓[/]"
    vectors = f"{check.vectors:,}" if check.vectors else ""
    return [check.algorithm, check.what, check.level, vectors, outcome, duration(check.seconds)]


def seeds_of(chosen: int | None, *, thorough: bool) -> tuple[int, ...]:
    """The seed that was asked for; else a fixed one and that of the day, so that each day tries
    something new; more where `thorough`.
    """
    today = int(f"{date.today():%Y%m%d}")
    first = (1, today) if chosen is None else (chosen,)
    return (
        (*first, *(100 * first[-1] + number for number in range(1, THOROUGH_SEEDS + 1)))
        if thorough
        else first
    )


def _plain(check: Check, seeds: Sequence[int]) -> dict[str, object]:
    """The check as JSON has it; `status` is "ok" or the reason."""
    fields: dict[str, object] = {
        name: getattr(check, name) for name in ("algorithm", "what", "level", "vectors", "seconds")
    }
    return {**fields, "seeds": list(seeds), "status": check.fault.render() if check.fault else "ok"}


def _explain(checks: Sequence[Check]) -> None:
    """Each fault in full, on stderr; one that stops several levels in the same way only once."""
    explained: set[str] = set()
    for check in checks:
        if check.fault and check.fault.render() not in explained:
            explained.add(check.fault.render())
            click.echo(f"\n{click.style(_name(check), bold=True)}\n{styled(check.fault)}", err=True)
