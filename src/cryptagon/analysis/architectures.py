"""The table and the picture of docs/architectures.md, from what `benchmarks/run.py architectures`
measured.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.figure import MUTED, WIDTH, Plot, bare, colour
from cryptagon.analysis.made_page import Page, measured

Row = Mapping[str, Any]
TITLES = {"aes128_encrypt": "AES-128", "ascon_p": "Ascon-p"}
COLOURS = {"aes128_encrypt": colour(0), "ascon_p": colour(1)}
HEAD = [
    "",
    "variant",
    "cycles a block",
    "latency, cycles",
    "LUT4",
    "flip-flops",
    "Fmax, MHz",
    "Mbit/s",
    "Mbit/s per LUT",
]


def table(content: Mapping[str, Any]) -> str:
    """The rows as a Markdown table, with what they were measured by below it."""
    first, tools = content["rows"][0], content["tools"]
    versions = ", ".join(
        f"{name} {tools[name]}" for name in ("yosys", "nextpnr-ecp5") if name in tools
    )
    note = f"Target {first['target']}, strategy {first['strategy']}, seed {first['seeds']}, {versions}, {content['date'][:10]}."
    return f"{markdown_table(HEAD, [_cells(row) for row in content['rows']], 2)}\n\n{note}"


def _cells(row: Row) -> list[str]:
    cells = [
        TITLES[row["kernel"]],
        row["variant"],
        f"{row['cycles_per_block']:g}",
        f"{row['latency_cycles']}",
    ]
    if row["status"] != "ok":
        return [*cells, row["status"], *[""] * (len(HEAD) - len(cells) - 1)]
    figures = [
        f"{row['luts']:,}",
        f"{row['ffs']:,}",
        f"{row['fmax_mhz']:.1f}",
        f"{row['throughput_mbps']:,}",
    ]
    return [*cells, *figures, f"{row['throughput_per_area']:.2f}"]


def plot(rows: Sequence[Row]) -> Plot:
    """Throughput against area on logarithmic axes, a line through the variants of each
    primitive.
    """

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 4.2)
        axes = figure.subplots()
        bare(axes, grid="both")
        axes.set_xscale("log")
        axes.set_yscale("log")
        for kernel, title in TITLES.items():
            measured = sorted(
                (row for row in rows if row["kernel"] == kernel and row["status"] == "ok"),
                key=lambda row: row["luts"],
            )
            points = [(row["luts"], row["throughput_mbps"]) for row in measured]
            axes.plot(
                [x for x, _ in points],
                [y for _, y in points],
                color=COLOURS[kernel],
                marker="D",
                markersize=4,
                linewidth=0.9,
            )
            for row, point in zip(measured, points, strict=True):
                label = f"{title} {row['variant']}"
                axes.annotate(
                    label, point, (5, -9), textcoords="offset points", fontsize=7.5, color=MUTED
                )
        axes.margins(x=0.16)
        axes.set_xlabel("Area, LUT4 (logarithmic)")
        axes.set_ylabel("Throughput, Mbit/s (logarithmic)")

    return Plot("architectures", "Architectures from one source", "Up and left is better.", draw)


PAGE = Page(
    "docs/architectures.md",
    lambda: {"measured": table(measured("architectures"))},
    lambda: {"docs/images/architectures.svg": plot(measured("architectures")["rows"])},
)
