"""`cryptagon run`: the main job, from source to ranked results."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from cryptagon import paths
from cryptagon.analysis.report import write_report
from cryptagon.analysis.table import results_table
from cryptagon.cli.console import wide
from cryptagon.cli.faults import styled
from cryptagon.cli.run_kernels import run_kernels
from cryptagon.cli.watched import watched
from cryptagon.results import Measurement, ResultsStore, to_json
from cryptagon.study.kernel_plan import kernel_contest
from cryptagon.study.memo import Memo
from cryptagon.study.plan import Entry, Plan, plan
from cryptagon.study.product import Cycles, Product
from cryptagon.study.runner import Finished
from cryptagon.study.runner import run as run_study
from cryptagon.study.stages import PREPARATION, Stages

EPILOG = """\b
Examples:
  cryptagon run contests/first-look.toml
  cryptagon run contests/first-look.toml --quick --jobs 2
  cryptagon run contests/table1.toml
  cryptagon run sha1 --quick
  cryptagon run algorithms/aead/ascon128a
  cryptagon run ascon128a --json > ascon128a.json

An algorithm is run under the settings of contests/first-look.toml, a kernel under those of contests/table1.toml.
What was done before, with the same sources, settings and tools, is not done again: a run that was killed goes on
where it stopped. Netlists and layouts are reused even with --fresh, since the same input gives the same output.

A contest of class "kernel" gives a table of jobs, beside published figures (docs/table1.md).

Exit code 1 if a design has no result; it is then recorded as failed, with the reason.
"""


@click.command(epilog=EPILOG)
@click.argument("target", metavar="TARGET")
@click.option("--quick", is_flag=True, help="One seed, one strategy, a sample of the known answers: minutes, for a first impression.")
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), default=os.cpu_count(), show_default="one a CPU", help="Designs worked on at once."
)
@click.option("--resume/--fresh", default=True, help="Use what was done before (the default), or compile, verify and count cycles again.")
@click.option("--json", "as_json", is_flag=True, help="Print the measurements as JSON, and nothing else.")
def run(*, target: str, quick: bool, jobs: int, resume: bool, as_json: bool) -> None:
    """Run TARGET, a contest (a .toml file) or an algorithm (name or folder).

    Every core is verified against known answers at every level, its cycles are counted in simulation, and it is
    synthesised, placed and routed.
    """
    if contest := kernel_contest(target):
        products = run_kernels(contest, quick=quick, jobs=jobs, fresh=not resume, as_json=as_json)
        absent: Sequence[Entry] = ()
    else:
        chosen = plan(target, quick=quick)
        products = [one.product for one in _run_ciphers(chosen, target, jobs, fresh=not resume, as_json=as_json)]
        absent = chosen.absent
    summarise(absent, products)
    sys.exit(1 if any(product.fault for product in products) else 0)


def _run_ciphers(chosen: Plan, target: str, jobs: int, *, fresh: bool, as_json: bool) -> list[Finished[Entry, Cycles, Measurement]]:
    stages = Stages(chosen, Memo(paths.build_folder() / "study", fresh))
    columns = [*PREPARATION, *(target.name for target in chosen.targets)]
    store = ResultsStore(paths.results_folder())
    finished = watched(chosen.entries, columns, as_json, lambda watch: run_study(chosen, stages, store, watch, jobs))
    measurements = [one.measurement for one in finished]
    if as_json:
        click.echo(to_json(measurements))
    else:
        wide(Console(highlight=False)).print(results_table(measurements))
        report = write_report(measurements, chosen.title, paths.results_folder() / f"{report_name(target)}.html")
        click.echo(f"report        {report}\nmeasurements  {paths.results_folder()}")
    return finished


def summarise(absent: Sequence[Entry], products: Sequence[Product[Any, Any]]) -> None:
    """What is missing and what failed, in full, on stderr."""
    for entry in absent:
        click.echo(f"{click.style('absent', fg='yellow')}  {entry.label}: no source in {entry.algorithm.folder / entry.approach}", err=True)
    failed = {product.entry.label: product for product in products if product.fault}
    for label, product in failed.items():
        if product.fault:
            click.echo(f"\n{click.style(label, bold=True)}, {product.failed_stage}", err=True)
            click.echo(styled(product.fault), err=True)
    if failed:
        count = len([product for product in products if product.fault])
        click.echo(f"\n{count} of {len(products)} designs without a result", err=True)


def report_name(target: str) -> str:
    """The report's file name, without suffix: that of the contest's file or of the algorithm."""
    return Path(target).name.removesuffix(".toml")
