"""Prose of Markdown, one sentence a line: `python tests/rules/prose.py` rewrites all pages so.

Left as they are: headings, tables, code, comments, and what is between `<!-- NAME: begin -->` and
its end, which programs make.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from repository_files import committed_files

PAGES = [
    page
    for page in committed_files("README.md", "CONTRIBUTING.md", "docs/*.md")
    if page.name != "cli.md"
]  # which a program makes
FENCE = ("```", "~~~")
MADE = re.compile(r"<!-- [\w-]+: (begin|end) -->")
MARKER = re.compile(r"(?P<prefix>\s*(?:[*+-]|\d+\.)\s+|\s*>\s+)(?P<text>\S.*)")
VERBATIM = re.compile(r"\s*(?:#|\||<|!\[|\[[^\]]+\]: |---|$)")
ENDS = re.compile(r"[.!?](?:[)\"*_\]]|\([^)]*\))*\s+(?=[A-Z`\[*\"(\d])")
# "C." ends a sentence here; any other letter is a name.
ABBREVIATED = re.compile(r"(?:\b(?:e\.g|i\.e|et al|cf|vs|No|Fig|Sec|p)|\b[ABD-Z])\.$")
HIDDEN = re.compile(r"`[^`]*`|\]\([^)]*\)")


def sentences(text: str) -> list[str]:
    """The sentences of one paragraph."""
    plain = HIDDEN.sub(lambda found: "\0" + "x" * (len(found[0]) - 2) + "\0", text)
    plain = re.sub("\0(x*)\0", lambda found: "`" + found[1] + "`", plain)
    parts, start = [], 0
    for end in ENDS.finditer(plain):
        if not ABBREVIATED.search(plain[start : end.start() + 1]):
            parts.append(text[start : end.end()].strip())
            start = end.end()
    return [*parts, text[start:].strip()]


@dataclass
class _Paragraph:
    prefix: str
    lines: list[str]

    def written(self) -> Iterator[str]:
        indent = " " * len(self.prefix)
        for index, sentence in enumerate(sentences(" ".join(self.lines))):
            yield (indent if index else self.prefix) + sentence


@dataclass
class _Page:
    """A page as it is read: what was written so far, and the paragraph that is open."""

    done: list[str] = field(default_factory=list)
    open: _Paragraph | None = None
    item: int = 0  # the column of the text of the list item around
    fence: bool = False
    made: bool = False

    def take(self, line: str) -> None:
        """One more line."""
        if self._is_verbatim(line):
            self.close()
            self.done.append(line)
        elif marked := MARKER.fullmatch(line):
            self.close()
            self.open = _Paragraph(marked["prefix"], [marked["text"].strip()])
            self.item = len(marked["prefix"])
        elif self.open:
            self.open.lines.append(line.strip())
        else:
            indent = len(line) - len(line.lstrip())
            self.item = self.item if indent else 0
            self.open = _Paragraph(" " * indent, [line.strip()])

    def close(self) -> None:
        """Nothing more belongs to the paragraph."""
        if self.open:
            self.done += self.open.written()
        self.open = None

    def _is_verbatim(self, line: str) -> bool:
        if line.strip().startswith(FENCE) and not self.made:
            self.fence = not self.fence
            return True
        if mark := MADE.fullmatch(line.strip()):
            self.made = mark[1] == "begin"
        indent = len(line) - len(line.lstrip())
        code = not self.open and indent >= self.item + 4
        return self.fence or self.made or code or bool(VERBATIM.match(line))


def one_sentence_a_line(text: str) -> str:
    """The page so."""
    page = _Page()
    for line in text.splitlines():
        page.take(line)
    page.close()
    return "\n".join(page.done) + "\n"


if __name__ == "__main__":
    for file in PAGES:
        file.write_text(one_sentence_a_line(file.read_text(encoding="utf-8")), encoding="utf-8")
