"""Figures as hardware wants them: the same function with less logic beside the rounds, and fewer values stored."""

from cryptagon.spt.model import Program
from cryptagon.spt.rewrite.fusion import fused
from cryptagon.spt.rewrite.graphs import needed
from cryptagon.spt.rewrite.inline import with_calls_inside
from cryptagon.spt.rewrite.selection import is_selection, with_selected_elements
from cryptagon.spt.rewrite.tails import with_tail_inside

__all__ = ["for_hardware", "fused", "is_selection", "with_calls_inside", "with_selected_elements", "with_tail_inside"]

STEPS = (with_calls_inside, with_tail_inside, fused, with_selected_elements)
"""Each gives a program with one change to a figure, or None where there is none to make."""


def for_hardware(program: Program, name: str) -> Program:
    """The program of one figure, rewritten. It computes what it did, by the same names of inputs and outputs."""
    program = Program(tuple(needed(program, name)), program.definitions)
    for figure in program.figures:
        program = _rewritten(program, figure.name)
    return program


def _rewritten(program: Program, name: str) -> Program:
    for step in STEPS:
        while changed := name in program.by_name and step(program, program.by_name[name]):
            program = changed
    return program
