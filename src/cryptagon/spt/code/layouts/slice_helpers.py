"""Functions on bit slices that several figures share: tables as gates, matrices as sums,
carries.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.dialect import function, indented
from cryptagon.spt.code.layouts.gates import Network
from cryptagon.spt.code.layouts.minimise import minimised
from cryptagon.spt.code.layouts.sharing import sums
from cryptagon.spt.code.layouts.ternary import Ternary, ternary
from cryptagon.spt.code.layouts.tower import inversion_network
from cryptagon.spt.code.linear_maps import transposed
from cryptagon.spt.code.names import free
from cryptagon.spt.model import Matrix, Table
from cryptagon.spt.operations import product

WIDEST = 8
"""Bits of an argument of a table that becomes gates."""
ARITHMETIC = {
    "add": """/* y = a + b, of `count` bits. */
STATIC void add_slices(vec *y, const vec *a, const vec *b, int count) {
    vec carry = LANE(0);
    STRAIGHTfor (int i = 0; i < count; i++) {
        const vec one = a[i] ^ b[i], both = a[i] & b[i];
        y[i] = one ^ carry;
        carry = both | (one & carry);
    }
}""",
    "sub": """/* y = a - b, of `count` bits. */
STATIC void sub_slices(vec *y, const vec *a, const vec *b, int count) {
    vec borrow = LANE(0);
    STRAIGHTfor (int i = 0; i < count; i++) {
        const vec differ = a[i] ^ b[i], less = ~a[i] & b[i];
        y[i] = differ ^ borrow;
        borrow = less | (~differ & borrow);
    }
}""",
    "mul": """/* y = a * b, of `count` bits: a, moved by i bits, is added where bit i of b is set. */
STATIC void mul_slices(vec *y, const vec *a, const vec *b, int count) {
    STRAIGHTfor (int i = 0; i < count; i++) y[i] = a[i] & b[0];
    STRAIGHTfor (int i = 1; i < count; i++) {
        vec carry = LANE(0);
        STRAIGHTfor (int j = 0; i + j < count; j++) {
            const vec part = a[j] & b[i], one = y[i + j] ^ part, both = y[i + j] & part;
            y[i + j] = one ^ carry;
            carry = both | (one & carry);
        }
    }
}""",
    "select": """/* The element of `array`, of `width` bits, that an index of `bits` bits counts. All are read. */
STATIC void select_slices(vec *y, const vec *array, int width, const vec *index, int bits) {
    STRAIGHTfor (int i = 0; i < width; i++) y[i] = LANE(0);
    STRAIGHTfor (int number = 0; number < 1 << bits; number++) {
        vec chosen = ~LANE(0);
        STRAIGHTfor (int i = 0; i < bits; i++) chosen &= number >> i & 1 ? index[i] : ~index[i];
        STRAIGHTfor (int i = 0; i < width; i++) y[i] |= array[number * width + i] & chosen;
    }
}""",
}


@dataclass
class SliceHelpers:
    """Each helper once, in the order in which they are needed.

    `key` is the type of a bit of the key, `static` what is before a function, `straight` what is
    before a loop that is to be unrolled, so that all arrays can be registers.
    """

    taken: set[str]
    key: str = "const uint64_t"
    static: str = "static inline"
    straight: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def table(self, table: Table) -> str:
        """The function `f(y, x)` of a table."""
        if table.width > WIDEST:
            why = f"table {table.name} has arguments of {table.width} bits"
            raise CryptagonError(
                "the figure has no bit-sliced layout", why=why, fix="take --layout scalar"
            )
        name = self._named(table.name)
        if name not in self.texts:
            network = None
            if table.width == table.result == WIDEST:
                network = inversion_network(table.values)
            kind = "an inversion in GF(2^8) by way of GF(2^4)" if network else "by search"
            network = network or minimised(table.values, table.width, table.result)
            made = self._made(network)
            count = f"{len(made.gates)} gates{' of three inputs' if self.straight else ''}"
            note = f"/* Table {table.name} by {count}: {kind}. Bit 0 is the lowest. */\n"
            self.texts[name] = note + self._network(name, network, made, table)
        return name

    def _made(self, network: Network) -> Network | Ternary:
        """The network, by gates of three inputs where these are one instruction."""
        return ternary(network) if self.straight else network

    def _network(self, name: str, network: Network, made: Network | Ternary, table: Table) -> str:
        inputs, outputs = (
            [f"x{place}" for place in range(table.width)],
            [f"y[{place}]" for place in range(table.result)],
        )
        read = [
            f"const vec x{place} = x[{place}];"
            for place in range(table.width)
            if _is_read(network, place)
        ]
        return function(
            f"{self.static} void {name}(vec *y, const vec *x)",
            [*read, *made.lines("vec", inputs, outputs)],
        )

    def matrix(self, matrix: Matrix) -> str:
        """The function `f(y, x0, x1, ...)` of a matrix: a pointer for each element of a column."""
        name = self._named(matrix.name)
        if name not in self.texts:
            count = len(matrix.rows)
            plain = all(factor in (0, 1) for row in matrix.rows for factor in row)
            body = self._planes(matrix) if plain else self._columns(matrix)
            parameters = ", ".join(f"const vec *x{place}" for place in range(count))
            unused = [
                f"(void)x{place};"
                for place in range(count)
                if all(row[place] == 0 for row in matrix.rows)
            ]
            note = (
                f"/* Matrix {matrix.name}: a column, its elements the most significant first. */\n"
            )
            self.texts[name] = note + function(
                f"{self.static} void {name}(vec *y, {parameters})", [*unused, *body]
            )
        return name

    def _planes(self, matrix: Matrix) -> list[str]:
        """A matrix of zeros and ones does the same with each bit of the elements."""
        count = len(matrix.rows)
        rows = [sum(factor << place for place, factor in enumerate(row)) for row in matrix.rows]
        used = [place for place in range(count) if any(row >> place & 1 for row in rows)]
        reads = [f"const vec a{place} = x{place}[i];" for place in used]
        outputs = [f"y[{matrix.width * (count - 1 - place)} + i]" for place in range(count)]
        lines = self._summed(rows, [f"a{place}" for place in range(count)], outputs)
        loop = f"{self.straight}for (int i = 0; i < {matrix.width}; i++) {{"
        return [loop, *indented([*reads, *lines]), "}"]

    def _columns(self, matrix: Matrix) -> list[str]:
        count, width = len(matrix.rows), matrix.width
        rows = []
        for row in matrix.rows:
            columns = [
                product(factor, 1 << place, width, matrix.polynomial)
                for factor in row
                for place in range(width)
            ]
            rows += transposed(columns, width)
        used = [place for place in range(count * width) if any(row >> place & 1 for row in rows)]
        reads = [f"const vec a{place} = x{place // width}[{place % width}];" for place in used]
        outputs = [
            f"y[{width * (count - 1 - place // width) + place % width}]"
            for place in range(count * width)
        ]
        inputs = [f"a{place}" for place in range(count * width)]
        return [*reads, *self._summed(rows, inputs, outputs)]

    def _summed(
        self, rows: Sequence[int], inputs: Sequence[str], outputs: Sequence[str]
    ) -> list[str]:
        """Statements for sums, those of nothing among them."""
        network = Network(len(inputs))
        wanted = [place for place, row in enumerate(rows) if row]
        network.outputs = sums(network, [rows[place] for place in wanted], range(len(inputs)))
        lines = self._made(network).lines("vec", inputs, [outputs[place] for place in wanted])
        zeros = [f"{outputs[place]} = LANE(0);" for place, row in enumerate(rows) if not row]
        return [*lines, *zeros]

    def arithmetic(self, operation: str) -> str:
        """The function of an operation with carries, or of `select`."""
        name = f"{operation}_slices"
        text = ARITHMETIC[operation].replace("STATIC", self.static)
        self.texts.setdefault(name, text.replace("STRAIGHT", self.straight))
        return name

    def _named(self, name: str) -> str:
        if name not in self.names:
            self.names[name] = free(f"{name}_slices", self.taken)
            self.taken.add(self.names[name])
        return self.names[name]


def _is_read(network: Network, place: int) -> bool:
    used = {signal for _, left, right in network.gates for signal in (left, right)} | set(
        network.outputs
    )
    return place in used
