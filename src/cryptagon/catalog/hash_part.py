"""The table `[hash]` of an authenticated cipher: some of its cores have a hash function, too."""

from collections.abc import Collection
from typing import Annotated

from pydantic import Field

from cryptagon.catalog.padding import Bits, PadCase, pad_mask
from cryptagon.catalog.toml_file import TomlModel


class HashPart(TomlModel):
    """The hash function of the cores of `variants`.

    `function` is the algorithm of class hash whose reference software and known answers serve.
    `digest` and `block` are in bits; a block of the message and one of the digest are alike.
    `padding`: the cases that the unit pads, in the style of the cipher; "empty" is one of them, since
    a message has a block at least.
    """

    function: str
    digest: Bits
    block: Bits
    padding: frozenset[PadCase]
    variants: Annotated[tuple[str, ...], Field(min_length=1)]

    def check(self, widest: int, style: str, known: Collection[str]) -> None:
        """Raises ValueError for a block of more than `widest` bits, for a message without a block or
        padding without a style, and for a variant that is not among the `known`.
        """
        if self.block > widest:
            raise ValueError(
                f"hash.block has {self.block} bits, and the port bdo, which gives the digest, {widest}"
            )
        if "empty" not in self.padding:
            raise ValueError(
                'hash.padding lacks "empty": a message without bytes would give the core no block'
            )
        if style == "none":
            raise ValueError('hash.padding asks for a style under [padding], and that is "none"')
        missing = [name for name in self.variants if name not in known]
        if missing:
            raise ValueError(f'hash.variants has "{missing[0]}", which is no variant')

    @property
    def parameters(self) -> dict[str, int]:
        """Those of hdl/lwc-1.2/LWC.sv."""
        return {
            "HASH_BLOCK": self.block,
            "PAD_HASH": pad_mask(self.padding),
            "DIGEST": self.digest,
        }
