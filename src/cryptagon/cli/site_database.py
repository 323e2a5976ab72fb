"""What the commands of `cryptagon site` share: the database that they work on."""

from pathlib import Path
from typing import Any

import click

from cryptagon.cli.serve import check_packages


def database_option(command: Any) -> Any:  # noqa: ANN401 - a decorator of click
    """The option that names the file of the site."""
    kind = click.Path(dir_okay=False, path_type=Path)
    return click.option("--database", required=True, metavar="FILE", type=kind, help="The SQLite file of the site.")(command)


def open_site(file: Path) -> None:
    """Open the file to change what is kept in it. Raises CryptagonError."""
    check_packages()
    from cryptagon.site import server  # noqa: PLC0415 - Django, which no other command needs

    server.open_for_administration(file)
