"""Layouts of C: how many blocks are computed at once, and in which words."""

from collections.abc import Callable, Mapping

from cryptagon.spt.code.layouts.bitsliced import bitsliced
from cryptagon.spt.code.layouts.cipher import Cipher, cipher_of
from cryptagon.spt.code.layouts.scalar import scalar
from cryptagon.spt.code.layouts.sources import Parts, Workshop, sources
from cryptagon.spt.code.layouts.steady import Steady
from cryptagon.spt.code.layouts.tables import tables
from cryptagon.spt.code.portable import Sources
from cryptagon.spt.code.words import Words
from cryptagon.spt.model import Program

__all__ = ["LAYOUTS", "Cipher", "cipher_of", "generate_layout"]

LAYOUTS: Mapping[str, Callable[[Workshop], Parts]] = {
    "scalar": scalar,
    "tables": tables,
    "bitsliced": bitsliced,
}
"""What makes each layout."""


def generate_layout(
    program: Program, name: str, layout: str, command: str = "cryptagon spt build"
) -> Sources:
    """C of a block cipher in a layout, with ECB and CTR.

    Raises CryptagonError where the figure is none, or has no such layout.
    """
    shop = Workshop(cipher_of(program, name), Steady() if layout == "bitsliced" else Words())
    return sources(shop, LAYOUTS[layout](shop), command)
