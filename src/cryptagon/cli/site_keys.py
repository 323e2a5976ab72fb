"""`cryptagon site key` and `cryptagon site signing`: who signs what is sent, and the site's own
signature.
"""

from typing import TYPE_CHECKING

import click

from cryptagon.cli.console import print_table
from cryptagon.cli.group import CommandGroup
from cryptagon.cli.site_database import database_option, open_site

if TYPE_CHECKING:
    from cryptagon.site.places import Place

COMMANDS = {
    "add": (__name__, "add_key", "Let a publisher sign with a key."),
    "list": (__name__, "list_keys", "List the keys: number, publisher, expiry, state."),
    "revoke": (__name__, "revoke_key", "Make a key worthless."),
}
EPILOG = """\b
Examples:
  cryptagon site key add "Example Lab" ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= --database results.sqlite3
  cryptagon site key revoke 1 --database results.sqlite3
"""


@click.group(cls=CommandGroup, table=COMMANDS, epilog=EPILOG)
def key() -> None:
    """Add, list and revoke public keys, with which publishers sign.

    A publisher who has a key must sign everything from then on: a stolen token alone is of no use.
    """


ADD_EPILOG = """\b
Examples:
  cryptagon site key add "Example Lab" ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= --database results.sqlite3
"""


@click.command(name="add", epilog=ADD_EPILOG)
@click.argument("name", metavar="PUBLISHER")
@click.argument("public", metavar="KEY")
@click.option(
    "--days", default=730, show_default=True, type=int, help="How long it is valid; 3660 at most."
)
@database_option
def add_key(name: str, public: str, days: int, database: "Place") -> None:
    """Let PUBLISHER sign with the private key of KEY, which `cryptagon key` printed."""
    open_site(database)
    from cryptagon.site import accounts, key_models  # noqa: PLC0415 - Django is set up first

    made = key_models.add_key(accounts.publisher_named(name), public, days)
    click.echo(f"key {made.pk} of {name}, until {made.expires:%Y-%m-%d}")


LIST_EPILOG = """\b
Examples:
  cryptagon site key list --database results.sqlite3
"""


@click.command(name="list", epilog=LIST_EPILOG)
@database_option
def list_keys(database: "Place") -> None:
    """List the keys: number, publisher, expiry, state, public key."""
    open_site(database)
    from cryptagon.site import key_models  # noqa: PLC0415 - Django is set up first

    found = key_models.Key.objects.select_related("publisher").order_by("pk")
    rows = [
        [str(one.pk), one.publisher.name, f"{one.expires:%Y-%m-%d}", one.state, one.public]
        for one in found
    ]
    print_table(["number", "publisher", "expires", "state", "public key"], rows)


REVOKE_EPILOG = """\b
Examples:
  cryptagon site key revoke 1 --database results.sqlite3
"""


@click.command(name="revoke", epilog=REVOKE_EPILOG)
@click.argument("number", type=int)
@database_option
def revoke_key(number: int, database: "Place") -> None:
    """Make the key of this NUMBER worthless from now on. What it signed before stays."""
    open_site(database)
    from cryptagon.site import key_models  # noqa: PLC0415 - Django is set up first

    click.echo(f"revoked  {number} of {key_models.revoke_key(number).publisher.name}")


SIGNING_EPILOG = """\b
Examples:
  cryptagon site signing --database results.sqlite3

The private key lies in results.sqlite3.key, which nobody else can read: keep a copy apart from the database. What is
printed is the public key: publish it, so that others can check a mirror with `cryptagon mirror --key`.
"""


@click.command(epilog=SIGNING_EPILOG)
@database_option
def signing(database: "Place") -> None:
    """Make a key of the site, with which the head of the log is signed after every change from now
    on.
    """
    open_site(database)
    from cryptagon.site import heads  # noqa: PLC0415 - Django is set up first

    click.echo(heads.make_site_key(database).public)
