"""What a seed is worth: one netlist of a unit by HLS and one by RTL, placed with several seeds each,
from `benchmarks/run.py seeds`.
"""

import statistics
from collections.abc import Mapping, Sequence

from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.equal_logic import Row

APPROACHES = ("hls", "rtl")


def table(rows: Sequence[Row]) -> str:
    """A line an algorithm and target that has both approaches: look-up tables, the median clock and
    the slowest and fastest one; then HLS over RTL of the medians, as clock and as clock per area.
    """
    units: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for row in rows:
        if row["status"] == "ok":
            unit = units.setdefault((str(row["algorithm"]), str(row["target"])), {})
            unit.setdefault(str(row["approach"]), []).append(row)
    both = {name: found for name, found in units.items() if set(APPROACHES) <= found.keys()}
    head = ["algorithm", "target", "seeds", "LUTs by HLS", "by RTL"]
    head += ["MHz by HLS", "by RTL", "clock, HLS/RTL", "clock/area, HLS/RTL"]
    return markdown_table(head, [[*name, *_cells(found)] for name, found in both.items()], 2)


def _cells(found: Mapping[str, Sequence[Row]]) -> list[str]:
    by = [found[approach] for approach in APPROACHES]
    areas = [statistics.median(row["luts"] for row in rows) for rows in by]
    clocks = [[row["fmax_mhz"] for row in rows] for rows in by]
    hls, rtl = map(statistics.median, clocks)
    return [
        f"{min(map(len, by))}",
        *(f"{area:,.0f}" for area in areas),
        *(f"{statistics.median(one):.1f} ({min(one):.1f} to {max(one):.1f})" for one in clocks),
        f"{hls / rtl:.2f}",
        f"{hls / rtl * areas[1] / areas[0]:.2f}",
    ]
