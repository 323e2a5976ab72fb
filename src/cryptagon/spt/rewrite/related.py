"""Tables and matrices of one figure by those of another one, so that both can have the same units.

An S-box that is an inversion between affine maps, as that of AES, and its inverse are each other's
between such maps. A matrix is a product of another one and a third, which may be small: InvMixColumns
of AES is MixColumns behind a matrix with six factors that are not 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cryptagon.spt.code.inversion import as_inversion, between
from cryptagon.spt.model import Definition, Figure, Matrix, Node, Ref, Table, Type
from cryptagon.spt.operations import product
from cryptagon.spt.rewrite.graphs import finished, fresh

BIT = 0b11
"""The polynomial of GF(2): a matrix over it is a linear map of bits."""
Rows = tuple[tuple[int, ...], ...]


class Relations:
    """Writes nodes of a figure by tables and matrices that are `there`; `made` are the new
    matrices.
    """

    def __init__(self, there: Sequence[Definition], taken: Sequence[Definition]) -> None:
        self.there = there
        self.taken = {one.name: one for one in taken}
        self.made: dict[str, Matrix] = {}

    def related(self, figure: Figure) -> Figure:
        """The figure, by what is there."""
        nodes: list[Node] = []
        refs: dict[Ref, Ref] = {}
        for node in figure.nodes:
            operands = tuple(refs.get(one, one) for one in node.operands)
            chain = list(self._chain(replace(node, operands=operands)))
            nodes += chain
            refs[Ref(node.name)] = Ref(chain[-1].name)
        outputs = tuple(
            replace(one, source=refs.get(one.source, one.source))
            for one in figure.outputs
            if one.source
        )
        return finished(replace(figure, nodes=tuple(nodes), outputs=outputs))

    def _chain(self, node: Node) -> Iterator[Node]:
        """The node, or those that do the same by what is there."""
        definition = self.taken.get(node.target)
        if definition is None or definition in self.there:
            yield node
        elif isinstance(definition, Matrix):
            yield from self._factors(node, definition)
        elif isinstance(definition, Table):
            yield from self._between(node, definition)
        else:
            yield node

    def _between(self, node: Node, table: Table) -> Iterator[Node]:
        """An S-box by another one between affine maps."""
        mine = as_inversion(table.values) if (table.width, table.result) == (8, 8) else None
        for other in self.there if mine else ():
            theirs = (
                as_inversion(other.values)
                if isinstance(other, Table) and other.width == 8
                else None
            )
            if mine and theirs:
                before, after = between(theirs, mine)
                chain = self._affine(f"{node.name}_before", node, node.operands[0], before)
                yield from chain
                found = replace(
                    node, name=f"{node.name}_of", target=other.name, operands=(Ref(chain[-1].name),)
                )
                yield found
                yield from self._affine(f"{node.name}_after", node, Ref(found.name), after)
                return
        yield node

    def _affine(self, name: str, node: Node, ref: Ref, values: Sequence[int]) -> list[Node]:
        """A matrix over GF(2) and a constant, for each byte; element 0 is the most significant."""
        rows = tuple(
            tuple((values[1 << bit] ^ values[0]) >> row & 1 for bit in reversed(range(8)))
            for row in reversed(range(8))
        )
        matrix = self._matrix(f"{node.target}_map", 1, BIT, rows)
        width = node.type.width
        number = sum(values[0] << 8 * place for place in range(width // 8))
        added = Node(f"#{name}_constant", "constant", (), (("", Type(width)),), (number,))
        mapped = Node(f"#{name}_map", "product", (ref,), node.results, (), matrix)
        total = Node(f"#{name}", "xor", (Ref(mapped.name), Ref(added.name)), node.results)
        return [mapped, added, total]

    def _factors(self, node: Node, matrix: Matrix) -> Iterator[Node]:
        """A matrix as another one behind a third that takes less than it does."""
        for other in self.there:
            if isinstance(other, Matrix) and _field(other) == _field(matrix):
                third = _quotient(other, matrix)
                if third and _weight(third) < _weight(matrix.rows):
                    name = self._matrix(
                        f"{matrix.name}_by_{other.name}", matrix.width, matrix.polynomial, third
                    )
                    first = replace(node, name=f"{node.name}_first", target=name)
                    yield first
                    yield replace(node, target=other.name, operands=(Ref(first.name),))
                    return
        yield node

    def _matrix(self, name: str, width: int, polynomial: int, rows: Rows) -> str:
        for one in self.made.values():
            if (one.width, one.rows) == (width, rows):
                return one.name
        taken = [*self.taken, *self.made, *(one.name for one in self.there)]
        name = fresh(name, taken)
        self.made[name] = Matrix(name, width, polynomial, rows)
        return name


def _field(matrix: Matrix) -> tuple[int, int, int]:
    return matrix.width, matrix.polynomial, len(matrix.rows)


def _weight(rows: Rows) -> int:
    """How many elements, doubled or not, are added up."""
    return sum(factor.bit_count() for row in rows for factor in row)


def _quotient(first: Matrix, whole: Matrix) -> Rows | None:
    """The matrix X for which first · X is the whole one; None where there is none.

    By Gauss and Jordan over the field.
    """
    width, polynomial, size = _field(first)
    rows = [[*mine, *theirs] for mine, theirs in zip(first.rows, whole.rows)]

    def times(factor: int, row: Sequence[int]) -> list[int]:
        return [product(factor, one, width, polynomial) for one in row]

    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        inverse = next(
            (one for one in range(1, 1 << width) if times(one, rows[column])[column] == 1), None
        )
        if inverse is None:
            return None  # the polynomial has factors: there is no field
        rows[column] = times(inverse, rows[column])
        for row in range(size):
            if row != column and rows[row][column]:
                scaled = times(rows[row][column], rows[column])
                rows[row] = [one ^ other for one, other in zip(rows[row], scaled)]
    return tuple(tuple(row[size:]) for row in rows)
