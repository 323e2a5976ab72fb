"""Files of the `cryptagon spt` commands: what they read, and what they write."""

from collections.abc import Sequence
from pathlib import Path

import click

from cryptagon.errors import CryptagonError
from cryptagon.spt import Figure, Program, dml, dml_json, program_of, understood
from cryptagon.spt.layout import laid_out
from cryptagon.spt.sheet import Sheet

FILE = click.Path(path_type=Path)
READERS = {".dml": dml.read_file, ".json": dml_json.read_file}
"""Of what is no drawing."""


def program_in(file: Path) -> Program:
    """The program of a drawing, or of a file with DML, as text or JSON."""
    reader = READERS.get(file.suffix, program_of)
    return reader(file)


def sheets_in(file: Path) -> Sequence[Sheet]:
    """The sheets of a drawing; those of DML are laid out.

    Raises CryptagonError with the first fault of a drawing.
    """
    if file.suffix in READERS:
        return laid_out(program_in(file))
    found = understood(file)
    if errors := found.errors():
        raise errors[0]
    return found.sheets


def figure_in(program: Program, name: str | None, file: Path) -> Figure:
    """The figure of that name; without one the top.

    Raises CryptagonError where there is none of that name, or several tops.
    """
    if name is None:
        return _top(program)
    if name not in program.by_name:
        raise CryptagonError(
            f'there is no figure "{name}"',
            where=str(file),
            fix=f"there are {', '.join(program.by_name)}",
        )
    return program.by_name[name]


def _top(program: Program) -> Figure:
    if len(program.tops) == 1:
        return program.tops[0]
    names = ", ".join(one.name for one in program.tops)
    raise CryptagonError(
        "which figure is meant is not clear",
        why=f"no other one calls {names}",
        fix="name it by --figure",
    )


def write(output: Path, text: str) -> None:
    """Writes a text file, in a folder that need not be there yet."""
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text, encoding="utf-8")
