"""Tests `x < n` of a value that is never above n, as `x != n`.

A test for equality is a tree of look-up tables; one for less is a carry chain, on which the end of
a loop and all behind it would hang. Such are the ends of loops that count up by one, whose bound may
be chosen from constants, as that of merged loops is, if nothing in the loop changes the choice; and
tests of values that are never above a constant. Ranges are known by now: `<` tells them, `!=` does
not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cryptagon.hls.ir.instructions import Branch, Compare, Const, Instruction, Name, Operand, Phi
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.registers.hardware import Hardware
from cryptagon.hls.registers.intervals import Interval
from cryptagon.hls.states.evaluation import constant_of

INVARIANT = frozenset(("select", "icmp", "zext", "trunc", "and", "or", "xor"))
DEEPEST = 32  # operations of a bound


def tests_for_equality(hardware: Hardware) -> Hardware:
    """Rewrites such tests, in place."""
    function = hardware.machine.function
    define = function.definitions()
    home = {i.result: block for block, i in function.instructions() if i.result}
    for block in function.blocks.values():
        test = _test_of(block, define)
        if test is not None and _LoopEnd(function, define, home, block, test).counts_to_bound():
            test.predicate = "ne"
    for _, test in function.instructions():
        if isinstance(test, Compare) and _is_at_most_bound(test, hardware.registers.ranges):
            test.predicate = "ne"
    return hardware


def _is_at_most_bound(test: Compare, ranges: Mapping[str, Interval]) -> bool:
    """Whether a test `x < c` is of a value that is at most c."""
    value, bound = test.operands
    return (
        test.predicate == "ult"
        and isinstance(value, Name)
        and isinstance(bound, Const)
        and value.name in ranges
        and ranges[value.name][1] == bound.value
    )


def _test_of(block: Block, define: Mapping[str, Instruction]) -> Compare | None:
    """The test `i < n` by which alone a block goes on to its first target."""
    branch = block.terminator
    if not isinstance(branch, Branch) or branch.opcode != "br" or len(set(branch.targets)) < 2:
        return None
    test = define[branch.uses()[0]] if branch.uses() else None
    return (
        test
        if isinstance(test, Compare)
        and test.predicate == "ult"
        and isinstance(test.operands[0], Name)
        else None
    )


@dataclass
class _LoopEnd:
    """A block that goes on with a loop where `test` holds."""

    function: Function
    define: Mapping[str, Instruction]
    home: Mapping[str, Block]
    block: Block
    test: Compare

    def __post_init__(self) -> None:
        self.again = self.function.blocks[self.block.branch.targets[0]]

    def counts_to_bound(self) -> bool:
        """Whether the counter begins at the bound or below it, and becomes one more where the test
        holds, and nowhere else.
        """
        counter, bound = self.test.operands
        assert isinstance(counter, Name)
        begun = list(self._begun(counter.name))
        return (
            bool(begun)
            and None not in begun
            and max(one or 0 for one in begun) <= self._least(bound)
            and self._is_same(bound, DEEPEST)
        )

    def _begun(self, counter: str) -> Iterator[int | None]:
        """The constants with which the loop is entered; None where something else than one more
        comes in.
        """
        phi = self.define[counter]
        if not isinstance(phi, Phi):
            yield None
            return
        inside = self.home[counter] is self.again
        for operand, source in zip(phi.operands, phi.sources):
            if inside and source == self.block.name:
                yield from () if self._is_one_more(operand) else (None,)
            elif (
                not inside
                and source == self.again.name
                and isinstance(operand, Name)
                and self.home[operand.name] is self.again
            ):
                yield from self._begun_again(operand.name)
            else:
                yield constant_of(operand, self.define)

    def _begun_again(self, register: str) -> Iterator[int | None]:
        phi = self.define[register]
        if not isinstance(phi, Phi):
            yield None
            return
        for operand, source in zip(phi.operands, phi.sources):
            if source != self.block.name:
                yield constant_of(operand, self.define)
            elif not self._is_one_more(operand):
                yield None

    def _is_one_more(self, operand: Operand) -> bool:
        total = self.define[operand.name] if isinstance(operand, Name) else None
        return (
            total is not None
            and total.opcode == "add"
            and total.operands == [self.test.operands[0], Const(total.width, 1)]
        )

    def _least(self, bound: Operand) -> int:
        """What a bound is at least."""
        if isinstance(bound, Const):
            return bound.value
        define = self.define[bound.name] if isinstance(bound, Name) else None
        return (
            min(map(self._least, define.operands[1:]))
            if define is not None and define.opcode == "select"
            else 0
        )

    def _is_same(self, operand: Operand, depth: int) -> bool:
        """Whether an operand has the same value in the next iteration."""
        if isinstance(operand, Const):
            return True
        define = self.define[operand.name] if isinstance(operand, Name) else None
        if isinstance(define, Phi):
            return self._is_handed_on(define)
        return (
            define is not None
            and define.opcode in INVARIANT
            and depth > 0
            and all(self._is_same(o, depth - 1) for o in define.operands)
        )

    def _is_handed_on(self, phi: Phi) -> bool:
        """Whether a phi of the loop's head only keeps what the loop was entered with."""
        own = Name(phi.width, phi.result)
        if self.home[phi.result] is self.again:
            return phi.come_from(self.block.name) == own
        if (
            self.again.name not in phi.sources
            or self.home[phi.result].name not in self.again.successors
        ):
            return False
        register = phi.come_from(self.again.name)
        kept = self.define[register.name] if isinstance(register, Name) else None
        return (
            isinstance(kept, Phi)
            and self.home[kept.result] is self.again
            and kept.come_from(self.block.name) == own
        )
