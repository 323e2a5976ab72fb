"""What is compared: the figures of a measurement, their units and which way is better."""

from dataclasses import dataclass

from cryptagon.analysis.documents import NOTHING
from cryptagon.results import Measurement


@dataclass(frozen=True)
class Metric:
    """One figure of a Measurement: `field` is its name there, `digits` how many decimals people see."""

    field: str
    title: str
    unit: str
    higher_is_better: bool
    digits: int
    definition: str

    def value(self, measurement: Measurement) -> float | None:
        """The figure, None where the measurement failed: a failure is never ranked by what it did reach."""
        return getattr(measurement, self.field) if measurement.ok else None

    def order(self, value: float) -> float:
        """A number that is smaller the better the value is."""
        return -value if self.higher_is_better else value

    def text(self, value: float | None) -> str:
        """The value with its decimals and thousands separators, an en dash for None."""
        return NOTHING if value is None else f"{value:,.{self.digits}f}"


CYCLES = Metric(
    *("cycles_per_block", "Cycles per block", "", False, 2),
    "Clock cycles that one more block of plaintext adds to a long message, measured in simulation: "
    "the difference between two lengths divided by the blocks between them.",
)
AREA = Metric(
    *("luts", "Area", "LUT", False, 0),
    "Look-up tables of the placed design. Flip-flops are listed but not counted: no unit of area holds both.",
)
FFS = Metric("ffs", "Flip-flops", "FF", False, 0, "Flip-flops of the placed design.")
FMAX = Metric(
    "fmax_mhz",
    "Fmax",
    "MHz",
    True,
    1,
    "Highest clock frequency after routing, by static timing analysis, the best over the settings tried.",
)
THROUGHPUT = Metric(
    *("throughput_mbps", "Throughput", "Mbit/s", True, 0),
    "For long messages: block size / (cycles per block \N{MULTIPLICATION SIGN} clock period), the clock period being 1 / Fmax.",
)
THROUGHPUT_PER_AREA = Metric(
    *("throughput_per_area", "Throughput/area", "Mbit/s per LUT", True, 3),
    "Throughput divided by area.",
)

RANKED = (THROUGHPUT, THROUGHPUT_PER_AREA, AREA, FMAX)
COMPARED = (CYCLES, AREA, FMAX, THROUGHPUT, THROUGHPUT_PER_AREA)
SHOWN = (CYCLES, AREA, FFS, FMAX, THROUGHPUT, THROUGHPUT_PER_AREA)
