"""What is known about values on one way through the blocks of a cycle, so that ways that can never
be taken cost no cycle.

Facts come from branches taken: `x == 3` here rules out `x == 4` further on. They concern SSA
values, which change within a cycle only where the next iteration of a loop begins in it.
"""

from dataclasses import dataclass
from functools import cached_property

from cryptagon.hls.ir.instructions import Compare, Const, Instruction, Name, Operand, Undef

DEEPEST = 12
COMPARISONS = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "ult": lambda a, b: a < b,
    "ule": lambda a, b: a <= b,
    "ugt": lambda a, b: a > b,
    "uge": lambda a, b: a >= b,
}


@dataclass(frozen=True)
class Facts:
    """Values that are known, and for others the values they are known not to have."""

    known: frozenset[tuple[str, int]] = frozenset()
    excluded: frozenset[tuple[str, int]] = frozenset()

    @cached_property
    def values(self) -> dict[str, int]:
        """What is known, by the value's name."""
        return dict(self.known)

    def without(self, names: frozenset[str]) -> "Facts":
        """The facts on other values than these."""
        known, excluded = (
            frozenset(fact for fact in facts if fact[0] not in names)
            for facts in (self.known, self.excluded)
        )
        return Facts(known, excluded)


@dataclass
class Reasoner:
    """Evaluates conditions of one function under facts."""

    define: dict[str, Instruction]

    def evaluate(self, operand: Operand, facts: Facts, depth: int = 0) -> int | None:
        """The operand's value where the facts determine it."""
        if isinstance(operand, Const):
            return operand.value
        if isinstance(operand, Undef) or depth > DEEPEST:
            return None
        known = facts.values.get(operand.name)
        if known is not None:
            return known
        define = self.define.get(operand.name)
        return self._compute(define, facts, depth + 1) if define is not None else None

    def _compute(self, define: Instruction, facts: Facts, depth: int) -> int | None:
        if isinstance(define, Compare):
            return self._compare(define, facts, depth)
        if define.opcode not in ("and", "or", "xor", "select") or define.width != 1:
            return None
        values = [self.evaluate(o, facts, depth) for o in define.operands]
        if define.opcode == "select":
            return None if values[0] is None else values[1 if values[0] else 2]
        absorbing = {"and": 0, "or": 1}.get(define.opcode)
        if absorbing in values:
            return absorbing
        if None in values:
            return None
        a, b = (v for v in values if v is not None)
        return {"and": a & b, "or": a | b, "xor": a ^ b}[define.opcode]

    def _compare(self, define: Compare, facts: Facts, depth: int) -> int | None:
        left, right = define.operands
        a, b = self.evaluate(left, facts, depth), self.evaluate(right, facts, depth)
        if a is not None and b is not None and define.predicate in COMPARISONS:
            return int(COMPARISONS[define.predicate](a, b))
        if b is not None and isinstance(left, Name) and (left.name, b) in facts.excluded:
            return {"eq": 0, "ne": 1}.get(define.predicate)
        return None

    def assume(self, operand: Operand, value: int, facts: Facts) -> Facts:
        """The facts with `operand == value` added, and what follows from it."""
        if not isinstance(operand, Name):
            return facts
        facts = Facts(facts.known | {(operand.name, value)}, facts.excluded)
        define = self.define.get(operand.name)
        if define is None or define.width != 1:
            return facts
        if isinstance(define, Compare) and isinstance(define.operands[1], Const):
            return self._assume_comparison(define, value, facts)
        if (define.opcode, value) in (("and", 1), ("or", 0)):
            for part in define.operands:
                facts = self.assume(part, value, facts)
        if define.opcode == "xor" and isinstance(define.operands[1], Const):
            return self.assume(define.operands[0], value ^ define.operands[1].value, facts)
        if define.opcode == "select":
            return self._assume_select(define, value, facts)
        return facts

    def _assume_comparison(self, define: Compare, value: int, facts: Facts) -> Facts:
        left, right = define.operands
        assert isinstance(right, Const)
        if not isinstance(left, Name) or define.predicate not in ("eq", "ne"):
            return facts
        if (define.predicate == "eq") == bool(value):
            return self.assume(left, right.value, facts)
        if left.width == 1:
            return self.assume(left, 1 - right.value, facts)
        return Facts(facts.known, facts.excluded | {(left.name, right.value)})

    def _assume_select(self, define: Instruction, value: int, facts: Facts) -> Facts:
        """`a && b` and `a || b` as LLVM writes them: a select with a constant arm."""
        condition, when_true, when_false = define.operands
        if isinstance(when_false, Const) and when_false.value != value:
            return self.assume(when_true, value, self.assume(condition, 1, facts))
        if isinstance(when_true, Const) and when_true.value != value:
            return self.assume(when_false, value, self.assume(condition, 0, facts))
        return facts

    def exclude(self, operand: Operand, values: list[int], facts: Facts) -> Facts:
        """The facts with `operand` known to be none of `values`."""
        if not isinstance(operand, Name):
            return facts
        return Facts(facts.known, facts.excluded | {(operand.name, value) for value in values})
