"""A small Tcl for machines without one: as much of Tcl 8.4 as the scripts for vendors' tools and
the pretended tools in these tests use.

Whatever it does not know is an error. test_small_tcl.py holds it beside Tcl itself, where Python
has that (`tkinter`).
"""

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import IO, Any

from tcl_expressions import VARIABLE, Expression, closing, number

ESCAPES = {"n": "\n", "t": "\t", "\n": " "}
Command = Callable[["SmallTcl", list[str]], object]


class TclError(Exception):
    """A command that failed; the message is what `catch` gives."""


class Return(Exception):  # noqa: N818 - no error
    """Leaves a procedure."""


class Break(Exception):  # noqa: N818 - no error
    """Leaves a loop."""


class SmallTcl:
    """One interpreter: variables by frame, the outermost first; commands by name."""

    def __init__(self, commands: dict[str, Command]) -> None:
        self.commands = dict(commands)
        self.frames: list[dict[str, Any]] = [{}]
        self.shared: list[set[str]] = [set()]  # names in each frame that are global
        self.files: dict[str, IO[str]] = {}  # by channel
        self.channels = (f"file{number}" for number in count())

    def setvar(self, name: str, value: str) -> None:
        """Set a variable, or with `name(index)` one element of an array, as tkinter does."""
        self.set(name, value)

    def eval(self, script: str) -> str:
        """The result of the script's last command. Raises TclError."""
        result = ""
        for words in commands_of(script):
            result = self.call([self._word(word) for word in words])
        return result

    def call(self, words: list[str]) -> str:
        """One command whose words are substituted."""
        name, *arguments = words
        if name not in self.commands:
            raise TclError(f'invalid command name "{name}"')
        try:
            return text_of(self.commands[name](self, arguments))
        except (
            OSError,
            SyntaxError,
            TypeError,
            ValueError,
            IndexError,
            ZeroDivisionError,
        ) as fault:
            raise TclError(str(fault)) from fault

    def expression(self, text: str) -> object:
        return Expression(text, self._operand).value()

    def true(self, text: str) -> bool:
        return bool(self.expression(text))

    def get(self, name: str) -> str:
        if not self.exists(name):
            raise TclError(f'can\'t read "{name}": no such variable')
        place, base, index = self._place(name)
        return place[base] if index is None else place[base][index]

    def set(self, name: str, value: str) -> None:
        place, base, index = self._place(name)
        if index is None:
            place[base] = value
        else:
            place.setdefault(base, {})[index] = value

    def exists(self, name: str) -> bool:
        place, base, index = self._place(name)
        return base in place if index is None else index in place.get(base, {})

    def _place(self, name: str) -> tuple[dict[str, Any], str, str | None]:
        base, _, index = name.partition("(")
        frame = self.frames[0] if base in self.shared[-1] else self.frames[-1]
        return frame, base, index[:-1] if index else None

    def _word(self, word: str) -> str:
        if word.startswith("{"):
            return re.sub(r"\\\n\s*", " ", word[1:-1])
        return self.substituted(word[1:-1] if word.startswith('"') else word)

    def substituted(self, text: str) -> str:
        """The text with its variables, commands and backslashes replaced."""
        found, at = [], 0
        while at < len(text):
            if text[at] == "\\" and at + 1 < len(text):
                found.append(ESCAPES.get(text[at + 1], text[at + 1]))
                at += 2
            elif text[at] == "[" or (text[at] == "$" and VARIABLE.match(text, at)):
                value, at = self._operand(text, at)
                found.append(value)
            else:
                found.append(text[at])
                at += 1
        return "".join(found)

    def _operand(self, text: str, at: int) -> tuple[str, int]:
        """The value of the variable, the command or the string that begins there, and where it
        ends.
        """
        if text[at] == "[":
            end = closing(text, at)
            return self.eval(text[at + 1 : end]), end + 1
        if text[at] == "{":
            end = closing(text, at)
            return text[at + 1 : end], end + 1
        if text[at] == '"':
            end = _end_of_quoted(text, at)
            return self.substituted(text[at + 1 : end - 1]), end
        match = VARIABLE.match(text, at)
        if not match:
            raise TclError(f"no variable at {text[at : at + 20]!r}")
        name = match["braced"] or match["name"]
        return self.get(
            name if match["index"] is None else f"{name}({self.substituted(match['index'])})"
        ), match.end()


def text_of(value: object) -> str:
    """A result as the string that Tcl has for it."""
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(map(_element, value))
    return str(int(value)) if isinstance(value, bool) else str(value)


def _element(value: object) -> str:
    text = text_of(value)
    if text and not re.search(r'[\s{}\[\]$"\\;]', text):
        return text
    balanced = "{" + text + "}"
    try:
        fits = closing(balanced, 0) == len(balanced) - 1
    except SyntaxError:
        fits = False
    return balanced if fits else re.sub(r'([\s{}\[\]$"\\;])', r"\\\1", text)


def items_of(text: str) -> list[str]:
    """The elements of a list."""
    found, at = [], 0
    while match := re.compile(r"\s*(?=\S)").match(text, at):
        end = _end_of_word(text, match.end(), "")
        word = text[match.end() : end]
        unescaped = re.sub(
            r"\\(.)",
            lambda escape: ESCAPES.get(escape[1], escape[1]),
            word.strip('"'),
            flags=re.DOTALL,
        )
        found.append(word[1:-1] if word.startswith("{") else unescaped)
        at = end
    return found


def commands_of(script: str) -> list[list[str]]:
    """The words of each command as they are in the script."""
    found, words, at = [], [], 0
    while at < len(script):
        if script.startswith("\\\n", at):
            at += 2
        elif script[at] in "\n;":
            found, words = found + ([words] if words else []), []
            at += 1
        elif script[at].isspace():
            at += 1
        elif script[at] == "#" and not words:
            at = _end_of_line(script, at)
        else:
            end = _end_of_word(script, at, ";")
            words.append(script[at:end])
            at = end
    return found + ([words] if words else [])


def _end_of_line(script: str, at: int) -> int:
    end = script.find("\n", at)
    return len(script) if end < 0 else end


def _end_of_quoted(text: str, at: int) -> int:
    at += 1
    while text[at] != '"':
        at = closing(text, at) if text[at] == "[" else at + (text[at] == "\\")
        at += 1
    return at + 1


def _end_of_word(text: str, at: int, ends: str) -> int:
    if text[at] == "{":
        return closing(text, at) + 1
    if text[at] == '"':
        return _end_of_quoted(text, at)
    while at < len(text) and not text[at].isspace() and text[at] not in ends:
        match = VARIABLE.match(text, at)
        if match:
            at = match.end()
            continue
        at = closing(text, at) if text[at] == "[" and ends else at + (text[at] == "\\")
        at += 1
    return at


def source(tcl: SmallTcl, name: str) -> str:
    """Run a file in the frame of the caller."""
    return tcl.eval(Path(name).read_text())


def numbers(values: list[str]) -> list[float]:
    """The values as numbers. Raises ValueError where one is none."""
    return [float(number(value)) for value in values]
