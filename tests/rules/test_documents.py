"""What the documents tell a reader to type exists, and their links lead somewhere."""

import re
import shlex

import click
import pytest
from repository_files import REPOSITORY, committed_files, name_of, text_of

from cryptagon.cli import main

DOCUMENTS = committed_files("*.md")
COMMAND = re.compile(r"^(?:    |\$ )(?:\.venv/bin/)?cryptagon (?P<arguments>.+)$|`cryptagon (?P<inline>[^`]+)`", re.MULTILINE)
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


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_commands_exist(path):
    for words in commands_in(text_of(path)):
        name = words[0]
        if name.startswith("-"):
            assert name in known_options(main) | {"--version"}
            continue
        command = main.get_command(click.Context(main), name)
        assert command is not None, f"no command {name}"
        options = {word.split("=")[0] for word in words[1:] if re.match(r"--?[a-zA-Z]", word)}
        assert options - known_options(command) == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_make_targets_exist(path):
    targets = set(re.findall(r"^(\w+):", (REPOSITORY / "Makefile").read_text(), re.MULTILINE))
    asked = {name for pair in MAKE.findall(text_of(path)) for name in pair if name}
    assert asked - targets == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(path):
    assert [link for link in LINK.findall(text_of(path)) if not (path.parent / link).exists()] == []
