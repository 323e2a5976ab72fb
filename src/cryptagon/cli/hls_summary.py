"""What `cryptagon hls` tells of a compilation on the console: its states, loops, registers and
costliest lines.
"""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cryptagon.analysis.fitted_table import FittedTable
from cryptagon.cli.console import wide
from cryptagon.hls.report import Report
from cryptagon.hls.report.content import AreaEntry, RamEntry
from cryptagon.hls.report.writing import counted, cycles_of_loop, trips_of_loop

MOST_ROWS, MOST_LINES = 12, 6


def print_summary(report: Report) -> None:
    """Write the summary to stderr; what is left out of long tables is in the report."""
    console = wide(Console(stderr=True, highlight=False))
    states = [(str(s.number), s.reason, str(s.place), _short(s.code)) for s in report.states]
    loops = [
        (str(loop.place), cycles_of_loop(loop), trips_of_loop(loop), _short(loop.code))
        for loop in report.loops
    ]
    unrolled = [
        (str(one.place), f"{one.iterations:,}", f"{one.at_once:,}", _short(one.code))
        for one in report.unrolled
    ]
    registers = [
        (r.name, str(r.bits), ", ".join(r.variables))
        for r in sorted(report.registers, key=lambda r: -r.bits)
    ]
    shared = [
        (s.name, str(s.units), f"{s.levels:.1f}", ", ".join(map(str, s.calls)))
        for s in report.shared
    ]
    rams = [_ram(ram) for ram in report.rams]
    outside = [
        (
            port.name,
            f"{port.words:,}",
            str(port.width),
            f"{port.name}_request, {port.name}_response",
            ", ".join(map(str, port.reads)),
            ", ".join(map(str, port.writes)),
        )
        for port in report.memory_ports
    ]
    fifos = [(s.name, str(s.depth), str(s.bits)) for s in report.streams if s.depth]
    slowest = sorted(
        (line for line in report.lines if line.levels),
        key=lambda line: (-line.levels, line.place.file, line.place.line),
    )
    lines = [
        (
            str(line.place),
            f"{line.levels:.1f}",
            _short("; ".join(counted(line.operators))),
            _short(line.text),
        )
        for line in slowest
    ]
    _print(console, ("state", "begins because of", "line", ""), states, MOST_ROWS)
    _print(
        console, ("loop", "cycles an iteration", "iterations", ""), loops, MOST_ROWS, right=(1, 2)
    )
    _print(
        console,
        ("unrolled loop", "iterations", "at once", ""),
        unrolled,
        MOST_ROWS,
        right=(1, 2),
    )
    _print(console, ("register", "bits", "holds"), registers, MOST_ROWS, right=(1,))
    _print(
        console,
        ("shared function", "units", "levels", "called in"),
        shared,
        MOST_ROWS,
        right=(1, 2),
    )
    _print(
        console,
        ("RAM", "words", "bits", "kind", "read ports", "ECP5 cells", "read in", "written in"),
        rams,
        MOST_ROWS,
        right=(1, 2, 4),
    )
    _print(
        console,
        ("memory port", "elements", "bits", "streams", "read in", "written in"),
        outside,
        MOST_ROWS,
        right=(1, 2),
    )
    _print(console, ("FIFO at stream", "items", "bits"), fifos, MOST_ROWS, right=(1, 2))
    _print(console, ("slowest lines", "levels", "operators", ""), lines, MOST_LINES, right=(1,))
    _print_proof(console, report)
    if report.area:
        code = {str(line.place): _short(line.text) for line in report.lines}
        dearest = [
            (place, f"{count:,}", code.get(place, ""))
            for place, count in report.area.luts_by_line.items()
        ]
        _print(console, ("lines with most LUT", "LUT", ""), dearest, MOST_LINES, right=(1,))
        console.print(_area(report.area))
    design = report.design
    bits = f"{design.register_bits} register bits" + (
        f" ({design.state_register_bits} for the state)" if design.state_register_bits else ""
    )
    console.print(
        f"{design.states} {'state' if design.states == 1 else 'states'}, {bits}, {report.cost.compile_seconds:.1f} s"
    )


def _print_proof(console: Console, report: Report) -> None:
    """What is proved in a line; what is not, part by part."""
    proof = report.proof
    if proof is None:
        return
    rows = [
        (part.name, part.standing, part.why)
        for part in proof.parts
        if part.standing != "proved" and not part.faults
    ]
    for part in proof.parts:
        rows += [
            (part.name, part.standing, " ".join(filter(None, (str(fault.place), fault.what))))
            for fault in part.faults
        ]
    _print(console, ("part", "is", "since"), rows, MOST_ROWS)
    count = sum(part.standing == "proved" for part in proof.parts)
    beside = f"; not part of it: {', '.join(proof.beside)}" if proof.beside else ""
    console.print(
        f"{count} of {len(proof.parts)} parts proved equal to the LLVM IR, {report.cost.proof_seconds:.1f} s{beside}"
    )


def _area(area: AreaEntry) -> str:
    """The figures of synthesis in a line."""
    others = "".join(
        f", {count} {name}"
        for count, name in ((area.brams, "block RAM"), (area.dsps, "DSP"))
        if count
    )
    return f"{area.luts:,} LUT, {area.ffs:,} FF{others}, {area.levels} levels of LUT: the core alone on {area.target}, before placement"


def _ram(ram: RamEntry) -> tuple[str, ...]:
    cells = ", ".join(f"{count} {cell}" for cell, count in ram.cells.items())
    lines = [", ".join(map(str, places)) for places in (ram.reads, ram.writes)]
    return (
        ram.name,
        f"{ram.words:,}",
        str(ram.width),
        f"{ram.kind}, for its size" if ram.inferred else ram.kind,
        str(ram.read_ports),
        cells,
        *lines,
    )


def _short(code: str, most: int = 60) -> str:
    code = code.strip()
    return code if len(code) <= most else f"{code[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def _print(
    console: Console,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    most: int,
    *,
    right: Sequence[int] = (),
) -> None:
    if not rows:
        return
    dim = len(headings) - 1
    shown = [
        tuple(Text(cell, style="dim" if place == dim else "") for place, cell in enumerate(row))
        for row in rows[:most]
    ]
    console.print(FittedTable(tuple(headings), tuple(shown), frozenset(right)))
    if len(rows) > most:
        console.print(f"and {len(rows) - most} more")
    console.print()
