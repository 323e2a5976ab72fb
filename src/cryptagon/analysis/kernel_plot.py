"""The picture of a contest of kernels: the cycles of every job, published and measured, on a logarithmic axis."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullLocator

from cryptagon.analysis.figure import GRID, HLS, INK, MUTED, RTL, WIDTH, Plot, bare
from cryptagon.analysis.kernel_table import Job, KernelTable

_COLOURS = {("published", "hls"): GRID, ("published", "rtl"): MUTED, ("own", "hls"): HLS, ("own", "rtl"): RTL}
_KEYS = {
    ("published", "hls"): "published, HLS",
    ("published", "rtl"): "published, by hand",
    ("own", "hls"): "Cryptagon, HLS",
    ("own", "rtl"): "Cryptagon, by hand",
}
_GAP = 0.8

Bar = tuple[str, int, tuple[str, str]]


def kernel_plot(table: KernelTable) -> Plot:
    """Bars, one a design, in a panel a job; a job's bars stand in the order of the table."""

    def draw(figure: Figure) -> None:
        bars = [_bars(job) for job in table.jobs]
        figure.set_size_inches(WIDTH, 0.9 + 0.21 * sum(len(one) + _GAP for one in bars))
        axes = figure.subplots()
        bare(axes, grid="x")
        place, ticks = 0.0, {}
        for job, own in zip(table.jobs, bars, strict=True):
            axes.annotate(f"{job.title}, {job.name}", (1, place), fontsize=8.5, color=INK, fontweight="bold", va="center", xytext=(4, 0),
                          textcoords="offset points")  # fmt: skip
            for bar in own:
                place += 1
                ticks[place] = bar[0]
                _draw(axes, place, bar)
            place += 1 + _GAP
        axes.set_yticks(list(ticks), list(ticks.values()))
        axes.set_ylim(place - _GAP - 0.3, -0.7)
        _finish(axes)

    return Plot(f"{table.contest.name}-{table.target}", _finding(table), "Fewer is better. The axis is logarithmic.", draw)


def _bars(job: Job) -> list[Bar]:
    published: list[Bar] = [(one.by, cycles, ("published", one.approach)) for one, cycles in job.published if cycles is not None]
    own: list[Bar] = [
        (f"Cryptagon {one.variant} {one.approach.upper()}", one.cycles, ("own", one.approach)) for one in job.measurements if one.cycles
    ]
    return [*published, *own]


def _draw(axes: Axes, place: float, bar: Bar) -> None:
    _, cycles, kind = bar
    axes.barh(place, cycles, height=0.78, color=_COLOURS[kind])
    axes.annotate(f"{cycles:,}", (cycles, place), (3, 0), textcoords="offset points", va="center", fontsize=7.5, color=INK)


def _finish(axes: Axes) -> None:
    axes.set_xscale("log")
    axes.set_xlim(left=1, right=axes.get_xlim()[1] * 2)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_xlabel("Clock cycles of the job (logarithmic)")
    keys = [Line2D([], [], color=_COLOURS[kind], marker="s", linestyle="none", markersize=6, label=_KEYS[kind]) for kind in _KEYS]
    axes.legend(handles=keys, loc="lower left", bbox_to_anchor=(0, 1), ncols=4, columnspacing=1.2, borderpad=0.1, borderaxespad=0.3)


def _finding(table: KernelTable) -> str:
    """How the first variants by HLS compare with the hand designs that are published."""
    pairs = [(_cycles(job, "hls"), cycles) for job in table.jobs for one, cycles in job.published if one.approach == "rtl" and cycles]
    ratios = [own / cycles for own, cycles in pairs if own]
    if not ratios:
        return table.contest.title
    return f"HLS takes {min(ratios):.2f} to {max(ratios):.2f} of the cycles of the published designs by hand"


def _cycles(job: Job, approach: str) -> int | None:
    return next((one.cycles for one in job.measurements if one.approach == approach), None)
