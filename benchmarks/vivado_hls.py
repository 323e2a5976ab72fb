"""Cryptography that others published for Vivado HLS, read by `cryptagon hls --top`: whether each
compiles, its known answer natively and in Verilog, cycles, processor seconds and memory.

vivado_programs.py has each one's repository, commit and folder, and sources_of_others.py what the
environment says. `python benchmarks/vivado_hls.py NAME` measures one, and prints its row; `--page` in
the place of a name puts the last results into docs/vivado-hls.md.
"""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from common import Row
from parts import Parts
from sources_of_others import (
    PATIENCE,
    area_row,
    linked,
    parts_of_programs,
    published_path,
    run_alone,
    within,
)
from vivado_programs import PROGRAMS, Program

from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.errors import CryptagonError
from cryptagon.hls.check import Stimulus
from cryptagon.hls.check.batch import run_benches
from cryptagon.hls.check.expectation import expect
from cryptagon.hls.check.testbench import Bench
from cryptagon.hls.native import NativeDesign
from cryptagon.hls.vivado import compiled, readable

WRAPPERS = Path(__file__).parent / "vivado"
SECONDS = 900.0
"""Processor seconds that each process of a compilation may take: what is beyond counts as too
slow.
"""


def parts() -> Parts:
    """One row a program; what cannot be compiled says why."""
    return parts_of_programs(__file__, PROGRAMS, _files, _too_slow)


def row_of(name: str, sources: Path) -> Row:
    """What there is to tell of one program; this process measures itself."""
    program = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        shutil.copytree(_folder(program, sources), folder, dirs_exist_ok=True)
        try:
            return _about(name) | _measured(name, program, folder)
        except CryptagonError as error:
            where = error.where.replace(f"{folder}/", "").lstrip("/")
            return _about(name) | {"compiles": False, "refused": f"{error.what} ({where})"}


def _folder(program: Program, sources: Path) -> Path:
    repository, revision, _ = program.origin
    return published_path(sources, repository, program.folder, revision)


def _files(name: str, sources: Path) -> list[Path]:
    program = PROGRAMS[name]
    theirs = [path for path in _folder(program, sources).rglob("*") if path.is_file()]
    return [*theirs, WRAPPERS / program.file] if program.wrapped else theirs


def _measured(name: str, program: Program, folder: Path) -> Row:
    if program.wrapped:
        shutil.copyfile(WRAPPERS / program.file, folder / f"cg_{program.file}")
    source = folder / (f"cg_{program.file}" if program.wrapped else program.file)
    with within(SECONDS) as took:
        found = readable(source, program.top, folder, defines=program.defines, includes=[folder])
        result = compiled(found, folder / "out", module=name, seconds=3600)
    if not program.items:  # listed for its refusal, which has gone
        return {"compiles": True}
    items = {port: [{"data": item} for item in items] for port, items in program.items.items()}
    stimulus = Stimulus(items, {})
    native = expect(NativeDesign.build(found.path, folder / "native"), stimulus)
    outcome = run_benches({name: Bench(result, stimulus, native)}, folder, PATIENCE)[name]
    return {
        "compiles": True,
        "known_answer": list(native.items[program.told]) == list(program.answer),
        "native_is_verilog": outcome.agree,
        "cycles": outcome.free[program.told][-1].cycle,
        "states": len(result.states),
        **took,
        **area_row(result),
    }


def _too_slow(name: str) -> Row:
    why = f"more than {SECONDS:.0f} processor seconds"
    return _about(name) | {"compiles": False, "refused": why}


def _about(name: str) -> Row:
    program = PROGRAMS[name]
    repository, revision, licence = program.origin
    return {
        "program": name,
        "title": program.title,
        "origin": repository,
        "commit": revision,
        "licence": licence,
        "wrapped": program.wrapped,
    }


def table(rows: Sequence[Row]) -> str:
    """The rows as docs/vivado-hls.md has them."""
    return markdown_table(
        ["program", "origin", "licence", "beside", "compiled", "known answer natively", "Verilog = native",
         "cycles", "states", "LUT4", "processor s"],
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
        *(
            told(key)
            for key in ("known_answer", "native_is_verilog", "cycles", "states", "luts", "cpu_s")
        ),
    ]


if __name__ == "__main__":
    run_alone(__file__, "docs/vivado-hls.md", row_of, table)
