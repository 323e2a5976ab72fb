"""Programs that others published, as they are, behind wrappers of ours: whether each compiles, its
known answers natively and in Verilog, cycles, look-up tables, processor seconds and memory.

published_programs.py has them all, and sources_of_others.py what the
environment says. `python benchmarks/published.py NAME` measures one, and prints its row; `--page` in
the place of a name puts the last results into docs/published-sources.md.
"""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from common import Row
from parts import Parts
from published_program import Program, files_of, gather
from published_programs import PROGRAMS
from sources_of_others import (
    PATIENCE,
    area_row,
    linked,
    parts_of_programs,
    run_alone,
    within,
)

from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.errors import CryptagonError
from cryptagon.hls.check import Stimulus
from cryptagon.hls.check.batch import Outcome, run_benches
from cryptagon.hls.check.expectation import expect
from cryptagon.hls.check.testbench import Bench
from cryptagon.hls.compiler import HlsResult, compile_source
from cryptagon.hls.native import NativeDesign

SECONDS = 300.0
"""Processor seconds that each process of a compilation may take: what is beyond counts as too
slow.
"""
FIGURES = {
    "cycles": "cycles", "states": "states", "luts": "LUT4", "ffs": "FF", "cpu_s": "processor s", "peak_memory_mib": "peak MiB",
}  # fmt: skip
STREAM = re.compile(r"^STREAM_IN\(.+, (\w+)\)$", re.MULTILINE)


def parts() -> Parts:
    """One row a program; what cannot be compiled says why."""
    return parts_of_programs(__file__, PROGRAMS, _files, _too_slow)


def _files(name: str, sources: Path) -> list[Path]:
    return files_of(PROGRAMS[name], sources)


def row_of(name: str, sources: Path) -> Row:
    """What there is to tell of one program; this process measures itself."""
    program = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        unit, beside = gather(program, sources, folder)
        try:
            with within(SECONDS) as took:
                result = compile_source(
                    unit,
                    folder / "out",
                    defines=program.defines,
                    beside=beside,
                    module=name,
                    seconds=3600,
                )
        except CryptagonError as error:
            return _about(name) | {"compiles": False, "why": error.what}
        outcome = _outcome(name, program, unit, result)
        area = area_row(result)
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
        }
        | took
        | area
    )


def _outcome(name: str, program: Program, unit: Path, result: HlsResult) -> Outcome:
    stream = STREAM.findall(unit.read_text())[0]
    stimulus = Stimulus({stream: [{"data": item} for item in program.items]}, {})
    native = NativeDesign.build(unit, unit.parent, defines=program.defines, beside=result.beside)
    bench = Bench(result, stimulus, expect(native, stimulus))
    return run_benches({name: bench}, unit.parent, PATIENCE)[name]


def _too_slow(name: str) -> Row:
    why = f"more than {SECONDS:.0f} processor seconds"
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


if __name__ == "__main__":
    run_alone(__file__, "docs/published-sources.md", row_of, table)
