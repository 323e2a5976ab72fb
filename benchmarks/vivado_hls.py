"""Cryptography that others published for Vivado HLS, read by `cryptagon hls --top`: whether each
compiles, its known answer natively and in Verilog, cycles, processor seconds and memory.

Their files are not in this repository. PUBLISHED_SOURCES names the folder that has them as
OWNER/NAME/PATH (vivado_programs.py has each one's repository, commit and folder);
PUBLISHED_PROGRAMS names some of the programs, all when left out. `python benchmarks/vivado_hls.py
NAME` measures one, and prints its row; `--page` in the place of a name puts the last results into
docs/vivado-hls.md.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from common import Row, into_page, spent
from published import PATIENCE, SOME, commit_of_compiler, linked, sources_folder
from vivado_programs import PROGRAMS, Program

from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.errors import CryptagonError
from cryptagon.hls.check import Stimulus
from cryptagon.hls.check.batch import run_benches
from cryptagon.hls.check.expectation import expect
from cryptagon.hls.check.testbench import Bench
from cryptagon.hls.compiler import compile_source
from cryptagon.hls.native import NativeDesign
from cryptagon.hls.vivado import readable

WRAPPERS = Path(__file__).parent / "vivado"
PAGE = Path(__file__).parents[1] / "docs" / "vivado-hls.md"
RESULTS = Path(__file__).parent / "results" / "vivado_hls.json"
SECONDS = float(os.environ.get("VIVADO_SECONDS", "900"))
"""Wall-clock seconds that a compilation may take."""


def measure() -> list[Row]:
    """One row a program; of programs that were not chosen there are the rows of before."""
    kept = json.loads(RESULTS.read_text())["rows"] if RESULTS.is_file() else []
    rows: dict[str, Row] = {row["program"]: row for row in kept}
    for name in os.environ.get(SOME, "").split() or PROGRAMS:
        done = subprocess.run(
            [sys.executable, __file__, name], stdout=subprocess.PIPE, text=True, check=True
        )
        rows[name] = json.loads(done.stdout.splitlines()[-1])
    return [rows[name] for name in PROGRAMS if name in rows]


def row_of(name: str, sources: Path) -> Row:
    """What there is to tell of one program; this process measures itself."""
    program = PROGRAMS[name]
    repository, revision, licence = program.origin
    row: Row = {"program": name, "title": program.title, "origin": repository, "commit": revision,
                "licence": licence, "wrapped": program.wrapped, "measured_at": commit_of_compiler()}  # fmt: skip
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        try:
            return row | _found(name, program, sources / repository / program.folder, folder)
        except CryptagonError as error:
            where = error.where.replace(f"{folder}/", "").replace(str(sources), "")
            return row | {"compiles": False, "refused": f"{error.what} ({where.lstrip('/')})"}


def _found(name: str, program: Program, files: Path, folder: Path) -> Row:
    shutil.copytree(files, folder, dirs_exist_ok=True)
    if program.wrapped:
        shutil.copyfile(WRAPPERS / program.file, folder / f"cg_{program.file}")
    source = folder / (f"cg_{program.file}" if program.wrapped else program.file)
    read = readable(source, program.top, folder, defines=program.defines)
    if not program.items:  # for its refusal alone
        compile_source(read.path, folder / "out", module=name, seconds=SECONDS)
        raise CryptagonError("it compiles, and nothing goes in")
    items = {port: [{"data": item} for item in items] for port, items in program.items.items()}
    stimulus = Stimulus(items, {})
    native = expect(NativeDesign.build(read.path, folder / "native"), stimulus)
    row: Row = {"known_answer": list(native.items[program.told]) == list(program.answer)}
    print(json.dumps(row), file=sys.stderr)
    try:
        result = compile_source(read.path, folder / "out", module=name, seconds=SECONDS)
    except CryptagonError as error:
        return row | {"compiles": False, "refused": error.what}
    seconds, mebibytes = spent()
    outcome = run_benches({name: Bench(result, stimulus, native)}, folder, PATIENCE)[name]
    return row | {
        "compiles": True,
        "native_is_verilog": outcome.agree,
        "cycles": outcome.free[program.told][-1].cycle,
        "states": len(result.states),
        "cpu_s": round(seconds, 1),
        "peak_memory_mib": round(mebibytes),
    }


def table(rows: Sequence[Row]) -> str:
    """The rows as docs/vivado-hls.md has them."""
    return markdown_table(
        ["program", "origin", "licence", "beside", "compiled", "known answer natively", "Verilog = native", "cycles", "states", "processor s"],
        [_cells(row) for row in rows],
        7,
    )  # fmt: skip


def _cells(row: Row) -> list[str]:
    def told(key: str) -> str:
        value = row.get(key, NOTHING)
        if isinstance(value, bool):
            return "yes" if value else "NO"
        return value if isinstance(value, str) else f"{value:,}"

    refused = "" if row["compiles"] else f"no: {row['refused']}"
    return [
        str(row["title"]),
        linked(row),
        str(row["licence"]),
        "wrapper" if row["wrapped"] else "nothing",
        refused or "yes",
        *(told(key) for key in ("known_answer", "native_is_verilog", "cycles", "states", "cpu_s")),
    ]


if __name__ == "__main__":
    if sys.argv[1:] == ["--page"]:
        sys.exit(into_page(PAGE, RESULTS, table))
    print(json.dumps(row_of(sys.argv[1], sources_folder())))
