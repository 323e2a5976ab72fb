"""What a proof came to."""

from dataclasses import dataclass
from enum import StrEnum

from cryptagon.hls.llvm_ir import Location


class Standing(StrEnum):
    """Proved equal; not proved, so that only tests speak for it; or different."""

    PROVED = "proved"
    TESTED = "tested"
    DIFFERENT = "different"


@dataclass(frozen=True)
class Fault:
    """One difference: `signal` of the Verilog should be `expected` and is `found`, or `what` happens, which never must.

    `values` are the registers and ports of the cycle in which it shows, `location` the C line that the value comes from.
    """

    what: str
    location: Location
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Part:
    """The standing of a state, of the reset, or of a shared function; `why` says why it is not proved. `seconds` are of wall-clock time."""

    name: str
    standing: Standing
    why: str
    faults: tuple[Fault, ...]
    seconds: float


@dataclass(frozen=True)
class Proof:
    """The standing of a core: that of its worst part. `seconds` include what all parts share; `beside` is what the proof does not speak of."""

    parts: tuple[Part, ...]
    beside: tuple[str, ...]
    seconds: float

    @property
    def standing(self) -> Standing:
        """Different where a part is, else tested where one is."""
        found = {part.standing for part in self.parts}
        return next((one for one in (Standing.DIFFERENT, Standing.TESTED) if one in found), Standing.PROVED)
