"""docs/cli.md, made from the commands' own --help.

`python -m cryptagon.cli.reference` writes it anew; a test compares.
"""

import click

from cryptagon import paths
from cryptagon.cli import main
from cryptagon.cli.group import walked

WIDTH = 100
HEAD = """# The command line

Made from `--help` by `make docs`; edit the commands, not this page.
"""


def reference() -> str:
    """The whole page, in Markdown: the group, then each command."""
    context = click.Context(
        main, info_name="cryptagon", terminal_width=WIDTH, **main.context_settings
    )
    sections = [HEAD, _section("cryptagon", main.get_help(context))]
    sections += [
        _section(f"cryptagon {words}", command.get_help(own))
        for words, command, own in walked(main, context)
    ]
    return "\n".join(sections)


def _section(title: str, text: str) -> str:
    body = "\n".join(line.rstrip() for line in text.splitlines())
    return f"## {title}\n\n```text\n{body}\n```\n"


if __name__ == "__main__":
    (paths.repository() / "docs" / "cli.md").write_text(reference(), encoding="utf-8")
