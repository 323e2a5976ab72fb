"""Reads the reports of ISE: map (`*_map.mrp`, with `-detail`), place and route (`*.par`) and static
timing (`*.twr`).

Layouts of ISE 12 to 14.7 (UG628, "Command Line Tools User Guide"). Area is that of one instance,
from "Utilization by Hierarchy".
"""

import re
from pathlib import Path

from cryptagon.vendor.tables import Report, count, read_report
from cryptagon.vendor.tool_report import ToolReport

_ROUTED = "All signals are completely routed."


def read_ise(folder: Path, instance: str = "") -> ToolReport:
    """The reports in `folder`; the area is that of `instance` of the top module and what lies under
    it, or of all.

    Raises CryptagonError for a missing report and for a layout that is not known.
    """
    area, routing, timing = (
        read_report(folder, "*_map.mrp", "*.mrp"),
        read_report(folder, "*.par"),
        read_report(folder, "*.twr"),
    )
    row = _row(area, instance)
    errors = int(timing.field(r"^Timing errors:\s*(\d+)", '"Timing errors:" in the timing summary'))
    minimum = float(
        timing.field(
            r"^\s*Minimum period:\s*([\d.]+)ns", '"Minimum period:" in the design statistics'
        )
    )
    period = _period(timing)
    return ToolReport(
        tool="ise",
        version=area.field(r"^Release (\S+) Map", 'a first line "Release … Map"'),
        part=_part(timing),
        design=area.field(
            r"^Xilinx Mapping Report File for Design '(.+)'",
            '"Xilinx Mapping Report File for Design"',
        ),
        luts=_total(area, row, "LUTs"),
        ffs=_total(area, row, "Slice Reg"),
        brams=_total(area, row, "BRAM/FIFO"),
        dsps=_total(area, row, next((name for name in row if name.startswith("DSP")), "DSP48E1")),
        period_ns=period,
        slack_ns=period - minimum,
        violations=(f"{errors} timing errors",) if errors else (),
        routed=_ROUTED in routing.text,
        resources={"slices": float(_total(area, row, "Slices*"))},
        critical_path=_critical_path(timing),
    )


def _row(report: Report, instance: str) -> dict[str, str]:
    """The row of the top module or of an instance right under it, by the heads of the columns."""
    _, title, part = report.text.rpartition("Utilization by Hierarchy")
    tables = Report(report.where, part).tables if title else []
    table = next((rows for rows in tables if rows[0][0] == "Module"), None)
    if table is None:
        raise report.unknown('a table "Utilization by Hierarchy": was map run with -detail?')
    wanted = f"+{instance}" if instance else None
    row = next((row for row in table[1:] if wanted in (None, row[0])), None)
    if row is None:
        raise report.unknown(
            f'a row "{wanted}" in the table "Utilization by Hierarchy": was the hierarchy kept?'
        )
    return dict(zip(table[0], row))


def _total(report: Report, row: dict[str, str], name: str) -> int:
    """The second number of a cell `own/total`."""
    own, slash, total = row.get(name, "").partition("/")
    if not slash:
        raise report.unknown(
            f'"own/total" in the column "{name}" of Utilization by Hierarchy, not {own!r}'
        )
    return int(count(report, total, name))


def _part(report: Report) -> str:
    """Device, package and speed as `xc6vlx75t-ff484-1`, from `xc6vlx75t,ff484,C,-1
    (PRODUCTION …)`.
    """
    text = report.field(
        r"^Device,(?:package,)?speed:\s*(\S+)", '"Device,package,speed:" in the head'
    )
    pieces = [piece.strip("-") for piece in text.split(",") if piece not in ("C", "I", "Q", "M")]
    return "-".join(pieces).lower()


def _period(report: Report) -> float:
    """The period of the one clock constraint, from `TS_clk = PERIOD TIMEGRP "clk" 5 ns HIGH 50%` or
    the same in MHz, ns.
    """
    joined = re.sub(r"\s+", " ", report.text)
    found = re.findall(
        r'Timing constraint: TS_clk = PERIOD TIMEGRP "clk" ([\d.]+) (ns|MHz) HIGH', joined
    )
    if not found:
        raise report.unknown('the timing constraint "TS_clk = PERIOD TIMEGRP clk"')
    value, unit = float(found[0][0]), found[0][1]
    return value if unit == "ns" else 1000 / value


def _critical_path(report: Report) -> tuple[str, ...]:
    """Start, end and delay of the first path that is listed."""
    path = report.text.partition("Slack (setup path):")[2].partition("Clock Path Skew")[0]
    lines = re.findall(r"^\s*((?:Source|Destination|Data Path Delay):.+)$", path, re.MULTILINE)
    return tuple(re.sub(r"\s+", " ", line).strip() for line in lines)
