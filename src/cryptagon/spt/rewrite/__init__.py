"""Figures as hardware wants them: the same function with less logic beside the rounds, and fewer
values stored.
"""

from collections.abc import Callable, Sequence

from cryptagon.spt.model import Figure, Program
from cryptagon.spt.rewrite.fusion import fused
from cryptagon.spt.rewrite.graphs import needed
from cryptagon.spt.rewrite.inline import with_calls_inside
from cryptagon.spt.rewrite.selection import is_selection, with_selected_elements
from cryptagon.spt.rewrite.stages import in_stages
from cryptagon.spt.rewrite.tails import with_tail_inside

__all__ = [
    "for_hardware",
    "fused",
    "in_stages",
    "is_selection",
    "with_calls_inside",
    "with_selected_elements",
    "with_tail_inside",
]

Step = Callable[[Program, Figure], Program | None]
STEPS = (with_calls_inside, with_tail_inside, fused, with_selected_elements)
"""Each gives a program with one change to a figure, or None where there is none to make."""
STRAIGHT = STEPS[:3]
"""Those for rounds that have logic of their own: none selects its keys."""


def for_hardware(program: Program, name: str, *, straight: bool = False) -> Program:
    """The program of one figure, rewritten. It computes what it did, by the same names of inputs
    and outputs.

    `straight`: each round gets logic of its own.
    """
    program = Program(tuple(needed(program, name)), program.definitions)
    for figure in program.figures:
        program = _rewritten(program, figure.name, STRAIGHT if straight else STEPS)
    return program


def _rewritten(program: Program, name: str, steps: Sequence[Step]) -> Program:
    for step in steps:
        while changed := name in program.by_name and step(program, program.by_name[name]):
            program = changed
    return program
