"""`cryptagon site backup`, `restore` and `check`: care for a deployment."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cryptagon.cli.serve import check_packages
from cryptagon.cli.site_database import database_option

if TYPE_CHECKING:
    from cryptagon.site.mirror_check import Mirror
    from cryptagon.site.places import Place

BACKUP_EPILOG = """\b
Examples:
  cryptagon site backup backup-2026-11-23.sqlite3 --database results.sqlite3
  cryptagon site backup backup.dump --database postgresql:///results

It can be made while the site is served. That of PostgreSQL is a file of pg_dump.
The keys beside it, results.sqlite3.key and results.sqlite3.second-factors.key, are not in it: keep a copy elsewhere.
"""


@click.command(epilog=BACKUP_EPILOG)
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(file: Path, database: "Place") -> None:
    """Copy the whole database of a site into FILE, tokens and queue too, and check the copy."""
    _set_up()
    from cryptagon.site.backup import back_up  # noqa: PLC0415 - Django is set up first

    _tell(file, back_up(database, file))


RESTORE_EPILOG = """\b
Examples:
  cryptagon site restore backup-2026-11-23.sqlite3 --database results.sqlite3
  cryptagon site restore backup.dump --database postgresql:///results

A database of PostgreSQL must be there, and be empty.
"""


@click.command(epilog=RESTORE_EPILOG)
@click.argument("file", metavar="BACKUP", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def restore(file: Path, database: "Place") -> None:
    """Make a database of BACKUP, and check it. A database that has anything is left as it is."""
    _set_up()
    from cryptagon.site import backup  # noqa: PLC0415 - Django is set up first

    _tell(database, backup.restore(file, database))


def _set_up() -> None:
    check_packages()
    from cryptagon.site import server  # noqa: F401, PLC0415 - sets Django up


def _tell(made: "Place", found: "Mirror") -> None:
    click.echo(
        f"{made}: {found.records} records and {len(found.digests)} entries of the log, all as they should be"
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
    _set_up()
    from cryptagon.site.client import Site  # noqa: PLC0415
    from cryptagon.site.deployment import findings  # noqa: PLC0415

    good = True
    for one in findings(database, Site(url) if url else None):
        good &= one.ok
        mark = click.style("ok   ", fg="green") if one.ok else click.style("wrong", fg="red")
        click.echo(f"{mark}  {one.what}: {one.found}")
    sys.exit(0 if good else 1)
