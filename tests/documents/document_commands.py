"""Every command that a document or a --help shows: lines of code blocks that begin with a program,
and the examples of a help.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from cryptagon import paths
from cryptagon.cli import main
from cryptagon.cli.group import walked

PROGRAMS = (
    "cryptagon|make|python3?|pip|pytest|sh|bash|cp|mv|rm|mkdir|sed|cat|cd|git|apt|unzip|source|curl|wget|ssh|docker|dask|fusesoc"
    "|vivado|vitis-run|quartus_sh|quartus|xtclsh"
)
_COMMAND = re.compile(
    rf"^(?:\$ )?(?P<command>(?:[A-Z_]+=\S+ +)*(?:\S*/)?(?:{PROGRAMS})(?: (?!=).*)?)$"
)
_SHELL_FENCE = ("```sh", "```bash", "```console")


@dataclass(frozen=True, order=True)
class Shown:
    """A command as it is shown, without the comment behind it, and where: "README.md:23",
    "cryptagon run --help".
    """

    text: str
    where: str


def shown_commands() -> list[Shown]:
    """All of them, in the order of documents and commands."""
    return [*_in_documents(), *_in_help()]


def documents() -> list[Path]:
    """README, CONTRIBUTING, the pages of docs but the one made from --help, those of the
    algorithms.
    """
    root = paths.repository()
    pages = [
        root / "README.md",
        root / "CONTRIBUTING.md",
        *sorted((root / "docs").glob("*.md")),
        *sorted((root / "algorithms").glob("*/*/README.md")),
    ]
    return [page for page in pages if page.name != "cli.md"]


def _in_documents() -> Iterator[Shown]:
    for page in documents():
        for number, line in _code_lines(page.read_text(encoding="utf-8")):
            if found := _COMMAND.match(_without_comment(line)):
                yield Shown(found["command"], f"{page.relative_to(paths.repository())}:{number}")


def _code_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines of indented blocks and of blocks that are fenced as shell."""
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        mark = line.strip()
        if mark.startswith("```"):
            fence = "" if fence else mark
        elif fence.startswith(_SHELL_FENCE) or (not fence and line.startswith("    ")):
            yield number, line.strip()


def _in_help() -> Iterator[Shown]:
    for name, command, _ in walked(main, click.Context(main, **main.context_settings)):
        for line in (command.epilog or "").splitlines():
            if found := _COMMAND.match(_without_comment(line.strip())):
                yield Shown(found["command"], f"cryptagon {name} --help")


def _without_comment(line: str) -> str:
    return re.sub(r"\s+#.*$", "", line)
