"""Merges with any(type), closed to LLVM's propagation of constants.

A branch on a value that is not defined is undefined behaviour to LLVM, so its propagation of
constants follows neither way, and drops what is behind. A merge of any(type) with a value that
comes later looks like that to it: the first iteration of a loop may branch on what does not matter
yet. While it runs, such a merge has the result of a call that it knows nothing of.
"""

import re

OPEN = re.compile(r"\[ (?:undef|poison), ")
PHI = re.compile(r"^  %[-\w.]+ = phi i(\d+) .*\[ (?:undef|poison), .*$", re.MULTILINE)
ENTRY = re.compile(r"^define [^\n]*\{\n[-\w.]+:[^\n]*\n", re.MULTILINE)
CALL = re.compile(
    r"^(?:  %cg\.any\.i\d+ = call|declare) i\d+ @cg\.any\.i\d+\(\)[^\n]*\n", re.MULTILINE
)


def undefined_merges_closed(text: str) -> str:
    """The module, of one function, with the result of a call in place of every any(type) in a merge
    of integers.
    """
    widths = sorted({int(match[1]) for match in PHI.finditer(text)})
    if not widths:
        return text
    calls = "".join(f"  %cg.any.i{width} = call i{width} @cg.any.i{width}()\n" for width in widths)
    declared = "".join(f"\ndeclare i{width} @cg.any.i{width}() memory(none)\n" for width in widths)
    closed = PHI.sub(lambda match: OPEN.sub(f"[ %cg.any.i{match[1]}, ", match[0]), text)
    return ENTRY.sub(lambda match: match[0] + calls, closed, count=1) + declared


def undefined_merges_opened(text: str) -> str:
    """The module without what `undefined_merges_closed` added."""
    return re.sub(r"%cg\.any\.i\d+\b", "undef", CALL.sub("", text))
