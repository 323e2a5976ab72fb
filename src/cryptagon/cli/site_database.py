"""What the commands of `cryptagon site` share: the database that they work on."""

from typing import TYPE_CHECKING, Any

import click

from cryptagon.cli.serve import DATABASE, check_packages

if TYPE_CHECKING:
    from cryptagon.site.places import Place


def database_option(command: Any) -> Any:  # noqa: ANN401 - a decorator of click
    """The option that names the database of the site."""
    told = "The database of the site: a file of SQLite, or the address of one of PostgreSQL. Default: the variable CRYPTAGON_DATABASE."
    return click.option(
        "--database",
        required=True,
        envvar="CRYPTAGON_DATABASE",
        metavar="FILE|URL",
        type=DATABASE,
        help=told,
    )(command)


def open_site(place: "Place") -> None:
    """Open the database to change what is kept in it. Raises CryptagonError."""
    check_packages()
    from cryptagon.site import server  # noqa: PLC0415 - Django, which no other command needs

    server.open_for_administration(place)
