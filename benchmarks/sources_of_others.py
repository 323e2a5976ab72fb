"""What the benchmarks of programs that others published share: the folder with their sources, one
process a program, what is measured of each, and the page.

Their files are not in this repository. PUBLISHED_SOURCES names the folder that has them as
OWNER/NAME/PATH; PUBLISHED_AREA=no leaves synthesis out.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from common import Row, spent
from parts import Part, Parts, with_origins

from cryptagon import catalog
from cryptagon.analysis.made_page import Page, measured
from cryptagon.cli.hls_area import area_of
from cryptagon.errors import CryptagonError
from cryptagon.hls.compiler import CompiledDesign

SOURCES, AREA = "PUBLISHED_SOURCES", "PUBLISHED_AREA"
TARGET = "ecp5-85f-8"
PATIENCE = 20_000_000
"""Clock cycles without an item after which a simulation ends."""
NAMED_BY = ("program",)
PACKAGES = ("hls", "fpga", "toolchain")
"""Those of ours that decide what is measured."""


def parts_of_programs(
    script: str,
    programs: Mapping[str, object],
    files_of: Callable[[str, Path], Iterable[Path]],
    too_slow: Callable[[str], Row],
) -> Parts:
    """One part a program, measured in a process of its own that runs `script` with its name.

    `files_of` are the files of a program, ours among them. `too_slow` is the row of a program whose
    process had no processor seconds left (RLIMIT_CPU). A part raises CryptagonError where the process
    fails otherwise, such as for a file that is not there.
    """

    def made_of(name: str) -> list[object]:
        files = sorted(files_of(name, sources_folder()))
        return [repr(programs[name]), files, os.environ.get(AREA, "")]

    def rows(name: str) -> list[Row]:
        done = subprocess.run(
            [sys.executable, script, name],
            env={**os.environ, SOURCES: str(sources_folder())},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode == -signal.SIGXCPU:
            return [too_slow(name)]
        if done.returncode:
            raise CryptagonError(
                f"the benchmark of '{name}' ended with exit code {done.returncode}",
                where=script,
                why="its own lines above say so; the rows before it were recorded",
                fix=f"run it alone: {SOURCES}=FOLDER python benchmarks/{Path(script).name} {name}",
            )
        return [json.loads(done.stdout.splitlines()[-1])]

    each = [Part(name, partial(made_of, name), partial(rows, name)) for name in programs]
    return Parts(each, NAMED_BY, PACKAGES)


def sources_folder() -> Path:
    """The folder that has the files of others; CryptagonError where none is named."""
    named = os.environ.get(SOURCES, "")
    if not Path(named).is_dir() or not named:
        raise CryptagonError(
            f"no folder with the published sources: {named or 'none is named'}",
            why="sources of others are not part of this repository",
            fix=f"fetch what benchmarks/*_programs.py list, as OWNER/NAME/PATH below one folder, and name it: {SOURCES}=FOLDER",
        )
    return Path(named).absolute()


def published_path(sources: Path, repository: str, path: str, commit: str) -> Path:
    """A file or folder of others, below `sources`. Raises CryptagonError where it is not there."""
    found = sources / repository / path
    if not found.exists():
        raise CryptagonError(
            f"no {repository}/{path}",
            where=str(sources),
            why="sources of others are not part of this repository",
            fix=f"put it there from github.com/{repository} at commit {commit}",
        )
    return found


def processor_seconds(limit: float) -> None:
    """Ends this process, and each that it starts from here on, after so many of its processor
    seconds; `inf` for no limit.
    """
    soft = resource.RLIM_INFINITY if limit == float("inf") else int(limit)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


@contextmanager
def within(seconds: float) -> Iterator[Row]:
    """What is done inside ends this process after so many processor seconds; a row that has what it
    took when it is done.
    """
    took: Row = {}
    processor_seconds(seconds)
    yield took
    used, mebibytes = spent()
    processor_seconds(float("inf"))
    took |= {"cpu_s": round(used, 1), "peak_memory_mib": round(mebibytes)}


def area_row(result: CompiledDesign) -> Row:
    """LUT4 and flip-flops of the core alone on ECP5, before layout; empty where PUBLISHED_AREA=no."""
    if os.environ.get(AREA) == "no":
        return {}
    found = area_of(result, catalog.target(TARGET))
    return {"luts": found.luts, "ffs": found.ffs}


def linked(row: Row) -> str:
    """Where a program comes from, as a link to its repository at its commit."""
    return f"[{row['origin']}](https://github.com/{row['origin']}/tree/{row['commit']})"


def recorded(script: str) -> list[Row]:
    """The last results, each row with the commit it was measured at."""
    return with_origins(measured(Path(script).stem), NAMED_BY)


def run_alone(
    script: str,
    page: str,
    row_of: Callable[[str, Path], Row],
    table: Callable[[Sequence[Row]], str],
) -> None:
    """The script's own command: prints the row of the program that is named; with `--page` in its
    place, puts the last results into PAGE.
    """
    (what,) = sys.argv[1:]
    try:
        if what == "--page":
            Page(page, lambda: {"measured": table(recorded(script))}).write()
        else:
            print(json.dumps(row_of(what, sources_folder())))
    except CryptagonError as error:
        sys.exit(f"error: {error}")
