"""How large every value can get, so that an `int` loop counter becomes a register of as many bits
as it needs.

Interval analysis of unsigned values over the whole function. Where branches, selections and cases
of a switch tell something about a value, its interval there is smaller, and so are those of what is
computed from it. Intervals grow to the next constant that the function compares with, and after
some such steps to the next power of two, so it ends after few rounds.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping

from cryptagon.hls.ir.instructions import (
    Compare,
    Const,
    Element,
    Instruction,
    Name,
    Operand,
    Phi,
    Undef,
)
from cryptagon.hls.ir.model import Function
from cryptagon.hls.registers.conditions import ByEdge, Edge, Fact, Facts, logic_of_select
from cryptagon.hls.registers.counter_bounds import CounterBounds
from cryptagon.hls.registers.intervals import (
    INVERSE,
    MIRRORED,
    NEVER,
    Interval,
    Limits,
    bounded,
    common,
    is_possible,
    result,
    union,
)

ROUNDS_BEFORE_WIDENING = 3
ROUNDS_TO_CONSTANTS = (
    32  # then by powers of two: a function may compare with thousands of constants
)
ROUNDS_TO_POWERS = 40  # then it may be anything
DEPTH = (
    3  # operations between a value about which something is told and one that is computed from it
)
LOGIC = frozenset(("and", "or", "xor", "select"))
AGAIN = frozenset(("add", "sub", "zext", "trunc", "freeze"))
TOLD = LOGIC | AGAIN | {"icmp"}


def value_ranges(function: Function, reset_values: Mapping[str, int]) -> dict[str, Interval]:
    """The interval (smallest, largest) of every value that can be computed, by name; a value that
    never is has none.

    `reset_values` are constants that phis hold before any edge into them is taken.
    """
    return _Ranges(function, reset_values).solve()


class _Ranges:
    def __init__(self, function: Function, reset_values: Mapping[str, int]) -> None:
        self.function = function
        self.reset_values = reset_values
        self.facts = Facts(function)
        self.define = function.definitions()
        self.home = {
            i.result: block.name for block, i in function.instructions() if i.result and i.width
        }
        self.known: dict[str, Interval] = {}
        self.told = ByEdge(self._told_by, self._told_on)
        self.bounds = CounterBounds(self.facts, self.define, self.home)
        self.phis: dict[str, list[str]] = {}
        for name, block in self.home.items():
            if isinstance(self.define[name], Phi):
                self.phis.setdefault(block, []).append(name)
        self.rounds: dict[str, int] = {}
        constants = {
            o.value
            for _, i in function.instructions()
            if i.opcode in ("icmp", "and")
            for o in i.operands
            if isinstance(o, Const)
        }
        widths = {
            i.width for i in self.define.values()
        }  # counters are shorter; what is longer grows to a width that there is
        self.powers = [(1 << n) - 1 for n in sorted({*range(1, 65), *widths} - {0})]
        self.steps = sorted(
            {c + d for c in constants for d in (-1, 0, 1) if c + d >= 0} | set(self.powers)
        )

    def solve(self) -> dict[str, Interval]:
        users = self._users()
        self._settle(self.home, users)
        # What hangs on a variable that is never written is still open; its register starts anyhow,
        # so one bit of it may be set.
        while stuck := [
            name
            for name in self.home
            if name not in self.known and self._starts_undefined(self.define[name])
        ]:
            for name in stuck:
                self.known[name] = (0, 1)
                self._settle([*users[name], *self.told.changed(name)], users)
        return self.known

    def _starts_undefined(self, instruction: Instruction) -> bool:
        undefined = (isinstance(operand, Undef) for operand in instruction.operands)
        return instruction.opcode == "phi" and any(undefined)

    def _settle(self, names: Collection[str | Edge], users: Mapping[str, list[str]]) -> None:
        """Updates the intervals until none changes.

        A phi hangs on an edge that cannot be taken yet as such, whatever it hangs on itself. One that
        can be taken stays so, as intervals only grow.
        """
        waiting, listed = deque[str | Edge](names), set[str | Edge](names)

        def add(found: Iterable[str | Edge]) -> None:
            again = [one for one in found if one not in listed]
            waiting.extend(again)
            listed.update(again)

        while waiting:
            listed.discard(one := waiting.popleft())
            if isinstance(one, tuple):
                add(self.phis.get(one[1], ()) if self.told[one] is not None else ())
            elif self._update(self.home[one], self.define[one]):
                add(users[one])
                add(self.told.changed(one))

    # What hangs on what

    def _users(self) -> dict[str, list[str]]:
        """For each value those whose interval hangs on it, through what is told about it too: a phi
        may so hang on itself.
        """
        users: dict[str, list[str]] = {name: [] for name in self.home}
        for name in self.home:
            for used in dict.fromkeys(self._inputs(self.define[name])):
                if used in users:
                    users[used].append(name)
        return users

    def _inputs(self, instruction: Instruction) -> Iterator[str]:
        if isinstance(instruction, Phi):
            yield from self._inputs_of_phi(instruction)
            return
        followed = (
            TOLD
            if self._added_choice(instruction)
            else AGAIN
            if instruction.opcode == "select"
            else frozenset[str]()
        )
        for number, operand in enumerate(instruction.operands):
            yield from self._cone(
                operand, TOLD if instruction.opcode == "select" and number == 0 else followed
            )

    def _inputs_of_phi(self, phi: Phi) -> Iterator[str]:
        """The same for a phi. What is told on an edge counts where it tells something of the operand
        that comes there: of most operands it tells nothing, and a function has many of them.
        """
        block, bounds = self.home[phi.result], self.bounds.of(phi)
        counts = any(bounds)
        for operand, source, bound in zip(phi.operands, phi.sources, bounds):
            yield from self._cone(operand, AGAIN)
            told = self.told.hangs_on((source, block))
            if counts or not told.keys().isdisjoint(self._cone(operand, TOLD)):
                yield from told
            if bound:
                yield from self._cone(Name(self.define[bound].width, bound), AGAIN)

    def _told_by(self, edge: Edge) -> Iterator[str]:
        """The values that `_told_on` hangs on."""
        for fact in self.facts.on_edge(*edge):
            yield from self._cone(Name(1, fact.subject), TOLD)

    def _cone(
        self, operand: Operand, followed: Collection[str], depth: int = DEPTH
    ) -> Iterator[str]:
        """A value, and what it is computed from by operations that are looked through where
        something is told.
        """
        if not isinstance(operand, Name) or operand.name not in self.define:
            return
        yield operand.name
        define = self.define[operand.name]
        if depth and define.opcode in followed:
            for inner in define.operands:
                yield from self._cone(inner, followed, depth - 1)

    # Intervals

    def _update(self, block: str, instruction: Instruction) -> bool:
        old = self.known.get(instruction.result)
        if old == (0, (1 << instruction.width) - 1):
            return False
        found = (
            self._phi(block, instruction)
            if isinstance(instruction, Phi)
            else self._evaluate(instruction, {})
        )
        found = union((old, found))
        if found is None or found == old:
            return False
        self.known[instruction.result] = self._widen(instruction, old, found)
        return True

    def _widen(self, instruction: Instruction, old: Interval | None, new: Interval) -> Interval:
        self.rounds[instruction.result] = self.rounds.get(instruction.result, 0) + 1
        if (
            instruction.opcode != "phi"
            or self.rounds[instruction.result] <= ROUNDS_BEFORE_WIDENING
            or old is None
        ):
            return new
        steps = (
            self.steps if self.rounds[instruction.result] <= ROUNDS_TO_CONSTANTS else self.powers
        )
        top, at = (1 << instruction.width) - 1, bisect_left(steps, new[1])
        high = (
            steps[at]
            if at < len(steps) and self.rounds[instruction.result] <= ROUNDS_TO_POWERS
            else top
        )
        return (new[0] if new[0] == old[0] else 0, min(high, top))

    def _phi(self, block: str, phi: Phi) -> Interval | None:
        counted = self._counted(block, phi)
        if counted is not None:
            return counted
        reset = self.reset_values.get(phi.result)
        found = None if reset is None else (reset, reset)
        for operand, source in zip(phi.operands, phi.sources):
            if not isinstance(operand, Undef):
                found = union((found, self._on_edge(operand, source, block)))
        return found

    def _on_edge(self, operand: Operand, source: str, target: str) -> Interval | None:
        """An operand's interval given that control went from `source` to `target`."""
        limits = self.told[source, target]
        return None if limits is None else self._of(operand, limits)

    def _given(self, operand: Operand, limits: Limits, depth: int = DEPTH) -> Interval | None:
        """An operand's interval within limits; None where they exclude each other, so that no way
        leads there.
        """
        return self._of(operand, limits, depth) if is_possible(limits) else None

    def _of(self, operand: Operand, limits: Limits, depth: int = DEPTH) -> Interval | None:
        if isinstance(operand, Const):
            return (operand.value, operand.value)
        if isinstance(operand, Undef):
            return (0, 0)
        if operand.name in limits:
            return limits[operand.name]
        define = self.define.get(operand.name)
        if define is not None and limits and depth and define.opcode in AGAIN:
            return self._evaluate(define, limits, depth - 1)
        return self.known.get(operand.name)

    def _evaluate(
        self, instruction: Instruction, limits: Limits, depth: int = DEPTH
    ) -> Interval | None:
        full = (0, (1 << instruction.width) - 1)
        if instruction.opcode == "select":
            condition, *arms = instruction.operands
            return union(
                self._given(arm, self._chosen(limits, condition, outcome, depth), depth)
                for arm, outcome in zip(arms, (1, 0))
            )
        if isinstance(instruction, Element):
            return union(self._of(operand, limits, depth) for operand in instruction.operands[1:])
        if instruction.opcode in ("load", "extractvalue", "getelementptr"):
            return full
        if depth and (choice := self._added_choice(instruction)):
            ways = [
                self._told(limits, Fact(choice, frozenset((outcome,))), depth=depth - 1)
                for outcome in (0, 1)
            ]
            return union(
                self._computed(instruction, way, depth, full) for way in ways if is_possible(way)
            )
        return self._computed(instruction, limits, depth, full)

    def _computed(
        self, instruction: Instruction, limits: Limits, depth: int, full: Interval
    ) -> Interval | None:
        operands = [self._of(operand, limits, depth) for operand in instruction.operands]
        if any(operand is None for operand in operands):
            return None
        found = result(instruction, [o for o in operands if o is not None])
        return found if found and 0 <= found[0] <= found[1] <= full[1] else full

    def _added_choice(self, instruction: Instruction) -> str:
        """The single bit that is added to something, as in `i += i < 9`; "" for none."""
        if instruction.opcode == "add":
            for operand in instruction.operands:
                define = self.define.get(operand.name) if isinstance(operand, Name) else None
                inner = (
                    define.operands[0] if define is not None and define.opcode == "zext" else None
                )
                if isinstance(inner, Name) and inner.width == 1:
                    return inner.name
        return ""

    def _counted(self, block: str, phi: Phi) -> Interval | None:
        """The interval of a counter that begins below a value and goes on by one until it is equal
        to it: it stays below.
        """
        found, bounds = None, self.bounds.of(phi)
        names = set(bounds) - {""}
        if len(names) != 1 or phi.result in self.reset_values:
            return None
        bound = Name(self.define[(name := names.pop())].width, name)
        for operand, source, bounded_by in zip(phi.operands, phi.sources, bounds):
            if not bounded_by:
                first, last = (self._on_edge(one, source, block) for one in (operand, bound))
                if first is not None and (last is None or first[1] >= last[0]):
                    return None
                found = union((found, first))
        last = self.known.get(bound.name)
        return (found[0], last[1] - 1) if found and last else None

    # What is told

    def _told_on(self, edge: Edge) -> Limits | None:
        """What is told where control goes along an edge; None where it never does."""
        limits = self._told({}, *self.facts.on_edge(*edge))
        return limits if is_possible(limits) else None

    def _chosen(self, limits: Limits, condition: Operand, outcome: int, depth: int) -> Limits:
        if isinstance(condition, Name):
            return self._told(limits, Fact(condition.name, frozenset((outcome,))), depth=depth)
        return (
            {**limits, "": NEVER}
            if isinstance(condition, Const) and condition.value != outcome
            else limits
        )

    def _told(self, limits: Limits, *facts: Fact, depth: int = DEPTH) -> Limits:
        """The limits with what some facts say; of a value of which nothing is known yet, that no
        way leads there yet.
        """
        found = dict(limits)
        for fact in facts:
            interval = (
                (min(fact.among), max(fact.among))
                if fact.among
                else self.known.get(fact.subject, NEVER)
            )
            for value in sorted(fact.without):
                interval = bounded(interval, "ne", (value, value))
            for value in sorted(fact.without, reverse=True):
                interval = bounded(interval, "ne", (value, value))
            self._limit(found, fact.subject, interval, depth)
        return found

    def _limit(self, limits: Limits, name: str, interval: Interval, depth: int) -> None:
        """Adds that a value is in an interval, and what that says about what it is computed
        from.
        """
        define = self.define.get(name)
        if define is None:
            return
        limits[name] = common(limits.get(name, self.known.get(name, interval)), interval)
        if depth == 0 or interval[0] > interval[1]:
            return
        if isinstance(define, Compare):
            self._compared(limits, define, holds=interval[0] == 1, depth=depth) if interval in (
                (0, 0),
                (1, 1),
            ) else None
        elif define.width == 1 and define.opcode in LOGIC:
            self._logic(limits, define, interval, depth)
        elif define.operands and isinstance(define.operands[0], Name) and self._keeps(define):
            self._limit(limits, define.operands[0].name, interval, depth - 1)

    def _keeps(self, define: Instruction) -> bool:
        """Whether the result is the same number as the first operand."""
        source = define.operands[0]
        high = self.known.get(source.name, (0, 0))[1] if isinstance(source, Name) else 0
        if define.opcode == "and" and isinstance(mask := define.operands[1], Const):
            return mask.value & (mask.value + 1) == 0 and high <= mask.value
        return define.opcode in ("zext", "freeze") or (
            define.opcode == "trunc" and high < 1 << define.width
        )

    def _logic(self, limits: Limits, define: Instruction, interval: Interval, depth: int) -> None:
        """Both sides of an AND that holds, and of an OR that does not; the other outcome of an
        inverted one.
        """
        operands = define.operands if define.opcode != "select" else logic_of_select(define)
        kind = (
            define.opcode
            if define.opcode != "select"
            else ("and" if define.operands[2] == Const(1, 0) else "or")
        )
        if kind == "xor":
            interval = (1 - interval[1], 1 - interval[0]) if Const(1, 1) in operands else (0, 1)
        if interval == {"and": (1, 1), "or": (0, 0)}.get(kind, interval):
            for operand in operands:
                if isinstance(operand, Name):
                    self._limit(limits, operand.name, interval, depth - 1)

    def _compared(self, limits: Limits, compare: Compare, *, holds: bool, depth: int) -> None:
        """What a comparison says about its two sides."""
        sides = [self._of(operand, {}) for operand in compare.operands]
        for operand, now, other, predicate in zip(
            compare.operands, sides, sides[::-1], (compare.predicate, MIRRORED[compare.predicate])
        ):
            if not isinstance(operand, Name) or operand.name not in self.define:
                continue
            if now is None or other is None:
                limits[operand.name] = NEVER
            elif predicate[0] != "s" or max(now[1], other[1]) < 1 << (operand.width - 1):
                unsigned = predicate.replace("s", "u", 1) if predicate[0] == "s" else predicate
                self._limit(
                    limits,
                    operand.name,
                    bounded(now, unsigned if holds else INVERSE[unsigned], other),
                    depth - 1,
                )
