"""Outputs of the datapath that are never 1 in the same cycle, whatever its inputs are.

Gates of one bit are taken apart into what their inputs must be; where one of several inputs must
be, each is tried. Everything else may be 0 or 1, but for comparisons with constants: a value equals
one constant at a time, and the machine is in one state.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations

from cryptagon.hls.datapath.optimised_ir import Node, OptimisedDatapath
from cryptagon.hls.datapath.wires import STATE

MOST_STEPS = 2000
"""Nodes looked at before a search gives up; the longest that finds something takes a tenth."""

Clause = dict[str, bool]
"""Facts of which one holds at least."""


def exclusion_in(logic: OptimisedDatapath) -> Callable[[str, str], bool]:
    """Whether two outputs of one bit are never 1 together; the answer is False where that was not
    found out.
    """

    states = {name: frozenset(numbers) for name, numbers in logic.datapath.states}

    @cache
    def never(one: str, other: str) -> bool:
        return _Search(logic, states).refutes([{one: True}, {other: True}], {})

    return lambda one, other: never(logic.outputs[one], logic.outputs[other])


def written_together(logic: OptimisedDatapath) -> frozenset[str]:
    """The output streams that can be written in the same cycle as another one."""
    never_both = exclusion_in(logic)
    pairs = combinations(sorted(logic.datapath.written_together), 2)
    return frozenset(
        name
        for one, other in pairs
        if not never_both(f"write_{one}", f"write_{other}")
        for name in (one, other)
    )


class _Search:
    """One search in a datapath; `states` are those in which an input is 1."""

    def __init__(self, logic: OptimisedDatapath, states: Mapping[str, frozenset[int]]) -> None:
        self._nodes, self._states = logic.nodes, states
        self._steps = MOST_STEPS

    def refutes(self, clauses: list[Clause], facts: dict[str, bool]) -> bool:
        """Whether not all of the clauses can hold beside the facts."""
        facts = dict(facts)
        clauses = [left for clause in clauses if (left := _open(clause, facts)) is not None]
        while all(clauses):
            certain = next((clause for clause in clauses if len(clause) == 1), None)
            if certain is None:
                return self._refutes_each(clauses, facts)
            self._steps -= 1
            ((name, value),) = certain.items()
            facts[name] = value
            if self._contradicted(name, facts):
                return True
            clauses = [
                left
                for clause in clauses
                if (left := _open_beside(clause, name, value)) is not None
            ]
            told = (_open(clause, facts) for clause in self._inputs(name, value))
            clauses += [clause for clause in told if clause is not None]
        return True

    def _refutes_each(self, clauses: list[Clause], facts: dict[str, bool]) -> bool:
        """Whether each fact of the shortest clause goes against the others."""
        if not clauses or self._steps < 0:
            return False
        tried = min(clauses, key=len)
        others = [clause for clause in clauses if clause is not tried]
        return all(self.refutes([{name: value}, *others], facts) for name, value in tried.items())

    def _inputs(self, name: str, value: bool) -> list[Clause]:
        """What a gate of this value tells of its inputs."""
        node = self._nodes.get(name)
        if node is None:
            return []
        match node.operation:
            case "not":
                return _each(node, not value)
            case "and" | "nand":
                every = value == (node.operation == "and")
                return _each(node, True) if every else _one(node, False)
            case "or" | "nor":
                every = value == (node.operation == "nor")
                return _each(node, False) if every else _one(node, True)
        return []

    def _contradicted(self, name: str, facts: dict[str, bool]) -> bool:
        """Whether what is known of a node does not go with its comparison, or with those of the
        same value.
        """
        if (constant := self._constant(name)) is not None:
            return bool(constant) != facts[name]
        compared = self._compared(name)
        if compared is None:
            return False
        tests = [
            (other[1], other[2] == value)
            for fact, value in facts.items()
            if (other := self._compared(fact)) and other[0] == compared[0]
        ]
        possible = [numbers for numbers, equal in tests if equal]
        if not possible:
            return False
        ruled_out = frozenset[int]().union(*(numbers for numbers, equal in tests if not equal))
        return not frozenset.intersection(*possible) - ruled_out

    def _compared(self, name: str) -> tuple[str, frozenset[int], bool] | None:
        """A comparison: its value, the constants, and whether it is 1 where the value is one of
        them.
        """
        if name in self._states:
            return STATE, self._states[name], True
        node = self._nodes.get(name)
        if node is None or node.operation not in ("eq", "ne"):
            return None
        for value, other in (node.operands, node.operands[::-1]):
            if (constant := self._constant(other)) is not None:
                return value, frozenset({constant}), node.operation == "eq"
        return None

    def _constant(self, name: str) -> int | None:
        """The value of a literal of bits."""
        node = self._nodes.get(name)
        if node is None or node.operation != "literal" or "value" not in node.options:
            return None
        return int(node.options["value"], 0)


def _open(clause: Clause, facts: dict[str, bool]) -> Clause | None:
    """What is left open of a clause beside some facts; None where one of them fulfils it."""
    known = {name: facts[name] is value for name, value in clause.items() if name in facts}
    if any(known.values()):
        return None
    return {name: value for name, value in clause.items() if name not in known} if known else clause


def _open_beside(clause: Clause, name: str, value: bool) -> Clause | None:
    """The same beside one fact; most clauses have nothing to do with it."""
    return _open(clause, {name: value}) if name in clause else clause


def _each(node: Node, value: bool) -> list[Clause]:
    return [{operand: value} for operand in node.operands]


def _one(node: Node, value: bool) -> list[Clause]:
    return [dict.fromkeys(node.operands, value)]
