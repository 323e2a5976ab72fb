"""`cryptagon doctor`: whether everything that Cryptagon calls is here."""

import dataclasses
import sys

import click

from cryptagon.cli.console import print_json, print_table
from cryptagon.toolchain import survey

EPILOG = """\b
Examples:
  cryptagon doctor
  cryptagon doctor --json

Exit code 1 if something is missing.
"""


@click.command(epilog=EPILOG)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def doctor(as_json: bool) -> None:
    """Check the tools: which are here, in which versions, what is missing and how to get it."""
    tools = survey()
    if as_json:
        print_json([dataclasses.asdict(tool) for tool in tools])
    else:
        rows = [["[green]✓[/]" if tool.found else "[red]✗[/]", tool.name, tool.version or "missing", tool.problem] for tool in tools]
        print_table(["", "tool", "version", ""], rows)
        for fix in dict.fromkeys(tool.fix for tool in tools if tool.fix):
            click.echo(f"\nfix: {fix}")
    sys.exit(0 if all(tool.found for tool in tools) else 1)
