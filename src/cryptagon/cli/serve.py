"""`cryptagon serve`: all results so far in a site of one's own machine."""

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from cryptagon import paths
from cryptagon.errors import CryptagonError, MachineError
from cryptagon.toolchain import how_to_install

if TYPE_CHECKING:
    from cryptagon.site.mail import Mail
    from cryptagon.site.places import Place

EPILOG = """\b
Examples:
  cryptagon serve
  cryptagon serve --port 9000
  cryptagon serve --database results.sqlite3
  cryptagon serve --database results.sqlite3 --publishing --name results.example.org
  cryptagon serve --database postgresql://cryptagon@localhost/results --publishing
  CRYPTAGON_MAIL="smtps://user:password@mail.example.org?from=results@example.org" cryptagon serve --database results.sqlite3 --publishing

It reads the committed results of a checkout and the results folder at its start. Ctrl-C ends it.
"""
_NEEDED = (
    "allauth",
    "argon2",
    "cryptography",
    "django",
    "csp",
    "fido2",
    "ninja",
    "gunicorn",
    "rfc8785",
    "whitenoise",
)


class _Database(click.ParamType):
    """A file, or an address."""

    name = "database"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> "Place":
        """What the command line names."""
        from cryptagon.site.places import place_at  # noqa: PLC0415 - no other command needs it

        found = value if not isinstance(value, str) else place_at(value)
        if isinstance(found, Path) and found.is_dir():
            self.fail(f"{found} is a directory", param, ctx)
        return cast("Place", found)


DATABASE = _Database()


@click.command(epilog=EPILOG)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen at; the default is this machine alone.",
)
@click.option(
    "--port",
    default=8047,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen at; 0 takes a free one.",
)
@click.option(
    "--database",
    envvar="CRYPTAGON_DATABASE",
    metavar="FILE|URL",
    type=DATABASE,
    help="Keep records in this file of SQLite, or in a database of PostgreSQL: postgresql://USER:PASSWORD@HOST/NAME. It only "
    "grows. Default: the variable CRYPTAGON_DATABASE; without it a file in the build folder, made anew at each start.",
)
@click.option(
    "--publishing", is_flag=True, help="Let publishers send records to it; needs --database."
)
@click.option(
    "--name",
    "names",
    metavar="HOST",
    multiple=True,
    help="Answer to this name too: that of the server before it.",
)
@click.option(
    "--mail",
    envvar="CRYPTAGON_MAIL",
    metavar="URL",
    help="Send mail so, and let people have accounts: smtps://USER:PASSWORD@HOST?from=ADDRESS, or file:///FOLDER?from=ADDRESS "
    "to try it. Default: the variable CRYPTAGON_MAIL; without it publishers are added on the console.",
)
def serve(
    *,
    host: str,
    port: int,
    database: "Place | None",
    publishing: bool,
    names: tuple[str, ...],
    mail: str | None,
) -> None:
    """Show all results in a local site: rankings, plots, comparisons, every record, and an API."""
    check_packages()
    if publishing and database is None:
        why = "without --database the records are kept until the next start alone"
        raise CryptagonError(
            "records that are sent would be lost", why=why, fix="give --database FILE"
        )
    from cryptagon.site import server  # noqa: PLC0415 - Django, which no other command needs

    sending = _mail(mail, publishing)
    server.check_address(host, port)
    file = database or _fresh(paths.build_folder() / "site" / "site.sqlite3")
    mirrored = server.is_mirror(file)
    if mirrored and publishing:
        raise CryptagonError(
            "a mirror is not changed",
            where=str(file),
            fix="leave out --publishing, or give another --database",
        )
    imported = server.make_database(file)
    for one in imported.broken:
        click.echo(f"warning: {one.file} is not shown: {one.why}", err=True)
    others = len(imported.refused) - len(imported.broken)
    told = (
        "a mirror, as it was fetched"
        if mirrored
        else f"{others} other files are none, and listed on the page Data"
    )
    click.echo(f"{imported.records} records; {told}")
    if sending:
        from cryptagon.site.account_opening import open_accounts  # noqa: PLC0415

        open_accounts(file, sending)
    server.serve(
        file,
        host,
        port,
        lambda address: click.echo(f"{address}  (Ctrl-C ends it)"),
        publishing=publishing,
        names=names,
    )


def _mail(address: str | None, publishing: bool) -> "Mail | None":
    """How mail is sent.

    Raises CryptagonError where nobody could have an account, and for what is no such address.
    """
    if not address:
        return None
    if not publishing:
        raise CryptagonError(
            "accounts are for those who publish",
            why="there is --mail without --publishing",
            fix="give both",
        )
    from cryptagon.site.mail import mail_at  # noqa: PLC0415 - Django, which no other command needs

    return mail_at(address)


def _fresh(file: Path) -> Path:
    """The file, which is made anew: what is in it can be made again from the records' own files."""
    for one in file.parent.glob(f"{file.name}*"):  # SQLite keeps more beside it
        one.unlink()
    return file


def check_packages() -> None:
    """Raises MachineError where the packages of the site are not installed."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        why = f"there is no {', '.join(missing)}"
        raise MachineError(
            "the packages of the site are not installed", why=why, fix=how_to_install("django")
        )
