"""Report texts in the layouts that the vendors' tools print, written for these tests: every number
is invented.

Each function gives the text of a report; the tables are those that an import reads, in the order in
which the tool prints them.
"""

from pathlib import Path

RULE = "-" * 80


def table(rows: list[list[str]], separator: str = "|", title: str = "") -> str:
    """Rows of cells as an ASCII table; the first row is the head."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    lines = [
        f"{separator} "
        + f" {separator} ".join(cell.ljust(width) for cell, width in zip(row, widths))
        + f" {separator}"
        for row in rows
    ]
    head = (
        [f"+{'-' * (len(rule) - 2)}+", f"{separator} {title.ljust(len(rule) - 4)} {separator}"]
        if title
        else []
    )
    return "\n".join([*head, rule, lines[0], rule, *lines[1:], rule]) + "\n"


def vivado_head(version: str, device: str, design: str, **more: str) -> str:
    fields = {
        "Tool Version": f"Vivado v.{version} (lin64) Build 1234567 Mon Jan  5 10:00:00 MST 2026",
        "Design": design,
        "Device": device,
        **more,
    }
    return "\n".join(
        [RULE, *(f"| {name.ljust(12)} : {text}" for name, text in fields.items()), RULE, ""]
    )


def vivado_utilization(
    *, version="2022.1", device="xc7a100tcsg324-1", design="AEAD", luts="1000", ffs=600, tiles="0", dsps="0", state="Routed", kind="Slice"
) -> str:  # fmt: skip
    """7-series ("Slice") or UltraScale ("CLB"); versions before 2021 have no column
    "Prohibited".
    """
    extra = ["0"] if version >= "2021" else []
    head = ["Site Type", "Used", "Fixed", *(["Prohibited"] if extra else []), "Available", "Util%"]

    def row(name: str, used: str) -> list[str]:
        return [name, used, "0", *extra, "99999", "1.00"]

    logic = [head, row(f"{kind} LUTs", luts), row("  LUT as Logic", luts), row(f"{kind} Registers", str(ffs)),
             row("  Register as Flip Flop", str(ffs)), row("  Register as Latch", "0")]  # fmt: skip
    memory = [head, row("Block RAM Tile", tiles), row("  RAMB36/FIFO*", "0"), row("  RAMB18", "0")]
    sections = {f"1. {kind} Logic": logic, "3. Memory": memory, "4. DSP": [head, row("DSPs", dsps)]}
    return "\n".join([
        "Copyright 1986-2026. All Rights Reserved.", vivado_head(version, device, design, **{"Design State": state}),
        "Utilization Design Information", "", *(f"{title}\n{'-' * len(title)}\n\n{table(rows)}" for title, rows in sections.items()),
    ])  # fmt: skip


def vivado_timing(
    *, period="5.000", wns="0.125", whs="0.050", wpws="2.000", version="2022.1", design="AEAD"
) -> str:
    frequency = f"{1000 / float(period):.3f}"
    columns = ["WNS(ns)", "TNS(ns)", "TNS Failing Endpoints", "TNS Total Endpoints", "WHS(ns)", "THS(ns)", "THS Failing Endpoints",
               "THS Total Endpoints", "WPWS(ns)", "TPWS(ns)", "TPWS Failing Endpoints", "TPWS Total Endpoints"]  # fmt: skip
    figures = [wns, "0.000", "0", "900", whs, "0.000", "0", "900", wpws, "0.000", "0", "601"]
    return "\n".join([
        vivado_head(version, "7a100t-csg324", design, **{"Speed File": "-1  PRODUCTION 1.23 2018-06-13"}), "Timing Summary Report", "",
        RULE, "| Design Timing Summary", "| ---------------------", RULE, "",
        "    " + "  ".join(columns), "    " + "  ".join("-" * len(name) for name in columns),
        "    " + "  ".join(text.rjust(len(name)) for name, text in zip(columns, figures)), "", "",
        RULE, "| Clock Summary", "| -------------", RULE, "",
        "Clock  Waveform(ns)       Period(ns)      Frequency(MHz)", "-----  ------------       ----------      --------------",
        f"clk    {{0.000 {float(period) / 2:.3f}}}      {period}           {frequency}         ", "", "",
        RULE, "| Intra Clock Table", "| -----------------", RULE, "",
    ])  # fmt: skip


VIVADO_PATH = """Slack (MET) :             0.125ns  (required time - arrival time)
  Source:                 u_core/state_q_reg[3]/C
                            (rising edge-triggered cell FDRE clocked by clk)
  Destination:            u_core/state_q_reg[7]/D
  Data Path Delay:        4.700ns  (logic 1.000ns (21.277%)  route 3.700ns (78.723%))
  Logic Levels:           4  (LUT5=1 LUT6=3)
"""


def write_vivado(folder: Path, utilization: dict | None = None, timing: dict | None = None) -> Path:
    """Both reports and the critical path into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "utilization.rpt").write_text(vivado_utilization(**(utilization or {})))
    (folder / "timing_summary.rpt").write_text(vivado_timing(**(timing or {})))
    (folder / "critical_path.rpt").write_text(VIVADO_PATH)
    return folder


def quartus_head(stage: str, version: str, edition: str) -> str:
    return f"{stage} report for unit\nMon Jan  5 10:00:00 2026\n{version} Build 100 01/01/2026 SJ {edition} Edition\n\n"


def quartus_fit(
    *,
    version="Quartus Prime Version 18.1.0",
    edition="Lite",
    device="5CSEBA6U23I7",
    design="AEAD",
    status="Successful - Mon Jan  5 10:00:00 2026",
    luts="1,500",
    ffs="700",
    blocks="0 / 553",
    dsps="0 / 112 ( 0 % )",
    elements=False,
) -> str:
    """Families with adaptive modules, or with `elements` those with logic elements of four
    inputs.
    """
    summary = [
        ["Fitter Status", status],
        ["Quartus Prime Version", f"18.1.0 Build 100 01/01/2026 SJ {edition} Edition"],
        ["Revision Name", "unit"],
        ["Top-level Entity Name", design],
        ["Family", "Cyclone V"],
        ["Device", device],
        ["Timing Models", "Final"],
    ]
    usage = [
        ["Resource", "Usage", "%"],
        ["ALMs needed [=A-B+C]", "1,000", ""],
        ["    [A] ALMs used in final placement", "1,100 / 41,910", "3 %"],
        ["Combinational ALUT usage for logic", luts, ""],
        ["    -- 6 input functions", "10", ""],
        ["Memory ALUT usage", "0", ""],
        ["Dedicated logic registers", ffs, ""],
        ["    -- By type:", "", ""],
        ["Virtual pins", "140", ""],
        ["M10K blocks", blocks, "0 %"],
        ["Total DSP Blocks", dsps, "0 %"],
    ]
    if elements:
        usage = [
            ["Resource", "Usage"],
            ["Total logic elements", "1,600 / 22,320 ( 7 % )"],
            ["    -- Combinational with no register", "900"],
            ["    -- Register only", "100"],
            ["    -- Combinational with a register", "600"],
            ["Total registers*", "700 / 23,018 ( 3 % )"],
            ["    -- Dedicated logic registers", f"{ffs} / 22,320 ( 3 % )"],
            ["M9Ks", "2 / 66 ( 3 % )"],
            ["Embedded Multiplier 9-bit elements", "0 / 132 ( 0 % )"],
        ]
    return "\n".join(
        [
            quartus_head("Fitter", version, edition),
            "---------------------\n; Table of Contents ;\n---------------------\n  1. Fitter Summary\n",
            table(summary, ";", "Fitter Summary"),
            "",
            table(usage, ";", "Fitter Resource Usage Summary"),
            "",
        ]
    )


def quartus_timing(
    *, period="5.000", setup="0.200", hold="0.150", pulse="1.500", recovery="N/A"
) -> str:
    clocks = [
        ["Clock Name", "Type", "Period", "Frequency", "Rise", "Fall"],
        ["clk", "Base", period, "200.0 MHz", "0.000", "2.500"],
    ]
    corners = [
        ["Clock", "Setup", "Hold", "Recovery", "Removal", "Minimum Pulse Width"],
        ["Worst-case Slack", setup, hold, recovery, "N/A", pulse],
        [" clk", setup, hold, recovery, "N/A", pulse],
        ["Design-wide TNS", "0.0", "0.0", "0.0", "0.0", "0.0"],
    ]
    head = quartus_head("Timing Analyzer", "Quartus Prime Version 18.1.0", "Lite")
    return "\n".join(
        [
            head,
            table(clocks, ";", "Clocks"),
            "",
            table(corners, ";", "Multicorner Timing Analysis Summary"),
            "",
        ]
    )


def write_quartus(folder: Path, fit: dict | None = None, timing: dict | None = None) -> Path:
    """The Fitter's and the Timing Analyzer's report into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "unit.fit.rpt").write_text(quartus_fit(**(fit or {})))
    (folder / "unit.sta.rpt").write_text(quartus_timing(**(timing or {})))
    return folder


def ise_map(
    *,
    version="14.7",
    design="pin_wrapper",
    luts="1000/1000",
    ffs="600/600",
    brams="0/0",
    dsps="0/0",
    instance="+core",
    dsp="DSP48E1",
) -> str:
    head = [
        "Module",
        "Partition",
        "Slices*",
        "Slice Reg",
        "LUTs",
        "LUTRAM",
        "BRAM/FIFO",
        dsp,
        "BUFG",
        "Full Hierarchical",
    ]
    rows = [head, [f"{design}/", "", "40/350", "103/703", "36/1036", "0/0", "0/0", "0/0", "2/2", design],
            [instance, "", "310/310", ffs, luts, "0/0", brams, dsps, "0/0", f"{design}/core"]]  # fmt: skip
    title = "Section 13 - Utilization by Hierarchy"
    return "\n".join([
        f"Release {version} Map P.20131013 (lin64)", f"Xilinx Mapping Report File for Design '{design}'", "",
        "Target Device  : xc6vlx240t", "", "Table of Contents", title, "", "Section 2 - Warnings", "", title, "-" * len(title), table(rows),
    ])  # fmt: skip


def ise_routing(*, routed=True) -> str:
    state = (
        "All signals are completely routed." if routed else "12 signals are not completely routed."
    )
    return (
        f"Release 14.7 par P.20131013 (lin64)\n\n{state}\n\nTiming Score: 0 (Setup: 0, Hold: 0)\n"
    )


def ise_timing(
    *,
    device="xc6vlx240t,ff1156,C,-1 (PRODUCTION 1.17 2013-10-13)",
    period="5.000 ns",
    minimum="4.800",
    errors="0",
) -> str:
    return f"""Release 14.7 Trace  (lin64)

Design file:              pin_wrapper.ncd
Device,package,speed:     {device}

================================================================================
Timing constraint: TS_clk = PERIOD TIMEGRP "clk" {period} HIGH 50%;

 9000 paths analyzed, 900 endpoints analyzed, {errors} failing endpoints
 Minimum period is   {minimum}ns.
--------------------------------------------------------------------------------
Slack (setup path):     0.200ns (requirement - (data path - clock path skew + uncertainty))
  Source:               core/state_q_3 (FF)
  Destination:          core/state_q_7 (FF)
  Requirement:          5.000ns
  Data Path Delay:      4.700ns (Levels of Logic = 4)
  Clock Path Skew:      -0.020ns (0.100 - 0.120)

Timing summary:
---------------

Timing errors: {errors}  Score: 0  (Setup/Max: 0, Hold: 0)

Design statistics:
   Minimum period:   {minimum}ns{{1}}   (Maximum frequency: 208.333MHz)
"""


def write_ise(
    folder: Path, area: dict | None = None, routing: dict | None = None, timing: dict | None = None
) -> Path:
    """The reports of map, place and route, and static timing into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pin_wrapper_map.mrp").write_text(ise_map(**(area or {})))
    (folder / "pin_wrapper.par").write_text(ise_routing(**(routing or {})))
    (folder / "pin_wrapper.twr").write_text(ise_timing(**(timing or {})))
    return folder
