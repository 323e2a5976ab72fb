"""Makes a failing program small: statements go, then what is around statements, then expressions,
types, arrays and items.

What is left still fails, as the caller's test of failure says. Every candidate is a valid tree, so
it has no undefined behaviour.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from cryptagon.hls.check import CDesign
from random_programs.generator import design_of
from random_programs.program import Program
from random_programs.tree_edits import is_complete, smaller_trees
from random_programs.trees import rebuilt, walk
from random_programs.types import BYTE, UNSIGNED, Array, Int

Candidates = Callable[[Program], Iterator[Program]]


def shrink(program: Program, fails: Callable[[CDesign], bool], *, seconds: float = 300) -> Program:
    """The smallest program found within some seconds for which `fails` holds, as it must for
    `program`.
    """
    ends = time.monotonic() + seconds
    before = None
    while program != before and time.monotonic() < ends:
        before = program
        for candidates in (_fewer_items, smaller_trees, _narrower_types, _shorter_arrays):
            program = _reduced(program, candidates, fails, ends)
    return program


def _reduced(
    program: Program, candidates: Candidates, fails: Callable[[CDesign], bool], ends: float
) -> Program:
    """The program after one kind of reduction: each candidate is tried where the last good one was
    found.
    """
    position = 0
    while time.monotonic() < ends and (
        candidate := next(islice(candidates(program), position, None), None)
    ):
        if (
            is_complete(candidate)
            and _weight(candidate) < _weight(program)
            and fails(design_of(candidate))
        ):
            program = candidate
        else:
            position += 1
    return program


def _weight(program: Program) -> tuple[int, int, int]:
    """What is to become less: items and text, then bits and elements."""
    kinds = list(walk(program))
    bits = sum(kind.bits + kind.signed + kind.precise for kind in kinds if isinstance(kind, Int))
    return (
        sum(len(stream.items) for stream in program.streams),
        len(program.c),
        bits + sum(k.length for k in kinds if isinstance(k, Array)),
    )


def _fewer_items(program: Program) -> Iterator[Program]:
    for i, stream in enumerate(program.streams):
        half = (len(stream.items) + 1) // 2 if stream.direction == "STREAM_IN" else 0
        for kept in (stream.items[:half], stream.items[-half:]):
            if 0 < len(kept) < len(stream.items):
                yield replace(
                    program,
                    streams=(
                        *program.streams[:i],
                        replace(stream, items=kept),
                        *program.streams[i + 1 :],
                    ),
                )


def _narrower_types(program: Program) -> Iterator[Program]:
    for old in dict.fromkeys(part for part in walk(program) if isinstance(part, Int)):
        for new in (BYTE, UNSIGNED, Int(8), Int(32), old.unsigned):
            if (new.bits, new.signed) < (old.bits, old.signed):
                yield rebuilt(program, lambda part, old=old, new=new: new if part == old else part)


def _shorter_arrays(program: Program) -> Iterator[Program]:
    for old in dict.fromkeys(
        part for part in walk(program) if isinstance(part, Array) and part.length > 1
    ):
        new = replace(old, length=old.length // 2)
        yield rebuilt(program, lambda part, old=old, new=new: new if part == old else part)
