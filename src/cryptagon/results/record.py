"""What every record tells, whatever was measured: the design, its cycles, how it was verified, and
where all of it comes from.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue

SCHEMA_VERSION = 2
OK = "ok"
RELATIVE_TOLERANCE = 1e-6

COMPARED_WITH = "compared_with"
"""The option that names the variant by whose baseline a design is judged, where its own variant has
none.
"""
THIRD_PARTY = "third_party"
"""The option of a record that says where a unit of others comes from, and its licence."""

MADE_AGAIN = "made_again"
"""The option of a record that was made again from another one: from which, and by which runs."""

OF_A_DESIGN = ("scope", "interface", "algorithm_class", "algorithm", "variant", "approach")
"""The fields that say which design was measured, wherever it was implemented."""

Count = Annotated[int, Field(ge=0)]
Width = Annotated[int, Field(gt=0)]
Positive = Annotated[float, Field(gt=0)]


class Verification(BaseModel):
    """One level of verification that was run before the measurement, and how many vectors it
    took.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: str
    vectors: Count
    ok: bool


class Work(BaseModel):
    """What a design is measured by: a unit of work, the message `bits` in it, and the name of its
    figure in `cycles`.

    Work without bits is a job, of which the time counts; else it is the throughput.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(description="what one unit of work is, for people")
    bits: Width | None = Field(default=None, description="message bits in it; null: a job")
    cycles: str = Field(description="which of the record's cycles are those of the work")


class Record(BaseModel):
    """One design, its cycles and where it comes from.

    What it was implemented in is told by `Measurement` and `CellMeasurement`.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        json_schema_serialization_defaults_required=True,
    )

    schema_version: Literal[2] = Field(
        default=SCHEMA_VERSION, description="version of this layout; a newer one is refused"
    )
    algorithm_class: str = Field(
        description="class of the algorithm: aead, hash, block, kernel, ..."
    )
    algorithm: str = Field(description="name of the algorithm's folder")
    title: str = Field(description="name for people")
    variant: str = Field(
        default="", description="which architecture of the algorithm; empty where there is one only"
    )
    approach: str = Field(description="how the core was made: rtl, hls, ...")
    scope: Literal["unit", "core"] = Field(
        description="'unit': the core with its interface around it; 'core': the core alone"
    )
    interface: str | None = Field(
        default=None, description="the hardware interface of the unit; null where there is none"
    )
    bus: dict[str, Width] = Field(
        default_factory=dict, description="widths in bits of the interface's buses, by their names"
    )

    work: Work = Field(description="what throughput or time is measured by")
    cycles: dict[str, Annotated[float, Field(ge=0)]] = Field(
        default_factory=dict, description="clock cycles by what takes them; measured in simulation"
    )

    options: dict[str, JsonValue] = Field(
        default_factory=dict, description="every other setting of the run"
    )
    tools: dict[str, str] = Field(default_factory=dict, description="tool name to version")
    source_digest: str = Field(description="SHA-256 of the sources, hexadecimal")
    source_files: dict[str, str] = Field(
        default_factory=dict, description="SHA-256 of each source by its name, hexadecimal"
    )
    known_answer_files: dict[str, str] = Field(
        default_factory=dict,
        description="SHA-256 of each file of known answers by its name, hexadecimal",
    )
    verification: tuple[Verification, ...] = Field(
        default=(), description="levels run before the measurement, in order"
    )
    date: AwareDatetime = Field(description="when it was measured, ISO 8601 with time zone")
    cryptagon: str = Field(description="version of Cryptagon")
    commit: str | None = Field(
        default=None,
        description="git commit of the checkout, with '-dirty' where its files differed from that; null outside of one",
    )

    @property
    def name(self) -> str:
        """Algorithm and variant: the same for all approaches."""
        return f"{self.algorithm} {self.variant}".rstrip()

    @property
    def label(self) -> str:
        """Name and approach, for people."""
        return f"{self.name} {self.approach}"

    @property
    def cycles_of_work(self) -> float | None:
        """Clock cycles of one unit of work; None where they were not measured."""
        return self.cycles.get(self.work.cycles)

    @property
    def place(self) -> str:
        """The target or library that the design was implemented in."""
        raise NotImplementedError

    @property
    def key(self) -> tuple[str, ...]:
        """What makes two records answers to the same question; the newer one is the one to show."""
        return (self.place, *(getattr(self, name) or "" for name in OF_A_DESIGN))


def throughput_mbps(bits: float, cycles: float, fmax_mhz: float) -> float:
    """Throughput for long messages in Mbit/s: block size (bits) over cycles per block times the
    clock period.
    """
    return bits * fmax_mhz / cycles


def speed(
    work: Work, cycles: Mapping[str, float], fmax_mhz: float | None
) -> dict[str, float | None]:
    """Throughput in Mbit/s of work that has bits, else the time of the job in µs; None for what
    there is not.
    """
    taken = cycles.get(work.cycles)
    throughput = (
        throughput_mbps(work.bits, taken, fmax_mhz) if work.bits and taken and fmax_mhz else None
    )
    return {
        "throughput_mbps": throughput,
        "time_us": taken / fmax_mhz if not work.bits and taken and fmax_mhz else None,
    }


def check_derived(
    values: Mapping[str, Any], expected: Mapping[str, float | None], what: str = ""
) -> None:
    """Raises ValueError where a figure is not what follows from the others."""
    for name, due in expected.items():
        value = values[name]
        if (value is None) != (due is None) or (
            value and due and abs(value - due) > RELATIVE_TOLERANCE * due
        ):
            raise ValueError(f"{what}{name} is {value}, but from the other fields it is {due}")
