"""Architectures of hardware from a figure: how many rounds a clock cycle, and whether stages work
on blocks of their own.
"""

import re
from dataclasses import dataclass

from cryptagon.errors import CryptagonError

NAMES = "basic, x2, x3, …, unrolled, pipelined, pipelined-x2, …"


@dataclass(frozen=True)
class Architecture:
    """`rounds` a cycle, 0 for all of them; with `stages` they are those of a pipeline's stage,
    which takes a block in every cycle.

    The words are those of K. Gaj and others for hardware of iterated ciphers: basic iterative, xK
    for K times unrolled, pipelined.
    """

    rounds: int = 1
    stages: bool = False

    @classmethod
    def parse(cls, text: str) -> "Architecture":
        """Of its name. Raises CryptagonError for any other text."""
        found = re.fullmatch(
            r"(?:basic|unrolled|pipelined|(?:pipelined-)?x([1-9]\d{0,2}))", text, re.ASCII
        )
        if not found:
            raise CryptagonError(f'there is no architecture "{text}"', fix=f"write one of: {NAMES}")
        if text == "unrolled":
            return cls(0, stages=True)
        return cls(int(found.group(1) or 1), stages=text.startswith("pipelined"))

    def __str__(self) -> str:
        """Its name."""
        if not self.rounds:
            return "unrolled"
        several = f"x{self.rounds}" if self.rounds > 1 else ""
        if self.stages:
            return "-".join(filter(None, ("pipelined", several)))
        return several or "basic"

    @property
    def told(self) -> str:
        """In a sentence, for the head of a source."""
        if not self.rounds:
            return "All rounds of a `repeat` are logic between registers: an item a cycle."
        if self.stages:
            return f"A stage has {_rounds(self.rounds)} of a `repeat`, and each stage an item of its own: an item a cycle."
        each = "A round" if self.rounds == 1 else f"{self.rounds} rounds"
        return f"{each} of a `repeat` take{'s' if self.rounds == 1 else ''} a clock cycle, all else is logic."


BASIC = Architecture()


def _rounds(count: int) -> str:
    return "one round" if count == 1 else f"{count} rounds"
