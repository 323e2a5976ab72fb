"""Every command that a document or a --help shows is listed here, can be parsed as it is shown, and
runs where it can be run.
"""

import importlib.util
import re
import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import click
import pytest
from click.exceptions import Exit
from command_lists import NIGHTLY, NOT_RUN, PACKAGE, QUICK, README
from document_commands import Shown, shown_commands
from place import Place

from cryptagon import paths
from cryptagon.cli import main
from cryptagon.cli.group import found

SHOWN = {one.text: one for one in shown_commands()}
LISTED = (*QUICK, *NIGHTLY, *PACKAGE, *(text for text in README if text not in QUICK), *NOT_RUN)


OVERRIDDEN = ("CRYPTAGON_HOME", "CRYPTAGON_RESULTS")


def test_every_shown_command_is_listed():
    """A new command goes into one of the lists in command_lists.py: run, run by night, or not run
    and why.
    """
    assert [f"{one.where}: {text}" for text, one in SHOWN.items() if text not in LISTED] == []


def test_nothing_is_listed_that_is_no_longer_shown():
    assert [text for text in LISTED if text not in SHOWN] == []
    assert len(set(LISTED)) == len(LISTED) and all(NOT_RUN.values())


@pytest.mark.parametrize("one", SHOWN.values(), ids=lambda one: one.text)
def test_it_can_be_parsed(one: Shown, place: Place, monkeypatch):
    """Subcommand, options, choices, and the files that must be there; of other programs the script,
    the module or the target.
    """
    monkeypatch.chdir(place.folder / "readme" if one.text in README else place.folder)
    for folder in re.findall(r"^PYTHONPATH=(\S+) ", one.text):
        monkeypatch.syspath_prepend(paths.repository() / folder)
    monkeypatch.setattr(paths, "repository", lambda: place.folder)
    for part in re.split(r"\s*&&\s*", one.text):
        words = shlex.split(re.sub(r"^(?:[A-Z_]+=\S+ +)+", "", part.partition(" > ")[0]))
        parse(words[0], [name for word in words[1:] for name in globbed(word)])


def globbed(word: str) -> list[str]:
    """The files that a shell puts in place of a pattern."""
    return sorted(map(str, Path().glob(word))) if word.endswith("*.json") else [word]


def parse(program: str, arguments: list[str]) -> None:
    if program == "cryptagon":
        command, rest = found(main, arguments)
        assert command is not None, f"no command {' '.join(arguments)}"
        with suppress(Exit):  # of an option that prints something and is done
            command.make_context(
                command.name, [*rest], parent=click.Context(main, **main.context_settings)
            )
        files = [
            word
            for word in rest
            if word.startswith(("contests/", "algorithms/", "benchmarks/", "figures/"))
        ]
        assert command.name == "new" or [file for file in files if not Path(file).exists()] == []
    elif program == "make":
        rules = (Path(__file__).resolve().parents[2] / "Makefile").read_text()
        assert all(re.search(rf"^{target}:", rules, re.MULTILINE) for target in arguments)
    elif program.startswith("python") and arguments[0] == "-m":
        assert importlib.util.find_spec(arguments[1]) is not None


@pytest.mark.parametrize("text", QUICK)
def test_it_runs(text: str, place: Place):
    for earlier in (*makers(text, QUICK), text):
        run(earlier, place)


@pytest.mark.nightly
@pytest.mark.parametrize("text", NIGHTLY)
def test_it_runs_by_night(text: str, place: Place):
    for earlier in (*makers(text, NIGHTLY), text):
        run(earlier, place)


def makers(text: str, listed: Sequence[str]) -> list[str]:
    """The commands before one in a list that write the files that it reads: another process may
    have run them, in its own folder.
    """
    words = shlex.split(text)
    read = [
        word
        for before, word in pairwise(words)
        if word.startswith("build/") and before not in ("-o", ">", "--graph")
    ]
    return [
        earlier
        for earlier in listed[: listed.index(text)]
        if earlier.endswith(tuple(f" {file}" for file in read)) and earlier != text
    ]


@pytest.mark.nightly
def test_a_package_is_made_and_checked_as_shown(place: Place):
    said = run("\n".join(PACKAGE), place)
    assert "identical: the figures are the expected ones" in said


@pytest.mark.nightly
def test_the_readme_leads_from_c_to_a_ranking(place: Place):
    """In a folder of one's own: its build is that of these tests, its results are its own."""
    own = Place(
        place.folder / "own",
        {name: value for name, value in place.environment.items() if name not in OVERRIDDEN},
    )
    own.folder.mkdir()
    (own.folder / "cryptagon.toml").touch()
    said = run("\n".join(README), own)
    assert "mycipher" in said and (own.folder / "results" / "report.html").is_file()


def run(text: str, place: Place) -> str:
    """Run it in a plain shell; its output.

    A faulty import is no fault of the command: an empty folder is told as one.
    """
    result = subprocess.run(
        ["sh", "-eu", "-c", text],
        cwd=place.folder,
        env=place.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=3600,
    )
    assert "Traceback" not in result.stderr
    assert result.returncode == 0, f"{text}\n{result.stdout[-3000:]}\n{result.stderr[-3000:]}"
    return result.stdout
