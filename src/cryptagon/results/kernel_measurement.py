"""One measurement of a kernel: a job's clock cycles, area and speed of the design, and everything needed to make it again."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, model_validator

from cryptagon.results.measurement import OK, Count, Positive, Verification, Width

KERNEL_SCHEMA_VERSION = 1

_NEEDED_WHEN_OK = ("cycles", "luts", "ffs", "brams", "dsps", "fmax_mhz")


class KernelKey(NamedTuple):
    """What makes two measurements answers to the same question; the newer one is the one to show."""

    target: str
    kernel: str
    variant: str
    approach: str


def _derived_time(fields: Mapping[str, Any]) -> float | None:
    cycles, fmax = fields.get("cycles"), fields.get("fmax_mhz")
    return cycles / fmax if fields.get("status") == OK and cycles and fmax else None


class KernelMeasurement(BaseModel):
    """One design of a kernel on one device. A failed one has its reason as `status` and null wherever there is nothing to tell.

    `time_us` follows from cycles and Fmax: leave it out and it is filled in; give it and it is checked. Raises pydantic's
    ValidationError when a field is missing, unknown, out of range or contradicts the others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    schema_version: Literal[1] = Field(default=KERNEL_SCHEMA_VERSION, description="version of this layout; a newer one is refused")
    kernel: str = Field(description="name of the kernel's folder")
    title: str = Field(description="name for people")
    variant: str = Field(description="which architecture of the kernel")
    approach: Literal["hls", "rtl"] = Field(description="how the core was made")
    target: str = Field(description="name of the target's file")
    device: str = Field(description="part number, package and speed grade")
    status: str = Field(default=OK, min_length=1, description="'ok', or why there is no result")
    estimate: bool = Field(default=False, description="true: figures before place and route, not comparable with others")

    job: str = Field(description="the work whose cycles are counted")
    answer: str = Field(description="title of the known answer that is this work")
    cycles: Width | None = Field(
        default=None, description="clock cycles of the job alone, from the one that takes its first item to the one that gives its last"
    )
    cycles_between: Positive | None = Field(default=None, description="clock cycles from one short answer to the next, in a row")

    luts: Width | None = Field(default=None, description="look-up tables of the placed design")
    ffs: Count | None = Field(default=None, description="flip-flops of the placed design")
    brams: Count | None = Field(default=None, description="block memories of the placed design")
    dsps: Count | None = Field(default=None, description="multiplier blocks of the placed design")
    fmax_mhz: Positive | None = Field(default=None, description="highest clock frequency after routing, MHz")
    time_us: Positive | None = Field(default_factory=_derived_time, description="cycles / fmax_mhz, microseconds for the job")

    seeds: tuple[int, ...] = Field(default=(), description="placement seeds tried")
    best_seed: int | None = Field(default=None, description="the seed that gave the figures above")
    best_strategy: str | None = Field(default=None, description="the synthesis strategy that gave them")
    best_requested_mhz: Positive | None = Field(default=None, description="the frequency asked of place and route")
    options: dict[str, JsonValue] = Field(default_factory=dict, description="every other setting of the run")
    tools: dict[str, str] = Field(default_factory=dict, description="tool name to version")
    source_digest: str = Field(description="SHA-256 of the sources, hexadecimal")
    verification: tuple[Verification, ...] = Field(default=(), description="levels run before the measurement, in order")
    critical_path: tuple[str, ...] = Field(default=(), description="the slowest path, from its start to its end")
    date: AwareDatetime = Field(description="when it was measured, ISO 8601 with time zone")
    cryptagon: str = Field(description="version of Cryptagon")

    @property
    def ok(self) -> bool:
        """True when there is a result."""
        return self.status == OK

    @property
    def key(self) -> KernelKey:
        """Target, kernel, variant, approach."""
        return KernelKey(self.target, self.kernel, self.variant, self.approach)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if not self.ok:
            if self.time_us is not None:
                raise ValueError("a failed measurement has no time")
            return self
        missing = [name for name in _NEEDED_WHEN_OK if getattr(self, name) is None]
        if missing:
            raise ValueError(f"status is 'ok' but there is no {', '.join(missing)}")
        expected = _derived_time(self.__dict__)
        if self.time_us is None or expected is None or abs(self.time_us - expected) > 1e-6 * expected:
            raise ValueError(f"time_us is {self.time_us}, but from the other fields it is {expected}")
        return self
