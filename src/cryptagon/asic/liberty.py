"""Reads the syntax of liberty files, in which cell libraries are described (Liberty User Guide,
volume 1, "Library syntax").

A file is one group, `library (name) { ... }`, of attributes and further groups. What they mean is
not known here (see `library.py`).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

_TOKEN = re.compile(
    r"""(?:\s|\\\r?\n|/\*.*?\*/|//[^\n]*)*                 # blanks, continued lines and comments
        (?P<token> "(?:[^"\\]|\\.)*" | [(){}:;,] | (?:(?!/\*|//)[^\s(){}:;,"\\])+ | . | \Z)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Attribute:
    """`name : value;` has one value, `name (value, value);` any number. Quotes are taken off."""

    name: str
    values: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Group:
    """`name (argument, ...) { ... }` with what is in it, in order.

    `path` and `line` say where, for error messages.
    """

    name: str
    arguments: tuple[str, ...]
    path: Path
    line: int
    attributes: list[Attribute] = field(default_factory=list)
    groups: list["Group"] = field(default_factory=list)

    def all_groups(self, *names: str) -> Iterator["Group"]:
        """The groups of these names directly in this one."""
        return (group for group in self.groups if group.name in names)

    def all_values(self, name: str) -> Iterator[tuple[str, ...]]:
        """The values of each attribute of that name."""
        return (attribute.values for attribute in self.attributes if attribute.name == name)

    def get(self, name: str) -> Attribute | None:
        """The last attribute of that name, as the format has it; None where there is none."""
        return self._by_name.get(name)

    def text(self, name: str, default: str = "") -> str:
        """The one value of an attribute."""
        attribute = self.get(name)
        return attribute.values[0] if attribute and attribute.values else default

    def number(self, name: str, default: float | None = None) -> float:
        """The value of an attribute as a number.

        Raises CryptagonError when it is none, or is not there and has no default.
        """
        attribute = self.get(name)
        if attribute is None and default is not None:
            return default
        if attribute is None:
            raise self.fault(f"{self.title} has no {name}")
        return numbers(self, attribute)[0]

    @property
    def title(self) -> str:
        """The group as people would call it: `cell NAND2`."""
        return " ".join([self.name, *self.arguments])

    def fault(self, what: str, line: int = 0, why: str = "") -> CryptagonError:
        """An error at this group, or at one of its lines."""
        return CryptagonError(what, where=f"{self.path}:{line or self.line}", why=why)

    @cached_property
    def _by_name(self) -> dict[str, Attribute]:
        return {attribute.name: attribute for attribute in self.attributes}


def numbers(group: Group, attribute: Attribute) -> tuple[float, ...]:
    """All numbers of an attribute, whose values may each be a list: `("1, 2", "3, 4")`.

    Raises CryptagonError where one is no number.
    """
    words = [
        word
        for value in attribute.values
        for word in value.replace(",", " ").replace("\\", " ").split()
    ]
    try:
        found = tuple(map(float, words))
    except ValueError as error:
        raise group.fault(
            f"{attribute.name} of {group.title} is no number", attribute.line, str(error)
        ) from error
    if not found:
        raise group.fault(f"{attribute.name} of {group.title} is empty", attribute.line)
    return found


def read_liberty(path: Path) -> Group:
    """The library group of a file.

    Raises CryptagonError with file and line when it cannot be read or is not liberty.
    """
    try:
        text = read_text(path)
    except UnreadableError as error:
        raise CryptagonError(
            "the liberty file cannot be read", where=error.at(path), why=str(error)
        ) from error
    try:
        return _Parser(text, path).library()
    except RecursionError as error:
        raise CryptagonError(
            "this is no liberty file", where=str(path), why="its groups are nested too deep"
        ) from error


class _Parser:
    def __init__(self, text: str, path: Path) -> None:
        self.path = path
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        matches = [(match["token"], match.start("token")) for match in _TOKEN.finditer(text)]
        self.tokens = [token for token, _ in matches]
        self.offsets = [offset for _, offset in matches]
        self.place = 0

    def library(self) -> Group:
        """The whole file."""
        item = self._item()
        if not isinstance(item, Group) or item.name != "library":
            raise self._fault(f"it begins with {item.name!r}, not with a library", item.line)
        if self._peek():
            raise self._fault(f"{self._peek()!r} follows the library", self._line())
        return item

    def _item(self) -> Attribute | Group:
        line, name = self._line(), self._word("a name")
        if self._peek() == ":":
            return self._simple(name, line)
        arguments = self._arguments(name)
        if self._peek() != "{":
            self._skip(";")
            return Attribute(name, arguments, line)
        return self._group(Group(name, arguments, self.path, line))

    def _simple(self, name: str, line: int) -> Attribute:
        """`name : value ;`, where the value may be an expression of several words, and the
        semicolon may be missing at a line's end.
        """
        self.place += 1
        words = [self._word(f"a value for {name}")]
        while self._peek() not in {";", "}", ""} and self._line() == self._line(self.place - 1):
            words.append(self._word("a value"))
        self._skip(";")
        return Attribute(name, (" ".join(words),), line)

    def _arguments(self, name: str) -> tuple[str, ...]:
        self._expect("(", f"after {name}")
        arguments = []
        while self._peek() != ")":
            arguments.append(self._word(f"an argument of {name}"))
            while self._peek() == ",":
                self.place += 1
        self._expect(")", f"after the arguments of {name}")
        return tuple(arguments)

    def _group(self, group: Group) -> Group:
        self._expect("{", f"after {group.name}")
        while self._peek() != "}":
            if not self._peek():
                raise self._fault(f"{group.title} is not closed", group.line)
            item = self._item()
            if isinstance(item, Group):
                group.groups.append(item)
            else:
                group.attributes.append(item)
        self.place += 1
        self._skip(";")
        return group

    def _peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def _skip(self, token: str) -> None:
        while self._peek() == token:
            self.place += 1

    def _expect(self, token: str, where: str) -> None:
        if self._peek() != token:
            raise self._fault(
                f"{token!r} is expected {where}, not {self._peek() or 'the end of the file'!r}",
                self._line(),
            )
        self.place += 1

    def _word(self, what: str) -> str:
        token = self._peek()
        if token in set("(){}:;,") | {"", '"', "\\"}:
            raise self._fault(
                f"{what} is expected, not {token or 'the end of the file'!r}", self._line()
            )
        self.place += 1
        return token[1:-1].strip() if token[0] == '"' else token

    def _line(self, place: int | None = None) -> int:
        place = min(self.place if place is None else place, len(self.offsets) - 1)
        return bisect_right(self.line_starts, self.offsets[place])

    def _fault(self, why: str, line: int) -> CryptagonError:
        return CryptagonError("this is no liberty file", where=f"{self.path}:{line}", why=why)
