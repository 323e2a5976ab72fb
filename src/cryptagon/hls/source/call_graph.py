"""Which function calls which, in LLVM IR as clang wrote it."""

import re
from collections.abc import Mapping

FUNCTION = re.compile(r"^define [^@]*@([\w.]+)\((.*?)^\}$", re.MULTILINE | re.DOTALL)
DIRECT_CALL = re.compile(r"\bcall [^@\n]*@([\w.]+)\((?:.*!dbg !(\d+))?")
"""A call by name, and its place; that is "" in a function without debug information."""


def function_bodies(text: str) -> dict[str, str]:
    """The text of each function, by name."""
    return {match.group(1): match.group(0) for match in FUNCTION.finditer(text)}


def called_by(name: str, bodies: Mapping[str, str]) -> list[str]:
    """A function and those that it calls, however indirectly, as far as they have bodies."""
    found, waiting = [name], [name]
    while waiting:
        called = [
            callee
            for callee, _ in DIRECT_CALL.findall(bodies[waiting.pop()])
            if callee in bodies and callee not in found
        ]
        found += dict.fromkeys(called)
        waiting += dict.fromkeys(called)
    return found
