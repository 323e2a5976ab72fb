"""From a drawing of a cipher to what it computes: readers of figures, their checks, and the figure
model (DML).
"""

from cryptagon.spt.interpreter import evaluate
from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type, Value
from cryptagon.spt.reading import Understanding, program_of, understood

__all__ = [
    "Figure",
    "Node",
    "Port",
    "Program",
    "Ref",
    "Type",
    "Understanding",
    "Value",
    "evaluate",
    "program_of",
    "understood",
]
