"""Values of the XLS IR."""

from dataclasses import dataclass

STATE = "fsm"
"""The register with the number of the state, and the input of the datapath that has it."""


@dataclass(frozen=True)
class Wire:
    """A value in the XLS IR: its node's name, its width in bits, and its value when it is a
    constant.
    """

    name: str
    width: int
    constant: int | None = None
