"""The LWC Hardware API v1.2 for hash functions (docs/lwc-api.md)."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import StreamPort
from cryptagon.errors import CryptagonError
from cryptagon.interfaces.hash_interface import HashFunction, HashInterface
from cryptagon.interfaces.lwc_hash import messages as unit_messages
from cryptagon.interfaces.lwc_hash.words import LwcWords
from cryptagon.interfaces.sha3.words import HashMessage
from cryptagon.simulate import StreamBench
from cryptagon.simulate.levels import Item

WIDTHS = (8, 16, 32)
CONTRACT = "docs/lwc-api.md"
SHARED = {"caesar-1.0": ("SegmentCounter",), "sha3": ("HashPad", "HashUnload")}
"""Modules of other interfaces that a unit has, too."""


class LwcPort(StreamPort):
    """A bus: each field of its items is on a port NAME_FIELD."""

    def signal_of(self, field: str) -> str:
        """The Verilog port of a field."""
        return f"{self.name}_{field}"


@dataclass(frozen=True)
class LwcBench(StreamBench):
    """A unit that takes messages of class `HashMessage`."""

    def inputs(self, messages: Sequence[HashMessage]) -> Iterator[Item]:  # type: ignore[override]
        """What is offered, in order."""
        return super().inputs([LwcWords(message) for message in messages])

    def outputs(self, messages: Sequence[HashMessage]) -> Iterator[Item]:  # type: ignore[override]
        """What must come, in order."""
        return super().outputs([LwcWords(message) for message in messages])


class LwcHash(HashInterface):
    """Words of w bits in on `pdi` and out on `do`; `do_last` with the status."""

    name = "lwc-1.2-hash"
    title = "LWC Hardware API 1.2 for hash functions"
    top = "LWCHash"
    buses: Mapping[str, int] = {"w": 32}

    @property
    def sources(self) -> tuple[Path, ...]:
        """The files of its own folder, and what it shares with other interfaces."""
        shared = (
            file
            for interface, modules in SHARED.items()
            for file in paths.hardware_of(interface)
            if file.stem in modules
        )
        return (*paths.hardware_of(self.name), *shared)

    def parameters(self, algorithm: HashFunction, bus: Mapping[str, int]) -> dict[str, int]:
        """Those of LWCHash.sv."""
        w, sizes, padding = bus["w"], algorithm.sizes, algorithm.padding.parameters
        if w not in WIDTHS:
            raise CryptagonError(
                f"w = {w} is not a bus width of the {self.title}",
                where=algorithm.name,
                fix=f"choose w from {', '.join(map(str, WIDTHS))}",
            )
        needs = {
            f"its marker has {padding['MARKER_BYTES']} bytes": 8 * padding["MARKER_BYTES"] > w,
            "its padding counts bits": padding["COUNT"] == 1 and w == WIDTHS[0],
        }
        for why, unfit in needs.items():
            if unfit:
                what = f"words of {w} bits do not go with the padding of {algorithm.name}"
                raise CryptagonError(what, why=why, fix="choose wider words")
        return {"W": w, "BLOCK": sizes.block, "DIGEST": sizes.digest, **padding}

    def testbench(self, algorithm: HashFunction, bus: Mapping[str, int]) -> StreamBench:
        """The words of messages on the two buses."""
        found, w = self.parameters(algorithm, bus), bus["w"]
        listed = ", ".join(f".{name}({value})" for name, value in found.items())
        ports = (
            LwcPort(name="pdi", direction="in", fields={"data": w}),
            LwcPort(name="do", direction="out", fields={"last": 1, "data": w}),
        )
        module = f"{self.top} #({listed})"
        return LwcBench(
            algorithm.name, module, ports, CONTRACT, "unit", library=self.sources, item="word"
        )

    def cut(self, message: HashMessage, block: int, rng: random.Random) -> HashMessage:
        """In segments of whole words; the last one of any length."""
        return unit_messages.cut(message, block, rng)

    def refused(
        self, messages: Sequence[HashMessage], algorithm: HashFunction, rng: random.Random
    ) -> list[HashMessage]:
        """Other instructions, types and flags, and empty segments before the last."""
        return unit_messages.refused(messages, rng)


INTERFACE = LwcHash()
