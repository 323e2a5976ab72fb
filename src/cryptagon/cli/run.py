"""`cryptagon run`: the main job, from source to ranked results."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from rich.console import Console

from cryptagon import paths
from cryptagon.analysis.table import results_table
from cryptagon.catalog import LEVELS, Entry
from cryptagon.cli.console import wide
from cryptagon.cli.dry_run import seconds_on, show_forecast
from cryptagon.cli.faults import styled
from cryptagon.cli.options import (
    approaches_option,
    cluster_option,
    defines_option,
    jobs_option,
    json_option,
    resume_option,
    time_limit_option,
)
from cryptagon.cli.run_settings import RunSettings
from cryptagon.cli.watched import watched
from cryptagon.results import Measurement, Store, to_json
from cryptagon.study.events import Watcher
from cryptagon.study.forecast import Estimate, Step, estimate, forecast
from cryptagon.study.plan import Plan, plan
from cryptagon.study.product import Product
from cryptagon.study.runner import Finished
from cryptagon.study.runner import run as run_study
from cryptagon.study.runs import Runs
from cryptagon.study.stages import PREPARATION, Stages
from cryptagon.study.usual_times import usual_times

EPILOG = """\b
Examples:
  cryptagon run contests/first-look.toml
  cryptagon run contests/first-look.toml --quick --jobs 2
  cryptagon run contests/first-look.toml --target ecp5-85f-8 --refine
  cryptagon run contests/first-look.toml --effort thorough --target ecp5-85f-8 --target ice40-hx8k
  cryptagon run contests/caesar-round3.toml --algorithm silc --algorithm cloc --target ecp5-85f-8
  cryptagon run contests/table1.toml
  cryptagon run sha1 --quick
  cryptagon run algorithms/aead/ascon128a
  cryptagon run sha1 -D ROUNDS_PER_CYCLE=5 --quick
  cryptagon run ascon128a --target ice40-hx8k --json > ascon128a.json
  cryptagon run contests/directives-factorial.toml --quick -D STAGES=2
  cryptagon run contests/first-look.toml --dry-run
  cryptagon run contests/first-look.toml --cluster tcp://host:8786

An algorithm is run under the settings of the default contest of its class, which cryptagon list names. With -D its
cores in C, or those of the contest, are run with these macros, as variants of their own: NAME=VALUE is in their names,
and results keep apart.
What was done before, with the same sources, settings and tools, is not done again: a run that was killed goes on
where it stopped. With --fresh all of it is made anew, netlists and layouts too.

A fault of the machine (a full disk, a killed tool, no memory) is no result: the run ends with an error, nothing is
recorded of what it kept from its end, and the same command goes on from there.

Runs are made by worker processes on this machine, or by those of a Dask cluster or of Slurm (docs/cluster.md).

Exit code 1 if a design has no result; it is then recorded as failed, with the reason.
"""


@click.command(epilog=EPILOG)
@click.argument("what", metavar="WHAT")
@click.option(
    "--quick",
    is_flag=True,
    help="One target, seed and strategy, a sample of the known answers: minutes, for a first impression.",
)
@click.option(
    "--refine",
    is_flag=True,
    help="Rank by a quick run first, within minutes; then go on to the full effort.",
)
@click.option(
    "--effort",
    type=click.Choice(list(LEVELS)),
    help="How hard to search, instead of what the contest says (docs/backends.md).",
)
@click.option(
    "--target",
    "targets",
    metavar="NAME",
    multiple=True,
    help="Only this target of the contest; may be repeated.",
)
@click.option(
    "--algorithm",
    "algorithms",
    metavar="NAME",
    multiple=True,
    help="Only this algorithm of the contest; may be repeated.",
)
@approaches_option
@defines_option
@jobs_option()
@cluster_option
@time_limit_option
@click.option(
    "--dry-run",
    is_flag=True,
    help="Run nothing; print the number of runs, how many are kept, and an estimate of the time.",
)
@resume_option
@json_option("Print the measurements as JSON, and nothing else.")
def run(
    *,
    what: str,
    quick: bool,
    refine: bool,
    effort: str | None,
    targets: tuple[str, ...],
    algorithms: tuple[str, ...],
    approaches: tuple[str, ...],
    defines: tuple[tuple[str, str], ...],
    jobs: int,
    cluster: str,
    time_limit: float,
    dry_run: bool,
    resume: bool,
    as_json: bool,
) -> None:
    """Run WHAT, a contest (a .toml file) or an algorithm (name or folder).

    Every core is verified against known answers at every level, its cycles are counted in
    simulation, and it is synthesised, placed and routed.
    """
    if quick and refine:
        raise click.UsageError("--refine begins with a quick run: leave --quick out")
    settings = RunSettings(quick, jobs, cluster, time_limit * 60, fresh=not resume, as_json=as_json)
    if quick and effort:
        raise click.UsageError("--quick has an effort of its own: leave --effort out")
    planned = partial(
        plan,
        what,
        targets=targets,
        algorithms=algorithms,
        approaches=approaches,
        macros=dict(defines),
    )
    with settings.freshness():
        if refine and not dry_run:
            _run(planned(quick=True), what, replace(settings, quick=True), last=False)
            click.echo("That was a first ranking, by quick runs; a full one follows.\n", err=True)
        chosen = planned(quick=quick, effort=effort or "")
        if dry_run:
            show_forecast(*_forecast(chosen, settings), jobs, as_json=as_json)
            return
        products = [one.product for one in _run(chosen, what, settings)]
    summarise(chosen.absent, products)
    sys.exit(1 if any(product.fault for product in products) else 0)


def _forecast(chosen: Plan, settings: RunSettings) -> tuple[list[Step], Estimate]:
    """What a plan would do, and about how long that takes."""
    steps = forecast(chosen, chosen.effort, lambda runs: Stages(chosen, settings.memo, runs))
    return steps, estimate(steps, settings.times.load(), usual_times())


def _run(chosen: Plan, what: str, settings: RunSettings, *, last: bool = True) -> list[Finished]:
    """Run and show a plan; its measurements are printed as JSON by the `last` run of a command
    alone.
    """
    store = Store(paths.results_folder())

    def study(watch: Watcher) -> list[Finished]:
        with settings.machines() as machines:
            return run_study(
                chosen,
                Stages(chosen, settings.memo, Runs(machines.execute, settings.times)),
                store,
                watch,
                machines,
            )

    columns = [*PREPARATION, *(target.name for target in chosen.targets)]
    finished = watched(
        chosen.entries,
        columns,
        settings.as_json,
        study,
        seconds=lambda: seconds_on(_forecast(chosen, settings)[1], settings.jobs),
    )
    _show(chosen, what, [one.measurement for one in finished], as_json=settings.as_json, last=last)
    return finished


def _show(
    chosen: Plan, what: str, measurements: Sequence[Measurement], *, as_json: bool, last: bool
) -> None:
    """The ranking and its report, or the measurements as JSON."""
    if as_json:
        if last:
            click.echo(to_json(measurements))
        return
    contest = chosen.contest
    beside = {"published": contest.published, "baseline": contest.baseline, "notes": contest.notes}
    wide(Console(highlight=False)).print(results_table(measurements, **beside))
    from cryptagon.analysis.report import write_report  # noqa: PLC0415 - SciPy and Matplotlib, which take their time

    report = write_report(
        measurements, chosen.title, paths.results_folder() / f"{report_name(what)}.html", **beside
    )
    click.echo(f"report        {report}\nmeasurements  {paths.results_folder()}")


def summarise(absent: Sequence[Entry], products: Sequence[Product]) -> None:
    """What is missing and what failed, in full, on stderr."""
    for entry in absent:
        click.echo(
            f"{click.style('absent', fg='yellow')}  {entry.label}: no source in {entry.algorithm.folder / entry.approach}",
            err=True,
        )
    failed = {product.entry.label: product for product in products if product.fault}
    for label, product in failed.items():
        if product.fault:
            click.echo(f"\n{click.style(label, bold=True)}, {product.failed_stage}", err=True)
            click.echo(styled(product.fault), err=True)
    if failed:
        count = len([product for product in products if product.fault])
        click.echo(f"\n{count} of {len(products)} designs without a result", err=True)


def report_name(what: str) -> str:
    """The report's file name, without suffix: that of the contest's file or of the algorithm."""
    return Path(what).name.removesuffix(".toml")
