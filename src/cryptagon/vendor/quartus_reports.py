"""Reads the reports of Quartus: the Fitter's (`*.fit.rpt`) and the Timing Analyzer's (`*.sta.rpt`).

Layouts of Quartus II 13 to Quartus Prime 25, Standard and Lite; Quartus Prime Pro spreads the
Fitter's tables over `*.fit.*.rpt`.
"""

import re
from pathlib import Path

from cryptagon.vendor.tables import Report, column, count, read_report
from cryptagon.vendor.tool_report import ToolReport

_BLOCKS = re.compile(r"M\d+Ks?(?: blocks)?")
_CHECKS = ("Setup", "Hold", "Recovery", "Removal", "Minimum Pulse Width")


def read_quartus(folder: Path) -> ToolReport:
    """The reports in `folder`.

    Raises CryptagonError for a missing one and for a layout that is not known.
    """
    fit, timing = _fitter(folder), read_report(folder, "*.sta.rpt")
    status = _named(fit, "Fitter Summary", "Fitter Status")
    if not status.startswith("Successful"):
        raise fit.unknown(f'the Fitter Status "Successful", not "{status}"')
    usage = [
        [re.sub(r"^-+\s*", "", row[0]).rstrip("*"), *row[1:]]
        for row in fit.table("Fitter Resource Usage Summary")
    ]
    slacks = _slacks(timing)
    return ToolReport(
        tool="quartus",
        version=_version(fit),
        part=_named(fit, "Fitter Summary", "Device"),
        design=_named(fit, "Fitter Summary", "Top-level Entity Name"),
        luts=_luts(fit, usage),
        ffs=_needed(fit, usage, "Dedicated logic registers", "Total registers"),
        brams=_blocks(fit, usage),
        dsps=_dsps(fit, usage),
        period_ns=_period(timing),
        slack_ns=slacks["Setup"],
        violations=tuple(
            f"{check.lower()} slack {slack:g} ns" for check, slack in slacks.items() if slack < 0
        ),
        resources=_resources(fit, usage),
    )


def _fitter(folder: Path) -> Report:
    """The Fitter's report; with Pro, all its parts after one another."""
    main = read_report(folder, "*.fit.rpt")
    parts = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.glob("*.fit.*.rpt"))
    ]
    return Report(main.where, "\n".join([main.text, *parts]))


def _version(report: Report) -> str:
    found = re.search(r"^(?:Version\s+|Quartus.*?Version\s+)(\S+(?: Build \d+)?).*?((?:Lite|Standard|Pro|Web|Full|Subscription).*)?$",
                      report.text, re.MULTILINE)  # fmt: skip
    if found is None:
        raise report.unknown("the version of Quartus in the head")
    return " ".join(part.strip() for part in found.groups() if part)


def _named(report: Report, title: str, name: str) -> str:
    """The cell beside a name in a table of two columns."""
    found = next((row[1] for row in report.table(title) if len(row) > 1 and row[0] == name), None)
    if found is None:
        raise report.unknown(f'a row "{name}" in the table "{title}"')
    return found


def _needed(report: Report, rows: list[list[str]], *names: str) -> int:
    found = column(report, rows, names)
    if found is None:
        raise report.unknown(f'a row "{names[0]}" in the Fitter Resource Usage Summary')
    return int(found)


def _luts(report: Report, usage: list[list[str]]) -> int:
    """Adaptive LUTs with what memories take of them (families with ALMs), or logic elements that
    hold a function of four inputs.
    """
    adaptive = column(report, usage, ("Combinational ALUT usage for logic",))
    if adaptive is not None:
        return int(adaptive + (column(report, usage, ("Memory ALUT usage",)) or 0))
    parts = [
        column(report, usage, (name,))
        for name in ("Combinational with no register", "Combinational with a register")
    ]
    if None in parts:
        raise report.unknown(
            'a row "Combinational ALUT usage for logic", or "Combinational with no register" and "… with a register"'
        )
    return int(sum(part or 0 for part in parts))


def _blocks(report: Report, usage: list[list[str]]) -> int:
    """Memory blocks of the family's size: M9K, M10K, M20K, …"""
    found = [
        count(report, row[1], row[0]) for row in usage if len(row) > 1 and _BLOCKS.fullmatch(row[0])
    ]
    if not found:
        raise report.unknown(
            "a row for memory blocks (M9Ks, M10K blocks, …) in the Fitter Resource Usage Summary"
        )
    return int(sum(found))


def _dsps(report: Report, usage: list[list[str]]) -> int:
    """DSP blocks, or multipliers of nine bits; a family without them has no row."""
    names = (
        "Total DSP Blocks",
        r"DSP Blocks Needed \[=A\+B-C\]",
        r"DSP block 18-bit elements",
        "Embedded Multiplier 9-bit elements",
    )
    summary = report.table("Fitter Summary")
    found = column(report, [*usage, *summary], names)
    if found is None:
        raise report.unknown('a row "Total DSP Blocks" or "Embedded Multiplier 9-bit elements"')
    return int(found)


def _resources(report: Report, usage: list[list[str]]) -> dict[str, float]:
    names = {
        "alms": (
            r"ALMs needed \[=A-B\+C\]",
            r"Logic utilization \(ALMs needed / total ALMs on device\)",
        ),
        "logic_elements": ("Total logic elements",),
    }
    found = {key: column(report, usage, patterns) for key, patterns in names.items()}
    return {key: value for key, value in found.items() if value is not None}


def _slacks(report: Report) -> dict[str, float]:
    """The worst slack of each check over all corners, ns; setup and hold must be there, the others
    where anything was checked.
    """
    rows = report.table(r"Multicorner Timing Analysis Summary")
    worst = next((row for row in rows if row[0] == "Worst-case Slack"), None)
    if worst is None or rows[0][0] != "Clock":
        raise report.unknown('a row "Worst-case Slack" in the Multicorner Timing Analysis Summary')
    found = {
        name: value for name, value in zip(rows[0], worst) if name in _CHECKS and value != "N/A"
    }
    if "Setup" not in found or "Hold" not in found:
        raise report.unknown("worst-case slacks for setup and hold: is the clock constrained?")
    try:
        return {name: float(value) for name, value in found.items()}
    except ValueError as error:
        raise report.unknown(f"numbers as slacks: {error}") from error


def _period(report: Report) -> float:
    rows = report.table("Clocks")
    clocks = [row for row in rows[1:] if len(row) == len(rows[0])]
    if len(clocks) != 1 or "Period" not in rows[0]:
        raise report.unknown(f'one clock with a "Period" in the table "Clocks", not {len(clocks)}')
    return count(report, clocks[0][rows[0].index("Period")], "Period")
