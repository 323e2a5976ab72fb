"""Expressions that are items of streams, or only wiring: what the headers of loops and the states
of ciphers have beside arithmetic.
"""

from dataclasses import dataclass

from random_programs.expressions import Expression, Typed
from random_programs.statements import Stream
from random_programs.types import UNSIGNED, Int, Type, constant


@dataclass(frozen=True)
class Item(Expression):
    """The next item of a stream of integers, taken or only looked at.

    A statement has one, and evaluates it once.
    """

    access: str
    stream: Stream

    def _type(self) -> Type:
        return self.stream.type

    def _c(self) -> str:
        assert isinstance(self.stream.type, Int)
        return f"(({self.stream.type.name}){self.access}({self.stream.name}))"


@dataclass(frozen=True)
class Reversed(Typed):
    """A number whose pieces of `piece` bits, the last perhaps shorter, come in the other order:
    bytes swapped, words swapped.

    Its value is written once for each piece, so it is to be short.
    """

    value: Expression
    piece: int

    def _c(self) -> str:
        kind = self.kind.unsigned
        work = UNSIGNED if kind.promoted else kind
        value, size = (
            f"({work.name})({kind.name}){self.value.of(self.kind)}",
            max(self.piece, (kind.bits + 7) // 8),
        )
        pieces = []
        for low in range(0, kind.bits, size):
            width = min(size, kind.bits - low)
            taken = f"({value} >> {low} & ({work.name}){constant(kind, (1 << width) - 1)})"
            pieces.append(f"{taken} << {kind.bits - low - width}")
        return f"(({self.kind.name})({' | '.join(pieces)}))"
