"""A design in several C files: each is compiled alone, as its author meant it, and linked."""

import re
from collections.abc import Sequence
from pathlib import Path

from cryptagon.errors import CryptagonError

TWICE = re.compile(r"Linking globals named '(?P<name>[^']+)': symbol multiply defined")


def linked(files: Sequence[Path], texts: Sequence[str]) -> str:
    """One LLVM IR text of those of several files; what is `static` in one stays its own.

    Raises CryptagonError where two of them define the same name.
    """
    import llvmlite.binding as llvm  # noqa: PLC0415 - most commands link nothing, and it is large

    module = llvm.parse_assembly(texts[0])
    for file, text in zip(files[1:], texts[1:]):
        try:
            module.link_in(llvm.parse_assembly(text))
        except RuntimeError as error:
            raise _refusal(str(error), file) from error
    return str(module)


def _refusal(said: str, file: Path) -> CryptagonError:
    if twice := TWICE.search(said):
        return CryptagonError(
            f"'{twice['name']}' is defined in this file and in another one",
            where=str(file),
            why="the files of a design are linked, and a name that is not static is there once",
            fix="make it static in each, or define it in one file and declare it `extern` in the others",
        )
    return CryptagonError(
        "the file does not go with the others",
        where=str(file),
        why=said.strip()[:1000],
        fix="compile all files with the same declarations",
    )
