"""Units outside the datapath: operators of which there are as many as the designer asked for,
however many places use them.

A place that uses one is a call of `cg.VERB.UNIT`. The datapath gives each port of a unit its
operands, chosen among the places that share the port, and takes the result back as an input; the
core holds the unit itself between them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cryptagon.hls.ir.instructions import Instruction, UnitCall

Signal = tuple[str, int]


@dataclass(frozen=True)
class Operation:
    """What the calls of `call` do: names and widths of their operands, and of what comes back
    (`None` for nothing).

    A cycle has at most `ports` of them, else it ends for the reason `crowded`; `after` are calls
    that must not come before one in the same cycle, with the reason that the next cycle begins for.
    `enabled` operations tell the unit when they happen. The result of a `combinational` one comes
    in the same cycle, `levels` of look-up tables later (see `delays`). One with `cycles`, at least
    and at most, takes clock cycles of its own: it is the states of a function (`Subroutine`), None
    for a unit. The most are None where they hang on data.
    """

    call: str
    operands: tuple[Signal, ...] = ()
    result: Signal | None = None
    ports: int = 1
    crowded: str = ""
    after: Mapping[str, str] = field(default_factory=dict)
    enabled: bool = False
    combinational: bool = False
    levels: float = 0.0
    cycles: tuple[int, int | None] | None = None

    def port_name(self, port: int) -> str:
        """What the signals of a port begin with."""
        _, verb, unit = self.call.split(".", 2)
        return f"{unit}_{verb}_{port}"


Operations = Mapping[str, Operation]


def operation_of(instruction: Instruction, operations: Operations) -> Operation | None:
    """The operation that an instruction calls; None for any other instruction."""
    return operations.get(instruction.callee) if isinstance(instruction, UnitCall) else None


def is_clocked_call(instruction: Instruction, operations: Operations) -> bool:
    """Whether an instruction calls a function that takes clock cycles."""
    operation = operation_of(instruction, operations)
    return operation is not None and operation.cycles is not None


def ordinal(number: int) -> str:
    """Which one it is, in words as far as they are short."""
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(number, f"{number}th")
