"""What a program of others is to the benchmarks: where each file comes from, the wrapper of ours in
`published` that makes a design of it, what goes in, and the known answers.

The files themselves are not in this repository.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sources_of_others import published_path

WRAPPERS = Path(__file__).parent / "published"
UNIT, SOURCES = "hardware.c", "sources.h"
"""What the wrapper is called beside the sources, which have names of their own, and a header that
includes those of them that are C.
"""
SHORT, LONGER = b"abc", bytes(range(64))


@dataclass(frozen=True)
class Origin:
    """A file of others: its repository on GitHub, a commit of it, the path there; and the name that
    the sources include it by, where that is not the path's last part.
    """

    repository: str
    commit: str
    path: str
    name: str = ""


@dataclass(frozen=True)
class Program:
    """A program with its wrapper: what goes into its input stream, and what comes out."""

    title: str
    wrapper: str
    origins: Sequence[Origin]
    items: Sequence[int]
    answers: Sequence[int]
    defines: dict[str, str] = field(default_factory=dict)
    modulus: int = 0
    """By which an answer, a number of 16 bits with a sign, is only known; 0 where it is exact."""
    linked: bool = False
    """Whether its C files are compiled alone, as its author has it; else the wrapper includes them."""

    def answers_of(self, written: Sequence[int]) -> list[int]:
        """What was written, in the form in which `answers` are known."""
        if not self.modulus:
            return list(written)
        return [(item - (item >> 15 << 16)) % self.modulus for item in written]


def files_of(program: Program, sources: Path) -> list[Path]:
    """A program's files in the order of its origins, then its wrapper.

    `sources` has the files as OWNER/NAME/PATH. Raises CryptagonError where one is not there.
    """
    theirs = [
        published_path(sources, origin.repository, origin.path, origin.commit)
        for origin in program.origins
    ]
    return [*theirs, WRAPPERS / program.wrapper]


def gather(program: Program, sources: Path, folder: Path) -> tuple[Path, list[Path]]:
    """Copies a program's files and its wrapper into a folder; gives the wrapper, and the files that
    are to be linked with it.

    Raises what `files_of` raises.
    """
    *theirs, wrapper = files_of(program, sources)
    names = [origin.name or Path(origin.path).name for origin in program.origins]
    for name, file in zip(names, theirs):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    programs = [name for name in names if name.endswith(".c")]
    (folder / SOURCES).write_text("".join(f'#include "{name}"\n' for name in programs))
    unit = folder / UNIT
    shutil.copyfile(wrapper, unit)
    return unit, [folder / name for name in programs] if program.linked else []


def files(repository: str, commit: str, folder: str, *names: str) -> list[Origin]:
    """Files of one folder of a repository."""
    return [Origin(repository, commit, f"{folder}{name}") for name in names]


def hash_program(
    title: str,
    wrapper: str,
    origins: Sequence[Origin],
    digest: Callable[[bytes], bytes],
) -> Program:
    """A program that takes lengths with messages, and gives digests."""
    messages = (SHORT, LONGER)
    items = [byte for message in messages for byte in (len(message), *message)]
    return Program(title, wrapper, origins, items, [b for m in messages for b in digest(m)])
