"""The group of all commands: it imports a command when it is asked for, and reports faults in one
shape.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import click

from cryptagon.cli.faults import faults_told


class CommandGroup(click.Group):
    """Commands from `table`: name to (module, attribute, what it does in a line).

    Any of them may raise CryptagonError.
    """

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's; a name that is no command is answered with those that are close."""
        if args[0] not in self.table and not args[0].startswith("-"):
            from cryptagon.catalog.toml_file import did_you_mean  # noqa: PLC0415 - pydantic, which takes its time

            raise click.UsageError(
                f"there is no command {args[0]!r}: {did_you_mean(args[0], self.table)}", ctx
            )
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **settings: Any) -> click.Context:  # noqa: ANN401 - click's own
        """As click's; what goes wrong is told as in a command."""
        with faults_told():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command; what goes wrong becomes a Fault, which click prints."""
        with faults_told():
            return super().invoke(ctx)


def walked(
    group: CommandGroup, context: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Every command of a group, and of the groups in it: by its words as in "spt check", with its
    own context.
    """
    for name in group.table:
        command, own = _named(group, context, name)
        yield name, command, own
        if isinstance(command, CommandGroup):
            yield from (
                (f"{name} {words}", inner, under) for words, inner, under in walked(command, own)
            )


def found(group: CommandGroup, words: Sequence[str]) -> tuple[click.Command | None, Sequence[str]]:
    """The command that a line of words begins with, and what follows it; None where there is none
    of that name.
    """
    command: click.Command | None = group
    context = click.Context(group, **group.context_settings)
    while isinstance(command, CommandGroup) and words and not words[0].startswith("-"):
        if words[0] not in command.table:
            return None, words
        command, context = _named(command, context, words[0])
        words = words[1:]
    return command, words


def _named(
    group: CommandGroup, context: click.Context, name: str
) -> tuple[click.Command, click.Context]:
    command = group.get_command(context, name)
    assert command is not None  # the name is from the group's own table
    return command, click.Context(
        command, info_name=name, parent=context, terminal_width=context.terminal_width
    )
