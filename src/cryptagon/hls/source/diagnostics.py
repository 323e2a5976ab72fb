"""What clang says of a source, in the words of this C: no name that Cryptagon's macros make is
shown, and a fix goes with it.
"""

import re
from collections.abc import Callable
from pathlib import Path

from cryptagon.errors import CryptagonError

DIAGNOSTIC = re.compile(r"^(.+?):(\d+):\d+: (?:fatal )?(error|warning): (.*)$", re.MULTILINE)
ERROR_LINE = re.compile(r"\n[ \d|]*#\s*error\b")
"""The line that a message is about, where it is an `#error`."""
DEFINED = re.compile(
    r"\n[ \d|]*[ \w*]*?\b(?:void|char|short|int|long|unsigned|bool|_Bool|\w+_t)[\s*]+(\w+)\s*\("
)
"""The line that a message is about, where it defines a function."""
FLAG = re.compile(r" \[-W[-\w,]+\]$")
UNSET = re.compile(r"uninitialized")
SET_IT = (
    "give it a value on every way; any(type), where it is declared, if its value does not matter"
)
NO_LIBRARY = (
    "give --include DIR with the folder that has it, put the file beside the source, or into algorithms/include of your own folder; "
    "of the C library there are stdint.h, stdbool.h, stddef.h, limits.h, string.h, ctype.h, stdlib.h, stdio.h, "
    "assert.h, inttypes.h, errno.h, math.h, malloc.h, memory.h, strings.h, time.h, uchar.h, "
    "unistd.h and sys/types.h"
)
FOR_A_MACHINE = (
    "-D NAME defines what the source asks for; macros of processors and systems, such as __x86_64__ "
    "and __linux__, are not there unless you define them"
)
CORRECT = "correct the C source"
ACTIONS = {
    "get": "stream_read",
    "look": "stream_peek",
    "offers": "stream_has",
    "put": "stream_write",
}
# What clang says of a name that a macro made: (pattern, the message and the fix made of the match).
TOLD: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[str, str]]], ...] = (
    (
        re.compile(
            r"(?:call to undeclared function|use of undeclared identifier|implicit declaration of function) '(\w+)'"
        ),
        lambda found: _undeclared(found[1]),
    ),
    (
        re.compile(r"redefinition of 'cg_stream_depth_(\w+)'"),
        lambda found: (f"a second STREAM_DEPTH of '{found[1]}'", "leave one of them out"),
    ),
    (
        re.compile(
            r"(?:redefinition of|conflicting types for) 'cg_(?:[a-z]+|stream_in|stream_out|wire_in)_(\w+)'"
        ),
        lambda found: (
            f"a second stream or wire '{found[1]}'",
            "give each stream and wire a name of its own",
        ),
    ),
    (re.compile(r"unknown type name '(\w+)'"), lambda found: _undeclared(found[1])),
    (
        re.compile(r"'clang::annotate' attribute cannot be applied to"),
        lambda _: (
            "HARDWARE, SHARED or a kind of RAM is where it means nothing",
            "write it first: HARDWARE void name(void) { ... }",
        ),
    ),
    (
        re.compile(r"too few arguments to function call, single argument 'item' was not specified"),
        lambda _: ("stream_write without an item", "write stream_write(STREAM, ITEM)"),
    ),
    (
        re.compile(r"'([^']+)' file not found"),
        lambda found: (f"not valid C: there is no file '{found[1]}' to include", NO_LIBRARY),
    ),
)
OWN_HEADER = (Path(__file__).parents[1] / "include" / "cryptagon.h").read_text()
OWN_WORDS = frozenset((*re.findall(r"^#define (\w+)", OWN_HEADER, re.MULTILINE), "bit"))
ACCESS = re.compile(r"cg_(get|look|offers|put)_(\w*)")


def refusal(said: str, source: Path) -> CryptagonError:
    """The first error in what clang wrote to standard error."""
    match = next((match for match in DIAGNOSTIC.finditer(said) if match[3] == "error"), None)
    if not match:
        return CryptagonError("clang failed", where=str(source), why=said.strip()[-2000:])
    message, fix = _told(FLAG.sub("", match[4]))
    if ERROR_LINE.match(said, match.end()):
        fix = FOR_A_MACHINE
    elif fix is CORRECT and (name := DEFINED.match(said, match.end())) and name[1] in OWN_WORDS:
        message = f"not valid C: cryptagon.h has the name '{name[1]}' too"
        fix = "give it another name, or name the file that has it beside the one that includes cryptagon.h"
    return CryptagonError(message, where=f"{match[1]}:{match[2]}", why="clang refused it", fix=fix)


def warnings(said: str) -> tuple[str, ...]:
    """clang's warnings, each once, with file and line, and with what to write where a variable is
    read before it is set.
    """
    found = []
    for file, line, kind, message in DIAGNOSTIC.findall(said):
        if kind == "warning":
            fix = f"\n  fix: {SET_IT}" if UNSET.search(message) else ""
            found.append(f"{file}:{line}: {FLAG.sub('', message)}{fix}")
    return tuple(dict.fromkeys(found))


def _told(message: str) -> tuple[str, str]:
    """A message of clang's and its fix, as they are told."""
    for pattern, tell in TOLD:
        if found := pattern.match(message):
            return tell(found)
    return f"not valid C: {message}", CORRECT


def _undeclared(name: str) -> tuple[str, str]:
    access = ACCESS.fullmatch(name)
    if not access:
        fix = "declare it before it is used, or include what does"
        if name in OWN_WORDS:
            fix = "write #include <cryptagon.h> first"
        elif name.isupper():
            fix += f"; where the source does so for some machines alone, {FOR_A_MACHINE}"
        return f"not valid C: '{name}' is declared nowhere", fix
    verb, port = access.groups()
    if not port:
        return f"{ACTIONS[verb]} without a stream", "name one that STREAM_IN or STREAM_OUT declares"
    if verb == "put":
        return (
            f"stream_write of '{port}', which is no output stream",
            "write a stream that STREAM_OUT declares",
        )
    return (
        f"{ACTIONS[verb]} of '{port}', which is no input stream",
        "name a stream that STREAM_IN declares",
    )
