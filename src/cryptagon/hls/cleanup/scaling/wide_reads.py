"""Reads of large arrays, closed to LLVM's instruction combiner.

For every selection on a comparison it looks whether what is selected would be simpler if the two
were equal, and looks through a read into each element of the array: the writes of an array of
thousands of registers, a selection for each, then take quadratic time. It does not look through a
`freeze`, so while it runs the reads are behind one.
"""

import re

from cryptagon.hls.ir.intrinsics import MUX

MOST_OPERANDS = 500
READ = re.compile(
    rf"^  (%[-\w.]+) = ((?:tail )?call (i\d+) @{re.escape(MUX)}(\d+)\.[^\n]*)\n", re.MULTILINE
)
CLOSED = ".closed"
FREEZE = re.compile(
    rf"^  (%[-\w.]+) = freeze i\d+ (%[-\w.]+{re.escape(CLOSED)})(?:, !dbg !\d+)?\n", re.MULTILINE
)


def reads_closed(text: str) -> str:
    """The module with a `freeze` behind every read of an array of more than MOST_OPERANDS
    elements.
    """
    return READ.sub(_closed, text)


def _closed(match: re.Match[str]) -> str:
    name, call, kind, count = match.groups()
    if int(count) <= MOST_OPERANDS:
        return match[0]
    return f"  {name}{CLOSED} = {call}\n  {name} = freeze {kind} {name}{CLOSED}\n"


def reads_opened(text: str) -> str:
    """The module without what `reads_closed` added."""
    names = {read: name for name, read in FREEZE.findall(text)}
    if not names:
        return text
    return re.sub(
        rf"%[-\w.]+{re.escape(CLOSED)}\b",
        lambda match: names.get(match[0], match[0]),
        FREEZE.sub("", text),
    )
