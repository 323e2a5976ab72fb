"""Random programs of clocked C against their Verilog; a failing one is made small.

`python -m random_programs` runs many.
"""

from random_programs.generator import random_design, random_designs

__all__ = ["random_design", "random_designs"]
