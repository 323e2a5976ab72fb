"""The table and the picture of docs/timing.md, from what `benchmarks/run.py clock_limits` measured."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.figure import INK, MUTED, WIDTH, Plot, bare, colour, legend
from cryptagon.analysis.made_page import Page, measured
from cryptagon.analysis.naming import in_order

Row = Mapping[str, Any]
HEAD = [
    *(
        "unit",
        "LUT4",
        "static, MHz",
        "experiment, MHz",
        "ratio",
        "boards: least",
        "median",
        "greatest",
    ),
    *("ports, MHz", "cycles", "cycles/s", "million events/s"),
]


def table(content: Mapping[str, Any]) -> str:
    """The rows as a Markdown table, with what they were measured by below it."""
    first, tools = content["rows"][0], content["tools"]
    versions = ", ".join(
        f"{name} {tools[name]}" for name in ("yosys", "nextpnr-ecp5") if name in tools
    )
    strategies = " or ".join(dict.fromkeys(row["strategy"] for row in content["rows"]))
    note = f"Target {first['target']}, strategy {strategies} (the first of the unit's contest), seed {first['seed']}, "
    note += f"{versions}, {content['date'][:10]}; "
    note += f"{first['boards']} virtual boards, seed {first['board_seed']}; one core of: {content['machine']['processor']}."
    return f"{markdown_table(HEAD, [_cells(row) for row in content['rows']], 1)}\n\n{note}"


def _cells(row: Row) -> list[str]:
    figures = [
        f"{row['luts']:,}",
        f"{row['fmax_mhz']:.1f}",
        f"{row['limit_mhz']:.1f}",
        f"{row['ratio']:.3f}",
    ]
    boards = [f"{row[name]:.3f}" for name in ("least", "median", "greatest")]
    speed = [f"{row['cycles']:,}", f"{row['cycles_per_s']:,}", f"{row['events_per_s'] / 1e6:.1f}"]
    return [row["design"], *figures, *boards, f"{row['port_paths_mhz']:.1f}", *speed]


def plot(rows: Sequence[Row]) -> Plot:
    """A box a unit over the ratios of its boards, every board a dot, and a cross where the delays
    are those of place and route.
    """

    approaches = in_order(row["approach"] for row in rows)

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 0.5 + 0.42 * len(rows))
        axes = figure.subplots()
        bare(axes, grid="x")
        for place, row in enumerate(reversed(rows)):
            ratios, shade = (
                [float(ratio) for ratio in row["ratios"].split()],
                colour(approaches.index(row["approach"])),
            )
            line = {"color": shade, "linewidth": 1.0}
            axes.boxplot(
                ratios,
                positions=[place],
                widths=0.5,
                whis=(0, 100),
                orientation="horizontal",
                boxprops=line,
                whiskerprops=line,
                capprops=line,
                medianprops={"color": INK, "linewidth": 1.4},
            )
            axes.plot(
                ratios,
                [place] * len(ratios),
                marker="o",
                markersize=2.5,
                linestyle="",
                color=shade,
                alpha=0.45,
            )
            axes.plot([row["ratio"]], [place], marker="x", markersize=6, color=MUTED)
        axes.axvline(1.0, color=MUTED, linewidth=0.9)
        axes.set_yticks(range(len(rows)), [row["design"] for row in reversed(rows)])
        axes.set_xlabel("Clock limit by experiment over static timing")
        keys = [
            Line2D(
                [],
                [],
                marker="x",
                linestyle="",
                color=MUTED,
                label="delays of place and route (slow corner)",
            )
        ]
        keys.append(
            Line2D(
                [], [], marker="o", markersize=3, linestyle="", color=MUTED, label="a virtual board"
            )
        )
        legend(axes, keys)

    return Plot(
        "clock-limits",
        "Experiment over static timing, 20 virtual boards",
        "1 is what place and route promises.",
        draw,
    )


PAGE = Page(
    "docs/timing.md",
    lambda: {"measured": table(measured("clock_limits"))},
    lambda: {"docs/images/clock-limits.svg": plot(measured("clock_limits")["rows"])},
)
