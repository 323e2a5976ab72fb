"""One measurement of a kernel: a job's clock cycles, area and speed of the design, and everything needed to make it again."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from cryptagon.results.placed import AREA_AND_SPEED, OK, PlacedDesign, Positive, Width

KERNEL_SCHEMA_VERSION = 1


class KernelKey(NamedTuple):
    """What makes two measurements answers to the same question; the newer one is the one to show."""

    target: str
    kernel: str
    variant: str
    approach: str


def _derived_time(fields: Mapping[str, Any]) -> float | None:
    cycles, fmax = fields.get("cycles"), fields.get("fmax_mhz")
    return cycles / fmax if fields.get("status") == OK and cycles and fmax else None


class KernelMeasurement(PlacedDesign):
    """One design of a kernel on one device. A failed one has its reason as `status` and null wherever there is nothing to tell.

    `time_us` follows from cycles and Fmax: leave it out and it is filled in; give it and it is checked. Raises pydantic's
    ValidationError when a field is missing, unknown, out of range or contradicts the others.
    """

    schema_version: Literal[1] = Field(default=KERNEL_SCHEMA_VERSION, description="version of this layout; a newer one is refused")
    kernel: str = Field(description="name of the kernel's folder")

    job: str = Field(description="the work whose cycles are counted")
    answer: str = Field(description="title of the known answer that is this work")
    cycles: Width | None = Field(
        default=None, description="clock cycles of the job alone, from the one that takes its first item to the one that gives its last"
    )
    cycles_between: Positive | None = Field(default=None, description="clock cycles from one short answer to the next, in a row")

    time_us: Positive | None = Field(default_factory=_derived_time, description="cycles / fmax_mhz, microseconds for the job")

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
        self.check_whole(("cycles", *AREA_AND_SPEED))
        expected = _derived_time(self.__dict__)
        if self.estimate and self.time_us is expected is None:
            return self
        if self.time_us is None or expected is None or abs(self.time_us - expected) > 1e-6 * expected:
            raise ValueError(f"time_us is {self.time_us}, but from the other fields it is {expected}")
        return self
