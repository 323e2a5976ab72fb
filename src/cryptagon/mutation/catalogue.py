"""The catalogue: all faults at the ports of a core, by the wrapper that they are put into."""

from dataclasses import dataclass

from cryptagon.mutation import (
    comparisons,
    counts,
    expansion,
    inputs,
    outputs,
    second_pass,
    secret_number,
)
from cryptagon.mutation.fault import Fault


@dataclass(frozen=True)
class Family:
    """The faults of one wrapper: `template` is its file.

    `controls` are no faults: right cores that prove the wrapper right.
    """

    name: str
    template: str
    controls: tuple[Fault, ...]
    faults: tuple[Fault, ...]

    def number(self, name: str) -> int:
        """By which the wrapper knows the fault or control of that name, from 1."""
        return next(
            number
            for number, fault in enumerate((*self.controls, *self.faults), start=1)
            if fault.name == name
        )


FAMILIES = (
    Family(
        "streams",
        "ports.sv.template",
        (
            Fault("none", "the core as it is", {}),
            Fault("block-register", "a register in front of bdi", inputs.block_register()),
            second_pass.REGISTER,
        ),
        (
            *outputs.FAULTS,
            *inputs.FAULTS,
            *counts.FAULTS,
            *second_pass.FAULTS,
            *secret_number.FAULTS,
            *expansion.FAULTS,
        ),
    ),
    Family(
        "comparison",
        "comparison.sv.template",
        (Fault("none", "the tag is compared anew", {}),),
        comparisons.FAULTS,
    ),
)
FAULTS: tuple[Fault, ...] = tuple(fault for family in FAMILIES for fault in family.faults)
