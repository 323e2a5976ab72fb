"""Branches among several cases."""

from dataclasses import dataclass

from random_programs.expressions import Expression, Node, index_below
from random_programs.statements import Body, Statement, indented
from random_programs.types import Enum


@dataclass(frozen=True)
class Case(Node):
    """One case of a switch, of the numbers; without `ends` it falls through."""

    numbers: tuple[int, ...]
    body: Body
    ends: bool


@dataclass(frozen=True)
class Switch(Statement):
    """A switch over the value modulo `count`, with the default behind `before` cases and the others
    behind it; from the last of those before it, too, C falls through where that does not end.
    """

    value: Expression
    count: int
    cases: tuple[Case, ...]
    default: Body
    before: int = 8

    def _lines(self) -> list[str]:
        first, second = self.cases[: self.before], self.cases[self.before :]
        default = ["default: {", *indented(self.default), "}"]
        cases = [*self._listed(first), *default, *self._listed(second)]
        return [f"switch ({self._subject()}) {{", *cases, "}"]

    def _listed(self, cases: tuple[Case, ...]) -> list[str]:
        found = []
        for case in cases:
            labels = " ".join(f"case {self._label(number)}:" for number in case.numbers)
            found += [f"{labels} {{", *indented(case.body), "} break;" if case.ends else "}"]
        return found

    def _subject(self) -> str:
        return index_below(self.value, self.count)

    def _label(self, number: int) -> str:
        return str(number)


@dataclass(frozen=True)
class EnumSwitch(Switch):
    """A switch over a value of an enum type; the numbers are those of its constants."""

    def _subject(self) -> str:
        return self.value.c

    def _label(self, number: int) -> str:
        assert isinstance(self.value.type, Enum)
        return self.value.type.constant(number)
