"""What there is to benchmark, and on what: the TOML files of `algorithms/`, `targets/` and
`contests/` as checked models.
"""

from cryptagon.catalog.algorithm import (
    KAT_SUFFIXES,
    Algorithm,
    AlgorithmFolder,
    Architecture,
    InterfaceNeeds,
    Sizes,
    Specification,
    Variant,
    algorithm,
    algorithms,
)
from cryptagon.catalog.discovery import class_of, replaced
from cryptagon.catalog.effort import LEVELS, Effort, Objective, Rules
from cryptagon.catalog.entry import Entry
from cryptagon.catalog.hash_part import HashPart
from cryptagon.catalog.kernel import Kernel, kernel, kernels
from cryptagon.catalog.padding import Padding
from cryptagon.catalog.ports import StreamPort
from cryptagon.catalog.target import Target, target, targets
from cryptagon.catalog.widths import Width, check_widths

__all__ = [
    "KAT_SUFFIXES",
    "LEVELS",
    "Algorithm",
    "AlgorithmFolder",
    "Architecture",
    "Effort",
    "Entry",
    "HashPart",
    "InterfaceNeeds",
    "Kernel",
    "Objective",
    "Padding",
    "Rules",
    "Sizes",
    "Specification",
    "StreamPort",
    "Target",
    "Variant",
    "Width",
    "algorithm",
    "algorithms",
    "check_widths",
    "class_of",
    "kernel",
    "kernels",
    "replaced",
    "target",
    "targets",
]
