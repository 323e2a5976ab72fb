"""The CAESAR Hardware API v1.0 for authenticated ciphers (docs/hardware-api.md)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptagon.catalog import Algorithm
from cryptagon.hwapi import Message, write_vector_files
from cryptagon.interfaces.base import Interface
from cryptagon.simulate.levels import Testbench, level_of, top_of


class Caesar(Interface):
    """Public data in on `pdi` and out on `do`, w bits; the key on `sdi`, sw bits."""

    name = "caesar-1.0"
    title = "CAESAR Hardware API 1.0"
    algorithm_class = "aead"
    top = "AEAD"
    buses: Mapping[str, int] = {"w": 32, "sw": 32}

    def top_of(self, algorithm: Algorithm) -> str:
        """With the streams of a FIFO outside where the core goes over its data twice."""
        return top_of(algorithm)

    def parameters(self, algorithm: Algorithm, bus: Mapping[str, int]) -> dict[str, int]:
        """Those of AEAD.sv."""
        return algorithm.hardware_parameters(bus["w"], bus["sw"])

    def testbench(self, algorithm: Algorithm, bus: Mapping[str, int]) -> Testbench[Message]:
        """The words of messages on the three buses."""
        return level_of("unit", algorithm, bus["w"], bus["sw"])

    def write_vectors(
        self,
        folder: Path,
        algorithm: Algorithm,
        messages: Sequence[Message],
        bus: Mapping[str, int],
    ) -> tuple[Path, ...]:
        """`pdi.txt`, `sdi.txt` and `do.txt`."""
        return write_vector_files(folder, algorithm, messages, bus["w"], bus["sw"])


INTERFACE = Caesar()
