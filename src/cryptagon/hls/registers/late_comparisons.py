"""Two values that are only compared, in a later cycle than they are made, are kept as their
difference: one register, not two.

`difference = a ^ b; wait(); ... difference == 0` is `a == b` to LLVM, which then wants both of them
in the later cycle.
"""

from cryptagon.hls.ir.instructions import Compare, Const, Instruction, Name, Phi
from cryptagon.hls.registers.liveness import live_at_states, starts_of
from cryptagon.hls.states.machine import Machine

DIFFERENCE = ".difference"


def keep_differences(machine: Machine) -> Machine:
    """Compares a difference with zero where that saves a register, in place."""
    return _Differences(machine).run()


class _Differences:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.made = {
            i.result: (block.name, i) for block, i in machine.function.instructions() if i.result
        }
        self.starts = starts_of(live_at_states(machine))
        self.later: dict[str, int] = {}
        """How often a value is used where it may come from an earlier cycle."""
        for block, instruction in machine.function.instructions():
            for value in instruction.uses():
                self.later[value] = self.later.get(value, 0) + (
                    not self._runs_before(self.made[value][0], block.name)
                )

    def run(self) -> Machine:
        for block, test in list(self.machine.function.instructions()):
            if isinstance(test, Compare) and test.predicate in ("eq", "ne"):
                left, right = test.operands
                if (
                    isinstance(left, Name)
                    and isinstance(right, Name)
                    and (place := self._place(left, right, block.name))
                ):
                    self._compare_difference(test, left, right, place)
        return self.machine

    def _place(self, left: Name, right: Name, test: str) -> str:
        """The block in which both values are there, made in one cycle; empty where that saves
        nothing, or the test is in that cycle.
        """
        if (
            left.width == 1
            or left.name == right.name
            or self.later[left.name] + self.later[right.name] > 2
        ):
            return ""
        states = self.starts.get(left.name, set())
        if (
            not states
            or states != self.starts.get(right.name)
            or any(map(self._is_kept, (left, right)))
        ):
            return ""
        first, second = self.made[left.name][0], self.made[right.name][0]
        place = (
            second
            if self._runs_before(first, second)
            else first
            if self._runs_before(second, first)
            else ""
        )
        return place if place and not self._runs_before(place, test) else ""

    def _runs_before(self, upper: str, lower: str) -> bool:
        return upper == lower or self.machine.runs_before(upper, lower)

    def _is_kept(self, value: Name) -> bool:
        """Whether a value is that of a register from the beginning of a state."""
        block, define = self.made[value.name]
        return isinstance(define, Phi) and block in self.machine.state_blocks

    def _compare_difference(self, test: Compare, left: Name, right: Name, place: str) -> None:
        name = test.result + DIFFERENCE
        difference = Instruction("xor", name, left.width, [left, right], location=test.location)
        self.machine.function.blocks[place].instructions.insert(-1, difference)
        test.operands = [Name(left.width, name), Const(left.width, 0)]
