"""Wrong cores, made from right ones: what verification must find."""

from cryptagon.mutation.c_source import Change, changes, sample_changes
from cryptagon.mutation.catalogue import FAMILIES, FAULTS, Family
from cryptagon.mutation.equivalence import proved_equal
from cryptagon.mutation.fault import Fault
from cryptagon.mutation.gates import GATES, sample_gates
from cryptagon.mutation.wrapper import with_fault, wrapped

__all__ = [
    "FAMILIES",
    "FAULTS",
    "GATES",
    "Change",
    "Family",
    "Fault",
    "changes",
    "proved_equal",
    "sample_changes",
    "sample_gates",
    "with_fault",
    "wrapped",
]
