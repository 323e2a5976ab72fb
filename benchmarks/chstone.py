"""CHStone's programs as published: cycles, native run against Verilog, cost of compiling, cells and
clock on one FPGA.

CHSTONE names the folder with the sources, one folder a program as in CHStone v1.11; they are no part
of this repository. `chstone_wrapper.c` includes a program unchanged, calls its `main` and writes what
it returns. CHSTONE_CELLS=0 leaves synthesis, place and route out. `python benchmarks/chstone.py PROGRAM ...` prints
rows, and writes nothing down; `--page` instead of a program puts the last results into
docs/chstone.md.
"""

import hashlib
import json
import os
import re
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple

from common import Row, python_child, spent
from parts import Part, Parts
from sources_of_others import NAMED_BY, PACKAGES

from cryptagon import catalog, fpga
from cryptagon.analysis.made_page import Page
from cryptagon.analysis.made_page import measured as recorded
from cryptagon.errors import CryptagonError
from cryptagon.hls import HlsResult, compile_source
from cryptagon.hls.check import Stimulus, prepare_comparison
from cryptagon.hls.check.equivalence import first_difference
from cryptagon.hls.check.simulation import STALL, Simulation, build_testbench, simulate
from cryptagon.hls.source.levels import ANY

HERE = Path(__file__).parent
WRAPPER = HERE / "chstone_wrapper.c"
PROGRAMS = {
    "adpcm": "adpcm.c",
    "aes": "aes.c",
    "blowfish": "bf.c",
    "dfadd": "dfadd.c",
    "dfdiv": "dfdiv.c",
    "dfmul": "dfmul.c",
    "dfsin": "dfsin.c",
    "gsm": "gsm.c",
    "jpeg": "main.c",
    "mips": "mips.c",
    "motion": "mpeg2.c",
    "sha": "sha_driver.c",
}
"""The file of each program that has its `main`."""


class Bambu(NamedTuple):
    """Clock cycles for a Zynq-7020, microseconds there, and microseconds on an ECP3."""

    cycles: int
    zynq_us: float
    ecp3_us: float


BAMBU = {"aes": 1_762, "blowfish": 102_816, "sha": 90_199}
"""Clock cycles of Bambu 2024.10 with its best settings; docs/chstone.md tells where they are from."""
BAMBU_2020 = {
    "adpcm": Bambu(4_885, 48.25, 100.0),
    "aes": Bambu(1_628, 15.97, 21.86),
    "blowfish": Bambu(109_559, 1_070, 1_542),
    "dfadd": Bambu(311, 3.019, 2.527),
    "dfdiv": Bambu(1_815, 19.85, 25.82),
    "dfmul": Bambu(121, 1.165, 1.491),
    "dfsin": Bambu(47_465, 516.4, 711.3),
    "gsm": Bambu(2_229, 32.85, 35.28),
    "jpeg": Bambu(509_107, 6_675, 8_191),
    "mips": Bambu(2_867, 25.88, 34.11),
    "motion": Bambu(1_171, 10.78, 18.05),
    "sha": Bambu(104_067, 1_022, 1_305),
}
"""Of Bambu 0.9.7-dev, as its authors published it with its sources; docs/chstone.md names the files."""
COLUMNS = {
    "states": "states",
    "register_bits": "register bits",
    "ram_bits": "RAM bits",
    "cpu_s": "compiling, processor s",
    "peak_memory_mib": "peak MiB",
    "luts": "LUT4",
    "ffs": "FF",
    "brams": "block RAM",
    "dsps": "multipliers",
    "fmax_mhz": "Fmax, MHz",
    "time_us": "time, µs",
    "zynq_us": "Bambu, Zynq, µs",
    "ecp3_us": "Bambu, ECP3, µs",
}
LEVELED = ("states", "register_bits", "luts", "ffs", "brams", "dsps", "fmax_mhz", "time_us")
"""Of these columns those of the table with levels."""
LEVELS = (8, 12, 16, 1000)
"""Of the later rows of a program, as `--levels` of `cryptagon hls`; the first one has any number.
With 1,000 no cycle is cut: what is left of the option are loops that are unrolled.
"""
CELLS = "CHSTONE_CELLS"
TARGET, STRATEGY, SEED, REQUESTED_MHZ = "ecp5-85f-8", "default", 1, 100.0
RULES = catalog.Rules(no_bram=False, no_dsp=False)
"""Programs are no ciphers: they get what the FPGA has, as with other tools."""
STANDARD, MODULE, STREAM = "gnu17", "chstone", "outcome"
COMPILING_S = 3600.0
"""Wall-clock, of one program: far more than any takes, so that a busy machine ends none."""
FIRST_CYCLE = 4  # in which the testbench offers the first item
PATIENCE = 5_000_000  # cycles without a transfer
TOLD = {
    "problem": "",
    "not_placed": "",
    "undefined": "\n  Seen in the native run; C leaves open what happens, so that run was repeated without this check.",
}
"""What is told of a program below the table, and what that means."""
CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from chstone import measured
Path(sys.argv[4]).write_text(measured(sys.argv[2], int(sys.argv[3])))
"""


def parts() -> Parts:
    """One row a program as it is, and one for each number of levels; CryptagonError from a part
    whose sources are not there.
    """
    each = [
        Part(
            _part_name(name, levels), partial(_made_of, name, levels), partial(_rows, name, levels)
        )
        for levels in (ANY, *LEVELS)
        for name in PROGRAMS
    ]
    return Parts(each, (*NAMED_BY, "levels"), PACKAGES)


def _part_name(name: str, levels: int) -> str:
    return f"{name} {levels}" if levels else name


def _rows(name: str, levels: int) -> list[Row]:
    return [row_of(name, levels)]


def _made_of(name: str, levels: int) -> list[object]:
    settings = [os.environ.get(CELLS, ""), *([levels] if levels else [])]
    return [_digest(source_of(name).parent), WRAPPER, settings]


def source_of(name: str) -> Path:
    """The file of a program.

    Raises CryptagonError where it is not there, and for a program that CHStone does not have.
    """
    if name not in PROGRAMS:
        raise CryptagonError(
            f"CHStone has no program '{name}'", fix=f"name one of {', '.join(PROGRAMS)}"
        )
    folder = os.environ.get("CHSTONE", "")
    file = Path(folder) / name / PROGRAMS[name]
    if not folder or not file.is_file():
        raise CryptagonError(
            "the sources of CHStone are not there",
            where=str(file) if folder else "",
            why="they are no part of this repository",
            fix="get CHStone v1.11, and let CHSTONE be the folder that has adpcm, aes, blowfish, ...",
        )
    return file.resolve()


def row_of(name: str, levels: int = ANY) -> Row:
    """A program's figures, measured in a process of its own; `problem` tells what went wrong. A
    cycle has so many levels at most.

    Raises CryptagonError where its sources are not there.
    """
    source_of(name)
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "row.json"
        python_child(CHILD, HERE, name, levels, written)
        row: Row = json.loads(written.read_text())
    print("  ".join(f"{key} {value}" for key, value in row.items()), file=sys.stderr, flush=True)
    return row


def measured(name: str, levels: int = ANY) -> str:
    """`row_of` in this process, as JSON."""
    source = source_of(name)
    row: Row = {
        "program": name,
        "levels": levels or "",
        "sources_sha256": _digest(source.parent),
    }
    with tempfile.TemporaryDirectory() as place:
        try:
            _measure_into(row, source, Path(place))
        except CryptagonError as error:
            row["problem"] = _in_one_line(error, source)
    return json.dumps(row)


def _in_one_line(error: CryptagonError, source: Path) -> str:
    """An error without the folder of the sources."""
    said = " ".join(str(error).split())
    return re.sub(rf"\S*{re.escape(str(source.parent))}/", "", said)


def _measure_into(row: Row, source: Path, folder: Path) -> None:
    made = compile_source(
        WRAPPER,
        folder,
        defines={"PROGRAM": f'"{source}"'},
        standard=STANDARD,
        module=MODULE,
        seconds=COMPILING_S,
        most_levels=row["levels"] or ANY,
    )
    seconds, mebibytes = spent()
    row |= {
        "cpu_s": round(seconds, 1),
        "peak_memory_mib": round(mebibytes),
        "states": len(made.states),
        "register_bits": made.registers.bits,
        "ram_bits": sum(ram.width * ram.words for ram in made.rams),
    }
    _simulate_into(row, made, folder)
    if os.environ.get(CELLS, "1") != "0":
        _place_into(row, made)


def _simulate_into(row: Row, made: HlsResult, folder: Path) -> None:
    """The outcome by the native run and by the Verilog, with and without stalls."""
    stimulus = Stimulus({"start": [{"data": 1}]}, {})
    bench = folder / "testbench"
    try:
        comparison = prepare_comparison(WRAPPER, made, bench, stimulus=stimulus)
    except CryptagonError as error:
        row["undefined"] = f"{Path(error.where).name}: {error.what}"
        comparison = prepare_comparison(WRAPPER, made, bench, stimulus=stimulus, checked=False)
    expected = comparison.bench.expected
    (row["native"],) = expected.items[STREAM] or (-1,)
    program = build_testbench(bench, made.core.sources, folder / "simulator")
    for stall in (0, STALL):
        found: Simulation = simulate(program, bench, stall=stall, patience=PATIENCE)
        difference = first_difference(made, expected, found)
        if difference:
            raise CryptagonError(
                f"the Verilog differs {'with' if stall else 'without'} stalls: {difference}"
            )
        if not stall:
            (transfer,) = found.transfers[f"{MODULE}.{STREAM}"]
            row["cycles"] = transfer.cycle - FIRST_CYCLE + 1
    row["verilog"] = row["native"]


def _place_into(row: Row, made: HlsResult) -> None:
    """The cells and the clock of the core alone, and the time that its cycles take; `not_placed`
    tells why there is no clock.
    """
    target = catalog.target(TARGET)
    name = _part_name(row["program"], row["levels"] or ANY).replace(" ", "-")
    design = fpga.Design(f"chstone-{name}", MODULE, made.core.sources)
    netlist = fpga.synthesise(fpga.plan_synthesis(design, target, STRATEGY, RULES))
    planned = fpga.plan_route(netlist, target, seed=SEED, requested_mhz=REQUESTED_MHZ)
    attempt, _ = fpga.place_and_route(planned)
    cells = {name: getattr(attempt, name) for name in ("luts", "ffs", "brams", "dsps")}
    row |= {name: count for name, count in cells.items() if count is not None}
    if attempt.fmax_mhz is None:
        row["not_placed"] = attempt.status
    else:
        row["fmax_mhz"] = attempt.fmax_mhz
        row["time_us"] = round(row["cycles"] / attempt.fmax_mhz, 2)


def table(rows: list[Row]) -> str:
    """The programs as they are as a table in Markdown, beside Bambu's cycles, and what went wrong."""
    rows = [row | _others_time(row) for row in rows if not row["levels"]]
    shown = [column for column in COLUMNS if any(column in row for row in rows)]
    titles = ["program", "cycles", "Bambu 2024.10", "Bambu 0.9.7", "outcome"]
    titles += [COLUMNS[column] for column in shown]
    lines = [titles, ["---", *["---:"] * (len(titles) - 1)]]
    for row in rows:
        name = str(row["program"])
        cycles = [row.get("cycles"), BAMBU.get(name), BAMBU_2020[name].cycles]
        others = [row.get(column) for column in ("verilog", *shown)]
        lines.append([name, *map(_cell, [*cycles, *others])])
    notes = [
        f"* {row['program']}: {row[kind]}.{TOLD[kind]}"
        for row in rows
        for kind in TOLD
        if kind in row
    ]
    return "\n".join([*(f"| {' | '.join(line)} |" for line in lines), *[""][: len(notes)], *notes])


def table_with_levels(rows: list[Row]) -> str:
    """The programs with a bound on levels, beside what they are without it and Bambu's time."""
    without = {row["program"]: row for row in rows if not row["levels"]}
    titles = ["program", "levels", "cycles", "without a bound", "outcome"]
    titles += [COLUMNS[column] for column in LEVELED]
    lines = [[*titles, "without a bound, µs", COLUMNS["zynq_us"], COLUMNS["ecp3_us"]]]
    lines.append(["---", *["---:"] * (len(lines[0]) - 1)])
    for row in sorted(rows, key=lambda row: (str(row["program"]), row["levels"] or ANY)):
        if row["levels"]:
            before = without.get(row["program"], {})
            figures = [row["levels"], row.get("cycles"), before.get("cycles"), row.get("verilog")]
            figures += [row.get(column) for column in LEVELED]
            figures += [before.get("time_us"), *BAMBU_2020[str(row["program"])][1:]]
            lines.append([str(row["program"]), *map(_cell, figures)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _others_time(row: Row) -> Row:
    """The times of the other tool, where there is one of ours."""
    _, zynq_us, ecp3_us = BAMBU_2020[str(row["program"])]
    return {"zynq_us": zynq_us, "ecp3_us": ecp3_us} if "time_us" in row else {}


def _cell(value: str | float | None) -> str:
    return "-" if value is None else f"{value:,}" if isinstance(value, (int, float)) else value


def _digest(folder: Path) -> str:
    """One digest of all files of a program."""
    digest = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        digest.update(f"{file.name}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def _of_page() -> dict[str, str]:
    rows = recorded("chstone")["rows"]
    return {"measured": table(rows), "levels": table_with_levels(rows)}


PAGE = Page("docs/chstone.md", _of_page)

if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["--page"]:
            sys.exit(PAGE.write())
        for program in sys.argv[1:] or PROGRAMS:
            for levels in (ANY, *LEVELS):
                row_of(program, levels)
    except CryptagonError as error:
        sys.exit(f"error: {error}")
