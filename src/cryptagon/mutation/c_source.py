"""Faults in C: small changes of a core's source, each of one token or one statement, as a designer
slips.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

SWAPS = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "&&": "||", "||": "&&", "&": "|", "|": "&", "^": "|", "+": "-", "-": "+", "<<": ">>", ">>": "<<",
    "|=": "^=", "^=": "|=", "&=": "|=", "+=": "-=", "-=": "+=", "<<=": ">>=", ">>=": "<<=",
}  # fmt: skip
FIELDS = {"eot": "eoi", "eoi": "eot", "valid_bytes": "pad_loc", "size": "partial", "partial": "eot"}
_TOKEN = re.compile(
    r"(?P<skip>/\*.*?\*/|//[^\n]*|^[ \t]*#[^\n]*(?:\\\n[^\n]*)*|\"[^\"\n]*\"|^typedef[^;]*;|^enum[^;]*;)"
    r"|(?P<field>(?<=\.)(?:eot|eoi|valid_bytes|size|partial)\b)"
    r"|(?P<condition>\bif \((?=[^\n]*\)))"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<number>0x[0-9a-fA-F]+|\d+)"
    r"|(?P<operator><<=|>>=|[-+|&^]=|&&|\|\||<<|>>|[=!<>]=|(?<=\s)[-+&|^<>](?=\s)|(?<=[(&|=?:!]\s)!(?=\w)|(?<=\()!(?=\w)|~)",
    re.DOTALL | re.MULTILINE,
)
_STATEMENT = re.compile(
    r"^[ \t]+(?P<statement>[a-z_][\w.\[\]]* (?:[-+|&^]|<<|>>)?= [^;{}]*;|[a-z_]+\([^;{}]*\);|[a-z_]+(?:\+\+|--);)$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Change:
    """`text[start:end]` becomes `new`; `what` says so in a few words, `line` counts from 1."""

    start: int
    end: int
    new: str
    what: str
    line: int

    def applied(self, text: str) -> str:
        """The source with the change."""
        return text[: self.start] + self.new + text[self.end :]


def changes(text: str) -> list[Change]:
    """Every change of a source that the generator knows, in the order of their places."""
    found = [*_of_tokens(text), *_of_statements(text)]
    return sorted(found, key=lambda change: (change.start, change.what))


def sample_changes(text: str, count: int, seed: int) -> list[Change]:
    """So many of them by chance, or all where there are no more; in the order of their places."""
    every = changes(text)
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    return sorted(chosen, key=lambda change: (change.start, change.what))


def _of_tokens(text: str) -> Iterator[Change]:
    for match in _TOKEN.finditer(text):
        token = match[0]
        if match["operator"]:
            yield _change(text, match, SWAPS.get(token, ""))
        elif match["field"]:
            yield _change(text, match, FIELDS[token])
        elif match["number"]:
            for step in (1, -1):
                if int(token, 0) + step >= 0:
                    yield _change(text, match, str(int(token, 0) + step))
        elif match["condition"]:
            yield Change(
                match.start(),
                match.end(),
                "if (!",
                "the first term of a condition is negated",
                _line(text, match.start()),
            )


def _of_statements(text: str) -> Iterator[Change]:
    body = text.find("HARDWARE void")
    for match in _STATEMENT.finditer(text, body):
        statement = match["statement"]
        if statement.startswith(("expect_cycles", "return", "break", "continue")):
            continue
        line = _line(text, match.start("statement"))
        yield Change(
            match.start("statement"),
            match.end("statement"),
            ";",
            f"{_short(statement)} is left out",
            line,
        )


def _change(text: str, match: re.Match[str], new: str) -> Change:
    what = f"{match[0]} becomes {new}" if new else f"{match[0]} is left out"
    return Change(match.start(), match.end(), new, what, _line(text, match.start()))


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _short(statement: str, width: int = 50) -> str:
    one_line = " ".join(statement.split())
    return one_line if len(one_line) <= width else f"{one_line[: width - 1]}…"
