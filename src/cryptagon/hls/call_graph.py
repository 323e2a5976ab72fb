"""Which function calls which, in LLVM IR as clang wrote it."""

import re
from collections.abc import Mapping

from cryptagon.errors import CryptagonError
from cryptagon.hls.llvm_metadata import Metadata

FUNCTION = re.compile(r"^define [^@]*@([\w.]+)\((.*?)^\}$", re.MULTILINE | re.DOTALL)
DIRECT_CALL = re.compile(r"\bcall [^@\n]*@([\w.]+)\((?:.*)!dbg !(\d+)")


def function_bodies(text: str) -> dict[str, str]:
    """The text of each function, by name."""
    return {match.group(1): match.group(0) for match in FUNCTION.finditer(text)}


def called_by(name: str, bodies: Mapping[str, str]) -> list[str]:
    """A function and those that it calls, however indirectly, as far as they have bodies."""
    found, waiting = [name], [name]
    while waiting:
        called = [callee for callee, _ in DIRECT_CALL.findall(bodies[waiting.pop()]) if callee in bodies and callee not in found]
        found += dict.fromkeys(called)
        waiting += dict.fromkeys(called)
    return found


def check_calls(text: str, metadata: Metadata, hardware: str) -> None:
    """Looks at everything that the function `hardware` calls, however indirectly.

    Raises CryptagonError, with file and line, for recursion and for calls of functions that have no body here.
    """
    bodies = function_bodies(text)
    calls = {name: DIRECT_CALL.findall(body) for name, body in bodies.items()}
    seen: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        seen.add(name)
        for callee, debug in calls[name]:
            if callee.startswith(("llvm.", "cg_")) and callee not in bodies:
                continue
            where = str(metadata.location(debug))
            if callee in (*path, name):
                raise CryptagonError(
                    f"'{callee}' calls itself", where=where, why="hardware has no call stack", fix="write the recursion as a loop"
                )
            if callee not in bodies:
                raise _unknown_function(callee, where)
            if callee not in seen:
                visit(callee, (*path, name))

    visit(hardware, ())


def _unknown_function(callee: str, where: str) -> CryptagonError:
    if callee in ("malloc", "calloc", "realloc", "free"):
        why, fix = "hardware has no heap", "use a local array or REGISTER variable of fixed size"
    else:
        why, fix = "its body is not in this source or what it includes", "include its definition; library functions are not hardware"
    return CryptagonError(f"call of '{callee}', which cannot become hardware", where=where, why=why, fix=fix)
