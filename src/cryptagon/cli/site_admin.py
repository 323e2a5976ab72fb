"""`cryptagon site`: the administration of a results site, on its own machine."""

from datetime import datetime
from typing import TYPE_CHECKING

import click
from rich.markup import escape

from cryptagon.cli.console import print_table
from cryptagon.cli.group import CommandGroup
from cryptagon.cli.site_database import database_option, open_site

if TYPE_CHECKING:
    from cryptagon.site.places import Place

COMMANDS = {
    "publisher": ("cryptagon.cli.site_accounts", "publisher", "Add and list publishers."),
    "token": ("cryptagon.cli.site_accounts", "token", "Add, list and revoke tokens of publishers."),
    "moderator": (
        "cryptagon.cli.site_moderators",
        "moderator",
        "Add, list and remove moderators on the web.",
    ),
    "key": ("cryptagon.cli.site_keys", "key", "Add, list and revoke public keys of publishers."),
    "signing": ("cryptagon.cli.site_keys", "signing", "Sign the log from now on, with a new key."),
    "backup": ("cryptagon.cli.site_care", "backup", "Copy the whole database, while it is served."),
    "restore": ("cryptagon.cli.site_care", "restore", "Make a database of a backup."),
    "snapshot": (
        "cryptagon.cli.site_snapshot",
        "snapshot",
        "Write the results as a table: Parquet or SQLite.",
    ),
    "check": ("cryptagon.cli.site_care", "check", "Check a deployment."),
    "queue": (__name__, "queue", "List the records that wait for a decision."),
    "publish": (__name__, "publish", "Make records of the queue public."),
    "refuse": (__name__, "refuse", "Let a record of the queue go, with a reason."),
    "withdraw": (__name__, "withdraw", "Take a public record out of the rankings, with a reason."),
}
EPILOG = """\b
Examples:
  cryptagon site queue --database results.sqlite3
  cryptagon site publish 3f2a9c1d --database results.sqlite3
"""


@click.group(cls=CommandGroup, table=COMMANDS, epilog=EPILOG)
def site() -> None:
    """Administer a results site: publishers, their tokens, and the queue of what they sent.

    The commands work on the file of the site, also while it is served. docs/results-site.md
    describes the way of a record.
    """


QUEUE_EPILOG = """\b
Examples:
  cryptagon site queue --database results.sqlite3
  cryptagon site queue 3f2a9c1d --database results.sqlite3
"""


@click.command(epilog=QUEUE_EPILOG)
@click.argument("record", metavar="[ID]", required=False)
@database_option
def queue(record: str | None, database: "Place") -> None:
    """List the records that wait for a decision, or print the one whose id begins with ID."""
    open_site(database)
    from cryptagon.site import moderation  # noqa: PLC0415 - Django is set up first

    if record and (sent := moderation.sent_attestation(record)):
        click.echo(sent.content)
        return
    if record:
        click.echo(bytes(moderation.sent_record(record).content or b"").decode("utf-8-sig"))
        return
    found, attested = moderation.waiting(), moderation.waiting_attestations()
    rows = [
        [
            one.id[:12],
            one.publisher,
            f"{one.received:%Y-%m-%d %H:%M}",
            escape(one.design),
            escape(one.place),
            _date(one.embargo),
        ]
        for one in found
    ]
    if rows or not attested:
        print_table(["id", "publisher", "received, UTC", "design", "place", "embargo, UTC"], rows)
    if attested:
        own = [
            [
                one.pk[:12],
                one.publisher.name,
                f"{one.received:%Y-%m-%d %H:%M}",
                one.outcome,
                one.record[:12],
            ]
            for one in attested
        ]
        print_table(["attestation", "publisher", "received, UTC", "outcome", "record"], own)


def _date(date: datetime | None) -> str:
    return f"{date:%Y-%m-%d %H:%M}" if date else ""


PUBLISH_EPILOG = """\b
Examples:
  cryptagon site publish 3f2a9c1d --database results.sqlite3
  cryptagon site publish 3f2a9c1d 88aa01be --database results.sqlite3
"""


@click.command(epilog=PUBLISH_EPILOG)
@click.argument("records", metavar="ID...", nargs=-1, required=True)
@database_option
def publish(records: tuple[str, ...], database: "Place") -> None:
    """Make the records of the queue whose ids begin with ID public: all of them, or none. Then the
    attestations, one by one. A record with an embargo becomes public at its date."""
    open_site(database)
    from cryptagon.site import moderation  # noqa: PLC0415 - Django is set up first

    attested = [one for one in map(moderation.sent_attestation, records) if one]
    others = [one for one in records if not moderation.sent_attestation(one)]
    for one, state in (moderation.publish(others) if others else {}).items():
        click.echo(f"{state:9}  {one}")
    for one in attested:
        moderation.publish_attestation(one)
        click.echo(f"attested   {one.record} by {one.publisher.name}: {one.outcome}")


REFUSE_EPILOG = """\b
Examples:
  cryptagon site refuse 3f2a9c1d --reason "the core is not the one of the paper" --database results.sqlite3
"""


@click.command(epilog=REFUSE_EPILOG)
@click.argument("record", metavar="ID")
@click.option(
    "--reason", required=True, metavar="TEXT", help="Why, in a sentence; its publisher is told."
)
@database_option
def refuse(record: str, reason: str, database: "Place") -> None:
    """Let the record of the queue whose id begins with ID go. Its bytes are not kept."""
    open_site(database)
    from cryptagon.site import moderation  # noqa: PLC0415 - Django is set up first

    click.echo(f"refused  {moderation.refuse(record, reason)}")


WITHDRAW_EPILOG = """\b
Examples:
  cryptagon site withdraw 3f2a9c1d --reason "its core gave wrong tags" --database results.sqlite3
"""


@click.command(epilog=WITHDRAW_EPILOG)
@click.argument("record", metavar="ID")
@click.option(
    "--reason",
    required=True,
    metavar="TEXT",
    help="Why, in a sentence; it is shown in place of the result.",
)
@database_option
def withdraw(record: str, reason: str, database: "Place") -> None:
    """Take the public record whose id begins with ID out of all rankings from now on.

    Its page says when and why. Rankings of before have it still, so its bytes are kept.
    """
    open_site(database)
    from cryptagon.site import moderation  # noqa: PLC0415 - Django is set up first

    click.echo(f"withdrawn  {moderation.withdraw(record, reason)}")
