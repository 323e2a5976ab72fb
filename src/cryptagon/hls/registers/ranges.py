"""How large every value can get, so that an `int` loop counter becomes a register of as many bits as it needs.

Interval analysis of unsigned values over the whole function, with the conditions of branches taken into account. Intervals grow to the next
constant that the function compares with, and after some such steps to the next power of two, so it ends after few rounds.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping

from cryptagon.hls.ir.instructions import Compare, Const, Element, Instruction, Name, Operand, Phi, Undef
from cryptagon.hls.ir.model import Function

Interval = tuple[int, int]
ROUNDS_BEFORE_WIDENING = 3
ROUNDS_TO_CONSTANTS = 32  # then by powers of two: a function may compare with thousands of constants


def value_ranges(function: Function, reset_values: Mapping[str, int]) -> dict[str, Interval]:
    """The interval (smallest, largest) of every value that can be computed, by name; a value that never is has none.

    `reset_values` are constants that phis hold before any edge into them is taken.
    """
    return _Ranges(function, reset_values).solve()


class _Ranges:
    def __init__(self, function: Function, reset_values: Mapping[str, int]) -> None:
        self.function = function
        self.reset_values = reset_values
        self.define = {i.result: i for _, i in function.instructions() if i.result}
        self.before = function.predecessors()
        self.known: dict[str, Interval] = {}
        self.rounds: dict[str, int] = {}
        constants = {o.value for _, i in function.instructions() if i.opcode in ("icmp", "and") for o in i.operands if isinstance(o, Const)}
        self.powers = [(1 << n) - 1 for n in range(1, 65)]
        self.steps = sorted({c + d for c in constants for d in (-1, 0, 1) if c + d >= 0} | set(self.powers))

    def solve(self) -> dict[str, Interval]:
        blocks = {i.result: block.name for block, i in self.function.instructions() if i.result and i.width}
        users = self._users(blocks)
        self._settle(dict.fromkeys(blocks), blocks, users)
        # What hangs on a variable that is never written is still open; its register starts anyhow, so one bit of it may be set.
        while stuck := [name for name in blocks if name not in self.known and self._starts_undefined(self.define[name])]:
            for name in stuck:
                self.known[name] = (0, 1)
                self._settle(dict.fromkeys(users[name]), blocks, users)
        return self.known

    def _starts_undefined(self, instruction: Instruction) -> bool:
        return instruction.opcode == "phi" and any(isinstance(operand, Undef) for operand in instruction.operands)

    def _settle(self, waiting: dict[str, None], blocks: dict[str, str], users: dict[str, list[str]]) -> None:
        """Updates the intervals until none changes."""
        while waiting:
            name = next(iter(waiting))
            del waiting[name]
            if self._update(blocks[name], self.define[name]):
                waiting |= dict.fromkeys(users[name])

    def _users(self, blocks: dict[str, str]) -> dict[str, list[str]]:
        """For each value those whose interval hangs on it; what a branch compares bears on every phi."""
        users: dict[str, list[str]] = {name: [] for name in blocks}
        phis = [name for name in blocks if self.define[name].opcode == "phi"]
        compared: set[str] = set()
        for instruction in self.define.values():
            for operand in instruction.operands:
                if isinstance(operand, Name) and operand.name in users:
                    users[operand.name] += [instruction.result] if instruction.result in blocks else []
                    users[operand.name] += phis if instruction.opcode == "icmp" and operand.name not in compared else []
                    compared |= {operand.name} if instruction.opcode == "icmp" else set()
        return users

    def _update(self, block: str, instruction: Instruction) -> bool:
        found = self._phi(block, instruction) if isinstance(instruction, Phi) else self._evaluate(instruction, {})
        if found is None:
            return False
        old = self.known.get(instruction.result)
        if old is not None:
            found = (min(old[0], found[0]), max(old[1], found[1]))
        if found == old:
            return False
        self.known[instruction.result] = self._widen(instruction, old, found)
        return True

    def _widen(self, instruction: Instruction, old: Interval | None, new: Interval) -> Interval:
        self.rounds[instruction.result] = self.rounds.get(instruction.result, 0) + 1
        if instruction.opcode != "phi" or self.rounds[instruction.result] <= ROUNDS_BEFORE_WIDENING or old is None:
            return new
        steps = self.steps if self.rounds[instruction.result] <= ROUNDS_TO_CONSTANTS else self.powers
        top, at = (1 << instruction.width) - 1, bisect_left(steps, new[1])
        high = steps[at] if at < len(steps) else top
        return (new[0] if new[0] == old[0] else 0, min(high, top))

    def _phi(self, block: str, phi: Phi) -> Interval | None:
        reset = self.reset_values.get(phi.result)
        found = None if reset is None else (reset, reset)
        for operand, source in zip(phi.operands, phi.sources):
            if isinstance(operand, Undef):
                continue
            one = self._on_edge(operand, source, block)
            if one is not None:
                found = one if found is None else (min(found[0], one[0]), max(found[1], one[1]))
        return found

    def _on_edge(self, operand: Operand, source: str, target: str) -> Interval | None:
        """An operand's interval given that control went from `source` to `target`."""
        limits = self._limits(source, target)
        if any(low > high for low, high in limits.values()):
            return None
        return self._of(operand, limits)

    def _limits(self, source: str, target: str) -> dict[str, Interval]:
        source, target = self._last_choice(source, target)
        terminator = self.function.blocks[source].branch
        if terminator.opcode != "br" or not terminator.operands or not isinstance(terminator.operands[0], Name):
            return {}
        compare = self.define.get(terminator.operands[0].name)
        if not isinstance(compare, Compare):
            return {}
        return self._implied(compare, holds=terminator.targets[0] == target)

    def _last_choice(self, source: str, target: str) -> tuple[str, str]:
        """The edge itself, or, where it is the only way on, the edge that every way to it takes; a loop without choices ends the search,
        and so does the first block, to which reset leads too."""
        passed = {source}
        while source != self.function.entry and len(self.function.blocks[source].successors) == 1:
            only = self.before[source]
            if len(only) != 1 or only[0] in passed:
                break
            source, target = only[0], source
            passed.add(source)
        return source, target

    def _implied(self, compare: Compare, *, holds: bool) -> dict[str, Interval]:
        """What a comparison says about its two sides; of a side of which nothing is known yet, that no way leads there yet."""
        sides = [self._of(operand, {}) for operand in compare.operands]
        limits: dict[str, Interval] = {}
        for operand, now, other, predicate in zip(compare.operands, sides, sides[::-1], (compare.predicate, MIRRORED[compare.predicate])):
            if not isinstance(operand, Name) or operand.name not in self.define:
                continue
            if now is None or other is None:
                limits[operand.name] = NEVER
            elif predicate[0] != "s" or max(now[1], other[1]) < 1 << (operand.width - 1):
                unsigned = predicate.replace("s", "u", 1) if predicate[0] == "s" else predicate
                limits[operand.name] = _bound(now, unsigned if holds else INVERSE[unsigned], other)
        return limits

    def _of(self, operand: Operand, limits: dict[str, Interval]) -> Interval | None:
        if isinstance(operand, Const):
            return (operand.value, operand.value)
        if isinstance(operand, Undef):
            return (0, 0)
        if operand.name in limits:
            return limits[operand.name]
        define = self.define.get(operand.name)
        if (
            define is not None
            and limits
            and define.opcode in ("add", "sub", "zext", "trunc")
            and any(isinstance(o, Name) and o.name in limits for o in define.operands)
        ):
            return self._evaluate(define, limits)
        return self.known.get(operand.name)

    def _evaluate(self, instruction: Instruction, limits: dict[str, Interval]) -> Interval | None:
        full = (0, (1 << instruction.width) - 1)
        operands = [self._of(operand, limits) for operand in instruction.operands]
        if instruction.opcode == "select" or isinstance(instruction, Element):
            return _union([one for one in operands[1:] if one is not None])
        if instruction.opcode in ("call", "load", "extractvalue", "getelementptr"):
            return full
        if any(operand is None for operand in operands):
            return None
        found = _transfer(instruction, [o for o in operands if o is not None])
        return found if found and 0 <= found[0] <= found[1] <= full[1] else full


def _union(intervals: list[Interval]) -> Interval | None:
    return (min(low for low, _ in intervals), max(high for _, high in intervals)) if intervals else None


INVERSE = {"eq": "ne", "ne": "eq", "ult": "uge", "uge": "ult", "ugt": "ule", "ule": "ugt"}
MIRRORED = {"eq": "eq", "ne": "ne"} | {
    f"{sign}{one}": f"{sign}{other}" for sign in "us" for one, other in (("lt", "gt"), ("gt", "lt"), ("le", "ge"), ("ge", "le"))
}
NEVER = (1, 0)


def _bound(now: Interval, predicate: str, other: Interval) -> Interval:
    """What is left of a value's interval when a comparison of it with another value holds."""
    (low, high), (least, most) = now, other
    if predicate == "eq":
        return (max(low, least), min(high, most))
    if predicate == "ne":
        return (low + (low == least), high - (high == least)) if least == most else now
    if predicate in ("ult", "ule"):
        return (low, min(high, most - (predicate == "ult")))
    return (max(low, least + (predicate == "ugt")), high)


def _transfer(instruction: Instruction, operands: list[Interval]) -> Interval | None:
    """The interval of a result; None stands for any value."""
    transfer = TRANSFERS.get(instruction.opcode)
    return transfer(instruction.width, *operands) if transfer else None


def _add(width: int, a: Interval, b: Interval) -> Interval | None:
    """A constant with its top bit set takes something off."""
    size = 1 << width
    if b[0] == b[1] and b[0] >= size // 2:
        return (a[0] + b[0] - size, a[1] + b[0] - size) if a[0] + b[0] >= size else None
    return (a[0] + b[0], a[1] + b[1])


def _or(_width: int, a: Interval, b: Interval) -> Interval:
    return (0, (1 << max(a[1].bit_length(), b[1].bit_length())) - 1)


def _shift(width: int, a: Interval, b: Interval, *, left: bool) -> Interval | None:
    if b[0] != b[1] or b[0] >= width:
        return None
    return (a[0] << b[0], a[1] << b[0]) if left else (a[0] >> b[0], a[1] >> b[0])


TRANSFERS: dict[str, Callable[..., Interval | None]] = {
    "add": _add,
    "sub": lambda _width, a, b: (a[0] - b[1], a[1] - b[0]),
    "mul": lambda _width, a, b: (a[0] * b[0], a[1] * b[1]),
    "and": lambda _width, a, b: (0, min(a[1], b[1])),
    "or": _or,
    "xor": _or,
    "zext": lambda _width, a: a,
    "freeze": lambda _width, a: a,
    "trunc": lambda width, a: a if a[1] < 1 << width else None,
    "shl": lambda width, a, b: _shift(width, a, b, left=True),
    "lshr": lambda width, a, b: _shift(width, a, b, left=False),
}
