"""`cryptagon site publisher` and `cryptagon site token`: who may send records."""

from typing import TYPE_CHECKING

import click

from cryptagon.cli.console import print_table
from cryptagon.cli.group import CommandGroup
from cryptagon.cli.site_database import database_option, open_site

if TYPE_CHECKING:
    from cryptagon.site.places import Place

PUBLISHER_COMMANDS = {
    "add": (__name__, "add_publisher", "Add a publisher."),
    "list": (__name__, "list_publishers", "List the publishers."),
}
TOKEN_COMMANDS = {
    "add": (__name__, "add_token", "Make a token of a publisher, and show it once."),
    "list": (__name__, "list_tokens", "List the tokens: number, publisher, scope, state."),
    "revoke": (__name__, "revoke_token", "Make a token worthless."),
}
PUBLISHER_EPILOG = """\b
Examples:
  cryptagon site publisher add "Example Lab" --database results.sqlite3
  cryptagon site publisher list --database results.sqlite3
"""
EXAMPLES = """\b
Examples:
  cryptagon site token add "Example Lab" --database results.sqlite3
  cryptagon site token revoke 1 --database results.sqlite3
"""


@click.group(cls=CommandGroup, table=PUBLISHER_COMMANDS, epilog=PUBLISHER_EPILOG)
def publisher() -> None:
    """Add and list publishers: those who may have tokens."""


@click.group(cls=CommandGroup, table=TOKEN_COMMANDS, epilog=EXAMPLES)
def token() -> None:
    """Add, list and revoke tokens, with which publishers send records."""


ADD_EPILOG = """\b
Examples:
  cryptagon site publisher add "Example Lab" --database results.sqlite3
"""


@click.command(name="add", epilog=ADD_EPILOG)
@click.argument("name")
@database_option
def add_publisher(name: str, database: "Place") -> None:
    """Add a publisher called NAME: 1 to 64 letters, digits, spaces, dots, hyphens and
    underscores.
    """
    open_site(database)
    from cryptagon.site import accounts  # noqa: PLC0415 - Django is set up first

    click.echo(f"added  {accounts.add_publisher(name).name}")


LIST_EPILOG = """\b
Examples:
  cryptagon site publisher list --database results.sqlite3
"""


@click.command(name="list", epilog=LIST_EPILOG)
@database_option
def list_publishers(database: "Place") -> None:
    """List the publishers, with the number of their tokens that are valid."""
    open_site(database)
    from cryptagon.site import accounts  # noqa: PLC0415 - Django is set up first

    found = accounts.Publisher.objects.prefetch_related("tokens").order_by("name")
    rows = [
        [
            one.name,
            f"{one.created:%Y-%m-%d}",
            str(sum(each.state == "valid" for each in one.tokens.all())),
        ]
        for one in found
    ]
    print_table(["publisher", "added", "valid tokens"], rows)


ADD_EXAMPLES = """\b
Examples:
  cryptagon site token add "Example Lab" --database results.sqlite3
  cryptagon site token add "Example Lab" --days 7 --database results.sqlite3

The token is kept as its SHA-256 alone, so nobody can show it again. Anybody who has it can send records as this publisher.
"""


@click.command(name="add", epilog=ADD_EXAMPLES)
@click.argument("name", metavar="PUBLISHER")
@click.option(
    "--days", default=90, show_default=True, type=int, help="How long it is valid; 366 at most."
)
@database_option
def add_token(name: str, days: int, database: "Place") -> None:
    """Make a token with which PUBLISHER can send records, and show it once."""
    open_site(database)
    from cryptagon.site import accounts  # noqa: PLC0415 - Django is set up first

    made, secret = accounts.add_token(accounts.publisher_named(name), days)
    click.echo(
        f"token {made.pk} of {name}, to {made.scope}, until {made.expires:%Y-%m-%d}; it is shown this once",
        err=True,
    )
    click.echo(secret)


LIST_EXAMPLES = """\b
Examples:
  cryptagon site token list --database results.sqlite3
"""


@click.command(name="list", epilog=LIST_EXAMPLES)
@database_option
def list_tokens(database: "Place") -> None:
    """List the tokens: number, publisher, scope, expiry and state."""
    open_site(database)
    from cryptagon.site import accounts  # noqa: PLC0415 - Django is set up first

    found = accounts.Token.objects.select_related("publisher").order_by("pk")
    rows = [
        [str(one.pk), one.publisher.name, one.scope, f"{one.expires:%Y-%m-%d}", one.state]
        for one in found
    ]
    print_table(["number", "publisher", "scope", "expires", "state"], rows)


REVOKE_EPILOG = """\b
Examples:
  cryptagon site token revoke 1 --database results.sqlite3
"""


@click.command(name="revoke", epilog=REVOKE_EPILOG)
@click.argument("number", type=int)
@database_option
def revoke_token(number: int, database: "Place") -> None:
    """Make the token of this NUMBER worthless from now on."""
    open_site(database)
    from cryptagon.site import accounts  # noqa: PLC0415 - Django is set up first

    click.echo(f"revoked  {number} of {accounts.revoke(number).publisher.name}")
