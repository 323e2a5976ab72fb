"""The tables and the picture of docs/testbed.md, from what `cryptagon testbed run
contests/sha3-round2.toml --json` measured.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.analysis.figure import WIDTH, Plot, bare, legend
from cryptagon.analysis.figure import colour as colour_of
from cryptagon.analysis.made_page import Content, Page, measured
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
    head = ["algorithm", "by", *(f"{_kilobytes(size)} at {mhz:g} MHz" for mhz, size in places)]
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


def frequencies(content: Content, published: Published) -> str:
    """The greatest clock by static timing and by experiment, beside the poster's; then how it was
    found.
    """
    head = ["algorithm", "by", "LUT4", "static, MHz", "experiment, MHz", "ratio", "worst size"]
    head += ["boards' ratios", "poster: static, MHz", "experiment, MHz", "ratio"]
    rows = content["rows"]
    table = markdown_table(head, [_frequency(row, published) for row in rows], 2)
    tools = ", ".join(f"{name} {content['tools'][name]}" for name in ("yosys", "nextpnr-ecp5"))
    targets = ", ".join(dict.fromkeys(row["target"] for row in rows))
    note = f"Target {targets}, one strategy and one seed, {tools}, {content['date'][:10]}."
    return f"{table}\n\n{note}"


def _frequency(row: Row, published: Published) -> list[str]:
    static, limit = (kind.get(row["name"]) for kind in (published.static, published.clocks))
    theirs = [f"{mhz:.1f}" if mhz else NOTHING for mhz in (static, limit)]
    return [
        row["title"],
        row["approach"],
        f"{row['luts']:,}",
        f"{row['static_mhz']:.1f}",
        f"{row['limit_mhz']:.1f}",
        f"{row['ratio']:.3f}",
        _kilobytes(row["worst_size"]),
        ", ".join(f"{board['ratio']:.3f}" for board in row["boards"]),
        *theirs,
        f"{limit / static:.3f}" if static and limit else NOTHING,
    ]


def sampled(rows: Sequence[Row]) -> str:
    """Of each size, how many cycles ran with delays, and the clock up to which every register was in
    time in them.
    """
    head = ["algorithm", "by", "message", "cycles", "with delays", "registers in time, MHz", "limit, MHz"]  # fmt: skip
    cells = [
        [
            row["title"],
            row["approach"],
            _kilobytes(one["size"]),
            f"{one['cycles']:,}",
            f"{one['timed_cycles']:,}",
            f"{one['settled_mhz']:.2f}",
            f"{one['limit_mhz']:.2f}" if one["limit_mhz"] else NOTHING,
        ]
        for row in rows
        for one in row["sizes"]
    ]
    return markdown_table(head, cells, 2)


def _kilobytes(size: int) -> str:
    return f"{size / 1000:,g} kB"


KINDS = {"reference": "reference", "fast": "for speed", "openssl": "OpenSSL"}


def speed_ups(rows: Sequence[Row], software: Sequence[Row]) -> str:
    """How many times as fast a unit is as the fastest software that was measured, by the timer with
    the DMA at its fastest.
    """
    names = {one["name"] for one in software}
    sizes = sorted({one["size"] for each in software for one in each["messages"]})
    shown = [_kilobytes(size) for size in sizes]
    head = ["algorithm", "by", "A9: software", "cycles a byte", *(f"over it, {one}" for one in shown)]  # fmt: skip
    head += ["here: software", "Mbit/s", *(f"over it, {one}" for one in shown)]
    cells = [_speed_up(row, software, sizes) for row in rows if row["name"] in names]
    return markdown_table(head, cells, 3)


def _speed_up(row: Row, software: Sequence[Row], sizes: Sequence[int]) -> list[str]:
    clock = max(one["dma_mhz"] for one in row["transfers"])

    def over(fastest: Row, kind: str) -> list[str]:
        messages = {one["size"]: one for one in fastest["messages"]}
        pairs = [(_at(row, size, clock), messages[size]) for size in sizes]
        return [
            f"{1e3 * timed['gbps'] / soft[kind]:,.1f}" if timed else NOTHING
            for timed, soft in pairs
        ]

    a9, here = (_fastest(software, row["name"], kind) for kind in ("a9_mbps", "host_mbps"))
    return [
        row["title"],
        row["approach"],
        KINDS[a9["software"]],
        f"{a9['messages'][-1]['a9_cycles_per_byte']:,.0f}",
        *over(a9, "a9_mbps"),
        KINDS[here["software"]],
        f"{here['messages'][-1]['host_mbps']:,.0f}",
        *over(here, "host_mbps"),
    ]


def _fastest(software: Sequence[Row], name: str, kind: str) -> Row:
    """Of all software of an algorithm, by its longest message."""
    found = [one for one in software if one["name"] == name and one["messages"][-1][kind]]
    return max(found, key=lambda one: one["messages"][-1][kind])


def overheads(rows: Sequence[Row]) -> Plot:
    """A line a core and clock of the DMA: per cent of overhead against the size of the message."""
    clocks = sorted({one["dma_mhz"] for row in rows for one in row["transfers"]})
    sizes = sorted({one["size"] / 1000 for row in rows for one in row["transfers"]})

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
        axes.minorticks_off()
        axes.set_xticks(sizes, [f"{size:,g}" for size in sizes])
        axes.set_xlabel("Message, kB")
        axes.set_ylabel("Time beyond the formula's, %")
        legend(axes, handles)

    return Plot(
        "testbed-overhead",
        "Overhead of transfers by the size of the message",
        "A line is a core.",
        draw,
    )


def sections() -> Mapping[str, str]:
    """Those of the page."""
    (published,) = load_contest(CONTEST).published
    rows, experiments = measured("testbed")["rows"], measured("testbed_experiments")
    return {
        "throughput": throughputs(rows, published),
        "frequency": frequencies(experiments, published),
        "sampled": sampled(experiments["rows"]),
        "overhead": overhead_table(rows),
        "speed-up": speed_ups(rows, measured("testbed_software")["rows"]),
    }


PAGE = Page(
    "docs/testbed.md",
    sections,
    lambda: {"docs/images/testbed-overhead.svg": overheads(measured("testbed")["rows"])},
)
