"""`cryptagon results` and `cryptagon report`: what has been measured so far."""

from pathlib import Path

import click
from rich.console import Console

from cryptagon import paths
from cryptagon.analysis.plain_table import FORMATS
from cryptagon.analysis.table import SORT_COLUMNS, results_table
from cryptagon.cli.console import wide
from cryptagon.cli.options import json_option
from cryptagon.results import Measurement, current, load_all, placed, to_json

RESULTS_EPILOG = """\b
Examples:
  cryptagon results
  cryptagon results --sort luts
  cryptagon results --json > measurements.json
  cryptagon results --format csv > measurements.csv
  cryptagon results --format latex > table.tex

A run with --quick is shown only where no full run of the same sources is there.
"""

REPORT_EPILOG = """\b
Examples:
  cryptagon report
  cryptagon report -o build/report.html
  cryptagon report --pictures docs/images
"""


@click.command(epilog=RESULTS_EPILOG)
@json_option(
    "Print JSON: a list of objects, one a measurement (stable, versioned by schema_version)."
)
@click.option(
    "--sort",
    metavar="COLUMN",
    default="throughput_per_area",
    type=click.Choice(SORT_COLUMNS),
    show_default=True,
    help="Order of the tables; one without the column goes by what decides its ranking.",
)
@click.option(
    "--format",
    "layout",
    type=click.Choice(tuple(FORMATS)),
    help="Print the tables of all targets in this format instead.",
)
def results(as_json: bool, sort: str, layout: str | None) -> None:
    """Show all measurements so far: figures of each approach, ratios, ranks; failures with their
    reasons.
    """
    if as_json:
        click.echo(to_json(newest_measurements()))
        return
    if layout:
        click.echo(FORMATS[layout](newest_measurements()), nl=False)
        return
    wide(Console(highlight=False)).print(results_table(newest_measurements(), sort))


@click.command(epilog=REPORT_EPILOG)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Default: report.html in the results folder.",
)
@click.option(
    "--pictures",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the plots as PNG files, too.",
)
def report(output: Path | None, pictures: Path | None) -> None:
    """Write the HTML report of all measurements so far: tables, plots, provenance, in one file."""
    from cryptagon.analysis.report import write_plots, write_report  # noqa: PLC0415 - SciPy and Matplotlib, which take their time

    if pictures:
        for picture in write_plots(newest_measurements(), pictures):
            click.echo(picture)
    click.echo(
        write_report(
            newest_measurements(),
            "All measurements",
            output or paths.results_folder() / "report.html",
        )
    )


def newest_measurements() -> list[Measurement]:
    """Those that the table shows."""
    return current(placed(load_all()))
