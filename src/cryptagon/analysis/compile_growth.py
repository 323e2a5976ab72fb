"""The tables and the picture of docs/compile-time.md, from what `benchmarks/run.py compile_growth
compile_time` measured.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.figure import INK, MUTED, PALETTE, WIDTH, Plot, bare
from cryptagon.analysis.made_page import Page, measured

Row = Mapping[str, Any]
BENCHMARKS = ("compile_growth", "compile_time")
LINES = [(colour, style) for style in ("-", "--") for colour in (*PALETTE[:2], MUTED)]
GROWTH_HEAD = [
    "shape",
    "operations",
    "states",
    "processor s",
    "of it XLS",
    "peak MiB",
    "exponent",
    "before, s",
    "ratio",
]
CORES_HEAD = ["core", "lines of C", "processor s", "wall s", "peak MiB", "before, s", "ratio"]


def growth_table(content: Mapping[str, Any]) -> str:
    """Designs of each shape and size as a Markdown table, beside an earlier compiler where one was
    measured too.
    """
    compared = any("ratio" in row or "before_stopped_after_cpu_s" in row for row in content["rows"])
    columns = len(GROWTH_HEAD) if compared else GROWTH_HEAD.index("before, s")
    return _table(
        GROWTH_HEAD[:columns], [_growth_cells(row)[:columns] for row in content["rows"]], content
    )


def cores_table(content: Mapping[str, Any]) -> str:
    """The cores and their variants as a Markdown table."""
    keys = ("core", "c_lines", "cpu_s", "wall_s", "peak_memory_mib", "before_cpu_s", "ratio")
    return _table(
        CORES_HEAD, [[_cell(row.get(key, "")) for key in keys] for row in content["rows"]], content
    )


def _growth_cells(row: Row) -> list[str]:
    if "cpu_s" not in row:
        return [
            row["shape"],
            f"size {row['size']:,}",
            "",
            f"over {row['stopped_after_cpu_s']}",
            "",
            "",
            "",
            "",
            "",
        ]
    before = (
        f"over {row['before_stopped_after_cpu_s']}"
        if "before_stopped_after_cpu_s" in row
        else row.get("before_cpu_s", "")
    )
    keys = (
        "operations",
        "states",
        "cpu_s",
        "optimisation_by_XLS_cpu_s",
        "peak_memory_mib",
        "exponent",
    )
    return [
        row["shape"],
        *(_cell(row.get(key, "")) for key in keys),
        _cell(before),
        _cell(row.get("ratio", "")),
    ]


def _cell(value: str | float) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], content: Mapping[str, Any]) -> str:
    machine = content["machine"]
    load = f"load average {content['load_average']} at the end"
    return f"{markdown_table(head, rows, 1)}\n\n{machine['processor']}, {machine['cores']} cores, {load}, {content['date'][:10]}."


def plot(rows: Sequence[Row]) -> Plot:
    """Processor time against operations on logarithmic axes, a line a shape, and a slope of one."""

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 4)
        axes = figure.subplots()
        bare(axes, grid="both")
        axes.set_xscale("log")
        axes.set_yscale("log")
        for (colour, style), shape in zip(LINES, dict.fromkeys(row["shape"] for row in rows)):
            points = [
                (row["operations"], row["cpu_s"])
                for row in rows
                if row["shape"] == shape and "cpu_s" in row
            ]
            axes.plot(
                [x for x, _ in points],
                [y for _, y in points],
                color=colour,
                linestyle=style,
                marker="D",
                markersize=3,
                linewidth=1,
            )
            axes.annotate(
                shape, points[-1], (5, -3), textcoords="offset points", fontsize=7.5, color=INK
            )
        axes.plot([1_000, 50_000], [0.2, 10], color=MUTED, linestyle=":", linewidth=0.9)
        axes.annotate(
            "linear", (1_000, 0.2), (-28, -3), textcoords="offset points", fontsize=7.5, color=MUTED
        )
        axes.margins(x=0.12)
        axes.set_xlabel("Operations of the datapath before optimisation (logarithmic)")
        axes.set_ylabel("Processor time, s (logarithmic)")

    return Plot(
        "compile-time",
        "C to Verilog: time against size",
        "Parallel to the dotted line is linear growth.",
        draw,
    )


PAGE = Page(
    "docs/compile-time.md",
    lambda: {
        "compile_growth": growth_table(measured("compile_growth")),
        "compile_time": cores_table(measured("compile_time")),
    },
    lambda: {"docs/images/compile-time.svg": plot(measured("compile_growth")["rows"])},
)
