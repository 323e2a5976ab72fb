"""Verilog modules that several hand-written cores share: `algorithms/include/<Module>.sv` of each
layer, found by their names.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from cryptagon import paths

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DECLARED = re.compile(r"\bmodule\s+(?:automatic\s+|static\s+)?([A-Za-z_]\w*)")
_NAME = re.compile(r"\b[A-Za-z_]\w*")


def shared_modules(sources: Sequence[Path]) -> list[Path]:
    """The shared files of modules that these files of Verilog name and do not declare, at any
    depth, in the order of their paths.

    As `-y` of Verilog tools: a file holds the module of its name. Of two layers with one file it is
    the user's own.
    """
    texts = [_code(path) for path in sources if path.suffix in (".sv", ".v")]
    declared = {name for text in texts for name in _DECLARED.findall(text)}
    shared = (
        {
            file.stem: file
            for file in paths.files(paths.INCLUDE, "*.sv")
            if file.stem not in declared
        }
        if texts
        else {}
    )
    found: set[Path] = set()
    while texts:
        new = {shared[name] for name in set(_NAME.findall(texts.pop())) & shared.keys()} - found
        found |= new
        texts += [_code(file) for file in new]
    return sorted(found)


def _code(file: Path) -> str:
    return COMMENT.sub(" ", file.read_text(encoding="utf-8", errors="replace"))
