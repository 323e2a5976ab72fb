"""The operators of the optimised datapath: of which kind each node is, how large, and how long it
takes.

Delays are those of `states/delays`, so that the report and the compiler speak of the same levels.
What XLS has and LLVM has not:

| node                                          | levels of look-up tables                                      |
|-----------------------------------------------|---------------------------------------------------------------|
| and, or, xor and their inverses, of k values  | log4 of k, constants left out; a lone inverter is free        |
| a reduction of w bits to one                  | log4 of w                                                     |
| a choice among k values                       | log2 of k, at least 1; 1/2 for single bits                    |
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, log2

from cryptagon.hls.datapath.optimised_ir import Node, OptimisedDatapath
from cryptagon.hls.ir.instructions import Compare, Const, Instruction, Name, Undef
from cryptagon.hls.report.content import Operators
from cryptagon.hls.states.delays import levels as levels_of_instruction

WIRING = frozenset(
    (
        "literal",
        "tuple",
        "tuple_index",
        "bit_slice",
        "concat",
        "zero_ext",
        "sign_ext",
        "reverse",
        "identity",
        "not",
        "array",
        "array_concat",
    )
)
GATES = {"and": "and, or", "or": "and, or", "nand": "and, or", "nor": "and, or", "xor": "xor"}
REDUCTIONS = {"and_reduce": "and, or", "or_reduce": "and, or", "xor_reduce": "xor"}
CHOICES = frozenset(
    (
        "sel",
        "priority_sel",
        "one_hot_sel",
        "array_index",
        "array_update",
        "dynamic_bit_slice",
        "bit_slice_update",
    )
)
COMPARISONS = frozenset(("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"))
AS_INSTRUCTION = {
    **{
        "add": "add",
        "sub": "sub",
        "neg": "sub",
        "umul": "mul",
        "smul": "mul",
        "umulp": "mul",
        "smulp": "mul",
    },
    **{
        "udiv": "udiv",
        "umod": "urem",
        "sdiv": "sdiv",
        "smod": "srem",
        "shll": "shl",
        "shrl": "lshr",
        "shra": "ashr",
    },
    **dict.fromkeys(COMPARISONS, "icmp"),
}
KINDS = {
    **dict.fromkeys(("add", "sub", "neg"), "adder"),
    **dict.fromkeys(("umul", "smul", "umulp", "smulp"), "multiplier"),
    **dict.fromkeys(("udiv", "umod", "sdiv", "smod"), "divider"),
    **dict.fromkeys(("shll", "shrl", "shra"), "shifter"),
    **dict.fromkeys(COMPARISONS, "comparator"),
    **dict.fromkeys(CHOICES, "multiplexer"),
    "invoke": "table",
}
ORDER = (
    "adder",
    "multiplier",
    "divider",
    "comparator",
    "multiplexer",
    "shifter",
    "table",
    "other",
    "xor",
    "and, or",
)


class OperatorTable:
    """Sizes and delays of one datapath's nodes; `table_words` gives the depth of each ROM by
    name.
    """

    def __init__(self, datapath: OptimisedDatapath, table_words: Mapping[str, int]) -> None:
        self._inputs, self._nodes, self._table_words = datapath.inputs, datapath.nodes, table_words

    def levels(self, node: Node) -> float:
        """Levels of look-up tables from a node's operands to its result."""
        operation = node.operation
        if operation in WIRING:
            return 0.0
        if operation in GATES:
            return log(max(1, len(self._variable(node))), 4)
        if operation in REDUCTIONS:
            return log(max(2, self._width(node.operands[0])), 4)
        if operation in CHOICES:
            return 0.5 if node.width == 1 else max(1.0, log2(max(2, self._choices(node))))
        if operation == "invoke":
            words = self._table_words.get(node.options["to_apply"], 256)
            return levels_of_instruction(
                Instruction("load", node.name, node.width, []), table_words=words
            )
        return levels_of_instruction(self._as_instruction(node))

    def _as_instruction(self, node: Node) -> Instruction:
        """The instruction that does what a node does."""
        opcode, operands = AS_INSTRUCTION.get(node.operation, node.operation), self._operands(node)
        if opcode == "icmp":
            return Compare(opcode, node.name, node.width, operands, node.operation)
        return Instruction(opcode, node.name, node.width, operands)

    def count(self, nodes: Iterable[Node]) -> tuple[Operators, ...]:
        """The operators among `nodes`, by kind and width, the largest of each kind first."""
        counter: Counter[tuple[str, int]] = Counter()
        for node in nodes:
            kind, width, count = self._size(node)
            counter[kind, width] += count
        return _in_order(counter)

    def _size(self, node: Node) -> tuple[str, int, int]:
        """Kind, width and how many.

        A gate of k inputs, w bits wide, is (k - 1) w gates; a comparator is as wide as what it
        compares.
        """
        if node.operation in WIRING:
            return "other", 0, 0
        if node.operation in GATES:
            return GATES[node.operation], 1, max(0, len(self._variable(node)) - 1) * node.width
        if node.operation in REDUCTIONS:
            return REDUCTIONS[node.operation], 1, self._width(node.operands[0]) - 1
        if node.operation in COMPARISONS:
            return "comparator", max(map(self._width, node.operands)), 1
        if node.operation in CHOICES:
            return "multiplexer", node.width, max(1, self._choices(node) - 1)
        return KINDS.get(node.operation, "other"), node.width, 1

    def _choices(self, node: Node) -> int:
        """How many values a multiplexer of whole words chooses among."""
        if node.operation in ("sel", "priority_sel", "one_hot_sel"):
            return len(node.operands) - 1
        whole = self._width(node.operands[0])
        return max(2, whole // node.width) if node.operation == "array_index" else 2

    def _variable(self, node: Node) -> list[str]:
        return [name for name in node.operands if self._literal(name) is None]

    def _literal(self, name: str) -> int | None:
        node = self._nodes.get(name)
        return (
            int(node.options["value"], 0)
            if node and node.operation == "literal" and "value" in node.options
            else None
        )

    def _width(self, name: str) -> int:
        return self._inputs[name] if name in self._inputs else self._nodes[name].width

    def _operands(self, node: Node) -> list[Const | Name | Undef]:
        found: list[Const | Name | Undef] = []
        for name in node.operands:
            value = self._literal(name)
            found.append(
                Name(self._width(name), name) if value is None else Const(self._width(name), value)
            )
        return found


def merged(counts: Iterable[Iterable[Operators]]) -> tuple[Operators, ...]:
    """Several counts as one."""
    counter: Counter[tuple[str, int]] = Counter()
    for entry in (entry for count in counts for entry in count):
        counter[entry.kind, entry.width] += entry.count
    return _in_order(counter)


def _in_order(counter: Counter[tuple[str, int]]) -> tuple[Operators, ...]:
    found = [
        Operators(kind=kind, width=width, count=count)
        for (kind, width), count in counter.items()
        if count
    ]
    return tuple(sorted(found, key=lambda entry: (ORDER.index(entry.kind), -entry.width)))
