"""What there is to benchmark, and on what: the TOML files of `algorithms/`, `targets/` and `contests/` as checked models."""

from cryptagon.catalog.algorithm import Algorithm, Architecture, Padding, Sizes, Specification, algorithm, algorithms
from cryptagon.catalog.contest import Contest, Effort, Rules, load_contest
from cryptagon.catalog.target import Target, target, targets

__all__ = [
    "Algorithm",
    "Architecture",
    "Contest",
    "Effort",
    "Padding",
    "Rules",
    "Sizes",
    "Specification",
    "Target",
    "algorithm",
    "algorithms",
    "load_contest",
    "target",
    "targets",
]
