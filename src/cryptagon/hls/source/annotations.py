"""The annotations of `cryptagon.h` that reach LLVM: notes on functions, on variables of static
storage and on local variables.
"""

import re
from dataclasses import dataclass

NO_RESET = "cryptagon.no_reset"
"""Of a variable that holds anything after reset."""

STRING = re.compile(r'^@(\.str[.\d]*) = .* c"(.*)\\00"', re.MULTILINE)
GLOBAL_NOTES = re.compile(r"^@llvm\.global\.annotations = .*$", re.MULTILINE)
GLOBAL_NOTE = re.compile(r"\{ ptr @([\w.]+), ptr @(\.str[.\d]*), ptr @(\.str[.\d]*), i32 (\d+),")
LOCAL_NOTE = re.compile(
    r"^  call void @llvm\.var\.annotation[.\w]*\(ptr (?:nonnull )?%([-\w.]+), ptr (?:nonnull )?@(\.str[.\d]*), "
    r"ptr (?:nonnull )?@(\.str[.\d]*), i32 (\d+),.*\n",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Note:
    """What the source says of `name`, a function or variable as LLVM names it, in line `line` of
    `file`.
    """

    name: str
    text: str
    line: int
    file: str = ""


def global_notes(module_text: str) -> list[Note]:
    """The notes on functions and on variables of static storage."""
    strings, found = dict(STRING.findall(module_text)), GLOBAL_NOTES.search(module_text)
    notes = GLOBAL_NOTE.findall(found.group(0)) if found else []
    return [
        Note(name, strings.get(string, ""), int(line), strings.get(file, ""))
        for name, string, file, line in notes
    ]


def local_notes(module_text: str, within: str = "") -> list[Note]:
    """The notes on local variables, whose names are those of their allocas; with `within` those in
    one function's text.
    """
    strings = dict(STRING.findall(module_text))
    return [
        Note(name, strings.get(string, ""), int(line), strings.get(file, ""))
        for name, string, file, line in LOCAL_NOTE.findall(within or module_text)
    ]
