"""What a proof came to."""

from dataclasses import dataclass
from enum import StrEnum

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location


class Standing(StrEnum):
    """Proved equal; not proved, so that only tests speak for it; or different."""

    PROVED = "proved"
    TESTED = "tested"
    DIFFERENT = "different"


@dataclass(frozen=True)
class Fault:
    """One difference, in words. `location` is the C line that the right value comes from.

    `values` are the registers and ports of a cycle in which it shows; those that are left out are
    0.
    """

    what: str
    location: Location
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Part:
    """The standing of a state, of the reset, or of a shared function; `why` says why it is not
    proved. `seconds` are of wall-clock time.
    """

    name: str
    standing: Standing
    why: str = ""
    faults: tuple[Fault, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Proof:
    """The standing of all parts of a core.

    `seconds` include what they share; `beside` is what the proof does not speak of.
    """

    parts: tuple[Part, ...]
    beside: tuple[str, ...]
    seconds: float

    @property
    def standing(self) -> Standing:
        """Different where a part is, else tested where one is."""
        found = {part.standing for part in self.parts}
        return next(
            (one for one in (Standing.DIFFERENT, Standing.TESTED) if one in found), Standing.PROVED
        )


def check_proof(proof: Proof) -> None:
    """Raises CryptagonError, with the first difference and a cycle that shows it, for a core that
    is different.
    """
    for part in proof.parts:
        for fault in part.faults[:1]:
            values = ", ".join(f"{name} = {value:#x}" for name, value in fault.values) or "all is 0"
            raise CryptagonError(
                f"the Verilog does not do what the program says in {part.name}: {fault.what}",
                where=str(fault.location),
                why=f"it shows where {values}",
                fix="report this source as a fault of the compiler",
            )
