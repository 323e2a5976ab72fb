"""Reads the reports of Vivado: `report_utilization` and `report_timing_summary` (UG906, "Report
Utilization", "Timing Summary Report").

Layouts of versions 2018 to 2025 and of 7-series, UltraScale, UltraScale+ and Versal parts.
"""

import re
from pathlib import Path

from cryptagon.vendor.tables import Report, column, read_report, whole
from cryptagon.vendor.tool_report import ToolReport

UTILIZATION, TIMING, CRITICAL_PATH = "utilization.rpt", "timing_summary.rpt", "critical_path.rpt"
_SUMMARY = ("WNS(ns)", "WHS(ns)", "WPWS(ns)")


def read_vivado(folder: Path) -> ToolReport:
    """The reports in `folder`.

    Raises CryptagonError for a missing one and for a layout that is not known.
    """
    area, timing = read_report(folder, UTILIZATION), read_report(folder, TIMING)
    rows = [row for table in area.tables for row in table]
    slack, hold, pulse = _summary(timing)
    violations = [f"setup slack {slack:g} ns"] if slack < 0 else []
    violations += [f"hold slack {hold:g} ns"] if hold < 0 else []
    violations += [f"pulse width slack {pulse:g} ns"] if pulse < 0 else []
    state = _header(area, "Design State")
    return ToolReport(
        tool="vivado",
        version=area.field(
            r"^\|\s*Tool Version\s*:\s*Vivado v\.(\S+)",
            "the tool's version (Vivado v.…) in the head",
        ),
        part=_header(area, "Device"),
        design=_header(area, "Design"),
        luts=whole(area, rows, "Slice LUTs or CLB LUTs", (r"(?:Slice|CLB) LUTs\*?", r"LUTs\*?")),
        ffs=whole(
            area,
            rows,
            "Register as Flip Flop",
            (r"Register as Flip Flop", r"(?:Slice|CLB) Registers\*?", r"Registers\*?"),
        ),
        brams=_half_blocks(area, rows),
        dsps=whole(area, rows, "DSPs", ("DSPs", "DSP Slices", "DSPs?48.*")),
        period_ns=_period(timing),
        slack_ns=slack,
        violations=tuple(violations),
        routed="routed" in state.lower(),
        resources={"latches": column(area, rows, ("Register as Latch",)) or 0.0},
        critical_path=_critical_path(folder),
    )


def _header(report: Report, name: str) -> str:
    return report.field(rf"^\|\s*{name}\s*:\s*(.+)$", f'"{name}" in the head')


def _half_blocks(report: Report, rows: list[list[str]]) -> int:
    """Block RAM in units of 18 kbit: a tile is two of them."""
    tiles = column(report, rows, ("Block RAM Tile",))
    if tiles is None:
        raise report.unknown('a row "Block RAM Tile"')
    return round(2 * tiles)


def _summary(report: Report) -> tuple[float, float, float]:
    """Worst setup, hold and pulse-width slack from the first table of the "Design Timing Summary",
    ns.
    """
    lines = report.text.partition("| Design Timing Summary")[2].splitlines()
    heads = next(
        (number for number, line in enumerate(lines) if line.split()[:1] == ["WNS(ns)"]), None
    )
    if heads is None or heads + 2 >= len(lines):
        raise report.unknown('a "Design Timing Summary" with a column "WNS(ns)"')
    names = re.split(r"\s{2,}", lines[heads].strip())
    values = lines[heads + 2].split()
    if len(values) != len(names):
        raise report.unknown(
            f"{len(names)} figures under the heads of the Design Timing Summary, not {len(values)}"
        )
    found = dict(zip(names, values))
    return tuple(_slack(report, found, name) for name in _SUMMARY)  # type: ignore[return-value]


def _slack(report: Report, found: dict[str, str], name: str) -> float:
    try:
        return float(found[name])
    except (KeyError, ValueError) as error:
        raise report.unknown(
            f'a figure for "{name}", not {found.get(name, "nothing")!r}: is the clock constrained?'
        ) from error


def _period(report: Report) -> float:
    """The period of the one clock, from the "Clock Summary", ns."""
    part = report.text.partition("| Clock Summary")[2].partition("| Intra Clock Table")[0]
    clocks = re.findall(r"^\s*\S+\s+\{[^}]*\}\s+([\d.]+)\s+[\d.]+\s*$", part, re.MULTILINE)
    if len(clocks) != 1:
        raise report.unknown(f'one clock in the "Clock Summary", not {len(clocks)}')
    return float(clocks[0])


def _critical_path(folder: Path) -> tuple[str, ...]:
    """Start, end and delay of the slowest path, where the script wrote them (`report_timing`)."""
    if not (folder / CRITICAL_PATH).is_file():
        return ()
    report = read_report(folder, CRITICAL_PATH)
    pattern = r"^\s*((?:Source|Destination|Data Path Delay|Logic Levels):.+)$"
    return tuple(
        re.sub(r"\s+", " ", line).strip() for line in re.findall(pattern, report.text, re.MULTILINE)
    )
