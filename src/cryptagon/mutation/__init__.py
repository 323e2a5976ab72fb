"""Wrong cores, made from right ones: what verification must find."""

from cryptagon.mutation.catalogue import FAMILIES, FAULTS, Family
from cryptagon.mutation.fault import Fault
from cryptagon.mutation.wrapper import with_fault, wrapped

__all__ = ["FAMILIES", "FAULTS", "Family", "Fault", "with_fault", "wrapped"]
