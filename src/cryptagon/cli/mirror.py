"""`cryptagon mirror`: the whole of a site as one file that anybody can check and serve."""

from pathlib import Path

import click

from cryptagon.cli.serve import check_packages
from cryptagon.errors import CryptagonError

EPILOG = """\b
Examples:
  cryptagon mirror https://results.example.org -o results.sqlite3
  cryptagon mirror --check results.sqlite3
  cryptagon mirror --check results.sqlite3 --head 3f2a9c1d
  cryptagon mirror https://results.example.org -o results.sqlite3 --key ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
  cryptagon serve --database results.sqlite3

Every entry of the log and every record is checked on the way. A file that is there is replaced only if the site's log
goes on from the one in it, and is signed with the same key unless --key names another. Exit code 1 if anything is not what it should be.
"""


@click.command(epilog=EPILOG)
@click.argument("url", metavar="[URL]", required=False)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to make.",
)
@click.option(
    "--check",
    "checked",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Check this file instead.",
)
@click.option(
    "--head",
    default="",
    metavar="DIGEST",
    help="With --check: the log must have an entry of this digest.",
)
@click.option(
    "--key",
    default="",
    metavar="KEY",
    help="Public key of the site: its head must be signed with it.",
)
def mirror(url: str | None, output: Path | None, checked: Path | None, head: str, key: str) -> None:
    """Fetch the site at URL into one SQLite file, records and log; or check such a file."""
    if bool(url) == bool(checked) or bool(url) != bool(output) or (head and not checked):
        raise CryptagonError(
            "it is not clear what to do",
            fix="write `cryptagon mirror URL -o FILE`, or `cryptagon mirror --check FILE`",
        )
    if head and (len(head) < 8 or set(head.lower()) - set("0123456789abcdef")):
        raise CryptagonError(
            f'"{head}" is no digest',
            why="8 to 64 hexadecimal digits are expected",
            fix="copy it from a citation",
        )
    check_packages()
    from cryptagon.site import server  # noqa: F401, PLC0415 - sets Django up, which no other command needs
    from cryptagon.site.client import Site  # noqa: PLC0415
    from cryptagon.site.mirroring import check, fetch  # noqa: PLC0415

    found = check(checked, head, key) if checked else fetch(Site(url or ""), output or Path(), key)
    of = f" of {found.url}, {found.date[:10]}" if found.url else ""
    click.echo(
        f"{checked or output}: {found.records} records and {len(found.digests)} entries of the log{of}, all as they should be"
    )
    click.echo(f"head {found.head or 'none: the log is empty'}")
    click.echo(f"signed by {found.key}" if found.key else "signed by nobody")
