"""Jumps: forward to the end of a block, whatever is around, and backward as loops."""

from dataclasses import dataclass

from random_programs.statements import Body, Statement, indented


@dataclass(frozen=True)
class Goto(Statement):
    """A jump behind the block of that label."""

    label: str

    def _lines(self) -> list[str]:
        return [f"goto {self.label};"]


@dataclass(frozen=True)
class Labelled(Statement):
    """A block with a label behind it, to which what is inside jumps."""

    label: str
    body: Body

    def _lines(self) -> list[str]:
        return ["{", *indented(self.body), "}", f"{self.label}:;"]
