"""Flattens nested merges of a value (phis and selects inside one cycle) into exclusive ways, each with what the value is on it.

A designer writes such a multiplexer flat; LLVM has it as a tree in which the same arm may stand several times. Flat, equal arms share a
condition and arms that are zero cost nothing.
"""

from cryptagon.hls.datapath.values import Operand, Values
from cryptagon.hls.datapath.ways import Case
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.ir.instructions import Const, Instruction, Name, Phi, Undef

MOST_WAYS = 32


class Merges:
    """Finds the ways of a machine's merges, each with the condition under which it is taken."""

    def __init__(self, values: Values) -> None:
        self.values, self.machine, self.writer = values, values.machine, values.writer
        self._ways: dict[str, list[Case]] = {}

    def ways(self, merge: Instruction) -> list[Case]:
        """The ways of a phi or select, given that its block runs; as it stands when flattening its arms would give too many."""
        if merge.result not in self._ways:
            arms = self._arms(merge)
            flat = self._joined([case for way, operand, block in arms for case in self.of_operand(operand, block, way)])
            if len(flat) > MOST_WAYS:
                flat = [(way, self.values.use(operand, block)) for way, operand, block in arms if not isinstance(operand, Undef)]
            self._ways[merge.result] = flat
        return self._ways[merge.result]

    def _joined(self, cases: list[Case]) -> list[Case]:
        """One way for each different value."""
        conditions: dict[Wire, list[Wire]] = {}
        for condition, value in cases:
            conditions.setdefault(value, []).append(condition)
        return [(self.writer.disjunction(ways), value) for value, ways in conditions.items()]

    def _arms(self, merge: Instruction) -> list[tuple[Wire, Operand, str]]:
        """The operands of a merge, each with its condition and the block at whose end it is seen."""
        home = self.values.defined_in[merge.result]
        if not isinstance(merge, Phi):
            choice = self.values.use(merge.operands[0], home)
            return [(choice, merge.operands[1], home), (self.writer.inverse(choice), merge.operands[2], home)]
        fork = self.machine.dominator[home]
        return [
            (self.writer.conjunction(self.values.condition(fork, source), self.values.edge(source, home)), operand, source)
            for operand, source in zip(merge.operands, merge.sources)
            if source in self.machine.reach
        ]

    def of_operand(self, operand: Operand, block: str, condition: Wire) -> list[Case]:
        """The ways of an operand as the end of `block` sees it, `condition` added to each; none where any value will do."""
        if isinstance(operand, Undef) or condition.constant == 0:
            return []
        merge = self._merge_in_this_cycle(operand, block)
        if merge is None or merge.width == 1:
            return self._of_sum(operand, block, condition) or [(condition, self.values.use(operand, block))]
        ways = [(self.writer.conjunction(condition, way), wire) for way, wire in self.ways(merge)]
        return [(way, wire) for way, wire in ways if way.constant != 0]

    def _of_sum(self, operand: Operand, block: str, condition: Wire) -> list[Case]:
        """The ways of a merge to which a constant is added, where one of them is a register: it keeps what bits of the constant are 0.

        None for anything else.
        """
        define = self._in_this_cycle(operand, block)
        if define is None or define.opcode != "xor" or not isinstance(define.operands[1], Const) or define.width == 1:
            return []
        constant = self.values.use(define.operands[1], block)
        ways = self.of_operand(define.operands[0], self.values.defined_in[define.result], condition)
        return [(way, self.writer.operation("xor", define.width, wire, constant)) for way, wire in ways] if len(ways) > 1 else []

    def _merge_in_this_cycle(self, operand: Operand, block: str) -> Instruction | None:
        """The phi or select that computes the operand, when it is certain to run in this cycle."""
        define = self._in_this_cycle(operand, block)
        return define if define is not None and define.opcode in ("phi", "select") else None

    def _in_this_cycle(self, operand: Operand, block: str) -> Instruction | None:
        """What computes the operand, when it is certain to run in this cycle."""
        if not isinstance(operand, Name) or operand.name in self.values.phi_of_state:
            return None
        return self.values.defined[operand.name] if self.values.certain(self.values.defined_in[operand.name], block) else None
