"""`cryptagon import`: the results of a vendor's tool or another HLS tool, into the same records as
all others.
"""

import sys
from pathlib import Path

import click
from rich.console import Console

from cryptagon import paths
from cryptagon.analysis.naming import label_of, shown
from cryptagon.analysis.table import results_table
from cryptagon.cli.console import wide
from cryptagon.cli.options import json_option
from cryptagon.hlstools import hls_exports_in, import_hls
from cryptagon.results import Measurement, Store
from cryptagon.vendor import import_project, projects_in
from cryptagon.vendor.manifest import FILE_NAME

EPILOG = """\b
Examples:
  cryptagon import ascon-vivado
  cryptagon import all-ise
  cryptagon import ascon-vitis-hls
  cryptagon import ascon-vivado --dry-run

Reads the reports in the folder, of a vendor's tool those in runs/, and keeps the best run as a measurement, marked as
imported. Importing the same runs again gives the same measurement. Exit code 1 if a project has no result; it is then recorded as failed, with the
reason.
"""


@click.command(name="import", epilog=EPILOG)
@click.argument(
    "folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--dry-run", is_flag=True, help="Read and check everything, keep nothing.")
@json_option("Print the measurements as JSON, and nothing else.")
def import_results(*, folder: Path, dry_run: bool, as_json: bool) -> None:
    """Import what a vendor's tool or another HLS tool made of DIR, an exported project or a folder
    of them.
    """
    cores = hls_exports_in(folder)
    projects = [] if cores and not any(folder.glob(f"*/{FILE_NAME}")) else projects_in(folder)
    measurements = [import_hls(core) for core in cores]
    measurements += [import_project(project) for project in projects]
    places = [] if dry_run else [Store(paths.results_folder()).save(one) for one in measurements]
    if as_json:
        click.echo("[" + ",\n".join(one.model_dump_json(indent=2) for one in measurements) + "]")
    else:
        _show(measurements)
        for place in places:
            click.echo(f"kept  {place}")
    sys.exit(0 if all(one.ok for one in measurements) else 1)


def _show(measurements: list[Measurement]) -> None:
    wide(Console(highlight=False)).print(results_table(measurements))
    for one in measurements:
        if not one.ok:
            click.echo(f"{label_of(one)} {shown(one.approach)}: {one.status}", err=True)
