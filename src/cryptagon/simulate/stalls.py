"""How the testbench treats the ports of a design: stalls, pauses, idle gaps, resets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from cryptagon.simulate.levels import Stream

GAP_CYCLES = (0, 1, 2, 3, 5, 8, 13, 40, 100, 300)
"""Idle cycles before an item, one of them by chance."""

LONG_STALL_CYCLES = (0, 1_100)
"""A long stall before every second item, by chance: beyond a counter of ten bits."""

VERY_LONG_STALL_CYCLES = (0, 0, 0, 0, 0, 0, 0, 66_000)
"""Beyond a counter of 16 bits."""


@dataclass(frozen=True)
class Stalls:
    """What happens at the ports besides the items themselves.

    `inputs`, `outputs`: probability, per cycle and port, that an input offers nothing or an output
    takes nothing; with bursts of up to `burst` cycles. `pauses`: by port, numbers of cycles, of
    which one by chance passes before each item: an input offers nothing, an output keeps a valid
    item waiting. `isolate`: a message is offered only when the one before it is answered. `resets`:
    how often, after a whole run, another one is begun and broken off by a reset at any moment; a
    last one goes to its end.
    """

    inputs: float = 0.0
    outputs: float = 0.0
    burst: int = 1
    pauses: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    isolate: bool = False
    resets: int = 0

    @property
    def longest_pause(self) -> int:
        """In cycles."""
        return max((cycles for chosen in self.pauses.values() for cycles in chosen), default=0)


NO_STALLS = Stalls()
STALL_MODES = {
    "none": NO_STALLS,
    "input": Stalls(inputs=0.4, burst=40),
    "output": Stalls(outputs=0.4, burst=40),
    "both": Stalls(inputs=0.4, outputs=0.4, burst=40),
}
"""The modes in which every message goes through a design."""

RESETS = Stalls(inputs=0.2, outputs=0.2, burst=8, resets=32)


def special_modes(streams: Iterable[Stream], *, thorough: bool = False) -> dict[str, Stalls]:
    """Modes for few messages: idle gaps, resets in the middle, and long stalls of each port alone;
    longer ones where `thorough`.
    """
    ports = list(streams)
    gaps = Stalls(pauses={port.name: GAP_CYCLES for port in ports if port.to_design}, isolate=True)
    modes = {"gaps": gaps, "resets": RESETS}
    for port in ports:
        modes[f"long stalls on {port.name}"] = Stalls(pauses={port.name: LONG_STALL_CYCLES})
        if thorough:
            modes[f"very long stalls on {port.name}"] = Stalls(
                pauses={port.name: VERY_LONG_STALL_CYCLES}
            )
    return modes


def stall_text(mode: str) -> str:
    """The mode in words, for people."""
    words = {
        "none": "without stalls",
        "both": "stalls on inputs and outputs",
        "gaps": "idle gaps",
        "resets": "resets in the middle",
    }
    return words.get(mode, f"stalls on {mode}s" if mode in STALL_MODES else mode)
