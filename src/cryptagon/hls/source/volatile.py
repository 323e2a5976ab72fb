"""Volatile variables, as others' C has them to clear keys and to compare in constant time.

On a processor each access happens, since something else may read or write the variable. In hardware
nothing does: a variable is a register, wires or a memory of the design alone. A memory port is
accessed as the source says with or without the word.
"""

import re

ACCESS = re.compile(r"^(  (?:%[-\w.]+ = load|store)) volatile ", re.MULTILINE)
BLOCK = re.compile(
    r"^(  (?:tail )?call void @llvm\.mem(?:cpy|move|set)\.[\w.]+\(.*, i1) true\)", re.MULTILINE
)


def without_volatile(text: str) -> str:
    """The module, as clang wrote it, in which no access is volatile."""
    return BLOCK.sub(r"\1 false)", ACCESS.sub(r"\1 ", text))
