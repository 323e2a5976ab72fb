"""Makes a failing design small: whole statements go, then blocks around statements, then expressions become 0, then items go.

What is left still fails, as the caller's test of failure says; a candidate that is not valid C does not fail.
"""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from cryptagon.hls.cosimulation import Design

ZERO = "((uint_t(8))0)"
KEPT = re.compile(r"^(#include|STREAM_|HARDWARE)")


def shrink(design: Design, fails: Callable[[Design], bool], *, seconds: float = 300) -> Design:
    """The smallest design found within some seconds for which `fails` holds, as it must for `design`."""
    ends = time.monotonic() + seconds
    smaller = True
    while smaller and time.monotonic() < ends:
        smaller = False
        for reduce in (_without_lines, _without_block, _simpler_expression, _fewer_items):
            found = _reduced(design, reduce, fails, ends)
            smaller |= found is not design
            design = found
    return design


def _reduced(design: Design, candidates: Callable[[Design], Iterator[Design]], fails: Callable[[Design], bool], ends: float) -> Design:
    """The design after one kind of reduction, as often as it can be done."""
    again = True
    while again:
        again = False
        for candidate in candidates(design):
            if time.monotonic() > ends:
                return design
            if fails(candidate):
                design, again = candidate, True
                break
    return design


def _with_lines(design: Design, lines: list[str]) -> Design:
    return replace(design, source="\n".join(lines) + "\n")


def _without_lines(design: Design) -> Iterator[Design]:
    """Runs of lines that are whole statements left out, the longest first."""
    lines = design.source.splitlines()
    for length in sorted({1 << n for n in range(len(lines).bit_length())}, reverse=True):
        for start in range(len(lines) - length + 1):
            gone = lines[start : start + length]
            if _whole("\n".join(gone)) and not any(KEPT.match(line) for line in gone):
                yield _with_lines(design, lines[:start] + lines[start + length :])
    for start, line in enumerate(lines):
        end = _end_of_block(lines, start)
        if line.endswith("{") and end and not KEPT.match(line):
            yield _with_lines(design, lines[:start] + lines[end + 1 :])


def _without_block(design: Design) -> Iterator[Design]:
    """What stands in a block without the branch or loop around it."""
    lines = design.source.splitlines()
    for start, line in enumerate(lines):
        end = _end_of_block(lines, start)
        if line.endswith("{") and end and not KEPT.match(line):
            yield _with_lines(design, lines[:start] + lines[start + 1 : end] + lines[end + 1 :])


def _simpler_expression(design: Design) -> Iterator[Design]:
    """One expression in parentheses as 0, the longest first."""
    text = design.source
    body = text.index("HARDWARE")
    spans = [span for span in _parentheses(text) if span[0] > body and text[slice(*span)] != ZERO and span[1] - span[0] > len(ZERO)]
    for start, end in sorted(spans, key=lambda span: span[0] - span[1]):
        yield replace(design, source=text[:start] + ZERO + text[end:])


def _fewer_items(design: Design) -> Iterator[Design]:
    for name, items in design.items.items():
        for kept in (items[: len(items) // 2], items[len(items) // 2 :]):
            if len(kept) < len(items):
                yield replace(design, items={**design.items, name: kept})


def _whole(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


def _end_of_block(lines: list[str], start: int) -> int:
    """The line that closes the block opened at the end of line `start`; 0 where there is none."""
    depth = 1
    for number in range(start + 1, len(lines)):
        for char in lines[number]:
            depth += (char == "{") - (char == "}")
            if depth == 0:
                return number
    return 0


def _parentheses(text: str) -> list[tuple[int, int]]:
    opened, spans = [], []
    for at, char in enumerate(text):
        if char == "(":
            opened.append(at)
        elif char == ")" and opened:
            spans.append((opened.pop(), at + 1))
    return spans
