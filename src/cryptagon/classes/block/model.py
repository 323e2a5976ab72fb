"""`algorithm.toml` of class "block": an iterative block cipher core, encryption and decryption
(docs/block-ciphers.md).
"""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from cryptagon.catalog import AlgorithmFolder, StreamPort, Width
from cryptagon.catalog.toml_file import TomlModel

MODULE = "BlockCipher"

Bits = Annotated[int, Field(strict=True, gt=0, le=1024, multiple_of=8)]


class BlockSizes(TomlModel):
    """Widths in bits, multiples of 8."""

    key: Bits
    block: Bits


class BlockArchitecture(TomlModel):
    """How the cores work, for readers; figures are always measured."""

    description: str
    rounds: int
    cycles_per_block: int
    notes: str = ""


class BlockCipher(AlgorithmFolder):
    """A block cipher.

    Its Verilog's top module is `BlockCipher`, with clk, rst (synchronous, active high) and the
    streams of `ports`.
    """

    sizes: BlockSizes
    architecture: BlockArchitecture

    @property
    def inputs(self) -> tuple[StreamPort, ...]:
        """Keys, and blocks; a block with `new_key` is worked on under the next key, one with
        `decrypt` is decrypted.
        """
        return (
            StreamPort(name="key", direction="in", fields={"data": self.sizes.key}),
            StreamPort(
                name="block",
                direction="in",
                fields={"new_key": 1, "decrypt": 1, "data": self.sizes.block},
            ),
        )

    @property
    def output(self) -> StreamPort:
        """One block for each that went in, in the same order."""
        return StreamPort(name="result", direction="out", fields={"data": self.sizes.block})

    @property
    def ports(self) -> tuple[StreamPort, ...]:
        """All streams, the first byte of keys and blocks most significant."""
        return (*self.inputs, self.output)

    @property
    def widths(self) -> tuple[Width, ...]:
        """Those of keys, blocks and results."""
        sizes = self.sizes
        blocks = (
            Width(port, sizes.block, ("sizes", "block"), "BLOCK_BITS")
            for port in ("block", "result")
        )
        return Width("key", sizes.key, ("sizes", "key"), "KEY_BITS"), *blocks

    @property
    def answer_files(self) -> tuple[Path, ...]:
        """Known-answer files, in the order of their names."""
        return tuple(sorted((self.folder / "kat").glob("*.txt")))
