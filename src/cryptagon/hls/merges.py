"""Flattens nested merges of a value (phis and selects inside one cycle) into exclusive ways, each with what the value is on it.

A designer writes such a multiplexer flat; LLVM has it as a tree in which the same arm may stand several times. Flat, equal arms share a
condition and arms that are zero cost nothing.
"""

from typing import TYPE_CHECKING

from cryptagon.hls.llvm_ir import Const, Instruction, Name, Undef
from cryptagon.hls.xls_ir import Wire

if TYPE_CHECKING:
    from cryptagon.hls.lowering import Lowering

Operand = Const | Name | Undef
Case = tuple[Wire, Wire]
DEEPEST = 24


class Merges:
    """Finds the ways of a lowered machine's merges."""

    def __init__(self, lowering: "Lowering") -> None:
        self.lowering, self.machine, self.writer = lowering, lowering.machine, lowering.writer
        self.defined = {i.result: i for _, i in self.machine.function.instructions() if i.result}

    def of_instruction(self, merge: Instruction, condition: Wire, depth: int = 0) -> list[Case]:
        """The ways of a phi or select that runs in this cycle, each with `condition` added."""
        home = self.lowering.defined_in[merge.result]
        if merge.opcode == "select":
            choice = self.lowering.use(merge.operands[0], home)
            arms = [(choice, merge.operands[1], home), (self.writer.inverse(choice), merge.operands[2], home)]
        else:
            fork = self.machine.dominator[home]
            arms = [
                (self.writer.conjunction(self.lowering.condition(fork, source), self.lowering.edge(source, home)), operand, source)
                for operand, source in zip(merge.operands, merge.labels)
                if source in self.machine.reach
            ]
        return [case for way, o, block in arms for case in self.of_operand(o, block, self.writer.conjunction(condition, way), depth + 1)]

    def of_operand(self, operand: Operand, block: str, condition: Wire, depth: int = 0) -> list[Case]:
        """The ways of an operand as the end of `block` sees it; none where any value will do."""
        if isinstance(operand, Undef) or condition.constant == 0:
            return []
        merge = self.merge_in_this_cycle(operand, block)
        if merge is not None and merge.width > 1 and depth < DEEPEST:
            return self.of_instruction(merge, condition, depth)
        return [(condition, self.lowering.use(operand, block))]

    def merge_in_this_cycle(self, operand: Operand, block: str) -> Instruction | None:
        """The phi or select that computes the operand, when it is certain to run in this cycle."""
        if not isinstance(operand, Name) or operand.name in self.lowering.phi_of_state:
            return None
        home = self.lowering.defined_in[operand.name]
        define = self.defined[operand.name]
        certain = home == block or self.machine.runs_before(home, block)
        return define if certain and define.opcode in ("phi", "select") else None
