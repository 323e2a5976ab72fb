"""`cryptagon site snapshot`: the results of a revision as one table that other programs read."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cryptagon.cli.serve import check_packages
from cryptagon.cli.site_database import database_option
from cryptagon.errors import CryptagonError, MachineError

if TYPE_CHECKING:
    from cryptagon.site.places import Place

EPILOG = """\b
Examples:
  cryptagon site snapshot results.parquet --database site.sqlite3
  cryptagon site snapshot results.sqlite3 --database site.sqlite3 --rev 40

The database may be a mirror. A file that is there is left as it is.
"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--rev",
    type=click.IntRange(min=1),
    help="After which entry of the log. Default: the last one.",
)
@database_option
def snapshot(file: Path, rev: int | None, database: "Place") -> None:
    """Write the results into FILE, a row each: figures, ranks, and the text of the record.

    FILE ends with .parquet or .sqlite3.
    """
    check_packages()
    from cryptagon.site import server  # noqa: PLC0415 - Django, which no other command needs
    from cryptagon.site.snapshots import snapshot, writer_of  # noqa: PLC0415

    writer_of(file)
    if file.exists():
        raise CryptagonError(
            "there is a file already, and it is left as it is",
            where=str(file),
            fix="give another name",
        )
    server.open_to_read(database)
    part = file.with_name(f".{os.getpid()}.{file.name}")
    try:
        entry = snapshot(rev, part)
        part.replace(file)
    except OSError as fault:
        raise MachineError(
            "the file could not be written", where=str(file), why=str(fault)
        ) from fault
    finally:
        part.unlink(missing_ok=True)
    click.echo(f"{file}: the results after entry {entry.rev} of the log, {entry.digest}")
