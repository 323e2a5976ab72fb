"""And-inverter graphs: logic of AND gates and inverters alone, in which a property is one literal
that must never be 1.

A literal is twice the number of its node, plus 1 where it is inverted; literal 0 is the constant 0
and 1 the constant 1. Every gate comes after its inputs. Equal gates are one (structural hashing):
two copies of the same logic over the same literals are the same literal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

FALSE, TRUE = 0, 1


def inverse(literal: int) -> int:
    """NOT."""
    return literal ^ 1


@dataclass
class Graph:
    """The gates by node number; None for the constant and for inputs."""

    gates: list[tuple[int, int] | None] = field(default_factory=lambda: [None])
    _nodes: dict[tuple[int, int], int] = field(default_factory=dict)

    def free(self) -> int:
        """A new input."""
        self.gates.append(None)
        return 2 * (len(self.gates) - 1)

    def both(self, left: int, right: int) -> int:
        """AND."""
        if left > right:
            left, right = right, left
        if left == FALSE or left == inverse(right):
            return FALSE
        if left in (TRUE, right):
            return right
        node = self._nodes.get((left, right))
        if node is None:
            self.gates.append((left, right))
            node = self._nodes[left, right] = len(self.gates) - 1
        return 2 * node

    def either(self, left: int, right: int) -> int:
        """OR."""
        return inverse(self.both(inverse(left), inverse(right)))

    def differ(self, left: int, right: int) -> int:
        """Exclusive OR."""
        return self.either(self.both(left, inverse(right)), self.both(inverse(left), right))

    def choose(self, condition: int, then: int, otherwise: int) -> int:
        """Multiplexer."""
        return self.either(self.both(condition, then), self.both(inverse(condition), otherwise))

    def any_of(self, literals: Iterable[int]) -> int:
        """OR of all; 0 for none."""
        level = list(literals) or [FALSE]
        while level[1:]:  # a tree, which engines like better than a chain
            level = [
                self.either(*level[place : place + 2]) if level[place + 1 :] else level[place]
                for place in range(0, len(level), 2)
            ]
        return level[0]

    def cone(self, literals: Iterable[int]) -> list[int]:
        """The nodes that the literals depend on within a clock cycle, themselves among them, in
        ascending order.
        """
        waiting, found = [literal >> 1 for literal in literals], {0}
        while waiting:
            node = waiting.pop()
            if node in found:
                continue
            found.add(node)
            waiting.extend(literal >> 1 for literal in self.gates[node] or ())
        return sorted(found)

    def replaced(self, literals: Iterable[int], by: Mapping[int, int]) -> list[int]:
        """The literals with the logic before them made again, in which the nodes in `by` are the
        literals given there.
        """
        wanted = list(literals)
        made = {0: FALSE}
        for node in self.cone(wanted):
            gate = self.gates[node]
            if node in by:
                made[node] = by[node]
            elif gate is None:
                made[node] = 2 * node
            else:
                left, right = gate
                made[node] = self.both(made[left >> 1] ^ (left & 1), made[right >> 1] ^ (right & 1))
        return [made[literal >> 1] ^ (literal & 1) for literal in wanted]
