"""Flattens nested merges of a value (phis and selects inside one cycle) into exclusive ways, each
with what the value is on it.

A designer writes such a multiplexer flat; LLVM has it as a tree in which the same arm may be there
several times. Flat, equal arms share a condition and arms that are zero cost nothing.
"""

from collections.abc import Sequence

from cryptagon.hls.datapath.operations import lower_operation
from cryptagon.hls.datapath.values import Operand, Values
from cryptagon.hls.datapath.ways import Case
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.ir.instructions import Const, Instruction, Name, Phi, Undef
from cryptagon.hls.registers.wiring import is_wiring
from cryptagon.hls.states.evaluation import evaluate

MOST_WAYS = 32
MERGES = ("phi", "select")
RESIZES = ("zext", "trunc", "freeze")
MANY_TAKERS = 3
"""Instructions that take a value from which on it is made once, if it is a sum with conditions."""
CLEARLY = 1.0
"""Look-up tables a bit. What synthesis makes of a register's slices and of values that are there in
several merges is not in the estimate: OMD-SHA256 took 10 % more with a saving of 0.7 a bit.
"""
Arm = tuple[Wire, Operand, str]
"""An operand of a merge: when it is chosen, what it is, and the block at whose end it is seen."""


class Merges:
    """Finds the ways of a machine's merges, each with the condition under which it is taken."""

    def __init__(self, values: Values) -> None:
        self.values, self.machine, self.writer = values, values.machine, values.writer
        self._users = {
            name: [user for _, user in users]
            for name, users in values.machine.function.users().items()
        }
        self._ways: dict[str, list[Case]] = {}

    def ways(self, merge: Instruction) -> list[Case]:
        """The ways of a phi or select, given that its block runs; as it is when flattening its arms
        would give too many.
        """
        if merge.result not in self._ways:
            self._ways[merge.result] = self._flattened(self._arms(merge), merge.result)
        return self._ways[merge.result]

    def _flattened(self, arms: list[Arm], merge: str) -> list[Case]:
        """The ways of a merge's arms, or the arms as they are. An arm that is a merge which is made
        anyway may stay whole, where that is cheaper, and one that has the bits of such a merge,
        where it is clearly so.
        """
        apart = [(arm, self._ways_of(arm)) for arm in arms]
        flat, resized = self._with_whole(apart, []), self._resized(arms)
        made = self._made(apart, merge)
        trials = [(made, 0.0)] if made else []
        trials += [([*made, *resized], CLEARLY)] if resized else []
        for kept, least in trials:
            whole = self._with_whole(apart, kept)
            if self.saving(flat, whole, [self._whole(arm)[1] for arm in kept]) > least:
                flat = whole
        if len(flat) <= MOST_WAYS:
            return flat
        return [self._whole(arm) for arm in arms if not isinstance(arm[1], Undef)]

    def _with_whole(self, apart: Sequence[tuple[Arm, list[Case]]], kept: list[Arm]) -> list[Case]:
        """The arms' ways, those of some arms being the arm as it is."""
        ways = ([self._whole(arm)] if arm in kept else cases for arm, cases in apart)
        return self._joined([case for cases in ways for case in cases])

    def _made(self, apart: Sequence[tuple[Arm, list[Case]]], merge: str) -> list[Arm]:
        """The arms of a merge that are made anyway; not one that has among its ways what a register
        takes for nothing: itself, which it keeps, or a constant, which it is reset to.
        """
        made = [(arm, cases) for arm, cases in apart if self.is_made_anyway(*arm[1:])]
        if not made:
            return []
        kept, for_register = self._registers_of(merge), not self._is_worked_on(merge)
        return [
            arm
            for arm, cases in made
            if not any(
                wire.name in kept or (for_register and wire.constant is not None)
                for _, wire in cases
            )
        ]

    def _resized(self, arms: Sequence[Arm]) -> list[Arm]:
        """The arms that have the bits of a merge which an operator takes as well."""
        return [arm for arm in arms if self._resizes_what_is_made(*arm[1:])]

    def saving(self, flat: list[Case], whole: list[Case], made: list[Wire]) -> float:
        """How many look-up tables a bit a merge takes more with other merges taken apart than with
        those whole that are `made` anyway.
        """
        apart, kept = (self.writer.cost_of_merge(ways, made) for ways in (flat, whole))
        return apart - kept

    def _ways_of(self, arm: Arm) -> list[Case]:
        way, operand, block = arm
        return self.of_operand(operand, block, way)

    def _whole(self, arm: Arm) -> Case:
        way, operand, block = arm
        return way, self.values.use(operand, block)

    def _joined(self, cases: list[Case]) -> list[Case]:
        """One way for each different value."""
        conditions: dict[Wire, list[Wire]] = {}
        for condition, value in cases:
            conditions.setdefault(value, []).append(condition)
        return [(self.writer.disjunction(ways), value) for value, ways in conditions.items()]

    def _arms(self, merge: Instruction) -> list[Arm]:
        """The operands of a merge."""
        home = self.values.defined_in[merge.result]
        if not isinstance(merge, Phi):
            choice = self.values.use(merge.operands[0], home)
            return [
                (choice, merge.operands[1], home),
                (self.writer.inverse(choice), merge.operands[2], home),
            ]
        fork = self.machine.dominator[home]
        return [
            (
                self.values.both(
                    self.values.condition(fork, source), self.values.edge(source, home)
                ),
                operand,
                source,
            )
            for operand, source in zip(merge.operands, merge.sources)
            if source in self.machine.reach
        ]

    def of_operand(self, operand: Operand, block: str, condition: Wire) -> list[Case]:
        """The ways of an operand as the end of `block` sees it, `condition` added to each; none
        where any value will do.
        """
        if isinstance(operand, Undef) or condition.constant == 0:
            return []
        merge = self._merge_in_this_cycle(operand, block)
        if merge is None or merge.width == 1:
            return self._of_wiring(operand, block, condition) or [
                (condition, self.values.use(operand, block))
            ]
        ways = [(self.values.both(condition, way), wire) for way, wire in self.ways(merge)]
        return [(way, wire) for way, wire in ways if way.constant != 0]

    def is_made_anyway(self, operand: Operand, block: str) -> bool:
        """Whether an operand is a merge in this cycle, as the end of `block` sees it, which an
        operator or a port takes as well, or which several merges take: made once, it is chosen in
        each of them, and taken apart, its ways are.
        """
        merge = self._merge_in_this_cycle(operand, block)
        return (
            merge is not None
            and merge.width > 1
            and (self._is_operated_on(merge.result) or self._takers(merge.result) > 1)
        )

    def _resizes_what_is_made(self, operand: Operand, block: str) -> bool:
        """Whether an operand has the bits of a merge in this cycle that an operator or a port takes
        as well.
        """
        define = self._in_this_cycle(operand, block)
        if define is None or define.width == 1 or not _is_resize(define):
            return False
        inner, home = define.operands[0], self.values.defined_in[define.result]
        merge = self._merge_in_this_cycle(inner, home)
        if merge is None:
            return self._resizes_what_is_made(inner, home)
        return self._is_worked_on(merge.result)

    def _is_worked_on(self, name: str) -> bool:
        """Whether an operator or a port takes a value, or its bits."""
        return any(
            self._is_worked_on(user.result) if _is_resize(user) else user.opcode not in MERGES
            for user in self._users.get(name, ())
        )

    def _registers_of(self, name: str) -> set[str]:
        """The registers that take a value, a merge of it or its wiring, as wires."""
        found, waiting, seen = set[str](), [name], set[str]()
        while waiting:
            value = waiting.pop()
            if value in seen:
                continue
            seen.add(value)
            register = self.values.registers.home.get(value)
            if register:
                found.add(f"r_{register.name}")
            if value not in self.values.phi_of_state:
                waiting += [
                    user.result
                    for user in self._users.get(value, ())
                    if user.opcode in MERGES or is_wiring(user, {})
                ]
        return found

    def _takers(self, name: str) -> int:
        """How many instructions take a value."""
        return len({user.result for user in self._users.get(name, ())})

    def has_many_takers(self, instruction: Instruction) -> bool:
        """Whether so many instructions take a value that it is best made once."""
        return self._takers(instruction.result) >= MANY_TAKERS

    def _is_operated_on(self, name: str) -> bool:
        """Whether an operator or a port takes a value, or a copy of it."""
        return any(
            user.opcode not in MERGES
            or (len(user.operands) == 1 and self._is_operated_on(user.result))
            for user in self._users.get(name, ())
        )

    def copied(self, merge: Instruction) -> tuple[Operand, str] | None:
        """What a merge of one way alone is a copy of, with the block at whose end that is seen."""
        if not isinstance(merge, Phi):
            return None
        ways = [way for way in zip(merge.operands, merge.sources) if way[1] in self.machine.reach]
        return ways[0] if len(ways) == 1 else None

    def _of_wiring(self, operand: Operand, block: str, condition: Wire) -> list[Case]:
        """The ways of a merge behind wiring, or behind a sum with a constant: each value wired
        alike. None for anything else.

        Of a value that is wired in one place and merged in another, there is then one way.
        """
        define = self._in_this_cycle(operand, block)
        names = define.uses() if define else []
        if define is None or len(names) != 1 or define.width == 1 or not is_wiring(define, {}):
            return []
        home = self.values.defined_in[define.result]
        inner = next(one for one in define.operands if isinstance(one, Name))
        ways = self.of_operand(inner, home, condition)
        return (
            [(way, self._wired(define, inner, wire, home)) for way, wire in ways]
            if len(ways) > 1
            else []
        )

    def _wired(self, define: Instruction, inner: Name, wire: Wire, home: str) -> Wire:
        """What wiring makes of one value of its operand."""
        if (
            wire.constant is not None
            and (known := evaluate(define, {inner.name: wire.constant})) is not None
        ):
            return self.writer.literal(define.width, known)
        operands = [wire if one is inner else self.values.use(one, home) for one in define.operands]
        return lower_operation(self.writer, define, operands)

    def _merge_in_this_cycle(self, operand: Operand, block: str) -> Instruction | None:
        """The phi or select that computes the operand, when it is certain to run in this cycle."""
        define = self._in_this_cycle(operand, block)
        return define if define is not None and define.opcode in MERGES else None

    def _in_this_cycle(self, operand: Operand, block: str) -> Instruction | None:
        """What computes the operand, when it is certain to run in this cycle."""
        if not isinstance(operand, Name) or operand.name in self.values.phi_of_state:
            return None
        return (
            self.values.defined[operand.name]
            if self.values.certain(self.values.defined_in[operand.name], block)
            else None
        )


def _is_resize(instruction: Instruction) -> bool:
    """Whether a result is the lowest bits of an operand and zeros."""
    if instruction.opcode != "and":
        return instruction.opcode in RESIZES
    mask = instruction.operands[1]
    return isinstance(mask, Const) and not mask.value & (mask.value + 1)
