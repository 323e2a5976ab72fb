"""What is known of an index from how it was just computed: `x & 3`, `x % 5`, a narrow integer."""

from collections.abc import Sequence

from cryptagon.hls.ir.statements import ArithmeticLine, ChoiceLine, Statement
from cryptagon.hls.ir.text import integer_width
from cryptagon.hls.memory.addresses import Term

Interval = tuple[int, int]
DEEPEST = 6


class IndexRanges:
    """The intervals of the indices in a function."""

    def __init__(self, body: Sequence[Statement]) -> None:
        self.define = {
            one.result: one for one in body if isinstance(one, ArithmeticLine | ChoiceLine)
        }

    def of(self, term: Term) -> Interval:
        """The smallest and largest value that an index can have."""
        half = 1 << (term.width - 1)
        largest = self.largest(term.index, term.width)
        return (0, largest) if largest < half else (-half, half - 1)

    def largest(self, value: str, width: int, depth: int = 0) -> int:
        """The largest value that an operand of `width` bits can have as an unsigned number, found
        within some steps back.
        """
        top = (1 << width) - 1
        if not value.startswith("%"):
            return int(value) & top if value.lstrip("-").isdigit() else top
        define = self.define.get(value[1:])
        if define is None or depth > DEEPEST:
            return top
        return min(top, self._evaluate(define, width, depth + 1))

    def _evaluate(self, define: ArithmeticLine | ChoiceLine, width: int, depth: int) -> int:
        if isinstance(define, ChoiceLine):
            return max(self.largest(arm, width, depth) for arm in define.arms)
        left, right = define.operands
        if define.opcode in ("zext", "trunc"):
            return self.largest(left, integer_width(define.kind) or width, depth)
        if define.opcode == "lshr":
            return self.largest(left, width, depth) >> (int(right) if right.isdigit() else 0)
        bound = self.largest(right, width, depth) - (define.opcode == "urem")
        return max(0, min(bound, self.largest(left, width, depth)))
