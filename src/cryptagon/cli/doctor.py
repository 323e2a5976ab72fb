"""`cryptagon doctor`: whether everything that Cryptagon calls is here, and where things lie."""

import dataclasses
import sys

import click

from cryptagon import paths
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.options import json_option
from cryptagon.toolchain import ToolStatus, survey

EPILOG = """\b
Examples:
  cryptagon doctor
  cryptagon doctor --json

What is marked with - is of an extra, or is not to be had for this machine (docs/installing.md): most commands work
without it. Exit code 1 if something else is missing.
"""


@click.command(epilog=EPILOG)
@json_option()
def doctor(as_json: bool) -> None:
    """Check the tools: which are here, in which versions, what is missing and how to get it."""
    tools = survey()
    if as_json:
        print_json([dataclasses.asdict(tool) for tool in tools])
    else:
        print_table(
            ["", "tool", "version", ""],
            [[_mark(tool), tool.name, tool.version or "missing", tool.problem] for tool in tools],
        )
        for fix in dict.fromkeys(tool.fix for tool in tools if tool.fix):
            click.echo(f"\nfix: {fix}")
        _show_places()
    sys.exit(1 if any(tool.needed and not tool.found for tool in tools) else 0)


def _mark(tool: ToolStatus) -> str:
    if tool.found:
        return "[green]✓[/]"
    return "[red]✗[/]" if tool.needed else "[dim]-[/]"


def _show_places() -> None:
    places = {
        "data": paths.builtin(),
        "laid over it": paths.own_folder(),
        "made": paths.build_folder(),
        "results": paths.results_folder(),
    }
    for what, place in places.items():
        click.echo(
            f"{what:14}{place or f'nothing: no folder from here upwards holds {paths.MARK}'}"
        )
