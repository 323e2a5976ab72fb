"""The reports of Vitis HLS: of synthesis (`TOP_csynth.xml`), of place and route (`export_impl.xml`, before 2020.2
`TOP_export.xml`) and of co-simulation (`TOP_cosim.rpt`).
"""

import re
from dataclasses import replace
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hlstools.manifest import HlsManifest
from cryptagon.hlstools.report import HlsReport, Xml, newest
from cryptagon.vendor import part

NOT_RUN = "run the script of the folder to its end, and bring the folder back whole"
VERILOG_ROW = re.compile(r"^\|\s*Verilog\s*\|(.*)\|\s*$", re.MULTILINE | re.IGNORECASE)
FIGURES = 6
"""Of the row: the least, the middle and the most of latency, then of the interval, in cycles."""


def read_vitis(manifest: HlsManifest, folder: Path) -> HlsReport:
    """What the reports in a folder say.

    Place and route gives the figures where it was run, else the estimate of synthesis. Raises
    CryptagonError for a report that is missing, broken or of something else.
    """
    synthesis = _synthesis(manifest, folder)
    cosim = _cosim(manifest, folder)
    cycles = {**_synthesis_cycles(synthesis, asked=not cosim[1]), **cosim[1]}
    routed = newest(folder, f"**/impl/report/verilog/{{export_impl,{manifest.top}_export}}.xml")
    resources = (
        Xml(routed).under("AreaReport/Resources")
        if routed
        else synthesis.under("AreaEstimates/Resources")
    )
    estimated = synthesis.number(
        "PerformanceEstimates/SummaryOfTimingAnalysis/EstimatedClockPeriod"
    )
    report = HlsReport(
        version=synthesis.text("ReportVersion/Version"),
        file=routed or synthesis.file,
        luts=resources.count("LUT"),
        ffs=resources.count("FF"),
        brams=resources.count("BRAM", "BRAM_18K"),
        dsps=resources.count("DSP", "DSP48E"),
        area_unit="LUT6",
        cycles=cycles,
        status=cosim[0],
        more={"estimated_clock_period_ns": estimated},
    )
    return _with_timing(report, Xml(routed)) if routed else report


def _synthesis(manifest: HlsManifest, folder: Path) -> Xml:
    file = newest(folder, f"**/syn/report/{manifest.top}_csynth.xml")
    if file is None:
        what = "there is no report of synthesis"
        why = f"no {manifest.top}_csynth.xml lies in a folder syn/report"
        raise CryptagonError(what, where=str(folder), why=why, fix=NOT_RUN)
    found = Xml(file)
    top, device = found.text("UserAssignments/TopModelName"), found.text("UserAssignments/Part")
    if top != manifest.top:
        raise found.wrong(f"it is of the function {top}", f"{manifest.top} was exported")
    if not part("vivado", manifest.device).is_meant_by(device):
        raise found.wrong(f"it is of the part {device}", f"{manifest.device} was exported for")
    return found


def _synthesis_cycles(found: Xml, *, asked: bool) -> dict[str, float]:
    """Cycles from call to call as synthesis estimates them; `asked` where nothing else gives them.

    Raises CryptagonError where it does not know them though they are asked for.
    """
    place = "PerformanceEstimates/SummaryOfOverallLatency/"
    names = {
        "call": "Interval-max",
        "least_latency": "Best-caseLatency",
        "most_latency": "Worst-caseLatency",
    }
    values = {name: found.text(place + tag) for name, tag in names.items()}
    known = {
        name: float(value) for name, value in values.items() if re.fullmatch(r"\d+(\.\d+)?", value)
    }
    if asked and "call" not in known:
        raise CryptagonError(
            "the cycles of a call are not known", where=str(found.file), why=f"Interval-max is '{values['call']}'",
            fix="run the co-simulation too, which counts them (cosim_design)",
        )  # fmt: skip
    return {name: value for name, value in known.items() if value or name != "call"}


def _cosim(manifest: HlsManifest, folder: Path) -> tuple[str, dict[str, float]]:
    """Why the co-simulation failed, empty where it did not; and its cycles, none where it was not run.

    Raises CryptagonError for a report that cannot be read.
    """
    file = newest(folder, f"**/sim/report/{manifest.top}_cosim.rpt")
    if file is None:
        return "", {}
    row = VERILOG_ROW.search(file.read_text(encoding="utf-8", errors="replace"))
    cells = [one.strip() for one in row[1].split("|")] if row else []
    if len(cells) <= FIGURES:
        why = "it has no row for Verilog with a status, latency and interval"
        raise CryptagonError(
            "the report of co-simulation cannot be read", where=str(file), why=why, fix=NOT_RUN
        )
    if cells[0].lower() != "pass":
        return f"the co-simulation of the RTL says {cells[0]}", {}
    figures = dict(
        zip(
            ("least_latency", "latency", "most_latency", "least_call", "call", "most_call"),
            cells[1:],
        )
    )
    return "", {
        name: float(value) for name, value in figures.items() if re.fullmatch(r"\d+(\.\d+)?", value)
    }


def _with_timing(report: HlsReport, routed: Xml) -> HlsReport:
    """A report with the clock of place and route; of synthesis by Vivado alone it stays an estimate."""
    if routed.text("RunData/RUN_TYPE") != "impl":
        return report
    achieved, asked = (
        routed.number("TimingReport/AchievedClockPeriod"),
        routed.number("TimingReport/TargetClockPeriod"),
    )
    if achieved <= 0:
        raise routed.wrong(
            f"its AchievedClockPeriod is {achieved:g}", "a period in ns was expected"
        )
    met = routed.text("TimingReport/TIMING_MET", str(achieved <= asked)).upper() == "TRUE"
    missed = (
        "" if met else f"the clock was missed: {achieved:g} ns, where {asked:g} ns were asked for"
    )
    return replace(report, fmax_mhz=1000 / achieved, routed=True, status=report.status or missed)
