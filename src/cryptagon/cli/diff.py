"""`cryptagon diff`: what changed between two sets of results."""

import sys

import click
from rich.markup import escape

from cryptagon.analysis.difference import Difference, difference, metrics_called, worsened
from cryptagon.analysis.difference_tables import (
    HEADING,
    alone,
    as_markdown,
    as_plain,
    origins,
    rows,
    summary,
    warnings,
)
from cryptagon.analysis.metrics import ALL_SHOWN
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.options import json_option
from cryptagon.errors import CryptagonError
from cryptagon.results import Measurement, in_cells, placed
from cryptagon.results.sides import records_at

EPILOG = """\b
Examples:
  cryptagon diff old-results results
  cryptagon diff HEAD:results results
  cryptagon diff before.json after.json --json
  cryptagon diff old-results results --markdown --fail-if-worse 5

A and B are records, folders of records, lists that cryptagon results --json wrote, or REVISION:PATH for what lies at
a revision of git. Designs are paired by algorithm, variant, approach, target, interface and scope. Two single records
are a pair whatever they are of. What makes a pair unlike, such as another device or effort, is told before any figure.

A change is better or worse, or within seeds where the placement seed alone could be its reason, by the runs over seeds
in the records. "One seed" says that both were placed once, so nothing tells how far the figure moves by itself.

Exit code 1 with --fail-if-worse, where a figure is worse by more than that and beyond the seeds, a result failed that was
there, a level of verification is lost, or a pair is unlike, so that nothing can be said of it; else 0.
"""
TITLE = "Cryptagon: what changed"


@click.command(epilog=EPILOG)
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option("--all", "every", is_flag=True, help="Show designs that are the same, too.")
@json_option("Print JSON instead of tables.")
@click.option("--markdown", is_flag=True, help="Print Markdown, for a comment.")
@click.option(
    "--fail-if-worse",
    "percent",
    metavar="PERCENT",
    type=click.FloatRange(min=0),
    help="Exit code 1 where a figure is worse by more than this.",
)
@click.option(
    "--figure",
    "figures",
    metavar="COLUMN",
    multiple=True,
    type=click.Choice([metric.field for metric in ALL_SHOWN]),
    help="Which figure --fail-if-worse is of; may be repeated. Otherwise that by which designs are ranked.",
)
def diff(
    *, before: str, after: str, every: bool, as_json: bool, markdown: bool, percent: float | None,
    figures: tuple[str, ...],
) -> None:  # fmt: skip
    """Show what changed from the results A to the results B: every figure, whether the placement
    seed explains it, and what else differs.
    """
    if as_json and markdown:
        raise click.UsageError("--json and --markdown are two layouts: choose one")
    if figures and percent is None:
        raise click.UsageError("--figure goes with --fail-if-worse")
    found = difference(*(_placed(side) for side in (before, after)))
    faults = [] if percent is None else _faults(found, percent, figures)
    if as_json:
        print_json({**as_plain(found), "worse": faults})
    elif markdown:
        click.echo(as_markdown(found, TITLE, every=every, faults=faults), nl=False)
    else:
        show(found, every=every, faults=faults)
    sys.exit(1 if faults else 0)


def _placed(side: str) -> list[Measurement]:
    records = records_at(side)
    found = placed(records)
    if cells := in_cells(records):
        click.echo(f"{side}: {len(cells)} records in standard cells are left out", err=True)
    if not found:
        raise CryptagonError(
            "there is no design on an FPGA here",
            where=side,
            fix="records in standard cells are not compared: see cryptagon asic",
        )
    return found


def _faults(found: Difference, percent: float, figures: tuple[str, ...]) -> list[str]:
    """Why this is not to be accepted, a line each."""
    apart = [f"{pair.label}: not alike, so nothing can be said of it" for pair in found.apart]
    return apart + [
        f"{pair.label}: {fault}"
        for pair in found.pairs
        if not pair.unlike
        for fault in worsened(pair, metrics_called(figures, pair), percent)
    ]


def show(found: Difference, *, every: bool, faults: list[str]) -> None:
    """Print what is unlike, the figures, the designs of one side, where figures come from, and what
    is worse than allowed.
    """
    _list("not alike, so not to be compared:", warnings(found), "yellow")
    if shown := rows(found.pairs if every else found.changed):
        table = [(*map(escape, row[:-1]), _coloured(row[-1])) for row in shown]
        print_table(HEADING, table, right=(2, 3, 4))
        click.echo("")
    _list("", alone(found))
    _list("what else differs:", origins(found))
    click.echo(summary(found))
    _list("worse than is allowed:", faults, "red")


def _list(heading: str, lines: list[str], colour: str | None = None) -> None:
    if heading and lines:
        click.echo(click.style(heading, fg=colour))
    for line in lines:
        click.echo(f"  {line}" if heading else line)
    if lines:
        click.echo("")


def _coloured(verdict: str) -> str:
    word = verdict.partition(",")[0]
    colour = {"better": "green", "worse": "red", "not alike": "yellow"}.get(word, "dim")
    return f"[{colour}]{escape(verdict)}[/]" if verdict else ""
