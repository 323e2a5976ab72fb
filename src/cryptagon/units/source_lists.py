"""Plain lists of sources as the CAESAR and LWC packages have them: `source_list.txt`, one file a
line, in the order in which they are read.

`#` begins a comment. A folder in a variable, `$(LWCSRC_DIR)/LWC.vhd`, is looked for by the file's
name.
"""

import re
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.units.described import SUFFIXES, Described
from cryptagon.user_files import UnreadableError, read_text

NAME = "source_list.txt"
TOPS = ("LWC", "AEAD")
"""The top modules of the two hardware APIs, where a list names none."""
_VARIABLE = re.compile(r"^\$[({]\w+[)}]/|^\$\w+/")


def read_list(file: Path, root: Path, *, top: str = "") -> Described:
    """The unit of a list, whose files lie where it says, seen from the list or from `root`, or
    somewhere below `root`. Its top module is `top`, or the one that an API gives a unit.

    Raises CryptagonError, with the line, for a file that is nowhere or in two places equally near.
    """
    try:
        lines = read_text(file).splitlines()
    except UnreadableError as fault:
        raise CryptagonError(
            "this source list cannot be read", where=fault.at(file), why=str(fault)
        ) from fault
    sources = []
    for number, line in enumerate(lines, 1):
        name = line.partition("#")[0].strip()
        if name:
            sources.append(_found(name, file, root, f"{file}:{number}"))
    if not sources:
        raise CryptagonError("this source list names no file", where=str(file))
    return Described(file, file.parent.name, top or _top(sources, file), tuple(sources))


def _found(name: str, listed_in: Path, root: Path, where: str) -> Path:
    """The file that a list names: where it says, else the nearest of that name."""
    if Path(name).suffix.lower() not in SUFFIXES:
        raise CryptagonError(
            f"{name} is no VHDL and no Verilog",
            where=where,
            fix=f"a name ends in {', '.join(SUFFIXES)}",
        )
    plain = _VARIABLE.sub("", name)
    for folder in (listed_in.parent, root):
        if (folder / plain).is_file():
            return (folder / plain).resolve()
    alike = sorted(root.rglob(Path(plain).name))
    near = sorted((_distance(one, listed_in.parent), one) for one in alike if one.is_file())
    if not near:
        raise CryptagonError(
            f"the source {name} is not there",
            where=where,
            why=f"nothing below {root} has that name",
            fix="get the whole folder, with its submodules",
        )
    if len(near) > 1 and near[0][0] == near[1][0]:
        raise CryptagonError(
            f"which {Path(plain).name} is meant?",
            where=where,
            why=f"{near[0][1]} and {near[1][1]} are equally near",
            fix="write its path into a list of your own, and give that by --design",
        )
    return near[0][1].resolve()


def _distance(file: Path, folder: Path) -> int:
    """How many folders lie between the two, up and down."""
    file, folder = file.parent.resolve(), folder.resolve()
    shared = sum(1 for one, other in zip(file.parts, folder.parts) if one == other)
    return len(file.parts) + len(folder.parts) - 2 * shared


def _top(sources: list[Path], file: Path) -> str:
    stems = {source.stem for source in sources}
    found = next((top for top in TOPS if top in stems), None)
    if found is None:
        raise CryptagonError(
            "the top module is not known",
            where=str(file),
            why=f"none of the files is called {' or '.join(TOPS)}",
            fix="name it by --top",
        )
    return found
