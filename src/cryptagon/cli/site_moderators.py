"""`cryptagon site moderator`: who may decide about the queue on the web, and who acts for a
publisher there.
"""

from typing import TYPE_CHECKING

import click

from cryptagon.cli.console import print_table
from cryptagon.cli.group import CommandGroup
from cryptagon.cli.site_database import database_option, open_site

if TYPE_CHECKING:
    from cryptagon.site.places import Place

COMMANDS = {
    "add": (__name__, "add_moderator", "Make an account one of a moderator."),
    "list": (__name__, "list_moderators", "List the moderators."),
    "remove": (__name__, "remove_moderator", "Take the right from an account."),
}
EPILOG = """\b
Examples:
  cryptagon site moderator add ann@example.org --database results.sqlite3
  cryptagon site moderator list --database results.sqlite3
"""


@click.group(cls=CommandGroup, table=COMMANDS, epilog=EPILOG)
def moderator() -> None:
    """Add, list and remove moderators: accounts that decide about the queue on the web.

    They need a second factor there. Nobody can become one on the web.
    """


ADD_EPILOG = """\b
Examples:
  cryptagon site moderator add ann@example.org --database results.sqlite3
"""


@click.command(name="add", epilog=ADD_EPILOG)
@click.argument("address", metavar="MAIL")
@database_option
def add_moderator(address: str, database: "Place") -> None:
    """Make the account whose confirmed address is MAIL one of a moderator."""
    _set(address, database, right=True)
    click.echo(f"added  {address}")


LIST_EPILOG = """\b
Examples:
  cryptagon site moderator list --database results.sqlite3
"""


@click.command(name="list", epilog=LIST_EPILOG)
@database_option
def list_moderators(database: "Place") -> None:
    """List the moderators: address, and whether they have a second factor."""
    open_site(database)
    from cryptagon.site import staff  # noqa: PLC0415 - Django is set up first

    print_table(
        ["address", "second factor"],
        [[one, "yes" if second else "no"] for one, second in staff.moderators()],
    )


REMOVE_EPILOG = """\b
Examples:
  cryptagon site moderator remove ann@example.org --database results.sqlite3
"""


@click.command(name="remove", epilog=REMOVE_EPILOG)
@click.argument("address", metavar="MAIL")
@database_option
def remove_moderator(address: str, database: "Place") -> None:
    """Take the right to decide from the account of MAIL, at once."""
    _set(address, database, right=False)
    click.echo(f"removed  {address}")


def _set(address: str, database: "Place", *, right: bool) -> None:
    open_site(database)
    from cryptagon.site import staff  # noqa: PLC0415 - Django is set up first

    staff.set_moderator(address, right=right)
