"""What is known of an index from how it was just computed: `x & 3`, `x % 5`, a narrow integer."""

import re
from collections.abc import Sequence

from cryptagon.hls.memory.addresses import Term

Interval = tuple[int, int]
DEFINITION = re.compile(r"^  %([-\w.]+) = (zext|and|urem|lshr|select|trunc)\b(?: nneg| nuw| nsw| exact)* (.*?)(?:, !.*)?$")
DEEPEST = 6


class IndexRanges:
    """The intervals of the indices in a function's lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.define = {match.group(1): (match.group(2), match.group(3)) for match in map(DEFINITION.match, lines) if match}

    def of(self, term: Term) -> Interval:
        """The smallest and largest value that an index can have."""
        half = 1 << (term.width - 1)
        largest = self._largest(term.index, term.width, 0)
        return (0, largest) if largest < half else (-half, half - 1)

    def _largest(self, value: str, width: int, depth: int) -> int:
        """The largest value of an operand as an unsigned number."""
        top = (1 << width) - 1
        if not value.startswith("%"):
            return int(value) & top if value.lstrip("-").isdigit() else top
        opcode, rest = self.define.get(value[1:], ("", ""))
        if not opcode or depth > DEEPEST:
            return top
        return min(top, self._evaluate(opcode, rest, width, depth + 1))

    def _evaluate(self, opcode: str, rest: str, width: int, depth: int) -> int:
        if opcode in ("zext", "trunc"):
            kind, value = rest.split(" ")[:2]
            return self._largest(value, int(kind[1:]), depth)
        if opcode == "select":
            arms = [part.split(" ")[-1] for part in rest.split(", ")[1:]]
            return max(self._largest(arm, width, depth) for arm in arms)
        left, right = (part.split(" ")[-1] for part in rest.split(", "))
        if opcode == "lshr":
            return self._largest(left, width, depth) >> (int(right) if right.isdigit() else 0)
        bound = self._largest(right, width, depth) - (opcode == "urem")
        return max(0, min(bound, self._largest(left, width, depth)))
