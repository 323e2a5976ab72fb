"""`cryptagon key`: a key to sign with."""

from pathlib import Path

import click

from cryptagon.cli.serve import check_packages

EPILOG = """\b
Examples:
  cryptagon key my.key
  cryptagon publish results/*.json --to https://results.example.org --key my.key

The private key, Ed25519, stays in FILE, which nobody else can read. What is printed is the public key: give it to who
runs the site. A FILE that is there is read and not changed.
"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
def key(file: Path) -> None:
    """Make a key in FILE to sign what is published, and print its public key."""
    check_packages()
    from cryptagon.site.signing import make_key, read_key  # noqa: PLC0415 - what no other command needs

    click.echo((read_key(file) if file.exists() else make_key(file)).public)
