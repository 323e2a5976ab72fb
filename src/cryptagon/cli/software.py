"""`cryptagon software`: a folder of the SUPERCOP shape, checked, measured, and on its way to hardware."""

from pathlib import Path

import click
from rich.markup import escape

from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.options import json_option
from cryptagon.software.folder import open_folder
from cryptagon.software.obstacles import Obstacles
from cryptagon.software.report import Effort, Report, report_of
from cryptagon.software.skeleton import write_skeleton

EPILOG = """\b
Examples:
  cryptagon software supercop/crypto_aead/toy/ref
  cryptagon software supercop/crypto_hash/toyhash/ref --json
  cryptagon software supercop/crypto_aead/toy/ref --no-hls --rounds 5
  cryptagon software supercop/crypto_aead/toy/ref --no-speed -o othertoy

FOLDER holds api.h and C with crypto_aead_encrypt and crypto_aead_decrypt, or crypto_hash. Files LWC_AEAD_KAT_*.txt or
LWC_HASH_KAT_*.txt in it, or in the folder above, are its known answers. The code is run as it is, as your own user:
give only folders that you trust so far.

Exit code 1 if a check fails, with nothing measured; warnings alone leave it at 0.
"""


@click.command(epilog=EPILOG)
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--kind",
    type=click.Choice(("aead", "hash")),
    help="What to take of a folder that has both.",
)
@click.option(
    "--kat",
    "answers",
    metavar="FILE",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Known answers in place of those found; may be repeated.",
)
@click.option(
    "--limit",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=Effort.limit,
    show_default=True,
    help="How long one call, and the measurement of one length, may take.",
)
@click.option(
    "--rounds",
    metavar="N",
    type=click.IntRange(min=1),
    default=Effort.rounds,
    show_default=True,
    help="Rounds of a measurement, of which the median counts.",
)
@click.option("--speed/--no-speed", default=True, show_default=True, help="Measure cycles a byte.")
@click.option(
    "--hls/--no-hls",
    default=True,
    show_default=True,
    help="Ask the compiler for hardware what it refuses.",
)
@click.option(
    "--hls-limit",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=Effort.hls_seconds,
    show_default=True,
    help="How long one compilation for hardware may take.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Begin an algorithm there, with a plan: a folder that is not there yet.",
)
@click.option(
    "--block",
    metavar="BITS",
    type=click.IntRange(min=8),
    help="The block of the cipher, where trial does not find it.",
)
@json_option("Print JSON instead of tables.")
def software(
    folder: Path, *, kind: str | None, answers: tuple[Path, ...], limit: float, rounds: int, speed: bool, hls: bool,
    hls_limit: float, output: Path | None, block: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Build a cipher or hash function in C with the SUPERCOP interface, check it, measure it on this
    machine, and tell what keeps it from hardware (docs/software.md).
    """
    effort = Effort(limit, rounds if speed else 0, hls_seconds=hls_limit if hls else 0)
    opened = open_folder(folder, kind or "")
    report = report_of(opened, effort, answers, lambda line: click.echo(line, err=True))
    if as_json:
        print_json(report.json())
    else:
        _print(report)
    if report.failed:
        raise report.fault()
    if output:
        for file in write_skeleton(report, output, block or 0):
            click.echo(str(file), err=as_json)


def _print(report: Report) -> None:
    sizes = ", ".join(f"{name} {8 * size or '?'}" for name, size in report.sizes.items())
    click.echo(f"{report.folder.name} (crypto_{report.folder.kind}), bits: {sizes}\n")
    colours = {"passed": "green", "warned": "yellow", "failed": "red"}
    rows = [
        (one.name, f"[{colours[one.result]}]{one.result}[/]", f"{one.cases:,}", escape(one.found))
        for one in report.checks
    ]
    print_table(("check", "result", "cases", "found"), rows, right=(2,))
    if not report.files:
        click.echo("no known answers were found: that it is the cipher of its name is not checked")
    if report.speeds is not None and report.conditions:
        _print_speeds(report)
    if report.obstacles:
        _print_obstacles(report.obstacles)


def _print_speeds(report: Report) -> None:
    click.echo("")
    rows = [
        (
            f"{one.size:,}",
            _number(one.cycles_per_byte),
            _number(one.megabytes_per_second),
            one.reason,
        )
        for one in report.speeds or ()
    ]
    print_table(("bytes", "cycles/byte", "MB/s", ""), rows, right=(0, 1, 2))
    if said := report.conditions:
        counter = (
            f"; processor time in cycles of the time stamp counter at {said.counter_ghz} GHz"
            if said.counter_ghz
            else "; no counter of cycles here"
        )
        click.echo(
            f"{said.compiler}, {said.flags}; {said.processor} ({', '.join(said.features)}){counter}"
        )


def _print_obstacles(found: Obstacles) -> None:
    click.echo("\nwhat the compiler for hardware refuses in whole messages, in order:")
    for number, one in enumerate(found.whole, 1):
        click.echo(f"{number}. {one.where}: {one.what}")
        told = (("why", one.why), ("fix", one.fix), ("left out to go on", one.left_out))
        click.echo("".join(f"   {name}: {text}\n" for name, text in told if text), nl=False)
    for function, end in found.ends.items():
        click.echo(f"{function}: {end}")
    click.echo("")
    rows = [
        (
            one.function.name,
            f"{one.function.file.name}:{one.function.line}",
            f"{one.states} states, {one.register_bits} register bits",
        )
        for one in found.primitives
    ]
    rows += [(one.of, "refused", escape(f"{one.where}: {one.what}")) for one in found.refused]
    rows += [(name, "not tried", escape(why)) for name, why in found.untried]
    print_table(("function", "where", "alone in hardware"), rows)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.2f}"
