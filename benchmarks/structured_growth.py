"""Structured C by another state of the compiler and by this one: states, cycles, register bits and
cells of sources that nobody tuned on.

The sources are ten specifications written down as they read (`structured_sources`), the examples of
the docs, and the cores in C of `algorithms` that the other state has too. Both compilers get the
same sources; synthesis is for ECP5, of the core alone, the better of two strategies. `python
benchmarks/structured_growth.py COMMIT [FILE.c ...]` compares with another commit, on sources of
one's own, and writes nothing down.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from common import Row
from core_area import cores_in_c, figures_of

from cryptagon import paths
from cryptagon.errors import CryptagonError

BEFORE = "b456103fad33"
"""The last commit before headers of outer loops took no cycle, loops were merged and registers
bound by their area.
"""
STRATEGIES = ("narrow-flow3", "narrow-flow")
HERE = Path(__file__).parent
COMPARED = ("states", "cycles", "register_bits", "luts", "ffs")
Source = tuple[str, Path, Mapping[str, str]]


def measure() -> list[Row]:
    """One row a source."""
    with library_of(BEFORE) as library:
        return list(compared(library, sources(library)))


def sources(library: Path) -> Iterator[Source]:
    """The sources, the ten specifications first; `library` is that of the other state."""
    for name, folder in (
        ("specification", HERE / "structured_sources"),
        ("example", paths.repository() / "docs" / "examples"),
    ):
        yield from (
            (f"{name} {file.relative_to(folder).with_suffix('')}", file, {})
            for file in sorted(folder.rglob("*.c"))
        )
    for name, source, defines in cores_in_c():
        if (library.parent / source.relative_to(paths.repository())).is_file() and _headers(
            source
        ) <= _headers_of(library.parent, source):
            yield f"core {name}", source, defines


def _headers(source: Path) -> set[str]:
    """The headers that a source includes by name."""
    return set(re.findall(r'^#include "(.+)"', source.read_text(), re.MULTILINE))


def _headers_of(checkout: Path, source: Path) -> set[str]:
    """The headers that are beside a source, or for all in a checkout."""
    return {
        file.name
        for folder in (source.parent, checkout / "algorithms" / "include")
        for file in folder.glob("*.h")
    }


def compared(library: Path, wanted: Iterator[Source] | Sequence[Source]) -> Iterator[Row]:
    """A row a source: what the compiler in the folder `library` makes of it, and what this one
    does. No figure is a time, so all processors work."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for row in pool.map(lambda source: _row(library, *source), wanted):
            print(
                "  ".join(f"{key} {value}" for key, value in row.items()),
                file=sys.stderr,
                flush=True,
            )
            yield row


def _row(library: Path, name: str, source: Path, defines: Mapping[str, str]) -> Row:
    before = figures_of(name, source, defines, {"PYTHONPATH": str(library)}, STRATEGIES)
    now = figures_of(name, source, defines, {}, STRATEGIES)
    figures = {
        f"{key}{when}": row[key]
        for key in COMPARED
        for when, row in (("_before", before), ("", now))
    }
    growth = float(now["luts"]) / float(before["luts"]) - 1
    return {"source": name, **figures, "luts_growth": round(growth, 3)}


@contextmanager
def library_of(commit: str) -> Iterator[Path]:
    """The library in a checkout of Cryptagon at a commit.

    Raises CryptagonError where git does not have it.
    """
    packed = subprocess.run(
        ["git", "archive", commit], cwd=paths.repository(), capture_output=True, check=False
    )
    if packed.returncode:
        raise CryptagonError(
            f"no sources of commit {commit}",
            why=packed.stderr.decode().strip(),
            fix="give a commit of this repository",
        )
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "--extract", "--directory", folder], input=packed.stdout, check=True)
        yield Path(folder) / "src"


if __name__ == "__main__":
    commit, *files = sys.argv[1:] or [BEFORE]
    with library_of(commit) as library:
        list(compared(library, [(file, Path(file), {}) for file in files] or sources(library)))
