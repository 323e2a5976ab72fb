"""One try at implementing a design, with what came of it."""

import re
from dataclasses import dataclass
from pathlib import Path

from cryptagon.toolchain.router_watch import ENDLESS

OK = "ok"
NOT_PLACED = "not placed: "
"""How the status of a netlist begins that the search left out because of its size."""
FAILED, BROKE_DOWN = "place and route failed: ", "place and route broke down: "

# What nextpnr says when it has placed cells where their wires, or the last cells, find no way;
# another placement may be luckier.
_MISFORTUNE = re.compile(r"\brout(e|ed|ing)\b|legal placement|overused", re.IGNORECASE)


@dataclass(frozen=True)
class Attempt:
    """One netlist, placed with one seed at one requested frequency; seed and frequency are None for
    an estimate, which nothing placed.

    `status` is "ok" or why there is no result; the figures are then those known so far, or None.
    `critical_path` is one line for each step from register to register. `folder` holds every file
    of the last step that was run. `netlist_digest` is that of `Netlist`. `placer` are the options
    that chose another placer than the first one.
    """

    strategy: str
    seed: int | None
    requested_mhz: float | None
    status: str
    folder: Path
    luts: int | None = None
    ffs: int | None = None
    brams: int | None = None
    dsps: int | None = None
    fmax_mhz: float | None = None
    critical_path: tuple[str, ...] = ()
    netlist_digest: str | None = None
    placer: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True when the design was placed, routed and timed within the rules."""
        return self.status == OK

    @property
    def stalled(self) -> bool:
        """True where the router went round in circles: another placer may help."""
        return self.status.startswith(FAILED + ENDLESS)

    @property
    def another_seed_may_help(self) -> bool:
        """True where place and route could not route this placement, or broke down over it; False
        for what no placement would change.

        That is a result, a design that is too large, has no clock or breaks a rule, and a tool that
        ran out of time.
        """
        if self.status.startswith(FAILED):
            return bool(_MISFORTUNE.search(self.status.removeprefix(FAILED)))
        return self.status.startswith(BROKE_DOWN)
