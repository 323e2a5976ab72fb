"""The hash interface: messages in segments of words, digests as words (docs/hash-interface.md)."""

import random
from collections.abc import Mapping, Sequence

from cryptagon.errors import CryptagonError
from cryptagon.interfaces.hash_interface import HashFunction, HashInterface
from cryptagon.interfaces.sha3 import messages as unit_messages
from cryptagon.interfaces.sha3.words import LENGTH_BITS, HashMessage, Segment, word_ports
from cryptagon.simulate import StreamBench

__all__ = ["INTERFACE", "LENGTH_BITS", "HashMessage", "HashUnit", "Segment"]

WIDTHS = (32, 64, 128, 256)
CONTRACT = "docs/hash-interface.md"


class HashUnit(HashInterface):
    """Words of w bits in on `din` and out on `dout`."""

    name = "sha3"
    title = "hash interface"
    top = "HashUnit"
    buses: Mapping[str, int] = {"w": 64}

    def parameters(self, algorithm: HashFunction, bus: Mapping[str, int]) -> dict[str, int]:
        """Those of HashUnit.sv."""
        w, sizes = bus["w"], algorithm.sizes
        if w not in WIDTHS:
            raise CryptagonError(
                f"w = {w} is not a width of the hash interface",
                fix=f"choose w from {', '.join(map(str, WIDTHS))}",
            )
        for name, bits in (("block", sizes.block), ("digest", sizes.digest)):
            if bits % w:
                fitting = ", ".join(
                    str(width)
                    for width in WIDTHS
                    if sizes.block % width == sizes.digest % width == 0
                )
                what = f"w = {w} does not divide the {name} of {algorithm.name}, {bits} bits"
                raise CryptagonError(what, fix=f"choose w from {fitting}")
        return {
            "W": w,
            "BLOCK": sizes.block,
            "DIGEST": sizes.digest,
            **algorithm.padding.parameters,
        }

    def testbench(self, algorithm: HashFunction, bus: Mapping[str, int]) -> StreamBench:
        """The words of messages on the two buses."""
        parameters = ", ".join(
            f".{name}({value})" for name, value in self.parameters(algorithm, bus).items()
        )
        module, ports = f"{self.top} #({parameters})", word_ports(bus["w"])
        return StreamBench(
            algorithm.name, module, ports, CONTRACT, "unit", library=self.sources, item="word"
        )

    def cut(self, message: HashMessage, block: int, rng: random.Random) -> HashMessage:
        """Anywhere: at a block's end, at a word's end, empty ones."""
        return unit_messages.cut(message, block, rng)

    def refused(
        self, messages: Sequence[HashMessage], algorithm: HashFunction, rng: random.Random
    ) -> list[HashMessage]:
        """Lengths that are not in whole bytes, and bits of a header that must be 0."""
        return unit_messages.refused(messages, algorithm, rng)


INTERFACE = HashUnit()
