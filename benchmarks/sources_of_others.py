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
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from common import FRESH, Row, into_page, record, results_of, versions

from cryptagon import catalog
from cryptagon.cli.hls_area import area_of
from cryptagon.errors import CryptagonError
from cryptagon.hls.compiler import HlsResult
from cryptagon.toolchain import code_of, digest_of

SOURCES, SOME, AREA = "PUBLISHED_SOURCES", "PUBLISHED_PROGRAMS", "PUBLISHED_AREA"
TARGET = "ecp5-85f-8"
PATIENCE = 200_000
"""Clock cycles without an item after which a simulation ends."""
DOCS = Path(__file__).parents[1] / "docs"
DECIDES = ("hls", "fpga", "toolchain")
"""The packages of ours that decide what is measured."""


def rows_of_programs(
    script: str,
    programs: Mapping[str, object],
    files_of: Callable[[str, Path], Iterable[Path]],
    too_slow: Callable[[str], Row],
) -> list[Row]:
    """One row a program, each from a process of its own that runs `script` with the program's name.

    `files_of` are the files of a program, ours among them. `too_slow` is the row of a program whose
    process had no processor seconds left (RLIMIT_CPU). Raises CryptagonError where a process fails
    otherwise, such as for a file that is not there.
    """
    sources = sources_folder()
    environment = {**os.environ, SOURCES: str(sources)}

    def row_of(name: str) -> Row:
        done = subprocess.run(
            [sys.executable, script, name],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode == -signal.SIGXCPU:
            return too_slow(name)
        if done.returncode:
            raise CryptagonError(
                f"the benchmark of '{name}' ended with exit code {done.returncode}",
                where=script,
                why="its own lines above say so; the rows before it were recorded",
                fix=f"run it alone: {SOURCES}=FOLDER python benchmarks/{Path(script).name} {name}",
            )
        return json.loads(done.stdout.splitlines()[-1])

    def made_of(name: str) -> list[object]:
        files = sorted(files_of(name, sources))
        return [repr(programs[name]), files, os.environ.get(AREA, "")]

    return kept_rows(script, programs, SOME, made_of, row_of)


def kept_rows(
    script: str,
    programs: Iterable[str],
    some: str,
    made_of: Callable[[str], object],
    row_of: Callable[[str], Row],
) -> list[Row]:
    """One row a program, in their order; each is written down as it comes.

    Of programs that the environment variable `some` does not choose there are the rows of before.
    So there are of those whose `made_of` is what it was, as are code and tools: such a row is not
    measured again, unless `run.py --fresh` asks for it. Raises CryptagonError for a program that is
    not known, and what `row_of` raises.
    """
    known = list(programs)
    before = json.loads(file.read_text())["rows"] if (file := results_of(script)).is_file() else []
    rows: dict[str, Row] = {row["program"]: row for row in before}
    measured_with = [Path(__file__), Path(script), code_of(*DECIDES), versions()]
    keys = {name: digest_of(measured_with, made_of(name))[:16] for name in _chosen(known, some)}
    for name, key in keys.items():
        if FRESH in os.environ or rows.get(name, {}).get("key") != key:
            rows[name] = row_of(name) | {"measured_at": commit_of_compiler(), "key": key}
            record(script, [rows[name] for name in known if name in rows])
    return [rows[name] for name in known if name in rows]


def _chosen(known: list[str], some: str) -> list[str]:
    chosen = os.environ.get(some, "").split() or known
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        raise CryptagonError(
            f"no program named {unknown[0]}; there is {', '.join(known)}", where=some
        )
    return chosen


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
            into_page(DOCS / page, results_of(script), table)
        else:
            print(json.dumps(row_of(what, sources_folder())))
    except CryptagonError as error:
        sys.exit(f"error: {error}")
