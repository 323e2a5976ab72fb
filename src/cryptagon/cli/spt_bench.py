"""`cryptagon spt bench`: how fast the C of a figure is here."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.options import json_option
from cryptagon.cli.spt_files import FILE, figure_in, program_in
from cryptagon.spt.speed import Report, Row, bench
from cryptagon.spt.speed.contestants import FLAGS, openssl_version
from cryptagon.spt.speed.machine import features, processor

EPILOG = """\b
Examples:
  cryptagon spt bench figures/speck64_128.uxf --rounds 3 --seconds 0.02
  cryptagon spt bench figures/aes128.uxf --beside benchmarks/spt_by_hand/aes128_tables.c
  cryptagon spt bench figures/camellia128.uxf --json > build/camellia.json

MB/s are 10^6 bytes a second. OpenSSL is measured where its library and headers are there, on one thread, and kernels
through OpenCL where the package pyopencl and a device are there. Kernels of CUDA are measured where nvcc and a GPU are
there, after what they give was compared; of peak is the share of what the memory of the GPU allows.
"""


@click.command(name="bench", epilog=EPILOG)
@click.argument("file", type=FILE)
@click.option(
    "--figure",
    metavar="NAME",
    help="Which figure; where there is one that no other calls it may be left out.",
)
@click.option(
    "--beside",
    metavar="FILE.c",
    type=FILE,
    multiple=True,
    help="C by hand with the functions of a layout. May be repeated.",
)
@click.option(
    "--rounds",
    default=9,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How often each is measured, in turn.",
)
@click.option(
    "--seconds",
    default=0.1,
    show_default=True,
    type=click.FloatRange(0.001, 60),
    help="Of each measurement.",
)
@json_option("Print JSON, with date, machine and compiler, instead of a table.")
def bench_command(
    *,
    file: Path,
    figure: str | None,
    beside: tuple[Path, ...],
    rounds: int,
    seconds: float,
    as_json: bool,
) -> None:
    """Measure every layout of C of a block cipher of FILE and its kernels, beside OpenSSL and C by
    hand.
    """
    program = program_in(file)
    found = bench(program, figure_in(program, figure, file).name, beside, rounds, seconds)
    if as_json:
        print_json(_plain(found, rounds, seconds))
        return
    shares = any(one.of_peak is not None for one in found.rows)
    heads = ["C", "mode", "threads", "MB/s", "least", "most", *(["of peak"] if shares else [])]
    print_table(heads, [_row(one)[: len(heads)] for one in found.rows])
    if found.gpu:
        click.echo(found.gpu)
    for layout, why in found.left_out.items():
        click.echo(f"no layout {layout}: {why}", err=True)
    for language, why in found.missing.items():
        click.echo(f"no {language}: {why}", err=True)


def _row(one: Row) -> list[str]:
    return [
        one.name,
        one.mode.upper(),
        "GPU" if one.gpu else str(one.threads),
        *(f"{value:,.0f}" for value in (one.median, one.least, one.most)),
        "" if one.of_peak is None else f"{one.of_peak:.1%}",
    ]


def _plain(found: Report, rounds: int, seconds: float) -> dict[str, object]:
    return {
        "figure": found.figure,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"processor": processor(), "features": features(), "threads": found.threads},
        "compiler": found.compiler,
        "flags": " ".join(FLAGS),
        "openssl": openssl_version(),
        "rounds": rounds,
        "seconds": seconds,
        "unit": "MB/s",
        "rows": [asdict(one) for one in found.rows],
        "left_out": found.left_out,
        "missing": found.missing,
        "gpu": found.gpu,
    }
