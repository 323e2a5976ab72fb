"""The blocks of a function in LLVM IR text, for changes that are made to the text before it is
parsed.
"""

import re
from collections.abc import Container

BODY = re.compile(r"(^define [^\n]*\{\n)(.*?)(^\}$)", re.MULTILINE | re.DOTALL)
LABEL = re.compile(r"^([-\w.]+):", re.MULTILINE)
TERMINATOR = re.compile(r"^  (?:br|switch) .*?(?=\n\n|\n[-\w.]+:|\Z)", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"label %([-\w.]+)")


def blocks_of_text(body: str) -> dict[str, str]:
    """A function's blocks by name, each as the text from its label on."""
    starts = [(m.group(1), m.start()) for m in LABEL.finditer(body)]
    ends = [start for _, start in starts[1:]] + [len(body)]
    return {name: body[start:end] for (name, start), end in zip(starts, ends)}


def targets_of_text(block: str, blocks: Container[str]) -> list[str]:
    """The blocks that a block's text leads to."""
    return [target for target in TARGET.findall(terminator_text(block)) if target in blocks]


def terminator_text(block: str) -> str:
    """The branch or switch at the end of a block's text; empty where it ends otherwise."""
    found = TERMINATOR.findall(block)
    return found[-1] if found else ""


def function_text(text: str, function: str) -> tuple[str, str, str]:
    """The module before the function's body, the body, and the rest."""
    head = re.search(rf"^define [^\n]*@{re.escape(function)}\(", text, re.MULTILINE)
    assert head, function
    start = text.index("{\n", head.start()) + 2
    end = text.index("\n}\n", start)
    return text[:start], text[start:end], text[end:]
