"""What is compared: the figures of a measurement, their units and which way is better."""

from dataclasses import dataclass
from typing import Protocol

from cryptagon.analysis.documents import NOTHING
from cryptagon.results import Measurement


class Result(Protocol):
    """Whatever has figures by the names that a Measurement gives them."""

    @property
    def ok(self) -> bool:
        """True when there is a result."""
        ...


@dataclass(frozen=True)
class Metric:
    """One figure of a Measurement: `field` is its name there, `digits` how many decimals people
    see; None: as many as its size asks for.

    `column` heads it in a plain table, `narrow` on a console, in two lines; `rank` heads its ranks
    there. {area} is what the area is counted in.
    """

    field: str
    title: str
    unit: str
    higher_is_better: bool
    digits: int | None
    definition: str
    column: str
    narrow: str
    rank: str = ""

    def value(self, measurement: Result) -> float | None:
        """The figure, None where the measurement failed: a failure is never ranked by what it did
        reach.
        """
        return getattr(measurement, self.field) if measurement.ok else None

    def order(self, value: float) -> float:
        """A number that is smaller the better the value is."""
        return -value if self.higher_is_better else value

    def text(self, value: float | None) -> str:
        """The value with its decimals and thousands separators, an en dash for None."""
        if value is None:
            return NOTHING
        digits = (1 if value >= 10 else 3) if self.digits is None else self.digits
        return f"{value:,.{digits}f}"


BLOCK_CYCLES = Metric(
    *("cycles_of_work", "Cycles per block", "", False, 2),
    "Clock cycles that one more block adds to a long message, measured in simulation: "
    "the difference between two lengths divided by the blocks between them.",
    *("cycles/block", "Cycles/\nblock"),
)
JOB_CYCLES = Metric(
    *("cycles_of_work", "Cycles", "", False, 0),
    "Clock cycles of the job, measured in simulation without stalls: "
    "from the one that takes the first item to the one that gives the last.",
    *("cycles", "\nCycles"),
)
AREA = Metric(
    *("luts", "Area", "{area}", False, 0),
    "Look-up tables of the placed design, in the target's own unit. Flip-flops are listed but not counted: no unit of area holds both.",
    *("{area}", "\n{area}", "\nArea"),
)
FFS = Metric("ffs", "Flip-flops", "FF", False, 0, "Flip-flops of the placed design.", "FF", "\nFF")
FMAX = Metric(
    *("fmax_mhz", "Fmax", "MHz", True, 1),
    "Highest clock frequency after routing, by static timing analysis, the best over the settings tried.",
    *("Fmax, MHz", "Fmax\nMHz", "\nFmax"),
)
THROUGHPUT = Metric(
    *("throughput_mbps", "Throughput", "Mbit/s", True, 0),
    "For long messages: block size / (cycles per block \N{MULTIPLICATION SIGN} clock period), the clock period being 1 / Fmax.",
    *("throughput, Mbit/s", "Throughput\nMbit/s", "Rank\nThr."),
)
THROUGHPUT_PER_AREA = Metric(
    *("throughput_per_area", "Throughput/area", "Mbit/s per {area}", True, 3),
    "Throughput divided by area.",
    *("Mbit/s per {area}", "Thr./area\nMbit/s/{area}", "\nT/A"),
)
TIME = Metric(
    *("time_us", "Time", "µs", False, None),
    "Of the job: its cycles \N{MULTIPLICATION SIGN} clock period, the clock period being 1 / Fmax.",
    *("time, µs", "Time\nµs", "Rank\nTime"),
)


@dataclass(frozen=True)
class Scale:
    """The figures that one kind of work is judged by: those `shown` in tables, those ranked, those
    set in ratio.

    `deciding` is the one that a ranking goes by, `speed` the one that goes with cycles and clock
    alone.
    """

    shown: tuple[Metric, ...]
    ranked: tuple[Metric, ...]
    compared: tuple[Metric, ...]
    speed: Metric
    deciding: Metric


STREAMS = Scale(
    shown=(BLOCK_CYCLES, AREA, FFS, FMAX, THROUGHPUT, THROUGHPUT_PER_AREA),
    ranked=(THROUGHPUT, THROUGHPUT_PER_AREA, AREA, FMAX),
    compared=(BLOCK_CYCLES, AREA, FMAX, THROUGHPUT, THROUGHPUT_PER_AREA),
    speed=THROUGHPUT,
    deciding=THROUGHPUT_PER_AREA,
)
"""Of work that has message bits: what counts is the throughput."""

JOBS = Scale(
    shown=(JOB_CYCLES, AREA, FFS, FMAX, TIME),
    ranked=(TIME, AREA, FMAX),
    compared=(JOB_CYCLES, AREA, FMAX, TIME),
    speed=TIME,
    deciding=TIME,
)
"""Of work without bits, a job: what counts is its time."""

ALL_SHOWN = tuple(
    {metric.field: metric for scale in (STREAMS, JOBS) for metric in scale.shown}.values()
)
"""Every figure that some table shows, each once."""


def scale_of(measurement: Measurement) -> Scale:
    """What a measurement is judged by, which follows from its work."""
    return STREAMS if measurement.work.bits else JOBS
