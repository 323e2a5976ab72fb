"""One measurement: what was built, what came out, and everything needed to make it again."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, model_validator

SCHEMA_VERSION = 1
OK = "ok"

Count = Annotated[int, Field(ge=0)]
Width = Annotated[int, Field(gt=0)]
Positive = Annotated[float, Field(gt=0)]

_NEEDED_WHEN_OK = ("cycles_per_block", "luts", "ffs", "brams", "dsps", "fmax_mhz", "throughput_mbps", "throughput_per_area")
_RELATIVE_TOLERANCE = 1e-6


class Key(NamedTuple):
    """What makes two measurements answers to the same question; the newer one is the one to show."""

    target: str
    scope: str
    algorithm: str
    variant: str
    approach: str


class Verification(BaseModel):
    """One level of verification that was run before the measurement, and how many vectors it took."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: str
    vectors: Count
    ok: bool


class Measurement(BaseModel):
    """One design on one device. A failed one has its reason as `status` and null wherever there is nothing to tell.

    `throughput_mbps` and `throughput_per_area` follow from the other fields: leave them out and they are filled in; give them and they are
    checked. Raises pydantic's ValidationError when a field is missing, unknown, out of range or contradicts the others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, json_schema_serialization_defaults_required=True)

    schema_version: Literal[1] = Field(default=SCHEMA_VERSION, description="version of this layout; a newer one is refused")
    algorithm: str = Field(description="name of the algorithm's folder, as in SUPERCOP where it has one")
    title: str = Field(description="name for people")
    variant: str = Field(description="which architecture of the algorithm")
    approach: Literal["hls", "rtl"] = Field(description="how the core was made")
    target: str = Field(description="name of the target's file")
    device: str = Field(description="part number, package and speed grade")
    scope: Literal["aead", "core"] = Field(description="'aead': the whole hardware API unit was placed; 'core': the cipher core alone")
    status: str = Field(default=OK, min_length=1, description="'ok', or why there is no result")
    estimate: bool = Field(default=False, description="true: figures before place and route, not comparable with others")

    w: Width = Field(description="bits of the public data port and of the output")
    sw: Width = Field(description="bits of the secret data port")
    block_bits: Width = Field(description="message bits in one block")
    cycles_per_block: Positive | None = Field(
        default=None, description="clock cycles for one more block of plaintext in a long message; measured in simulation"
    )
    cycles_per_block_decrypt: Positive | None = Field(default=None, description="the same for ciphertext when decrypting")
    cycles_per_ad_block: Positive | None = Field(default=None, description="the same for associated data when encrypting")
    cycles_per_ad_block_decrypt: Positive | None = Field(default=None, description="the same for associated data when decrypting")

    luts: Width | None = Field(default=None, description="look-up tables of the placed design")
    ffs: Count | None = Field(default=None, description="flip-flops of the placed design")
    brams: Count | None = Field(default=None, description="block memories of the placed design")
    dsps: Count | None = Field(default=None, description="multiplier blocks of the placed design")
    fmax_mhz: Positive | None = Field(default=None, description="highest clock frequency after routing, MHz")
    throughput_mbps: Positive | None = Field(
        default_factory=lambda given: _derived(given)["throughput_mbps"], description="block_bits * fmax_mhz / cycles_per_block, Mbit/s"
    )
    throughput_per_area: Positive | None = Field(
        default_factory=lambda given: _derived(given)["throughput_per_area"], description="throughput_mbps / luts, Mbit/s per LUT"
    )

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
        """True when there is a result to rank."""
        return self.status == OK

    @property
    def key(self) -> Key:
        """Target, scope, algorithm, variant, approach."""
        return Key(self.target, self.scope, self.algorithm, self.variant, self.approach)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """A result is whole, a failure has no throughput, and the derived figures follow from the measured ones."""
        if not self.ok:
            if self.throughput_mbps is not None or self.throughput_per_area is not None:
                raise ValueError("a failed measurement has no throughput")
            return self
        missing = [name for name in _NEEDED_WHEN_OK if getattr(self, name) is None]
        if missing:
            raise ValueError(f"status is 'ok' but there is no {', '.join(missing)}")
        self._check_derived()
        return self

    def _check_derived(self) -> None:
        for name, expected in _derived(self.__dict__).items():
            value = getattr(self, name)
            if abs(value - expected) > _RELATIVE_TOLERANCE * expected:
                raise ValueError(f"{name} is {value}, but from the other fields it is {expected}")


def throughput_mbps(block_bits: float, cycles_per_block: float, fmax_mhz: float) -> float:
    """Throughput for long messages in Mbit/s: block size (bits) over cycles per block times the clock period."""
    return block_bits * fmax_mhz / cycles_per_block


def _derived(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The two figures that follow from the others, None where something is missing or the measurement failed."""
    cycles, fmax, luts = fields.get("cycles_per_block"), fields.get("fmax_mhz"), fields.get("luts")
    if fields.get("status") != OK or cycles is None or fmax is None or luts is None:
        return {"throughput_mbps": None, "throughput_per_area": None}
    throughput = throughput_mbps(fields["block_bits"], cycles, fmax)
    return {"throughput_mbps": throughput, "throughput_per_area": throughput / luts}


def newest(measurements: list[Measurement]) -> list[Measurement]:
    """The newest measurement of each key, ordered by key; of two with the same date, the later in the list."""
    chosen: dict[Key, Measurement] = {}
    for measurement in sorted(measurements, key=lambda m: m.date):
        chosen[measurement.key] = measurement
    return [chosen[key] for key in sorted(chosen)]
