"""The LWC Hardware API v1.2 for authenticated ciphers (docs/lwc-api.md)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import Algorithm
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message, write_lwc_files
from cryptagon.interfaces.base import Interface
from cryptagon.simulate.levels import Testbench, UnitTop, unit_level

WIDTHS = (8, 16, 32)
SHARED = ("CommandFifo", "PublicInput", "Realigner", "SegmentCounter")
"""Modules of the CAESAR API that a unit has, too."""


class Lwc(Interface):
    """Public data in on `pdi` and out on `do`, the key on `sdi`: w bits, all three; `do_last` with
    the status.
    """

    name = "lwc-1.2"
    title = "LWC Hardware API 1.2"
    algorithm_class = "aead"
    top = "LWC"
    buses: Mapping[str, int] = {"w": 32}
    serves_hash = True

    @property
    def sources(self) -> tuple[Path, ...]:
        """The files of its own folder, and what it shares with the CAESAR API."""
        shared = (file for file in paths.hardware_of("caesar-1.0") if file.stem in SHARED)
        return (*paths.hardware_of(self.name), *shared)

    def parameters(self, algorithm: Algorithm, bus: Mapping[str, int]) -> dict[str, int]:
        """Those of LWC.sv; with those of a hash function where the algorithm has one.

        Raises CryptagonError for widths other than 8, 16 and 32, for those that do not divide a
        size of the algorithm, and for an algorithm that needs what the unit does not have.
        """
        w = bus["w"]
        if w not in WIDTHS:
            raise CryptagonError(
                f"w = {w} is not a bus width of the {self.title}",
                fix=f"choose w from {', '.join(map(str, WIDTHS))}",
            )
        _check_needs(self.title, algorithm)
        found = algorithm.hardware_parameters(w, w)
        del found["SW"]  # all buses have one width
        if algorithm.hash is None:
            return found
        if algorithm.hash.block % w:
            raise CryptagonError(
                f"w = {w} does not divide a block to hash of {algorithm.name}, {algorithm.hash.block} bits",
                where=str(algorithm.file),
                fix="choose a narrower w",
            )
        return {**found, **algorithm.hash.parameters}

    def testbench(self, algorithm: Algorithm, bus: Mapping[str, int]) -> Testbench[Message]:
        """The words of messages on the three buses."""
        w = bus["w"]
        around = UnitTop(self.top, self.parameters(algorithm, bus), self.sources, do_last=True)
        return unit_level(algorithm, w, w, around)

    def write_vectors(
        self,
        folder: Path,
        algorithm: Algorithm,
        messages: Sequence[Message],
        bus: Mapping[str, int],
    ) -> tuple[Path, ...]:
        """`pdi.txt`, `sdi.txt` and `do.txt` in the form of cryptotvgen."""
        self.parameters(algorithm, bus)
        return write_lwc_files(folder, algorithm, messages, bus["w"])


def _check_needs(title: str, algorithm: Algorithm) -> None:
    """Raises CryptagonError for an algorithm that needs what no unit of this interface has."""
    needs = {
        "a secret message number": algorithm.sizes.nsec > 0,
        "ciphertext that expands": algorithm.padding.expands,
        "segments of any length": algorithm.interface.any_segments,
        "two passes": algorithm.interface.two_pass,
    }
    for need, asked in needs.items():
        if asked:
            raise CryptagonError(
                f"the {title} does not serve {algorithm.name}",
                where=str(algorithm.folder),
                why=f"it needs {need}",
                fix="take the interface caesar-1.0",
            )


INTERFACE = Lwc()
