"""A new algorithm begins as a copy of one that is there, under a name of its own."""

import re
import shutil
from pathlib import Path

from cryptagon.catalog.discovery import FILE_NAME, class_of, file_of
from cryptagon.errors import CryptagonError

NAME = re.compile(r"[a-z][a-z0-9_]*")
_NAMED = re.compile(r'^(name|title|supercop) = "[^"\n]*"$', re.MULTILINE)


def copy_algorithm(like: str | Path, folder: Path) -> Path:
    """Copy an algorithm, given by name or folder, to a folder that is not there yet, whose name
    becomes that of the copy; its whole path.

    Raises CryptagonError where there is no such algorithm, where something is in the way, and for a
    name that an algorithm cannot have.
    """
    folder = folder.resolve()
    if not NAME.fullmatch(folder.name):
        why = "it becomes the name of the algorithm: small letters, digits and underscores, a letter first"
        raise CryptagonError(
            f'"{folder.name}" is no name of an algorithm', where=str(folder), why=why
        )
    if folder.exists():
        raise CryptagonError(
            "there is something already",
            where=str(folder),
            fix="choose a folder that is not there yet",
        )
    source = file_of(class_of(like), like).parent
    if folder.is_relative_to(source):
        raise CryptagonError(
            "a copy cannot lie in what it is a copy of",
            where=str(folder),
            fix=f"choose a folder outside of {source}",
        )
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    description = folder / FILE_NAME
    table_begins = (text := description.read_text(encoding="utf-8")).find("\n[")
    head = _NAMED.sub(lambda found: f'{found[1]} = "{folder.name}"', text[:table_begins])
    description.write_text(head + text[table_begins:], encoding="utf-8")
    return folder
