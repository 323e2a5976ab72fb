"""How a Verilog core is made: by hand, from C, ... Each approach is a module here, found by being there."""

from cryptagon.approaches.base import Approach, Made, Teller
from cryptagon.approaches.registry import approach, approaches, approaches_of, core_folder, entries_of, made

__all__ = ["Approach", "Made", "Teller", "approach", "approaches", "approaches_of", "core_folder", "entries_of", "made"]
