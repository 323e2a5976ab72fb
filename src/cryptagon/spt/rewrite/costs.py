"""How much logic a figure is, roughly, in look-up tables of four inputs: enough to tell what is
worth a clock cycle.
"""

from cryptagon.spt.model import Figure, Matrix, Node, Program, Table

ADDED = {"xor": 1, "and": 1, "or": 1, "add": 1, "sub": 1, "select": 1}
"""A look-up table a bit for each operand but the first."""


def cost(program: Program, figure: Figure) -> int:
    """Of all nodes of a figure."""
    return sum(cost_of(program, node, figure) for node in figure.nodes)


def cost_of(program: Program, node: Node, figure: Figure) -> int:
    """Of one node; what is called is counted where it is called, and a repeat has the logic of one
    round.
    """
    definition = program.definition.get(node.target)
    if node.operation in ("call", "repeat"):
        return cost(program, program.by_name[node.target])
    if isinstance(definition, Table):
        return (
            node.type.width
            * max(1, 1 << max(definition.width - 4, 0))
            // (2 if definition.width > 4 else 1)
        )
    if isinstance(definition, Matrix):
        return 2 * node.type.width
    if node.operation == "mul":
        return figure.types[node.operands[0]].width ** 2
    return (
        ADDED.get(node.operation, 0)
        * (len(node.operands) - 1)
        * (node.type.width if node.results else 0)
    )
