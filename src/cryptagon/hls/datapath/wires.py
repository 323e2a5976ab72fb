"""Values of the XLS IR."""

from dataclasses import dataclass, field

from cryptagon.hls.ir.instructions import Operand

STATE = "fsm"
"""The register with the number of the state, and the input of the datapath that has it."""
Fact = tuple[Operand, int]
"""An operand, and the value that it has."""


@dataclass(frozen=True)
class Wire:
    """A value in the XLS IR: its node's name, its width in bits, and its value when it is a
    constant.

    `told` are facts that hold in the cycles in which a condition of one bit is 1, and `whole` says
    that it is 1 wherever they hold. `factors` are the conditions that it is an AND of, if there are
    several. The same node may be told other facts elsewhere.
    """

    name: str
    width: int
    constant: int | None = None
    told: tuple[Fact, ...] = field(default=(), compare=False)
    whole: bool = field(default=False, compare=False)
    factors: tuple["Wire", ...] = field(default=(), compare=False)
