"""One design in standard cells before layout: every netlist that was made, its area and clock, and
everything needed to make it again.
"""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from cryptagon.results.record import OK, Count, Positive, Record, Work, check_derived, speed


class CellNetlist(BaseModel):
    """One netlist of cells.

    One without a clock has the reason as `status`, and null for what follows from a clock.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    strategy: str = Field(description="name of the synthesis strategy")
    status: str = Field(
        default=OK, min_length=1, description="'ok', or why there is no clock frequency"
    )
    gate_equivalents: Positive | None = Field(
        default=None, description="area over that of the library's NAND of two inputs"
    )
    register_equivalents: Annotated[float, Field(ge=0)] | None = Field(
        default=None, description="the part of it that is flip-flops"
    )
    registers: Count | None = Field(default=None, description="number of flip-flops")
    cells: dict[str, int] = Field(default_factory=dict, description="number of cells by name")
    fmax_mhz: Positive | None = Field(
        default=None, description="highest clock frequency by static timing before layout, MHz"
    )
    overloaded: Count = Field(
        default=0, description="nets whose load is beyond what their driver is made for"
    )
    critical_path: tuple[str, ...] = Field(
        default=(), description="the slowest path, from its start to its end"
    )
    throughput_mbps: Positive | None = Field(
        default=None, description="bits of the work * fmax_mhz / its cycles, Mbit/s"
    )
    throughput_per_kge: Positive | None = Field(
        default=None, description="throughput_mbps over 1000 gate equivalents"
    )
    time_us: Positive | None = Field(
        default=None, description="of a job: its cycles / fmax_mhz, microseconds"
    )

    @property
    def ok(self) -> bool:
        """True when there is an area and a clock."""
        return self.status == OK

    @property
    def efficiency(self) -> float:
        """MHz per gate equivalent, by which netlists of one design rank as by throughput over area;
        0 without a clock.
        """
        return (self.fmax_mhz or 0.0) / self.gate_equivalents if self.gate_equivalents else 0.0


class CellMeasurement(Record):
    """A design in the cells of a library.

    Raises pydantic's ValidationError when a field is missing, unknown, out of range or contradicts
    the others.
    """

    implementation: Literal["cells"] = Field(
        default="cells", description="'cells': standard cells before layout"
    )
    estimate: Literal[True] = Field(
        default=True,
        description="before layout: ideal clock, expected wires; not comparable with placed designs",
    )
    library: str = Field(description="name of the cell library")
    library_digest: str = Field(description="SHA-256 of the liberty file, hexadecimal")
    corner: str = Field(description="operating condition: voltage and temperature")
    wire_load: str | None = Field(
        description="the library's table of expected wires; null: wires have no capacitance"
    )
    gate_equivalent: str = Field(description="the cell whose area is one gate equivalent")

    netlists: Annotated[
        tuple[CellNetlist, ...], Field(min_length=1, description="one for each strategy, in order")
    ]
    design_digest: str = Field(
        description="SHA-256 of sources, parameters, library, strategies and tools"
    )

    @property
    def place(self) -> str:
        """Library and corner."""
        return f"{self.library} {self.corner}"

    @property
    def seeds(self) -> tuple[int, ...]:
        """None: nothing here is drawn."""
        return ()

    @property
    def smallest(self) -> CellNetlist:
        """The netlist of least area, one with a clock where there is any."""
        return min(
            self.netlists, key=lambda one: (not one.ok, one.gate_equivalents or float("inf"))
        )

    @property
    def fastest(self) -> CellNetlist:
        """The netlist of highest frequency."""
        return max(self.netlists, key=lambda one: one.fmax_mhz or 0.0)

    @property
    def best(self) -> CellNetlist:
        """The netlist of highest frequency, and so throughput, over area."""
        return max(self.netlists, key=lambda one: one.efficiency)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """A netlist with a clock is whole, and what follows from the clock follows from the
        measured figures.
        """
        for netlist in self.netlists:
            if netlist.ok and (netlist.gate_equivalents is None or netlist.fmax_mhz is None):
                raise ValueError(
                    f"netlist {netlist.strategy}: status is 'ok' but there is no area or no clock"
                )
            check_derived(
                netlist.__dict__,
                figures(netlist.gate_equivalents, netlist.fmax_mhz, self.work, self.cycles),
                f"netlist {netlist.strategy}: ",
            )
        return self


def figures(
    gate_equivalents: float | None, fmax_mhz: float | None, work: Work, cycles: dict[str, float]
) -> dict[str, float | None]:
    """What follows from area and clock: throughput (Mbit/s, and over kGE), or the time (µs) of a
    job; None where something is missing.
    """
    found = speed(work, cycles, fmax_mhz)
    throughput = found["throughput_mbps"]
    return {
        **found,
        "throughput_per_kge": 1e3 * throughput / gate_equivalents
        if throughput and gate_equivalents
        else None,
    }
