"""The group of all commands: it imports a command when it is asked for, and reports faults in one shape."""

from importlib import import_module
from typing import Any

import click

from cryptagon.cli.faults import Fault
from cryptagon.errors import CryptagonError


class CommandGroup(click.Group):
    """Commands from `table`: name to (module, attribute, what it does in a line). Any of them may raise CryptagonError."""

    def __init__(self, *args: Any, table: dict[str, tuple[str, str, str]], **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__(*args, **settings)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; None when there is none."""
        if cmd_name not in self.table:
            return None
        module, attribute, _ = self.table[cmd_name]
        return getattr(import_module(module), attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in self.table.items()])

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command; a CryptagonError becomes a Fault, which click prints."""
        try:
            return super().invoke(ctx)
        except CryptagonError as error:
            raise Fault(error) from error
