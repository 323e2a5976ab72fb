"""What the documents tell a reader to type exists, and their links lead somewhere."""

import re
import shlex
from collections.abc import Iterator

import click
from repository_files import REPOSITORY, committed_files, name_of, text_of

from cryptagon.cli import main
from cryptagon.cli.group import found

DOCUMENTS = committed_files("*.md")
COMMAND = re.compile(
    r"^(?:    |\$ )(?:\.venv/bin/)?cryptagon (?P<arguments>.+)$|`cryptagon (?P<inline>[^`]+)`",
    re.MULTILINE,
)
MAKE = re.compile(r"`make (\w+)|^    make (\w+)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)")


def known_options(command: click.Command) -> set[str]:
    declared = {
        option
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for option in parameter.opts + parameter.secondary_opts
    }
    return declared | {"-h", "--help"}


def commands_in(text: str) -> list[list[str]]:
    lines = [match["arguments"] or match["inline"] for match in COMMAND.finditer(text)]
    return [shlex.split(line, comments=True) for line in lines]


def unknown_words(text: str) -> Iterator[str]:
    """Commands and options that a text shows and nothing has."""
    for words in commands_in(text):
        command, others = found(main, words)
        if words[0].startswith("-"):
            yield from {words[0]} - known_options(main) - {"--version"}
        elif command:
            options = {word.split("=")[0] for word in others if re.match(r"--?[a-zA-Z]", word)}
            yield from (f"{words[0]} {option}" for option in options - known_options(command))
        else:
            yield " ".join(words)


def test_commands_exist():
    assert [
        f"{name_of(path)}: {word}" for path in DOCUMENTS for word in unknown_words(text_of(path))
    ] == []


def test_make_targets_exist():
    targets = set(re.findall(r"^(\w+):", (REPOSITORY / "Makefile").read_text(), re.MULTILINE))
    asked = [
        (path, name)
        for path in DOCUMENTS
        for pair in MAKE.findall(text_of(path))
        for name in pair
        if name
    ]
    assert [f"{name_of(path)}: {name}" for path, name in asked if name not in targets] == []


def test_links_lead_somewhere():
    links = [(path, link) for path in DOCUMENTS for link in LINK.findall(text_of(path))]
    assert [
        f"{name_of(path)}: {link}" for path, link in links if not (path.parent / link).exists()
    ] == []
