"""`cryptagon new`: an algorithm of one's own begins as a copy of one that is there."""

from pathlib import Path

import click

from cryptagon.catalog.newcomer import copy_algorithm

EPILOG = """\b
Examples:
  cryptagon new mycipher
  cryptagon new algorithms/kernel/mykernel --like sha1

The copy works at once; put your own reference software, known answers and cores in, one after the other
(CONTRIBUTING.md), and let `cryptagon verify` tell what does not agree yet.
"""


@click.command(epilog=EPILOG)
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--like",
    metavar="NAME",
    default="dummy",
    show_default=True,
    help="The algorithm to copy: its name or folder.",
)
def new(folder: Path, like: str) -> None:
    """Make FOLDER, a new algorithm that is called as the folder, from a copy of another."""
    copy_algorithm(like, folder)
    given = folder if folder.is_absolute() else f"./{folder}"
    click.echo(f"{folder}\n\nnext:  cryptagon verify {given}\n       cryptagon run {given} --quick")
