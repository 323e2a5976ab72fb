"""What counters differ from when a loop goes on: they stay below it."""

from collections.abc import Mapping

from cryptagon.hls.ir.instructions import Compare, Const, Instruction, Name, Operand, Phi
from cryptagon.hls.registers.conditions import Facts


class CounterBounds:
    """The bounds of the counters of a function: `define` gives what makes each value, `home` the
    block in which it is made.
    """

    def __init__(
        self, facts: Facts, define: Mapping[str, Instruction], home: Mapping[str, str]
    ) -> None:
        self._facts, self._define, self._home = facts, define, home
        self._found: dict[str, tuple[str, ...]] = {}

    def of(self, phi: Phi) -> tuple[str, ...]:
        """For each operand of a phi the value that it differs from on its edge, where it has just
        gone on by one and that value does not change in the loop; "" for none. Found once.
        """
        if phi.result not in self._found:
            block = self._home[phi.result]
            self._found[phi.result] = tuple(
                self._bound(block, phi, operand, source)
                for operand, source in zip(phi.operands, phi.sources)
            )
        return self._found[phi.result]

    def _bound(self, block: str, phi: Phi, operand: Operand, source: str) -> str:
        operand, source, target = self._handed(block, operand, source)
        step = self._define.get(operand.name) if isinstance(operand, Name) else None
        if (
            step is None
            or step.opcode != "add"
            or step.operands != [Name(phi.width, phi.result), Const(phi.width, 1)]
        ):
            return ""
        dominators = self._facts.dominators
        for fact in (
            self._facts.on_edge(source, target) if dominators.dominates(block, source) else ()
        ):
            compare = self._define.get(fact.subject)
            if (
                isinstance(compare, Compare)
                and fact.among == {int(compare.predicate == "ne")}
                and compare.predicate in ("eq", "ne")
            ):
                others = [
                    self._narrow(o.name)
                    for o in compare.operands
                    if isinstance(o, Name) and o != operand
                ]
                home = (
                    self._home.get(others[0], block)
                    if operand in compare.operands and len(others) == 1
                    else block
                )
                if home != block and dominators.dominates(home, block):
                    return others[0]
        return ""

    def _handed(self, block: str, operand: Operand, source: str) -> tuple[Operand, str, str]:
        """An operand of a phi and the edge that it comes on; those of the block before, where that
        only hands on what it gets.
        """
        before = self._define.get(operand.name) if isinstance(operand, Name) else None
        if (
            isinstance(before, Phi)
            and len(before.operands) == 1
            and self._home[before.result] == source
        ):
            return before.operands[0], before.sources[0], source
        return operand, source, block

    def _narrow(self, name: str) -> str:
        """What a value was before it was widened."""
        define = self._define[name]
        inner = define.operands[0] if define.opcode == "zext" else None
        return self._narrow(inner.name) if isinstance(inner, Name) else name
