"""What every measurement tells of a placed design, whatever its class: what it is, its area and speed, and where they come from."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue

OK = "ok"

Count = Annotated[int, Field(ge=0)]
Width = Annotated[int, Field(gt=0)]
Positive = Annotated[float, Field(gt=0)]

AREA_AND_SPEED = ("luts", "ffs", "brams", "dsps", "fmax_mhz")
NOT_ESTIMATED = ("fmax_mhz", "throughput_mbps", "throughput_per_area", "time_us")


class Verification(BaseModel):
    """One level of verification that was run before the measurement, and how many vectors it took."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: str
    vectors: Count
    ok: bool


class Attempt(BaseModel):
    """One run of place and route on the way to a result: strategy, seed and requested frequency, and what came of it.

    Of an estimate there is no seed and no frequency. What is not known is null; `status` is "ok" or the reason why there is no result.
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
        default=None, description="SHA-256 of the netlist that was placed, without what says where its parts come from"
    )

    @property
    def result_mhz(self) -> float | None:
        """Fmax of a run that came to a result; None for a failed one, whatever it did reach, and for an estimate."""
        return self.fmax_mhz if self.status == OK else None


class PlacedDesign(BaseModel):
    """One design on one device. A failed one has its reason as `status` and null wherever there is nothing to tell."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, json_schema_serialization_defaults_required=True)

    title: str = Field(description="name for people")
    variant: str = Field(description="which architecture of the algorithm")
    approach: Literal["hls", "rtl"] = Field(description="how the core was made")
    target: str = Field(description="name of the target's file")
    device: str = Field(description="part number, package and speed grade")
    status: str = Field(default=OK, min_length=1, description="'ok', or why there is no result")
    origin: Literal["measured", "imported"] = Field(
        default="measured", description="'imported': the figures are from the reports of a tool that Cryptagon did not run"
    )
    estimate: bool = Field(default=False, description="true: figures before place and route, not comparable with others")

    area_unit: str = Field(default="LUT", description="what `luts` counts: areas in other units cannot be compared")
    luts: Width | None = Field(default=None, description="look-up tables of the placed design")
    ffs: Count | None = Field(default=None, description="flip-flops of the placed design")
    brams: Count | None = Field(default=None, description="block memories of the placed design")
    dsps: Count | None = Field(default=None, description="multiplier blocks of the placed design")
    fmax_mhz: Positive | None = Field(default=None, description="highest clock frequency after routing, MHz; none for an estimate")

    seeds: tuple[int, ...] = Field(default=(), description="placement seeds tried")
    best_seed: int | None = Field(default=None, description="the seed that gave the figures above")
    best_strategy: str | None = Field(default=None, description="the synthesis strategy that gave them")
    best_requested_mhz: Positive | None = Field(default=None, description="the frequency asked of place and route")
    attempts: tuple[Attempt, ...] = Field(default=(), description="every run of the search, in order")
    options: dict[str, JsonValue] = Field(default_factory=dict, description="every other setting of the run")
    tools: dict[str, str] = Field(default_factory=dict, description="tool name to version")
    source_digest: str = Field(description="SHA-256 of the sources, hexadecimal")
    source_files: dict[str, str] = Field(default_factory=dict, description="SHA-256 of each source by its name, hexadecimal")
    known_answer_files: dict[str, str] = Field(
        default_factory=dict, description="SHA-256 of each file of known answers by its name, hexadecimal"
    )
    verification: tuple[Verification, ...] = Field(default=(), description="levels run before the measurement, in order")
    critical_path: tuple[str, ...] = Field(default=(), description="the slowest path, from its start to its end")
    date: AwareDatetime = Field(description="when it was measured, ISO 8601 with time zone")
    cryptagon: str = Field(description="version of Cryptagon")
    commit: str | None = Field(
        default=None, description="git commit of the checkout, with '-dirty' where its files differed from that; null outside of one"
    )

    @property
    def ok(self) -> bool:
        """True when there is a result."""
        return self.status == OK

    @property
    def key(self) -> tuple[str, ...]:
        """What makes two measurements answers to the same question; the newer one is the one to show."""
        raise NotImplementedError

    @property
    def best_attempt(self) -> Attempt:
        """The run that gave the figures; of a record that does not list its runs, what the record says of it."""
        best = (self.best_strategy, self.best_seed, self.best_requested_mhz)
        for one in self.attempts:
            if (one.strategy, one.seed, one.requested_mhz) == best:
                return one
        area_and_speed = {name: getattr(self, name) for name in AREA_AND_SPEED}
        return Attempt(strategy=best[0] or "", seed=best[1], requested_mhz=best[2], status=self.status, **area_and_speed)

    @property
    def fmax_over_seeds(self) -> tuple[float, ...]:
        """Fmax in MHz of the attempts that differ from the best one in their seed at most, the lowest first."""
        settings = (self.best_strategy, self.best_requested_mhz)
        alike = (one for one in self.attempts if (one.strategy, one.requested_mhz) == settings)
        return tuple(sorted(one.result_mhz for one in alike if one.result_mhz is not None))

    def check_whole(self, needed: Sequence[str]) -> None:
        """Raises ValueError where a result lacks one of the fields; an estimate has no frequency and nothing that follows from it."""
        missing = [name for name in needed if getattr(self, name) is None and not (self.estimate and name in NOT_ESTIMATED)]
        if missing:
            raise ValueError(f"status is 'ok' but there is no {', '.join(missing)}")
