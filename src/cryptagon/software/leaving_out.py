"""What can be left out of C at a line so that the rest is still C: the statement there, its
initialiser, the statements around it, in the end the body of the function.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKENS = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)
"""Comments, texts, and lines of the preprocessor: brackets in them count for nothing."""
_DECLARED = re.compile(r"^(?:const\s+|unsigned\s+|static\s+)*\w+\s+\**\s*\w+\s*(?:\[|=)")
_EXTENT = "64"
"""Items of an array whose size is left out where that is no plain number."""


@dataclass(frozen=True)
class Cut:
    """A text without one of its parts: the whole text, and what was left out, in a line."""

    text: str
    left_out: str


def cuts_at(text: str, line: int) -> Iterator[Cut]:
    """What may be left out at a line, from 1; the smallest first. Lines keep their numbers. Whether
    what is left is C is for the compiler to say.
    """
    bare = _TOKENS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    place = _first_of(bare, line)
    while place is not None:
        start = _start(bare, place)
        if _depth(bare, start) == 0:
            yield from _emptied(text, bare, start)
            return
        end = _end(bare, start)
        for replacement in _replacements(bare[start:end]):
            yield _cut(text, start, end, replacement)
        place = _opening(bare, start)


def _first_of(bare: str, line: int) -> int | None:
    lines = bare.splitlines(keepends=True)
    if not 0 < line <= len(lines) or not lines[line - 1].strip():
        return None
    begin = sum(len(one) for one in lines[: line - 1])
    found = lines[line - 1]
    stripped = found.lstrip(" \t}")  # of `} else if (x) {` what follows the bracket
    return begin + len(found) - len(stripped) if stripped.strip() else begin


def _start(bare: str, place: int) -> int:
    """Where the statement that a place is in begins."""
    depth = 0
    for at in range(place - 1, -1, -1):
        one = bare[at]
        if one in ")]":
            depth += 1
        elif one in "([":
            depth = max(0, depth - 1)
        elif one in ";{}" and not depth and not _in_brackets(bare, at):
            return _next(bare, at + 1)
    return _next(bare, 0)


def _in_brackets(bare: str, place: int) -> bool:
    """Whether a semicolon is one of the head of a loop."""
    if bare[place] != ";":
        return False
    depth = 0
    for at in range(place - 1, -1, -1):
        if bare[at] in ")]":
            depth += 1
        elif bare[at] in "([":
            if not depth:
                return True
            depth -= 1
        elif bare[at] in "{}":
            return False
    return False


def _end(bare: str, start: int) -> int:
    """Behind the semicolon or the block that ends the statement, with its else branches."""
    depth, at = 0, start
    while at < len(bare):
        one = bare[at]
        if one in "([{":
            depth += 1
        elif one in ")]}":
            depth -= 1
        closes = one == "}" and not depth and bare[_next(bare, at + 1) : _next(bare, at + 1) + 1] not in (";", ",")  # fmt: skip
        at += 1
        if depth < 0:
            return at - 1
        if (one == ";" and not depth) or closes:
            after = bare[_next(bare, at) :]
            if not re.match(r"else\b", after) and not (
                bare[start:].startswith("do") and re.match(r"while\b", after)
            ):
                return at
    return len(bare)


def _replacements(statement: str) -> Iterator[str]:
    """What a statement may be replaced by, the smallest change first."""
    if statement.startswith("return"):
        yield "return 0;"
        yield "return;"
        return
    if _DECLARED.match(statement) and statement.endswith(";"):
        yield re.sub(r"\[[^\]]*[A-Za-z_][^\]]*\]", f"[{_EXTENT}]", statement)
        yield f"{re.split(r'(?<![=!<>])=(?!=)', statement, maxsplit=1)[0].rstrip(' ;')};"
    yield ";"


def _emptied(text: str, bare: str, start: int) -> Iterator[Cut]:
    """A function without its body."""
    end = _end(bare, start)
    body = bare.find("{", start, end)
    if body >= 0 and ")" in bare[start:body]:
        yield _cut(text, body, end, "{ return 0; }")
        yield _cut(text, body, end, "{ }")


def _cut(text: str, start: int, end: int, replacement: str) -> Cut:
    gone = text[start:end]
    lines = gone.splitlines() or [""]
    behind = "\n" * (gone.count("\n") - replacement.count("\n"))
    more = f" … {len(lines)} lines" if len(lines) > 1 else ""
    shorter = replacement if _DECLARED.match(replacement) else ""
    left_out = f"{lines[0].strip()}{more}{f', kept as {shorter}' if shorter else ''}"
    return Cut(f"{text[:start]}{replacement}{behind}{text[end:]}", left_out)


def _depth(bare: str, place: int) -> int:
    return bare.count("{", 0, place) - bare.count("}", 0, place)


def _opening(bare: str, place: int) -> int | None:
    """The bracket of the block that a place is in."""
    depth = 0
    for at in range(place - 1, -1, -1):
        depth += {"}": 1, "{": -1}.get(bare[at], 0)
        if depth < 0:
            return at
    return None


def _next(bare: str, place: int) -> int:
    """The next place that is no blank."""
    while place < len(bare) and bare[place].isspace():
        place += 1
    return place
