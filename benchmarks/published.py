"""Programs that others published, as they are, behind wrappers of ours: whether each compiles, its
known answers natively and in Verilog, cycles, look-up tables, processor seconds and memory.

Their files are not in this repository. PUBLISHED_SOURCES names the folder that has them as
OWNER/NAME/PATH (published_programs.py has each one's repository, commit and path);
PUBLISHED_PROGRAMS names some of the programs, all when left out; PUBLISHED_AREA=no leaves synthesis
out. `python benchmarks/published.py NAME` measures one, and prints its row; `--page` in the place of
a name puts the last results into docs/published-sources.md.
"""

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from common import Row, into_page, spent
from published_programs import PROGRAMS, Program, gather

from cryptagon import catalog
from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.cli.hls_area import area_of
from cryptagon.errors import CryptagonError
from cryptagon.hls.check import Stimulus
from cryptagon.hls.check.batch import Outcome, run_benches
from cryptagon.hls.check.expectation import expect
from cryptagon.hls.check.testbench import Bench
from cryptagon.hls.compiler import HlsResult, compile_source
from cryptagon.hls.native import NativeDesign

TARGET = "ecp5-85f-8"
SOURCES, SOME, AREA = "PUBLISHED_SOURCES", "PUBLISHED_PROGRAMS", "PUBLISHED_AREA"
SECONDS = 300.0
"""Processor seconds that each process of a compilation may take: what is beyond counts as too
slow.
"""
FIGURES = {
    "cycles": "cycles", "states": "states", "luts": "LUT4", "ffs": "FF", "cpu_s": "processor s", "peak_memory_mib": "peak MiB",
}  # fmt: skip
PATIENCE = 200_000
"""Clock cycles without an item after which a simulation ends."""
PAGE = Path(__file__).parents[1] / "docs" / "published-sources.md"
RESULTS = Path(__file__).parent / "results" / "published.json"
STREAM = re.compile(r"^STREAM_IN\(.+, (\w+)\)$", re.MULTILINE)


def measure() -> list[Row]:
    """One row a program; what cannot be compiled says why. Of programs that were not chosen there
    are the rows of before, with the commit at which they were measured.
    """
    folder = sources_folder()
    kept = json.loads(RESULTS.read_text())["rows"] if RESULTS.is_file() else []
    rows: dict[str, Row] = {row["program"]: row for row in kept}
    for name in os.environ.get(SOME, "").split() or PROGRAMS:
        done = subprocess.run(
            [sys.executable, __file__, name],
            env={**os.environ, SOURCES: str(folder)},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        row: Row = json.loads(done.stdout) if not done.returncode else _failed(name, done)
        rows[name] = row | {"measured_at": commit_of_compiler()}
    return [rows[name] for name in PROGRAMS if name in rows]


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
            fix=f"fetch what benchmarks/published_programs.py lists, as OWNER/NAME/PATH below one folder, and name it: {SOURCES}=FOLDER",
        )
    return Path(named).absolute()


def row_of(name: str, sources: Path) -> Row:
    """What there is to tell of one program; this process measures itself."""
    program = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        unit = gather(program, sources, folder)
        resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS), resource.RLIM_INFINITY))
        result = compile_source(
            unit, folder / "out", defines=program.defines, module=name, seconds=3600
        )
        seconds, mebibytes = spent()
        resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        outcome = _outcome(name, program, unit, result)
        area: Row = {}
        if os.environ.get(AREA) != "no":
            found = area_of(result, catalog.target(TARGET))
            area = {"luts": found.luts, "ffs": found.ffs}
    (native,) = outcome.native.values()
    (free,) = outcome.free.values()
    return (
        _about(name)
        | {
            "compiles": True,
            "known_answers": program.answers_of(native) == list(program.answers),
            "native_is_verilog": outcome.agree,
            "cycles": free[-1].cycle,
            "states": len(result.states),
            "cpu_s": round(seconds, 1),
            "peak_memory_mib": round(mebibytes),
        }
        | area
    )


def _outcome(name: str, program: Program, unit: Path, result: HlsResult) -> Outcome:
    stream = STREAM.findall(unit.read_text())[0]
    stimulus = Stimulus({stream: [{"data": item} for item in program.items]}, {})
    native = NativeDesign.build(unit, unit.parent, defines=program.defines)
    bench = Bench(result, stimulus, expect(native, stimulus))
    return run_benches({name: bench}, unit.parent, PATIENCE)[name]


def _failed(name: str, done: subprocess.CompletedProcess[str]) -> Row:
    said = done.stdout.strip().splitlines()
    why = said[0] if said else f"more than {SECONDS:.0f} processor seconds, or a crash"
    return _about(name) | {"compiles": False, "why": why}


def _about(name: str) -> Row:
    program = PROGRAMS[name]
    return {
        "program": name,
        "title": program.title,
        "origin": program.origins[0].repository,
        "commit": program.origins[0].commit,
        "as_published": True,
    }


def linked(row: Row) -> str:
    """Where a program comes from, as a link to its repository at its commit."""
    return f"[{row['origin']}](https://github.com/{row['origin']}/tree/{row['commit']})"


def table(rows: Sequence[Row]) -> str:
    """The rows as docs/published-sources.md has them."""
    cells = [
        [
            str(row["title"]),
            linked(row),
            *(
                [
                    "yes" if row["known_answers"] and row["native_is_verilog"] else "NO",
                    *(f"{row[key]:,}" if key in row else NOTHING for key in FIGURES),
                ]
                if row["compiles"]
                else [str(row["why"]), *[NOTHING] * len(FIGURES)]
            ),
            str(row["measured_at"]),
        ]
        for row in rows
    ]
    return markdown_table(
        ["program", "origin", "right", *FIGURES.values(), "measured at"], cells, 3
    )


def main(arguments: Sequence[str]) -> None:
    """Prints the row of one program; the reason, and exit code 1, where there is none."""
    try:
        print(json.dumps(row_of(arguments[0], sources_folder())))
    except CryptagonError as error:
        print(str(error).splitlines()[0])
        sys.exit(1)


if __name__ == "__main__":
    if sys.argv[1:] == ["--page"]:
        sys.exit(into_page(PAGE, RESULTS, table))
    main(sys.argv[1:])
