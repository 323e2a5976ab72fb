"""`cryptagon run`: the main job, from source to ranked results."""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from cryptagon import paths
from cryptagon.analysis.report import write_report
from cryptagon.analysis.table import results_table
from cryptagon.cli.console import wide
from cryptagon.cli.faults import Interrupted, styled
from cryptagon.cli.progress import progress
from cryptagon.results import ResultsStore, to_json
from cryptagon.study.memo import Memo
from cryptagon.study.plan import Plan, plan
from cryptagon.study.runner import Finished
from cryptagon.study.runner import run as run_study
from cryptagon.study.stages import PREPARATION, Stages

EPILOG = """\b
Examples:
  cryptagon run contests/first-look.toml
  cryptagon run contests/first-look.toml --quick --jobs 2
  cryptagon run algorithms/aead/ascon128a
  cryptagon run ascon128a --json > ascon128a.json

An algorithm is run under the settings of contests/first-look.toml. What was done before, with the same sources,
settings and tools, is not done again: a run that was killed goes on where it stopped. Netlists and layouts are reused
even with --fresh, since the same input gives the same output.

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
    chosen = plan(target, quick=quick)
    finished = _watched(chosen, jobs, not resume, as_json)
    measurements = [one.measurement for one in finished]
    if as_json:
        click.echo(to_json(measurements))
    else:
        wide(Console(highlight=False)).print(results_table(measurements))
        report = write_report(measurements, chosen.title, paths.results_folder() / f"{report_name(target)}.html")
        click.echo(f"report        {report}\nmeasurements  {paths.results_folder()}")
    summarise(chosen, finished)
    sys.exit(1 if any(one.fault for one in finished) else 0)


def _watched(chosen: Plan, jobs: int, fresh: bool, silent: bool) -> list[Finished]:
    stages = Stages(chosen, Memo(paths.build_folder() / "study", fresh))
    # Ended by a terminal or by a job scheduler, it is the same: the tools must not go on alone.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    columns = [*PREPARATION, *(target.name for target in chosen.targets)]
    try:
        with progress(chosen.entries, columns, silent=silent) as watch:
            return run_study(chosen, stages, ResultsStore(paths.results_folder()), watch, jobs)
    except KeyboardInterrupt as interrupt:
        raise Interrupted("what is finished is kept; the same command goes on from here") from interrupt


def summarise(chosen: Plan, finished: Sequence[Finished]) -> None:
    """What is missing and what failed, in full, on stderr."""
    for entry in chosen.absent:
        click.echo(f"{click.style('absent', fg='yellow')}  {entry.label}: no source in {entry.algorithm.folder / entry.approach}", err=True)
    failed = {one.product.entry.label: one for one in finished if one.fault}
    for label, one in failed.items():
        if one.fault:
            click.echo(f"\n{click.style(label, bold=True)}, {one.product.failed_stage}", err=True)
            click.echo(styled(one.fault), err=True)
    if failed:
        count = len([one for one in finished if one.fault])
        click.echo(f"\n{count} of {len(finished)} designs without a result", err=True)


def report_name(target: str) -> str:
    """The report's file name, without suffix: that of the contest's file or of the algorithm."""
    return Path(target).name.removesuffix(".toml")
