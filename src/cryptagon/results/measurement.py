"""One measurement: a design on an FPGA, every run of place and route, and everything needed to make
it again.
"""

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from cryptagon.results.record import OK, Count, Positive, Record, Width, Work, check_derived, speed

AREA_AND_SPEED = ("luts", "ffs", "brams", "dsps", "fmax_mhz")
NOT_ESTIMATED = ("fmax_mhz",)


class AttemptRecord(BaseModel):
    """One run of place and route on the way to a result: strategy, seed and requested frequency,
    and what came of it.

    Of an estimate there is no seed and no frequency. What is not known is null; `status` is "ok" or
    the reason why there is no result.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    strategy: str = Field(description="the synthesis strategy")
    seed: int | None = Field(description="placement seed")
    requested_mhz: Positive | None = Field(description="the frequency asked of place and route")
    status: str = Field(default=OK, min_length=1, description="'ok', or why there is no result")
    luts: Width | None = None
    ffs: Count | None = None
    brams: Count | None = None
    dsps: Count | None = None
    fmax_mhz: Positive | None = None
    netlist_digest: str | None = Field(
        default=None,
        description="SHA-256 of the netlist that was placed, without what says where its parts come from",
    )

    placer: tuple[str, ...] = Field(
        default=(),
        description="options of nextpnr for a second placement, where the router went round in"
        " circles with the first one",
    )

    @property
    def result_mhz(self) -> float | None:
        """Fmax of a run that came to a result; None for a failed one, whatever it did reach, and
        for an estimate.
        """
        return self.fmax_mhz if self.status == OK else None


class Measurement(Record):
    """One design on one device. A failed one has its reason as `status` and null wherever there is
    nothing to tell.

    `throughput_mbps`, `throughput_per_area` and `time_us` follow from the other fields: leave them
    out and they are filled in; give them and they are checked. Raises pydantic's ValidationError
    when a field is missing, unknown, out of range or contradicts the others.
    """

    implementation: Literal["placed"] = Field(default="placed", description="'placed': on an FPGA")
    target: str = Field(description="name of the target's file")
    device: str = Field(description="part number, package and speed grade")
    status: str = Field(default=OK, min_length=1, description="'ok', or why there is no result")
    origin: Literal["measured", "imported"] = Field(
        default="measured",
        description="'imported': the figures are from the reports of a tool that Cryptagon did not run",
    )
    estimate: bool = Field(
        default=False,
        description="true: figures before place and route, not comparable with others",
    )

    area_unit: str = Field(
        default="LUT", description="what `luts` counts: areas in other units cannot be compared"
    )
    luts: Width | None = Field(default=None, description="look-up tables of the placed design")
    ffs: Count | None = Field(default=None, description="flip-flops of the placed design")
    brams: Count | None = Field(default=None, description="block memories of the placed design")
    dsps: Count | None = Field(default=None, description="multiplier blocks of the placed design")
    fmax_mhz: Positive | None = Field(
        default=None, description="highest clock frequency after routing, MHz; none for an estimate"
    )

    seeds: tuple[int, ...] = Field(default=(), description="placement seeds tried")
    best_seed: int | None = Field(default=None, description="the seed that gave the figures above")
    best_strategy: str | None = Field(
        default=None, description="the synthesis strategy that gave them"
    )
    best_requested_mhz: Positive | None = Field(
        default=None, description="the frequency asked of place and route"
    )
    attempts: tuple[AttemptRecord, ...] = Field(
        default=(), description="every run of the search, in order"
    )
    critical_path: tuple[str, ...] = Field(
        default=(), description="the slowest path, from its start to its end"
    )

    throughput_mbps: Positive | None = Field(
        default_factory=lambda given: _derived(given)["throughput_mbps"],
        description="bits of the work * fmax_mhz / its cycles, Mbit/s",
    )
    throughput_per_area: Positive | None = Field(
        default_factory=lambda given: _derived(given)["throughput_per_area"],
        description="throughput_mbps / luts, Mbit/s per LUT",
    )
    time_us: Positive | None = Field(
        default_factory=lambda given: _derived(given)["time_us"],
        description="of a job: its cycles / fmax_mhz, microseconds",
    )

    @property
    def place(self) -> str:
        """The target."""
        return self.target

    @property
    def ok(self) -> bool:
        """True when there is a result."""
        return self.status == OK

    @property
    def best_attempt(self) -> AttemptRecord:
        """The run that gave the figures; of a record that does not list its runs, what the record
        says of it.
        """
        best = (self.best_strategy, self.best_seed, self.best_requested_mhz)
        for one in self.attempts:
            same = (one.strategy, one.seed, one.requested_mhz) == best
            if same and (one.status == OK) == self.ok:
                return one
        area_and_speed = {name: getattr(self, name) for name in AREA_AND_SPEED}
        return AttemptRecord(
            strategy=best[0] or "",
            seed=best[1],
            requested_mhz=best[2],
            status=self.status,
            **area_and_speed,
        )

    @property
    def fmax_over_seeds(self) -> tuple[float, ...]:
        """Fmax in MHz of the attempts that differ from the best one in their seed at most, the
        lowest first.
        """
        settings = (self.best_strategy, self.best_requested_mhz)
        alike = (one for one in self.attempts if (one.strategy, one.requested_mhz) == settings)
        return tuple(sorted(one.result_mhz for one in alike if one.result_mhz is not None))

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """A result is whole, a failure has no speed, and the derived figures follow from the
        measured ones.
        """
        if self.ok:
            needed = [
                name for name in AREA_AND_SPEED if not (self.estimate and name in NOT_ESTIMATED)
            ]
            missing = [name for name in needed if getattr(self, name) is None]
            missing += [] if self.cycles_of_work else [f'cycles "{self.work.cycles}"']
            if missing:
                raise ValueError(f"status is 'ok' but there is no {', '.join(missing)}")
        elif any(
            getattr(self, name) is not None
            for name in ("throughput_mbps", "throughput_per_area", "time_us")
        ):
            raise ValueError("a failed measurement has no throughput and no time")
        check_derived(self.__dict__, _derived(self.__dict__))
        return self


def _derived(fields: Mapping[str, Any]) -> dict[str, float | None]:
    """The figures that follow from the others, None where something is missing or the measurement
    failed.
    """
    work, luts, ok = fields.get("work"), fields.get("luts"), fields.get("status") == OK
    if not ok or not isinstance(work, Work) or luts is None:
        return {"throughput_mbps": None, "throughput_per_area": None, "time_us": None}
    found = speed(work, fields.get("cycles", {}), fields.get("fmax_mhz"))
    throughput = found["throughput_mbps"]
    return {**found, "throughput_per_area": throughput / luts if throughput else None}
