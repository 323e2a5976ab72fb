"""One measurement: what was built, what came out, and everything needed to make it again."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from cryptagon.results.placed import AREA_AND_SPEED, OK, PlacedDesign, Positive, Width

SCHEMA_VERSION = 1
_RELATIVE_TOLERANCE = 1e-6


class Key(NamedTuple):
    """What makes two measurements answers to the same question; the newer one is the one to show."""

    target: str
    scope: str
    algorithm: str
    variant: str
    approach: str


class Measurement(PlacedDesign):
    """One design on one device. A failed one has its reason as `status` and null wherever there is nothing to tell.

    `throughput_mbps` and `throughput_per_area` follow from the other fields: leave them out and they are filled in; give them and they are
    checked. Raises pydantic's ValidationError when a field is missing, unknown, out of range or contradicts the others.
    """

    schema_version: Literal[1] = Field(default=SCHEMA_VERSION, description="version of this layout; a newer one is refused")
    algorithm: str = Field(description="name of the algorithm's folder, as in SUPERCOP where it has one")
    scope: Literal["aead", "core"] = Field(description="'aead': the whole hardware API unit was placed; 'core': the cipher core alone")

    w: Width = Field(description="bits of the public data port and of the output")
    sw: Width = Field(description="bits of the secret data port")
    block_bits: Width = Field(description="message bits in one block")
    cycles_per_block: Positive | None = Field(
        default=None, description="clock cycles for one more block of plaintext in a long message; measured in simulation"
    )
    cycles_per_block_decrypt: Positive | None = Field(default=None, description="the same for ciphertext when decrypting")
    cycles_per_ad_block: Positive | None = Field(default=None, description="the same for associated data when encrypting")
    cycles_per_ad_block_decrypt: Positive | None = Field(default=None, description="the same for associated data when decrypting")

    throughput_mbps: Positive | None = Field(
        default_factory=lambda given: _derived(given)["throughput_mbps"], description="block_bits * fmax_mhz / cycles_per_block, Mbit/s"
    )
    throughput_per_area: Positive | None = Field(
        default_factory=lambda given: _derived(given)["throughput_per_area"], description="throughput_mbps / luts, Mbit/s per LUT"
    )

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
        self.check_whole(("cycles_per_block", *AREA_AND_SPEED, "throughput_mbps", "throughput_per_area"))
        self._check_derived()
        return self

    def _check_derived(self) -> None:
        for name, expected in _derived(self.__dict__).items():
            value = getattr(self, name)
            if value is None or expected is None:
                if value != expected:
                    raise ValueError(f"{name} is {value}, but from the other fields it is {expected}")
                continue
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
