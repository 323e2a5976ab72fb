"""The catalogue: all faults at the ports of a core, and the wrappers without a fault that prove the wrapper right."""

from cryptagon.mutation import counts, inputs, outputs
from cryptagon.mutation.fault import Fault

FAULTS: tuple[Fault, ...] = (*outputs.FAULTS, *inputs.FAULTS, *counts.FAULTS)

CONTROLS: tuple[Fault, ...] = (
    Fault("none", "the core as it is", {}),
    Fault("block-register", "a register in front of bdi", inputs.block_register()),
)
"""Right cores made in the same way as the wrong ones: verification must find nothing in them."""
