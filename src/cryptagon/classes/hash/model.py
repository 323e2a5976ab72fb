"""`algorithm.toml` of class "hash"."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from cryptagon.catalog import AlgorithmFolder, StreamPort, Width
from cryptagon.catalog.toml_file import TomlModel
from cryptagon.classes.hash.padding import Padding

Bits = Annotated[int, Field(strict=True, ge=32, le=4096, multiple_of=32)]


class Sizes(TomlModel):
    """Widths in bits: of the blocks that the core takes, and of the digest."""

    block: Bits
    digest: Bits


class HashArchitecture(TomlModel):
    """How the cores work, for readers.

    `cycles` is the formula of a message of N blocks; figures are always measured.
    """

    description: str
    cycles: str
    notes: str = ""


class Hash(AlgorithmFolder):
    """A hash function. `bus` has the width `w` of the words that go with it."""

    sizes: Sizes
    padding: Padding
    architecture: HashArchitecture

    @property
    def block_bytes(self) -> int:
        """A block's length in bytes."""
        return self.sizes.block // 8

    @property
    def ports(self) -> tuple[StreamPort, StreamPort]:
        """The streams of a HashCore (docs/hash-interface.md)."""
        fields = {"last": 1, "bytes": self.block_bytes.bit_length(), "data": self.sizes.block}
        block = StreamPort(name="block", direction="in", fields=fields)
        return block, StreamPort(name="digest", direction="out", fields={"data": self.sizes.digest})

    @property
    def widths(self) -> tuple[Width, ...]:
        """Those of blocks and digests."""
        sizes = self.sizes
        return Width("block", sizes.block, ("sizes", "block"), "BLOCK_BITS"), Width(
            "digest", sizes.digest, ("sizes", "digest"), "DIGEST_BITS"
        )

    @property
    def answer_files(self) -> tuple[Path, ...]:
        """Known-answer files, in the order of their names."""
        return tuple(sorted((self.folder / "kat").glob("*.txt")))
