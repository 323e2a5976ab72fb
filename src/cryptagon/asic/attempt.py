"""One try at mapping a design to cells, with what came of it."""

from dataclasses import dataclass, field
from pathlib import Path

OK = "ok"


@dataclass(frozen=True)
class CellAttempt:
    """One netlist of cells. `status` is "ok" or why there is no clock; the figures are then those
    known so far, or None.

    `gate_equivalents` is the area over that of the library's NAND of two inputs,
    `register_equivalents` the part of it that is flip-flops; `area` is in the library's unit.
    `overloaded` counts nets beyond what their driver is made for. All of it before layout.
    """

    strategy: str
    status: str
    folder: Path
    area: float | None = None
    gate_equivalents: float | None = None
    register_equivalents: float | None = None
    registers: int | None = None
    cells: dict[str, int] = field(default_factory=dict)
    fmax_mhz: float | None = None
    overloaded: int = 0
    critical_path: tuple[str, ...] = ()
    cached: bool = field(default=False, compare=False)

    @property
    def ok(self) -> bool:
        """True when the design has a clock frequency."""
        return self.status == OK
