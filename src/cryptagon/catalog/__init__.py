"""What there is to benchmark, and on what: the TOML files of `algorithms/`, `targets/` and `contests/` as checked models."""

from cryptagon.catalog.algorithm import KAT_SUFFIXES, Algorithm, Architecture, Padding, Sizes, Specification, algorithm, algorithms
from cryptagon.catalog.contest import Contest, Rules, load_contest
from cryptagon.catalog.discovery import class_of, replaced
from cryptagon.catalog.effort import LEVELS, Effort, Objective
from cryptagon.catalog.kernel import Kernel, StreamPort, Variant, kernel, kernels
from cryptagon.catalog.kernel_contest import AnyContest, KernelContest, Participant, Published, load_any_contest, load_kernel_contest
from cryptagon.catalog.target import Target, target, targets

__all__ = [
    "KAT_SUFFIXES",
    "LEVELS",
    "Algorithm",
    "AnyContest",
    "Architecture",
    "Contest",
    "Effort",
    "Kernel",
    "KernelContest",
    "Objective",
    "Padding",
    "Participant",
    "Published",
    "Rules",
    "Sizes",
    "Specification",
    "StreamPort",
    "Target",
    "Variant",
    "algorithm",
    "algorithms",
    "class_of",
    "kernel",
    "kernels",
    "load_any_contest",
    "load_contest",
    "load_kernel_contest",
    "replaced",
    "target",
    "targets",
]
