"""`cryptagon site backup`, `restore` and `check`: care for a deployment."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cryptagon.cli.serve import check_packages
from cryptagon.cli.site_database import database_option

if TYPE_CHECKING:
    from cryptagon.site.places import Place

BACKUP_EPILOG = """\b
Examples:
  cryptagon site backup backup-2026-11-23.sqlite3 --database results.sqlite3

It can be made while the site is served.
The keys beside it, results.sqlite3.key and results.sqlite3.second-factors.key, are not in it: keep a copy elsewhere.
"""


@click.command(epilog=BACKUP_EPILOG)
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(file: Path, database: "Place") -> None:
    """Copy the whole database of a site into FILE, tokens and queue too, and check the copy."""
    _copied(database, file)


RESTORE_EPILOG = """\b
Examples:
  cryptagon site restore backup-2026-11-23.sqlite3 --database results.sqlite3
"""


@click.command(epilog=RESTORE_EPILOG)
@click.argument("file", metavar="BACKUP", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def restore(file: Path, database: "Place") -> None:
    """Make a database of BACKUP, which is checked. A database that is there is left as it is."""
    _copied(file, database)


def _copied(source: "Place", target: "Place") -> None:
    check_packages()
    from cryptagon.site import server  # noqa: F401, PLC0415 - sets Django up
    from cryptagon.site.backup import copy_database  # noqa: PLC0415

    found = copy_database(source, target)
    click.echo(
        f"{target}: {found.records} records and {len(found.digests)} entries of the log, all as they should be"
    )


CHECK_EPILOG = """\b
Examples:
  cryptagon site check --database results.sqlite3
  cryptagon site check --database results.sqlite3 --url https://results.example.org

Exit code 1 if anything is not as it should be.
"""


@click.command(epilog=CHECK_EPILOG)
@click.option("--url", metavar="URL", help="Where the site is served: look at it from outside too.")
@database_option
def check(url: str | None, database: "Place") -> None:
    """Check a deployment: log, signatures, rights of files, and what visitors get."""
    check_packages()
    from cryptagon.site import server  # noqa: F401, PLC0415 - sets Django up
    from cryptagon.site.client import Site  # noqa: PLC0415
    from cryptagon.site.deployment import findings  # noqa: PLC0415

    good = True
    for one in findings(database, Site(url) if url else None):
        good &= one.ok
        mark = click.style("ok   ", fg="green") if one.ok else click.style("wrong", fg="red")
        click.echo(f"{mark}  {one.what}: {one.found}")
    sys.exit(0 if good else 1)
