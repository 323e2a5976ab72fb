"""The tables and the picture of docs/testbed.md, from what `cryptagon testbed run
contests/sha3-round2.toml --json` measured.

`python -m cryptagon.analysis.testbed_page` writes them anew from benchmarks/results/testbed.json and
testbed_software.json.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from cryptagon import paths
from cryptagon.analysis.documents import NOTHING, benchmark_file, markdown_table, with_section
from cryptagon.analysis.figure import WIDTH, Plot, bare, legend
from cryptagon.analysis.figure import colour as colour_of
from cryptagon.study.contest import Published, load_contest

Row = Mapping[str, Any]
CONTEST = "contests/sha3-round2.toml"
TIMED_BYTES = 1_000_000
"""The size at which the poster's timer was read."""


def throughputs(rows: Sequence[Row], published: Published) -> str:
    """Gbit/s by formula and by timer, with the DMA at its fastest, beside those of the poster."""
    head = [
        "algorithm",
        "by",
        "clock, MHz",
        "cycles a block",
        "by formula",
        "by timer",
        "poster: by formula",
        "by timer",
    ]
    return markdown_table(head, [_throughput(row, published) for row in rows], 2)


def _throughput(row: Row, published: Published) -> list[str]:
    name, cycles = row["name"], published.cycles.get(row["name"])
    timed = _at(row, TIMED_BYTES, max(one["dma_mhz"] for one in row["transfers"]))
    theirs = (
        row["block_bits"] * published.clocks[name] / cycles / 1e3
        if cycles and name in published.clocks
        else None
    )
    figures = [
        f"{row['core_mhz']:g}",
        f"{row['block_cycles']:g}",
        f"{row['gbps']:.3f}",
        _number(timed["gbps"] if timed else None),
    ]
    return [
        row["title"],
        row["approach"],
        *figures,
        _number(theirs),
        _number(published.timed.get(name)),
    ]


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def overhead_table(rows: Sequence[Row]) -> str:
    """The timer's time beyond the formula's, in per cent, by size and clock of the DMA."""
    places = sorted({(one["dma_mhz"], one["size"]) for row in rows for one in row["transfers"]})
    head = ["algorithm", "by", *(f"{size / 1000:,g} kB at {mhz:g} MHz" for mhz, size in places)]
    cells = [
        [row["title"], row["approach"], *(_percent(_at(row, size, mhz)) for mhz, size in places)]
        for row in rows
    ]
    return markdown_table(head, cells, 2)


def _percent(transfer: Row | None) -> str:
    return f"{100 * transfer['overhead']:.1f}" if transfer else NOTHING


def _at(row: Row, size: int, mhz: float) -> Row | None:
    return next(
        (one for one in row["transfers"] if (one["size"], one["dma_mhz"]) == (size, mhz)), None
    )


def speed_ups(rows: Sequence[Row], software: Sequence[Row]) -> str:
    """How many times as fast a unit is as software, by the timer with the DMA at its fastest."""
    by_name = {one["name"]: one for one in software}
    sizes = sorted({one["size"] for row in rows for one in row["transfers"]})
    shown = [f"{size / 1000:,g} kB" for size in sizes]
    head = ["algorithm", "by", "A9, cycles a byte", *(f"over A9, {size}" for size in shown)]
    head += ["here, Mbit/s", *(f"over here, {size}" for size in shown)]
    cells = [_speed_up(row, by_name[row["name"]], sizes) for row in rows if row["name"] in by_name]
    return markdown_table(head, cells, 2)


def _speed_up(row: Row, software: Row, sizes: Sequence[int]) -> list[str]:
    clock = max(one["dma_mhz"] for one in row["transfers"])
    messages = {one["size"]: one for one in software["messages"]}

    def over(kind: str) -> list[str]:
        pairs = [(_at(row, size, clock), messages.get(size)) for size in sizes]
        return [
            f"{1e3 * timed['gbps'] / soft[kind]:,.1f}" if timed and soft else NOTHING
            for timed, soft in pairs
        ]

    longest = messages[max(messages)]
    a9 = f"{longest['a9_cycles_per_byte']:,.0f}"
    here = f"{longest['host_mbps']:,.0f}"
    return [row["title"], row["approach"], a9, *over("a9_mbps"), here, *over("host_mbps")]


def overheads(rows: Sequence[Row]) -> Plot:
    """A line a core and clock of the DMA: per cent of overhead against the size of the message."""
    clocks = sorted({one["dma_mhz"] for row in rows for one in row["transfers"]})

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 3.2)
        axes = figure.subplots()
        bare(axes, grid="y")
        handles = []
        for number, mhz in enumerate(clocks):
            look = {"color": colour_of(number), "linewidth": 1.0, "marker": "o", "markersize": 2.5}
            handles.append(Line2D([], [], label=f"DMA at {mhz:g} MHz", **look))
            for row in rows:
                found = sorted(
                    (one["size"] / 1000, 100 * one["overhead"])
                    for one in row["transfers"]
                    if one["dma_mhz"] == mhz
                )
                axes.plot(*zip(*found, strict=True), alpha=0.7, **look)
        axes.set_xscale("log")
        axes.set_xlabel("Message, kB")
        axes.set_ylabel("Time beyond the formula's, %")
        legend(axes, handles)

    return Plot(
        "testbed-overhead",
        "Overhead of transfers by the size of the message",
        "A line is a core.",
        draw,
    )


def document(
    text: str, content: Mapping[str, Any], software: Mapping[str, Any], published: Published
) -> str:
    """The page with its tables made anew between their marks."""
    rows = content["rows"]
    text = with_section(text, "throughput", throughputs(rows, published))
    text = with_section(text, "overhead", overhead_table(rows))
    return with_section(text, "speed-up", speed_ups(rows, software["rows"]))


def main() -> None:
    """Writes docs/testbed.md and docs/images/testbed-overhead.svg."""
    content = json.loads(benchmark_file("testbed").read_text())
    software = json.loads(benchmark_file("testbed_software").read_text())
    page = paths.repository() / "docs" / "testbed.md"
    (published,) = load_contest(CONTEST).published
    page.write_text(document(page.read_text(), content, software, published))
    (page.parent / "images" / "testbed-overhead.svg").write_text(overheads(content["rows"]).svg())


if __name__ == "__main__":
    main()
