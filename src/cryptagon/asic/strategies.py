"""Ways to map logic to cells: scripts for ABC, the logic optimiser in Yosys.

What each is worth: docs/asic.md.
"""

from dataclasses import dataclass

# A net to more pins than this gets a tree of buffers.
FANOUT = 16
# In picoseconds: as fast as sizes of gates make it, or slow enough for the smallest gates
# everywhere.
_NOW, _ANY_TIME = 1, 1_000_000

_OPTIMISE = ("strash", "ifraig", "scorr", "dc2")
_CHOICES = ("strash", "dch -f")
_RESTRUCTURE = ("strash", "&get -n", "&st", "&syn3", "&syn3", "&syn4", "&dch -x")
# Buffers for large fan-outs, at registers, too; then larger gates on slow paths and smaller ones
# elsewhere, wires counted (-c).
_SIZE = ("topo", f"buffer -p -c -N {FANOUT}", "topo", "upsize -c {D}", "dnsize -c {D}")


@dataclass(frozen=True)
class Strategy:
    """Commands of ABC, in which {D} is the delay that is asked for, and that delay in
    picoseconds.
    """

    name: str
    commands: tuple[str, ...]
    target_ps: int

    @property
    def script(self) -> str:
        """As Yosys' `abc -script` takes it: a plus sign, and commas for blanks."""
        return "+" + ";".join(self.commands).replace(" ", ",")


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy(
            "area",
            (*_OPTIMISE, "strash", "&get -n", "&dch -f", "&nf -R 1000", "&put", *_SIZE),
            _ANY_TIME,
        ),
        Strategy(
            "area-amap",
            (*_OPTIMISE, *_CHOICES, "amap -F 20 -A 20 -C 5000 -Q 0.1 -m", *_SIZE),
            _ANY_TIME,
        ),
        Strategy("area-restructured", (*_RESTRUCTURE, "&nf -R 1000", "&put", *_SIZE), _ANY_TIME),
        Strategy(
            "balanced", (*_OPTIMISE, "strash", "&get -n", "&dch -f", "&nf", "&put", *_SIZE), _NOW
        ),
        Strategy(
            "balanced-relaxed",
            (*_OPTIMISE, "strash", "&get -n", "&dch -f", "&nf -R 1000", "&put", *_SIZE),
            _NOW,
        ),
        Strategy("balanced-restructured", (*_OPTIMISE, *_RESTRUCTURE, "&nf", "&put", *_SIZE), _NOW),
        Strategy("fast", (*_OPTIMISE, *_CHOICES, "map -B 0.9 {D}", *_SIZE), _NOW),
        Strategy("fastest", (*_OPTIMISE, *_CHOICES, "map {D}", *_SIZE), _NOW),
    )
}
