"""Wrong cores, made from right ones: what verification must find."""

from cryptagon.mutation.catalogue import CONTROLS, FAULTS
from cryptagon.mutation.fault import Fault
from cryptagon.mutation.wrapper import with_fault, wrapped

__all__ = ["CONTROLS", "FAULTS", "Fault", "with_fault", "wrapped"]
