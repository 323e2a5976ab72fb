"""A preprocessed source: its tokens, the file and line of each place, and which block each is in."""

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cryptagon.hls.ir.instructions import Location

TOKEN = re.compile(
    r'(?P<marker>^# (?P<line>\d+) "(?P<file>(?:[^"\\\n]|\\.)*)"[ \d]*$)'
    r"|(?P<pragma>^[ \t]*#pragma[ \t].*$)"
    r"|(?P<directive>^[ \t]*#.*$)"
    r'|(?P<raw>\bR"(?P<mark>[^()\\\s]{0,16})\([\s\S]*?\)(?P=mark)")'
    r'|(?P<text>"(?:[^"\\\n]|\\.)*")'
    r"|(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)"
    r"|(?P<character>'(?:[^'\\\n]|\\.)*')"
    r"|(?P<word>[A-Za-z_$][\w$]*)"
    r"|(?P<sign>::|[^\s\w])",
    re.MULTILINE,
)
KINDS = ("sign", "word", "number", "marker", "pragma", "directive", "raw", "text", "character")
LOOPS = ("for", "while")
TYPES = frozenset(("struct", "class", "union", "enum", "namespace"))
NO_FUNCTIONS = frozenset(("if", "for", "while", "switch", "catch", "return", "sizeof", "alignas"))
ENDS = frozenset((";", "{", "}"))


@dataclass(frozen=True)
class Token:
    """A token, with where it begins in the text."""

    kind: str
    text: str
    start: int


@dataclass
class Block:
    """What is between two braces: `kind` is "loop", "function", "type", "namespace" or "block".

    `first` is where the loop's keyword or the function's declaration begins, `opens` and `closes`
    are the places of the braces; tokens are told by their number in the source.
    """

    kind: str
    first: int
    opens: int
    around: "Block | None"
    name: str = ""
    parameters: tuple[int, int] = (0, 0)
    closes: int = 0
    inside: "list[Block]" = field(default_factory=list)

    def all_inside(self) -> "Iterator[Block]":
        """Every block within, at any depth."""
        for one in self.inside:
            yield one
            yield from one.all_inside()

    def enclosing(self, *kinds: str) -> "Block | None":
        """This block or the nearest around it that is of one of the kinds."""
        found: Block | None = self
        while found is not None and found.kind not in kinds:
            found = found.around
        return found


class SourceText:
    """A preprocessed source as tokens and blocks.

    `pragmas` has the `#pragma` lines: token, the innermost block around, and the number of the
    token before.
    """

    def __init__(self, text: str, main: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.pragmas: list[tuple[Token, Block, int]] = []
        self.whole = Block("namespace", 0, -1, None)
        self.functions: list[Block] = []
        self._places: list[int] = [0]
        self._told: list[tuple[str, int]] = [(main, 1)]
        self._pair: dict[int, int] = {}
        self._closing: dict[int, int] = {}
        self._read()

    def location(self, start: int) -> Location:
        """The file and line of a place in the text."""
        found = bisect.bisect_right(self._places, start) - 1
        file, line = self._told[found]
        return Location(file, line + self.text.count("\n", self._places[found], start))

    def words(self, first: int, end: int) -> str:
        """Tokens as text again, from number `first` up to `end`."""
        return " ".join(token.text for token in self.tokens[first:end])

    def partner(self, number: int) -> int:
        """The number of the parenthesis that goes with a closing one."""
        return self._pair.get(number, number)

    def closing(self, number: int) -> int:
        """The number of the parenthesis or bracket that goes with an opening one."""
        return self._closing.get(number, number)

    def behind_angles(self, number: int) -> int:
        """The number of the token behind what is between `<`, at a number, and its `>`."""
        depth, at = 1, number + 1
        while depth and at < len(self.tokens) - 1:
            depth += {"<": 1, ">": -1}.get(self.tokens[at].text, 0)
            at += 1
        return at

    def statement_begin(self, number: int) -> int:
        """The number of the first token of the statement or declaration that a token is in."""
        while number > 0 and self.tokens[number - 1].text not in ENDS:
            closing = self.tokens[number - 1].text in ")]"
            number = self.partner(number - 1) if closing else number - 1
        return number

    def _read(self) -> None:
        block, open_signs = self.whole, []
        for match in TOKEN.finditer(self.text):
            text = match[0]
            kind = next(kind for kind in KINDS if match[kind] is not None)
            if kind == "marker":
                self._places.append(match.end() + 1)
                self._told.append((match["file"].replace("\\\\", "\\"), int(match["line"])))
                continue
            token = Token(kind, text, match.start())
            if kind in ("pragma", "directive"):
                if kind == "pragma":
                    self.pragmas.append((token, block, len(self.tokens) - 1))
                continue
            number = len(self.tokens)
            self.tokens.append(token)
            if text in "([":
                open_signs.append(number)
            elif text in ")]" and open_signs:
                self._pair[number] = open_signs.pop()
                self._closing[self._pair[number]] = number
            elif text == "{":
                block = self._opened(number, block)
            elif text == "}" and block.around is not None:
                block.closes = number
                block = block.around

    def _opened(self, number: int, around: Block) -> Block:
        block = self._block(number, around)
        around.inside.append(block)
        if block.kind == "function" and block.name:
            self.functions.append(block)
        return block

    def _block(self, number: int, around: Block) -> Block:
        before = self.tokens[number - 1] if number else None
        if before is None:
            return Block("block", number, number, around)
        if before.text == "do":
            return Block("loop", number - 1, number, around)
        if before.text == ")":
            keyword = self.partner(number - 1) - 1
            if keyword >= 0 and self.tokens[keyword].text in LOOPS:
                return Block("loop", keyword, number, around)
        if around.kind in ("namespace", "type"):
            return self._declared(number, around)
        return Block("block", number, number, around)

    def _declared(self, number: int, around: Block) -> Block:
        """A block outside of functions: one of a function, a type or a namespace."""
        first = self.statement_begin(number)
        words = [token.text for token in self.tokens[first:number]]
        own = self._after_template(first)
        call = self._first_call(own, number)
        if call and "=" not in words[own - first : call - first]:
            name = self.tokens[call - 1].text
            return Block("function", first, number, around, name, (call + 1, self._closing[call]))
        if "namespace" in words or words[:1] == ["extern"]:
            name = words[-1] if words[-1] not in ("namespace", "inline") else ""
            return Block("namespace", first, number, around, "" if '"' in name else name)
        if TYPES & set(words) and "=" not in words:
            return Block("type", first, number, around)
        return Block("block", first, number, around)

    def _after_template(self, first: int) -> int:
        """The number of the token behind `template <...>`, whose parameters may have values."""
        at = first
        while self.tokens[at].text == "template":
            at = self.behind_angles(at + 1)
        return at

    def _first_call(self, first: int, end: int) -> int:
        """The number of the first parenthesis after a name; 0 where there is none, and where it is
        still open, as around a value in braces.
        """
        at = first
        while at < end:
            token = self.tokens[at]
            if token.text == "(":
                name = self.tokens[at - 1]
                if (
                    at > first
                    and name.kind == "word"
                    and name.text not in NO_FUNCTIONS | {"__attribute__"}
                ):
                    return at if at in self._closing else 0
                at = self._closing.get(at, end)
            at += 1
        return 0
