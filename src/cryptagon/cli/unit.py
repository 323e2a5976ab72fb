"""`cryptagon unit`: finished units of others, checked and measured beside ours."""

import click

from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.group import CommandGroup
from cryptagon.cli.options import json_option
from cryptagon.units.entry import Unit, units, units_folder

COMMANDS = {
    "add": (
        "cryptagon.cli.unit_add",
        "add",
        "Read a folder or a repository of others, and make an entry of it.",
    ),
    "check": (
        "cryptagon.cli.unit_run",
        "check",
        "Send the test vectors of a unit through it, and count its cycles.",
    ),
    "run": ("cryptagon.cli.unit_run", "run", "Measure units: verified, placed and routed."),
    "list": (__name__, "list_units", "List the units that were added."),
}
GROUP_EPILOG = """\b
Examples:
  cryptagon unit add AESGCM --design AESGCM-v1.toml --name aesgcm-v1
  cryptagon unit check aesgcm-v1
  cryptagon unit run aesgcm-v1 --quick

What is read, what is refused, and what was measured: docs/third-party.md. VHDL takes GHDL (cryptagon doctor).
"""
LIST_EPILOG = """\b
Examples:
  cryptagon unit list
  cryptagon unit list --json
"""


@click.group(cls=CommandGroup, table=COMMANDS, epilog=GROUP_EPILOG)
def unit() -> None:
    """Measure finished units of others, VHDL or Verilog, beside ours."""


@click.command("list", epilog=LIST_EPILOG)
@json_option()
def list_units(*, as_json: bool) -> None:
    """List the units that were added, with their licence and where they come from."""
    found = units()
    if as_json:
        print_json([one.model_dump(mode="json") for one in found.values()])
        return
    if found:
        print_table(
            ["unit", "cipher", "language", "interface", "licence", "from"],
            [_row(one) for one in found.values()],
        )
    click.echo(
        f"{'' if found else 'no unit yet: cryptagon unit add FOLDER. '}entries in {units_folder()}"
    )


def _row(one: Unit) -> list[str]:
    return [
        one.name,
        one.cipher,
        one.language,
        one.interface,
        one.licence.name,
        one.origin.url or one.origin.folder,
    ]
