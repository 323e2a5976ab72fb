"""`cryptagon explore`: which directives of an algorithm's C are worth their area."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.markup import escape

from cryptagon import catalog, classes, paths
from cryptagon.catalog import LEVELS, Entry
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.options import (
    Axis,
    cluster_option,
    jobs_option,
    json_option,
    resume_option,
    time_limit_option,
)
from cryptagon.cli.run_settings import RunSettings
from cryptagon.cli.watched import watched
from cryptagon.errors import CryptagonError
from cryptagon.explore import Budget, Explored, Explorer, Studio, space_of
from cryptagon.explore.summary import FIRST_NUMBER, headings, plain, rows
from cryptagon.results import Store
from cryptagon.study.events import Watcher
from cryptagon.study.plan import FIRST_TARGET, contest_of
from cryptagon.study.runner import Finished

EPILOG = """\b
Examples:
  cryptagon explore silc
  cryptagon explore algorithms/aead/silc --points 12 --place 6
  cryptagon explore silc --minutes 30
  cryptagon explore silc --axis COLUMNS --axis STAGES=1,2
  cryptagon explore silc --target ice40-hx8k --json > silc.json

The directives are macros of the C that algorithm.toml declares with their values, in [[directives]] tables
(docs/explore.md). Each design is first sketched: made, its cycles counted in simulation, and synthesised. The search
begins with the variants in C of algorithm.toml, goes on with the neighbours of the designs that none beats, and places
and routes the promising ones, after verification by a sample of the known answers.

What was done before is not done again: a search that was killed, or whose budget is over, goes on where it stopped.
Measurements are kept in the results folder; so is the picture, as explore-NAME.svg and .png.

Exit code 1 if no design was placed.
"""


@click.command(epilog=EPILOG)
@click.argument("name", metavar="NAME")
@click.option(
    "--axis",
    "axes",
    metavar="NAME[=VALUE,...]",
    type=Axis(),
    multiple=True,
    help="Change only this directive, to these of its values; variants of other C are left out; may be repeated.",
)
@click.option(
    "--points",
    type=click.IntRange(min=1),
    default=Budget.points,
    show_default=True,
    help="Designs that are sketched at most.",
)
@click.option(
    "--place",
    type=click.IntRange(min=1),
    default=Budget.placed,
    show_default=True,
    help="Designs of these that are placed and routed at most.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    help="Begin nothing more after that time; half of it is for sketches.",
)
@click.option(
    "--target",
    metavar="NAME",
    default=FIRST_TARGET,
    show_default=True,
    help="The part; one with place and route.",
)
@click.option(
    "--effort",
    type=click.Choice(list(LEVELS)),
    default="quick",
    show_default=True,
    help="How hard to search in place and route (docs/backends.md).",
)
@jobs_option()
@cluster_option
@time_limit_option
@resume_option
@json_option()
def explore(
    *, name: str, axes: tuple[tuple[str, tuple[str, ...]], ...], points: int, place: int, minutes: float | None, target: str,
    effort: str, jobs: int, cluster: str, time_limit: float, resume: bool, as_json: bool,
) -> None:  # fmt: skip
    """Search the directives of algorithm NAME (a name or a folder) for the designs that none beats
    in both throughput and area.
    """
    part = catalog.target(target)
    if part.status == "estimate":
        raise CryptagonError(
            f"{part.name} has no place and route, so that there is no throughput",
            where=str(part.path),
            fix=f"choose another target, as {FIRST_TARGET}",
        )
    algorithm = classes.algorithm(name)
    space = space_of(algorithm, part, dict(axes))
    budget = Budget(points, place, minutes)
    settings = RunSettings(True, jobs, cluster, time_limit * 60, fresh=not resume, as_json=as_json)
    with settings.freshness(), settings.machines() as machines:
        studio = Studio(
            machines,
            settings.memo,
            Store(paths.results_folder()),
            _watch(silent=as_json),
            settings.times,
        )
        found = Explorer(space, contest_of(algorithm), budget, studio, LEVELS[effort]).run()
    _show(found, as_json=as_json)
    sys.exit(0 if found.placed else 1)


def _watch(
    *, silent: bool
) -> Callable[
    [str, Sequence[Entry], Sequence[str], Callable[[Watcher], list[Finished]]], list[Finished]
]:
    """Each round under a display of its own, with what it is before it."""

    def watch(
        title: str,
        entries: Sequence[Entry],
        columns: Sequence[str],
        study: Callable[[Watcher], list[Finished]],
    ) -> list[Finished]:
        if not silent:
            click.echo(title, err=True)
        return watched(entries, columns, silent, study)

    return watch


def _show(found: Explored, *, as_json: bool) -> None:
    if as_json:
        print_json(plain(found))
    else:
        title = found.space.target.title
        click.echo(f"\n{found.space.algorithm.title} on {title}; *: before placement\n")
        table = [list(map(escape, row)) for row in rows(found)]
        print_table(headings(found), table, right=range(FIRST_NUMBER, len(headings(found)) - 1))
    if not found.placed:
        why = "the time was over before" if found.out_of_time else "none of them came to a result:"
        click.echo(
            f"no design was placed: {why if found.out_of_time else why + ' see the table'}"
            + (" one was; the same command goes on from there" if found.out_of_time else ""),
            err=True,
        )
    elif not as_json:
        click.echo("\n".join(f"picture       {file}" for file in _pictures(found)))
        click.echo(f"measurements  {paths.results_folder()}")


def _pictures(found: Explored) -> list[Path]:
    from cryptagon.explore.plot import explore_plot  # noqa: PLC0415 - Matplotlib, which takes its time

    plot, folder = explore_plot(found), paths.results_folder()
    vector = folder / f"{plot.name}.svg"
    vector.write_text(plot.svg(), encoding="utf-8")
    return [vector, plot.write_png(folder)]
