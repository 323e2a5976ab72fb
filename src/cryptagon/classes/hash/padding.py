"""The padding of a hash function as data: what comes behind a message, and how
`hdl/sha3/HashPad.sv` is told.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cryptagon.catalog.toml_file import TomlModel

MOST_VALUE = 0x7FFFFFFF
"""Parameters of the hardware are signed integers of 32 bits to the tools."""

COUNTS = {"bits": 1, "blocks": 2}


class Constant(TomlModel):
    """So many bytes with a `value`, its most significant byte first."""

    size: Annotated[int, Field(strict=True, ge=0, le=255, alias="bytes")] = 0
    value: Annotated[int, Field(strict=True, ge=0, le=MOST_VALUE)] = 0

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.value >> 8 * self.size:
            raise ValueError(f"{self.value:#x} does not fit into {self.size} bytes")
        return self

    @property
    def content(self) -> bytes:
        """The bytes."""
        return self.value.to_bytes(self.size, "big")


class Count(TomlModel):
    """A number in the last block: the message's length in bits, or how many blocks there are,
    padding included.
    """

    of: Literal["bits", "blocks"]
    size: Annotated[int, Field(strict=True, ge=8, le=64, alias="bytes")]
    order: Literal["big", "little"]


class Padding(TomlModel):
    """Behind the message come `marker`, zeros, and as the very last bytes `before`, `count`,
    `after`.

    `final` is added to the byte before those. There are as few blocks as hold all of it, and at
    least one. Where nothing is given, the last block is filled with zeros.
    """

    marker: Constant = Constant()
    final: Annotated[int, Field(strict=True, ge=0, le=255)] = 0
    before: Constant = Constant()
    count: Count | None = None
    after: Constant = Constant()

    @model_validator(mode="after")
    def _marker_is_short(self) -> Self:
        if self.marker.size > 4:
            raise ValueError(f"a marker has at most 4 bytes, and this one {self.marker.size}")
        return self

    @model_validator(mode="after")
    def _final_finds_its_byte(self) -> Self:
        if self.final and not self.marker.size:
            raise ValueError("final needs a marker: without one the byte may belong to the message")
        return self

    def padded(self, message: bytes, block: int) -> bytes:
        """The message with its padding: whole blocks of `block` bytes."""
        count_bytes = self.count.size if self.count else 0
        trailer = self.before.size + count_bytes + self.after.size
        start = message + self.marker.content
        blocks = max(1, -(-(len(start) + trailer) // block))
        padded = bytearray(start.ljust(blocks * block - trailer, b"\0"))
        if self.final:
            padded[-1] |= self.final
        padded += self.before.content
        if self.count:
            number = 8 * len(message) if self.count.of == "bits" else blocks
            padded += number.to_bytes(count_bytes, self.count.order)
        return bytes(padded + self.after.content)

    @property
    def parameters(self) -> dict[str, int]:
        """The parameters of HashUnit that say this."""
        return {
            "MARKER_BYTES": self.marker.size,
            "MARKER": self.marker.value,
            "FINAL": self.final,
            "BEFORE_BYTES": self.before.size,
            "BEFORE": self.before.value,
            "COUNT": COUNTS[self.count.of] if self.count else 0,
            "COUNT_BYTES": self.count.size if self.count else 0,
            "COUNT_LITTLE": int(self.count is not None and self.count.order == "little"),
            "AFTER_BYTES": self.after.size,
            "AFTER": self.after.value,
        }
