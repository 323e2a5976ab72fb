"""Figures as hardware wants them: the same function with less logic beside the rounds, and fewer
values stored.
"""

from collections.abc import Callable, Sequence

from cryptagon.spt.model import Figure, Program
from cryptagon.spt.rewrite.ahead import selected_ahead
from cryptagon.spt.rewrite.chain import chained
from cryptagon.spt.rewrite.constants import with_constants_ahead
from cryptagon.spt.rewrite.fusion import fused
from cryptagon.spt.rewrite.graphs import needed
from cryptagon.spt.rewrite.inline import with_calls_inside
from cryptagon.spt.rewrite.rotation import with_head_behind
from cryptagon.spt.rewrite.selection import is_selection, with_selected_elements
from cryptagon.spt.rewrite.stages import in_stages
from cryptagon.spt.rewrite.sums_back import with_sums_back
from cryptagon.spt.rewrite.tails import with_tail_inside

__all__ = [
    "chained_rows",
    "for_hardware",
    "for_walks",
    "fused",
    "in_rows",
    "in_stages",
    "is_selection",
    "with_calls_inside",
    "with_head_behind",
    "with_selected_elements",
    "with_tail_inside",
]

Step = Callable[[Program, Figure], Program | None]
STEPS = (with_calls_inside, with_tail_inside, fused, with_selected_elements)
"""Each gives a program with one change to a figure, or None where there is none to make."""
STRAIGHT = STEPS[:3]
"""Those for rounds that have logic of their own: none selects its keys."""
WALK = (with_calls_inside, with_head_behind, with_tail_inside, fused)
"""Those for a core with one step for all rounds: what is behind them belongs to it."""

CHAINS = (with_sums_back, chained)
"""Those that make one repeat of several."""
ROWS = (*CHAINS, selected_ahead, with_constants_ahead)
"""Those for rounds of which a cycle does one."""


def for_hardware(program: Program, name: str, *, straight: bool = False) -> Program:
    """The program of one figure, rewritten. It computes what it did, by the same names of inputs
    and outputs.

    `straight`: each round gets logic of its own.
    """
    return _all_rewritten(program, [name], STRAIGHT if straight else STEPS)


def for_walks(program: Program, name: str) -> Program:
    """The program of one figure, rewritten for a core with one step for all rounds."""
    return _all_rewritten(program, [name], WALK)


def in_rows(program: Program, *names: str) -> Program:
    """The program of these figures, for one round a cycle: rounds in a row are one repeat, and what
    a round selects is selected a round ahead, as are constants of rounds that count.
    """
    return _all_rewritten(program, names, ROWS)


def chained_rows(program: Program, *names: str) -> Program:
    """The program of these figures, in which rounds in a row are one repeat."""
    return _all_rewritten(program, names, CHAINS)


def _all_rewritten(program: Program, names: Sequence[str], steps: Sequence[Step]) -> Program:
    program = Program(tuple(needed(program, *names)), program.definitions)
    for figure in program.figures:
        program = _rewritten(program, figure.name, steps)
    return program


def _rewritten(program: Program, name: str, steps: Sequence[Step]) -> Program:
    for step in steps:
        while changed := name in program.by_name and step(program, program.by_name[name]):
            program = changed
    return program
