"""How a Verilog core is made: by hand, from C, ...

Each approach is a module here, found by being there.
"""

from cryptagon.approaches.base import Approach, Made, Teller
from cryptagon.approaches.registry import (
    approach,
    approaches,
    approaches_of,
    core_folder,
    entries_of,
    made,
)
from cryptagon.registry import with_own_folders

__all__ = [
    "Approach",
    "Made",
    "Teller",
    "approach",
    "approaches",
    "approaches_of",
    "core_folder",
    "entries_of",
    "made",
]

__path__ = with_own_folders(__name__, __path__)
