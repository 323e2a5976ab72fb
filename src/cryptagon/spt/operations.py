"""What each operation of a figure is: how it is written in a box, what it takes, the type of its
result, and its value, bit by bit.

This is the one definition of the operations. Readers take the words from here, checks the types,
the interpreter the values, and whoever writes a generator of code the meaning: `value` gets the
operands and gives the result as unsigned numbers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cryptagon.spt.model import MOST_BITS, Definition, Matrix, Permutation, Table, Type, Value

MANY = 1 << 16


class MisfitError(ValueError):
    """Operands that an operation does not take; the message says why, `fix` what to do."""

    def __init__(self, why: str, fix: str = "") -> None:
        super().__init__(why)
        self.fix = fix


@dataclass(frozen=True)
class Use:
    """One use of an operation: the types of its operands, its parameters, the definition that it
    names.
    """

    types: tuple[Type, ...]
    numbers: tuple[int, ...] = ()
    definition: Definition | None = None

    @property
    def type(self) -> Type:
        """Of the first operand."""
        return self.types[0]


TypeRule = Callable[[Use], Type]
ValueRule = Callable[[Use, Sequence[Value]], Value]


@dataclass(frozen=True)
class Operation:
    """An operation: its name, the words and signs for it, how many operands and numbers it has, and
    what it computes.

    `ordered` operations tell their operands apart; `ports` names them, where they are not simply 1,
    2, 3. `definition` is the kind of definition that it names. `summary` is a line for the
    documentation.
    """

    name: str
    words: tuple[str, ...]
    summary: str
    result: TypeRule = field(repr=False)
    value: ValueRule = field(repr=False)
    least: int = 1
    most: int = 1
    numbers: int = 0
    ordered: bool = False
    ports: tuple[str, ...] = ()
    definition: type[Definition] | None = None


def mask(width: int) -> int:
    """`width` ones."""
    return (1 << width) - 1


def pieces(value: int, width: int, count: int) -> list[int]:
    """The `count` elements of `width` bits that a value consists of, the most significant first."""
    return [value >> width * place & mask(width) for place in reversed(range(count))]


def joined(elements: Sequence[int], width: int) -> int:
    """The value that consists of elements of `width` bits, the most significant first."""
    value = 0
    for element in elements:
        value = value << width | element
    return value


def product(left: int, right: int, width: int, polynomial: int) -> int:
    """In GF(2^width), of which `polynomial` has the degree `width`."""
    result = 0
    for _ in range(width):
        result ^= left * (right & 1)
        right >>= 1
        left <<= 1
        left ^= polynomial * (left >> width & 1)
    return result


def _single(use: Use) -> None:
    if any(one.count is not None for one in use.types):
        raise MisfitError(
            "it takes single values, and gets an array",
            "take one of the array by `element` or `select`, or join it by `flat`",
        )


def _array(use: Use, place: int = 0) -> Type:
    if use.types[place].count is None:
        raise MisfitError(
            f"it takes an array, and gets {use.types[place]} bits",
            "make an array of the value by `array WIDTH`",
        )
    return use.types[place]


def _count(type_: Type) -> int:
    return type_.count or 1


def _alike(use: Use) -> Type:
    """Operands of one width, which is that of the result."""
    _single(use)
    if len(set(use.types)) > 1:
        widths = ", ".join(str(one) for one in use.types)
        raise MisfitError(
            f"its operands have different widths: {widths}", "extend or slice one of them"
        )
    return use.type


def _same(use: Use) -> Type:
    _single(use)
    return use.type


def _distance(use: Use) -> Type:
    _single(use)
    if not 0 <= use.numbers[0] < use.type.width:
        raise MisfitError(
            f"a distance of {use.numbers[0]} does not fit {use.type} bits",
            f"write 0 to {use.type.width - 1}",
        )
    return use.type


def _total(use: Use) -> Type:
    _single(use)
    return _sized(sum(one.width for one in use.types))


def _sized(width: int, count: int | None = None) -> Type:
    if max(width, count or 1) > MOST_BITS:
        raise MisfitError(
            f"its result has more than {MOST_BITS:,} bits or elements", "make less of it"
        )
    return Type(width, count)


def _part(use: Use) -> Type:
    _single(use)
    high, low = use.numbers
    if not 0 <= low <= high < use.type.width:
        raise MisfitError(
            f"bits {high}..{low} are not in a value of {use.type} bits",
            "write the higher bit first; bit 0 is the lowest",
        )
    return Type(high - low + 1)


def _wider(use: Use) -> Type:
    _single(use)
    if use.numbers[0] < use.type.width:
        raise MisfitError(
            f"{use.type} bits do not fit {use.numbers[0]}", "take a part by `slice HIGH..LOW`"
        )
    return _sized(use.numbers[0])


def _cut(use: Use) -> Type:
    _single(use)
    width = use.numbers[0]
    if width < 1 or use.type.width % width:
        raise MisfitError(
            f"{use.type} bits cannot be cut into elements of {width}",
            "write a width that divides them, from 1 on",
        )
    return Type(width, use.type.width // width)


def _joined(use: Use) -> Type:
    found = _array(use)
    return _sized(found.width * _count(found))


def _one_of(use: Use) -> Type:
    found = _array(use)
    if not 0 <= use.numbers[0] < _count(found):
        raise MisfitError(
            f"element {use.numbers[0]} is not in an array of {found.count}",
            f"write 0 to {_count(found) - 1}",
        )
    return found.element


def _some_of(use: Use) -> Type:
    found, (first, last) = _array(use), use.numbers
    if not 0 <= first <= last < _count(found):
        raise MisfitError(
            f"elements {first}..{last} are not in an array of {found.count}",
            "write the first one first",
        )
    return Type(found.width, last - first + 1)


def _chosen(use: Use) -> Type:
    found, index = _array(use), use.types[1]
    if index.count is not None:
        raise MisfitError("its index is an array", "take one element of it by `element N`")
    if index.width > 14 or 1 << index.width > _count(found):
        fix = f"slice the index to {max(_count(found).bit_length() - 1, 1)} bits"
        raise MisfitError(f"an index of {index} bits may leave an array of {found.count}", fix)
    return found.element


def _layer(use: Use, width: int, what: str) -> int:
    """How many times `width` is in the operand."""
    _single(use)
    if use.type.width % width:
        raise MisfitError(
            f"{what} takes {width} bits or a multiple, and gets {use.type}",
            "extend or slice what it gets, or correct its width",
        )
    return use.type.width // width


def _table_of(use: Use) -> Table:
    assert isinstance(
        use.definition, Table
    )  # `definition` of the operation says so, and was checked
    return use.definition


def _looked_up(use: Use) -> Type:
    table = _table_of(use)
    return _sized(_layer(use, table.width, f"table {table.name}") * table.result)


def _look_up(use: Use, given: Sequence[Value]) -> int:
    table = _table_of(use)
    found = [
        table.values[one]
        for one in pieces(_number(given[0]), table.width, use.type.width // table.width)
    ]
    return joined(found, table.result)


def _permutation_of(use: Use) -> Permutation:
    assert isinstance(use.definition, Permutation)
    return use.definition


def _permuted(use: Use) -> Type:
    permutation = _permutation_of(use)
    _single(use)
    whole = permutation.width * len(permutation.sources)
    if use.type.width != whole:
        raise MisfitError(
            f"permutation {permutation.name} takes {whole} bits, and gets {use.type}",
            "extend or slice what it gets, or correct the permutation",
        )
    return use.type


def _permute(use: Use, given: Sequence[Value]) -> int:
    permutation = _permutation_of(use)
    before = pieces(_number(given[0]), permutation.width, len(permutation.sources))
    return joined([before[source] for source in permutation.sources], permutation.width)


def _matrix_of(use: Use) -> Matrix:
    assert isinstance(use.definition, Matrix)
    return use.definition


def _multiplied(use: Use) -> Type:
    matrix = _matrix_of(use)
    _layer(use, matrix.width * len(matrix.rows), f"matrix {matrix.name}")
    return use.type


def _multiply(use: Use, given: Sequence[Value]) -> int:
    matrix = _matrix_of(use)
    height = matrix.width * len(matrix.rows)
    columns = pieces(_number(given[0]), height, use.type.width // height)
    return joined([_column(matrix, column) for column in columns], height)


def _column(matrix: Matrix, column: int) -> int:
    elements = pieces(column, matrix.width, len(matrix.rows))
    results = []
    for row in matrix.rows:
        total = 0
        for factor, element in zip(row, elements):
            total ^= product(factor, element, matrix.width, matrix.polynomial)
        results.append(total)
    return joined(results, matrix.width)


def _number(value: Value) -> int:
    assert isinstance(value, int)  # the type rule took single values only
    return value


def _elements(value: Value) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return value


def _numbers(given: Sequence[Value]) -> list[int]:
    return [_number(value) for value in given]


def _fold(step: Callable[[int, int], int]) -> ValueRule:
    """The operands taken together from the left, to the width of the result."""

    def value(use: Use, given: Sequence[Value]) -> int:
        first, *others = _numbers(given)
        for other in others:
            first = step(first, other) & mask(use.type.width)
        return first

    return value


def _rotated_left(value: int, distance: int, width: int) -> int:
    return (value << distance | value >> (width - distance)) & mask(width)


def _concatenated(use: Use, given: Sequence[Value]) -> int:
    value = 0
    for one, type_ in zip(_numbers(given), use.types):
        value = value << type_.width | one
    return value


_ALL = (
    Operation("xor", ("xor", "exclusive or", "⊕", "^"), "bit by bit: exclusive or", _alike, _fold(lambda a, b: a ^ b), 2, MANY),
    Operation("and", ("and", "&", "∧", "⊙"), "bit by bit: and", _alike, _fold(lambda a, b: a & b), 2, MANY),
    Operation("or", ("or", "|", "\u2228"), "bit by bit: or", _alike, _fold(lambda a, b: a | b), 2, MANY),
    Operation("not", ("not", "~", "¬"), "each bit inverted", _same, lambda u, g: _number(g[0]) ^ mask(u.type.width)),
    Operation("add", ("add", "+", "⊞"), "the sum modulo 2 to the width", _alike, _fold(lambda a, b: a + b), 2, MANY),
    Operation(
        "sub", ("sub", "subtract", "-", "⊟"), "1 less 2, modulo 2 to the width", _alike, _fold(lambda a, b: a - b), 2, 2, ordered=True
    ),
    Operation("mul", ("mul", "multiply", "⊠", "\u00d7"), "the product modulo 2 to the width", _alike, _fold(lambda a, b: a * b), 2, MANY),
    Operation(
        "rotl", ("rotl", "rol", "rotate left", "<<<", "⋘"), "rotated by N bits to the left", _distance,
        lambda u, g: _rotated_left(_number(g[0]), u.numbers[0], u.type.width), numbers=1,
    ),
    Operation(
        "rotr", ("rotr", "ror", "rotate right", ">>>", "⋙"), "rotated by N bits to the right", _distance,
        lambda u, g: _rotated_left(_number(g[0]), -u.numbers[0] % u.type.width, u.type.width), numbers=1,
    ),
    Operation(
        "shl", ("shl", "shift left", "<<", "≪"), "shifted by N bits to the left; zeros come in", _distance,
        lambda u, g: _number(g[0]) << u.numbers[0] & mask(u.type.width), numbers=1,
    ),
    Operation(
        "shr", ("shr", "shift right", ">>", "≫"), "shifted by N bits to the right; zeros come in", _distance,
        lambda u, g: _number(g[0]) >> u.numbers[0], numbers=1,
    ),
    Operation(
        "concat", ("concat", "concatenate", "‖", "||"), "side by side; operand 1 is the most significant", _total, _concatenated,
        2, MANY, ordered=True,
    ),
    Operation(
        "slice", ("slice", "bits"), "bits HIGH..LOW; bit 0 is the lowest", _part,
        lambda u, g: _number(g[0]) >> u.numbers[1] & mask(u.numbers[0] - u.numbers[1] + 1), numbers=2,
    ),
    Operation("extend", ("extend",), "zeros before it, to N bits", _wider, lambda u, g: g[0], numbers=1),
    Operation(
        "sbox", ("sbox", "s-box", "lookup", "table"), "each piece of the table's width looked up in table NAME", _looked_up, _look_up,
        definition=Table,
    ),
    Operation(
        "permute", ("permute", "permutation"), "elements in the order of permutation NAME", _permuted, _permute, definition=Permutation
    ),
    Operation(
        "product", ("product", "matrix", "multiply by"), "each column multiplied by matrix NAME", _multiplied, _multiply, definition=Matrix
    ),
    Operation(
        "array", ("array", "words"), "cut into elements of N bits; element 0 is the most significant", _cut,
        lambda u, g: tuple(pieces(_number(g[0]), u.numbers[0], u.type.width // u.numbers[0])), numbers=1,
    ),
    Operation(
        "flat", ("flat", "flatten", "join"), "the elements of an array side by side, element 0 the most significant", _joined,
        lambda u, g: joined(_elements(g[0]), u.type.width),
    ),
    Operation("element", ("element",), "element N of an array", _one_of, lambda u, g: _elements(g[0])[u.numbers[0]], numbers=1),
    Operation(
        "elements", ("elements",), "elements FIRST..LAST of an array", _some_of,
        lambda u, g: _elements(g[0])[u.numbers[0] : u.numbers[1] + 1], numbers=2,
    ),
    Operation("reverse", ("reverse",), "an array, its last element first", _array, lambda u, g: _elements(g[0])[::-1]),
    Operation(
        "select", ("select", "pick"), "the element of `array` that `index` counts, from 0", _chosen,
        lambda u, g: _elements(g[0])[_number(g[1])], 2, 2, ordered=True, ports=("array", "index"),
    ),
)  # fmt: skip

OPERATIONS = {one.name: one for one in _ALL}
"""All operations by their names, but those that name other figures (`call`, `repeat`) and those
without operands (`constant`, `index`).
"""
