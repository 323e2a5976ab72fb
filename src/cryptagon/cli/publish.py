"""`cryptagon publish`: results to a site."""

import os
from pathlib import Path

import click

from cryptagon.cli.serve import check_packages
from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

VARIABLE = "CRYPTAGON_TOKEN"
EPILOG = """\b
Examples:
  cryptagon publish results/acorn128_rtl_ecp5-85f-8_unit_0a1b2c3d.json --to https://results.example.org
  cryptagon publish results/*.json --to https://results.example.org --token-file token.txt
  cryptagon publish results/*.json --to https://results.example.org --key my.key
  cryptagon publish results/*.json --to https://results.example.org --embargo 2027-01-31T12:00Z

The token is read from the variable CRYPTAGON_TOKEN or from a file, never from the command line, which others can see.
Exit code 1 if the site refused a record; each fault is told. To send a record again does no harm.
"""


@click.command(epilog=EPILOG)
@click.argument(
    "files", metavar="RESULT.json...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--to", "url", required=True, metavar="URL", help="Address of the site.")
@click.option(
    "--token-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="File with the token; default: the variable.",
)
@click.option(
    "--key",
    "key_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Sign with this key, of `cryptagon key`.",
)
@click.option(
    "--embargo",
    default="",
    metavar="DATE",
    help="Let them become public at this date, not before: ISO 8601, UTC.",
)
def publish(
    files: tuple[Path, ...], url: str, token_file: Path | None, key_file: Path | None, embargo: str
) -> None:
    """Send records of the results folder to a site, where they wait until a moderator publishes
    them.
    """
    check_packages()
    from cryptagon.site.client import Site, send  # noqa: PLC0415 - what no other command needs
    from cryptagon.site.signing import read_key  # noqa: PLC0415

    site = Site(url)
    token, key = token_in(token_file), read_key(key_file) if key_file else None
    refused = 0
    for file in files:
        answer = send(site, file, token, key, embargo)
        refused += not answer.taken
        click.echo(
            f"{answer.state:9}  {file}{f'  {answer.id[:12]}' if answer.id else ''}",
            err=not answer.taken,
        )
        for fault in answer.faults:
            click.echo(f"           {fault}", err=True)
    if refused:
        fix = "mend what is told above, and send them again"
        raise CryptagonError(
            f"{refused} of {len(files)} records were not taken", where=site.url, fix=fix
        )


def token_in(file: Path | None) -> str:
    """The token in a file, or that of the variable. Raises CryptagonError."""
    try:
        found = read_text(file).strip() if file else os.environ.get(VARIABLE, "").strip()
    except UnreadableError as fault:
        raise CryptagonError("the token cannot be read", where=str(file), why=str(fault)) from fault
    if not found or not found.isascii() or not found.isprintable() or " " in found:
        what = "there is no token" if not found else "this is no token"
        raise CryptagonError(
            what, where=str(file or VARIABLE), fix=f"set {VARIABLE}, or give --token-file FILE"
        )
    return found
