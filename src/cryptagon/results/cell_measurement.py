"""One design in standard cells before layout: every netlist that was made, its area and clock, and everything needed to make it again."""

from typing import Annotated, Literal, NamedTuple, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, model_validator

from cryptagon.results.measurement import throughput_mbps
from cryptagon.results.placed import OK, Count, Positive, Verification, Width

CELL_SCHEMA_VERSION = 1
_RELATIVE_TOLERANCE = 1e-6


class CellKey(NamedTuple):
    """What makes two measurements answers to the same question; the newer one is the one to show."""

    library: str
    corner: str
    kind: str
    name: str
    variant: str
    approach: str
    scope: str


class CellNetlist(BaseModel):
    """One netlist of cells. One without a clock has the reason as `status`, and null for what follows from a clock."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    strategy: str = Field(description="name of the synthesis strategy")
    status: str = Field(default=OK, min_length=1, description="'ok', or why there is no clock frequency")
    gate_equivalents: Positive | None = Field(default=None, description="area over that of the library's NAND of two inputs")
    register_equivalents: Annotated[float, Field(ge=0)] | None = Field(default=None, description="the part of it that is flip-flops")
    registers: Count | None = Field(default=None, description="number of flip-flops")
    cells: dict[str, int] = Field(default_factory=dict, description="number of cells by name")
    fmax_mhz: Positive | None = Field(default=None, description="highest clock frequency by static timing before layout, MHz")
    overloaded: Count = Field(default=0, description="nets whose load is beyond what their driver is made for")
    critical_path: tuple[str, ...] = Field(default=(), description="the slowest path, from its start to its end")
    throughput_mbps: Positive | None = Field(default=None, description="ciphers: block_bits * fmax_mhz / cycles_per_block, Mbit/s")
    throughput_per_kge: Positive | None = Field(default=None, description="ciphers: throughput_mbps over 1000 gate equivalents")
    time_us: Positive | None = Field(default=None, description="kernels: cycles / fmax_mhz, microseconds for the job")

    @property
    def ok(self) -> bool:
        """True when there is an area and a clock."""
        return self.status == OK

    @property
    def efficiency(self) -> float:
        """MHz per gate equivalent, by which netlists of one design rank as by throughput over area; 0 without a clock."""
        return (self.fmax_mhz or 0.0) / self.gate_equivalents if self.gate_equivalents else 0.0


class CellMeasurement(BaseModel):
    """A design of a cipher (`cycles_per_block`, `block_bits`) or of a kernel (`cycles` of a job) in the cells of a library.

    Raises pydantic's ValidationError when a field is missing, unknown, out of range or contradicts the others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    schema_version: Literal[1] = Field(default=CELL_SCHEMA_VERSION, description="version of this layout; a newer one is refused")
    estimate: Literal[True] = Field(
        default=True, description="before layout: ideal clock, expected wires; not comparable with placed designs"
    )
    kind: Literal["cipher", "kernel"]
    name: str = Field(description="name of the algorithm's or kernel's folder")
    title: str = Field(description="name for people")
    variant: str = Field(description="which architecture")
    approach: Literal["hls", "rtl"] = Field(description="how the core was made")
    scope: Literal["aead", "core"] = Field(description="'aead': the whole hardware API unit; 'core': the core alone")

    library: str = Field(description="name of the cell library")
    library_digest: str = Field(description="SHA-256 of the liberty file, hexadecimal")
    corner: str = Field(description="operating condition: voltage and temperature")
    wire_load: str | None = Field(description="the library's table of expected wires; null: wires have no capacitance")
    gate_equivalent: str = Field(description="the cell whose area is one gate equivalent")

    block_bits: Width | None = Field(default=None, description="ciphers: message bits in one block")
    cycles_per_block: Positive | None = Field(default=None, description="ciphers: clock cycles for one more block, measured in simulation")
    job: str | None = Field(default=None, description="kernels: the work whose cycles are counted")
    cycles: Width | None = Field(default=None, description="kernels: clock cycles of the job")

    netlists: Annotated[tuple[CellNetlist, ...], Field(min_length=1, description="one for each strategy, in order")]
    options: dict[str, JsonValue] = Field(default_factory=dict, description="every other setting of the run")
    tools: dict[str, str] = Field(default_factory=dict, description="tool name to version")
    source_digest: str = Field(description="SHA-256 of the sources, hexadecimal")
    design_digest: str = Field(description="SHA-256 of sources, parameters, library, strategies and tools")
    known_answer_files: dict[str, str] = Field(
        default_factory=dict, description="SHA-256 of each file of known answers by its name, hexadecimal"
    )
    verification: tuple[Verification, ...] = Field(default=(), description="levels run before the measurement, in order")
    date: AwareDatetime = Field(description="when it was measured, ISO 8601 with time zone")
    cryptagon: str = Field(description="version of Cryptagon")

    @property
    def key(self) -> CellKey:
        """Library, corner, kind, name, variant, approach, scope."""
        return CellKey(self.library, self.corner, self.kind, self.name, self.variant, self.approach, self.scope)

    @property
    def seeds(self) -> tuple[int, ...]:
        """None: nothing here is drawn."""
        return ()

    @property
    def smallest(self) -> CellNetlist:
        """The netlist of least area, one with a clock where there is any."""
        return min(self.netlists, key=lambda one: (not one.ok, one.gate_equivalents or float("inf")))

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
        """A netlist with a clock is whole, and what follows from the clock follows from the measured figures."""
        for netlist in self.netlists:
            if netlist.ok and (netlist.gate_equivalents is None or netlist.fmax_mhz is None):
                raise ValueError(f"netlist {netlist.strategy}: status is 'ok' but there is no area or no clock")
            for name, expected in derived(self, netlist).items():
                value = getattr(netlist, name)
                if (value is None) != (expected is None) or (value and expected and abs(value - expected) > _RELATIVE_TOLERANCE * expected):
                    raise ValueError(f"netlist {netlist.strategy}: {name} is {value}, but from the other fields it is {expected}")
        return self


def derived(measurement: CellMeasurement, netlist: CellNetlist) -> dict[str, float | None]:
    """What follows from a netlist's clock and area: throughput (Mbit/s, and over kGE) of a cipher, time (µs) of a kernel's job."""
    return figures(netlist.gate_equivalents, netlist.fmax_mhz, measurement.block_bits, measurement.cycles_per_block, measurement.cycles)


def figures(
    gate_equivalents: float | None, fmax_mhz: float | None, block_bits: int | None, cycles_per_block: float | None, cycles: int | None
) -> dict[str, float | None]:
    """The three derived figures by name, None where something is missing."""
    throughput = throughput_mbps(block_bits, cycles_per_block, fmax_mhz) if block_bits and cycles_per_block and fmax_mhz else None
    return {
        "throughput_mbps": throughput,
        "throughput_per_kge": 1e3 * throughput / gate_equivalents if throughput and gate_equivalents else None,
        "time_us": cycles / fmax_mhz if cycles and fmax_mhz else None,
    }
