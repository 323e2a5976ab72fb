"""What is asked of a record's design when it is made again, whoever's design it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from cryptagon.catalog import Rules, Target
from cryptagon.fpga import Design
from cryptagon.results import Measurement, Verification

# Told in a few words how far a stage has come.
Teller = Callable[[str], None]


@dataclass(frozen=True)
class Made:
    """A design, and what was found on the way to it; `core_digest` is that of its Verilog."""

    core_digest: str
    design: Design
    verification: tuple[Verification, ...]
    cycles: Mapping[str, float]


class Recorded(Protocol):
    """A record with what makes its design again, whoever's that is."""

    @property
    def record(self) -> Measurement:
        """The record."""
        ...

    @property
    def target(self) -> Target:
        """The target, aimed at as it was then."""
        ...

    @property
    def rules(self) -> Rules:
        """The rules of then."""
        ...

    @property
    def name(self) -> str:
        """Design and target, for people."""
        ...

    @property
    def source_digest(self) -> str:
        """That of the sources as they are now."""
        ...

    @property
    def interface_digest(self) -> str | None:
        """That of the hardware around the core now; None where it is a part of the sources."""
        ...

    @property
    def files(self) -> Mapping[str, Any]:
        """Digests of now, as the record's fields `source_files` and `known_answer_files`."""
        ...

    @property
    def tools(self) -> dict[str, str]:
        """Versions of the tools of now, by name."""
        ...

    def make(self, tell: Teller, *, verify: bool, cycles: bool) -> Made:
        """The design made again; its answers checked and its cycles counted where that is asked.

        Raises CryptagonError where a source is at fault.
        """
        ...
