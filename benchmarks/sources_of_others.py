"""What the benchmarks of programs that others published share: the folder with their sources, one
process a program, the rows that are kept, and the page.

Their files are not in this repository. PUBLISHED_SOURCES names the folder that has them as
OWNER/NAME/PATH; PUBLISHED_PROGRAMS names some of the programs, all when left out;
PUBLISHED_AREA=no leaves synthesis out.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from common import Row, into_page

from cryptagon import catalog
from cryptagon.cli.hls_area import area_of
from cryptagon.errors import CryptagonError
from cryptagon.hls.compiler import HlsResult

SOURCES, SOME, AREA = "PUBLISHED_SOURCES", "PUBLISHED_PROGRAMS", "PUBLISHED_AREA"
TARGET = "ecp5-85f-8"
PATIENCE = 200_000
"""Clock cycles without an item after which a simulation ends."""
RESULTS = Path(__file__).parent / "results"
DOCS = Path(__file__).parents[1] / "docs"


def rows_of_programs(
    script: str, programs: Iterable[str], too_slow: Callable[[str], Row]
) -> list[Row]:
    """One row a program, each from a process of its own that runs `script` with the program's name.

    Of programs that were not chosen there are the rows of before. `too_slow` is the row of a program
    whose process had no processor seconds left (RLIMIT_CPU). Raises CryptagonError where a process
    fails otherwise, such as for a file that is not there.
    """
    known = list(programs)
    chosen = os.environ.get(SOME, "").split() or known
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        raise CryptagonError(
            f"no program named {unknown[0]}; there is {', '.join(known)}", where=SOME
        )
    environment = {**os.environ, SOURCES: str(sources_folder())}
    results = RESULTS / f"{Path(script).stem}.json"
    kept = json.loads(results.read_text())["rows"] if results.is_file() else []
    rows: dict[str, Row] = {row["program"]: row for row in kept}
    for name in chosen:
        done = subprocess.run(
            [sys.executable, script, name],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode == -signal.SIGXCPU:
            row = too_slow(name)
        elif done.returncode:
            raise CryptagonError(
                f"the benchmark of '{name}' ended with exit code {done.returncode}",
                where=script,
                why="its own lines above say so; nothing was recorded",
                fix=f"run it alone: {SOURCES}=FOLDER python benchmarks/{Path(script).name} {name}",
            )
        else:
            row = json.loads(done.stdout.splitlines()[-1])
        rows[name] = row | {"measured_at": commit_of_compiler()}
    return [rows[name] for name in known if name in rows]


def commit_of_compiler() -> str:
    """The last commit of the compiler, with "+" where its files differ from it."""
    library = Path(__file__).parents[1] / "src"
    last, changed = (
        subprocess.run(
            ["git", *command, "--", library],
            cwd=library,
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip()
        for command in (("log", "-1", "--format=%h", "--abbrev=12"), ("status", "--porcelain"))
    )
    return f"{last}+" if changed else last


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


def area_row(result: HlsResult) -> Row:
    """LUT4 and flip-flops of the core alone on ECP5, before layout; empty where PUBLISHED_AREA=no."""
    if os.environ.get(AREA) == "no":
        return {}
    found = area_of(result, catalog.target(TARGET))
    return {"luts": found.luts, "ffs": found.ffs}


def linked(row: Row) -> str:
    """Where a program comes from, as a link to its repository at its commit."""
    return f"[{row['origin']}](https://github.com/{row['origin']}/tree/{row['commit']})"


def run_alone(
    script: str,
    page: str,
    row_of: Callable[[str, Path], Row],
    table: Callable[[Sequence[Row]], str],
) -> None:
    """The script's own command: prints the row of the program that is named; with `--page` in its
    place, puts the last results into docs/PAGE.
    """
    (what,) = sys.argv[1:]
    try:
        if what == "--page":
            into_page(DOCS / page, RESULTS / f"{Path(script).stem}.json", table)
        else:
            print(json.dumps(row_of(what, sources_folder())))
    except CryptagonError as error:
        sys.exit(f"error: {error}")
