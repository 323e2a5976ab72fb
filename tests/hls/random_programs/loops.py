"""Loops of every form, those of backward jumps among them."""

from dataclasses import dataclass
from typing import Any

from random_programs.expressions import Expression, Variable, index_below
from random_programs.statements import Body, Plain, Statement, indented
from random_programs.types import Int

COUNT_FIRST = ("while", "do", "goto", "goto first")
"""Forms of loops that count before the body."""


@dataclass(frozen=True)
class Loop(Statement):
    """A loop of at most `count` iterations, fewer where `condition` no longer holds or the
    data-dependent `limit` is less.

    `form` is "up", "down", "while" or "do"; the last two count before the body. `how` is what is
    before the loop.
    """

    form: str
    how: str
    counter: Variable
    count: int
    limit: Expression | None
    condition: Expression | None
    body: Body

    def _lines(self) -> list[str]:
        i, last = self.counter.name, self._limit()
        rest = f" && {self.condition.c}" if self.condition else ""
        body = indented(self.body)
        if self.form == "up":
            return [
                f"{self.how}for ({self.counter.declaration} = 0; {i} < {last}{rest}; {i}++) {{",
                *body,
                "}",
            ]
        if self.form == "down":
            return [
                f"{self.how}for ({self.counter.declaration} = {last}; {i}-- > 0{rest};) {{",
                *body,
                "}",
            ]
        head, tail = (
            ("do {", f"}} while ({i} < {last}{rest});")
            if self.form == "do"
            else (f"while ({i} < {last}{rest}) {{", "}")
        )
        return [
            "{",
            f"    {self.counter.declaration} = 0;",
            *(f"    {line}" for line in (head, f"    {i}++;", *body, tail)),
            "}",
        ]

    def _limit(self) -> str:
        """The number of iterations; one that hangs on data is a remainder, so that it is at most
        `count`.
        """
        if self.limit is None:
            return str(self.count)
        assert isinstance(self.counter.type, Int)
        return f"({self.counter.type.name})({index_below(self.limit, self.count + 1)})"


@dataclass(frozen=True)
class GotoLoop(Loop):
    """A loop by a backward jump: behind the body where `form` is "goto", before it where it is
    "goto first".
    """

    def _lines(self) -> list[str]:
        i, rest = self.counter.name, f" && {self.condition.c}" if self.condition else ""
        test = f"if ({i} < {self._limit()}{rest})"
        body = [f"    {i}++;", *indented(self.body)]
        again, following, end = (f"{i}_{place}:;" for place in ("again", "next", "end"))
        jump = f"goto {i}_again;"
        if self.form == "goto":
            lines = [again, "{", *body, "}", following, f"{test} {jump}", end]
        else:
            inside = [*body, f"    {following}", f"    {jump}"]
            lines = [again, f"{test} {{", *inside, "}", end]
        return [
            "{",
            f"    {self.counter.declaration} = 0;",
            *(f"    {line}" for line in lines),
            "}",
        ]


@dataclass(frozen=True)
class Jump(Statement):
    """A jump inside of a loop of backward jumps: to its "again", "next" or "end"."""

    counter: Variable
    place: str

    def _lines(self) -> list[str]:
        return [f"goto {self.counter.name}_{self.place};"]


def jumps_of(form: str, counter: Variable) -> list[Statement]:
    """What leaves an iteration of a loop, and what leaves the loop."""
    if not form.startswith("goto"):
        return [Plain("break;"), Plain("continue;")]
    places = ("end", "next", "again") if form == "goto first" else ("end", "next")
    return [Jump(counter, place) for place in places]


def loop_of(form: str, *parts: Any) -> Loop:
    """A loop of that form; the parts are those of `Loop` behind it."""
    return (GotoLoop if form.startswith("goto") else Loop)(form, *parts)
