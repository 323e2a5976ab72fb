"""Tables, permutations and matrices as functions of C."""

from collections.abc import Iterable, Sequence

from cryptagon.spt.code.dialect import Dialect, function, indented, scaled
from cryptagon.spt.model import Definition, Matrix, Permutation, Table
from cryptagon.spt.operations import mask

PER_LINE = 16


def applied(dialect: Dialect, name: str, one: Definition, value: str, width: int) -> str:
    """A definition, which C knows as `name`, on a value of `width` bits, as an expression."""
    if isinstance(one, Table):
        return _looked_up(dialect, name, one, value, width)
    helper = f"{name}_of_{width}"
    if helper not in dialect.helpers:
        dialect.helpers[helper] = _permuted(dialect, name, one) if isinstance(one, Permutation) else _multiplied(dialect, name, one, width)
    return f"{helper}({value})"


def _looked_up(dialect: Dialect, name: str, one: Table, value: str, width: int) -> str:
    if name not in dialect.helpers:
        values = [f"0x{entry:0{-(-one.result // 4)}x}" for entry in one.values]
        dialect.helpers[name] = _listed(dialect, f"{dialect.word(one.result)} {name}", values)
    count = width // one.width
    if count == 1:
        return f"{name}[{value}]"
    helper, result = f"{name}_of_{width}", count * one.result
    if helper not in dialect.helpers:
        entry = f"{name}[{dialect.take('x', width, scaled(one.width, 'i'), one.width)}]"
        step = f"{dialect.loop('i', count)} {dialect.place('y', result, scaled(one.result, 'i'), entry, one.result)}"
        dialect.helpers[helper] = _whole(dialect, helper, (width, result), [step])
    return f"{helper}({value})"


def _listed(dialect: Dialect, declared: str, values: Sequence[str]) -> str:
    lines = [f"    {', '.join(values[start : start + PER_LINE])}," for start in range(0, len(values), PER_LINE)]
    return "\n".join([f"{dialect.table} {declared}[{len(values)}] = {{", *lines, "};"])


def _whole(dialect: Dialect, name: str, widths: tuple[int, int], steps: Iterable[str]) -> str:
    """A function that makes its result `y` piece by piece from `x`."""
    head = f"static inline {dialect.word(widths[1])} {name}({dialect.word(widths[0])} x)"
    return function(head, [dialect.zero("y", widths[1]), *steps, "return y;"])


def _permuted(dialect: Dialect, name: str, one: Permutation) -> str:
    """In software bits that move equally far move together; hardware, and values of several words, take the elements one by one."""
    count, width = len(one.sources), one.width * len(one.sources)
    if dialect.native(width) and not dialect.straight:
        return _permuted_together(dialect, name, one, width)
    sources = f"{name}_sources"
    places = [str(one.width * (count - 1 - source)) for source in reversed(one.sources)]
    dialect.helpers[sources] = "/* Where each element comes from, the lowest first. */\n" + _listed(dialect, f"short {sources}", places)
    element = dialect.take("x", width, f"{sources}[i]", one.width)
    step = f"{dialect.loop('i', count)} {dialect.place('y', width, scaled(one.width, 'i'), element, one.width)}"
    return _whole(dialect, f"{name}_of_{width}", (width, width), [step])


def _permuted_together(dialect: Dialect, name: str, one: Permutation, width: int) -> str:
    moved: dict[int, int] = {}
    for place, source in enumerate(one.sources):
        low = one.width * (len(one.sources) - 1 - source)
        distance = one.width * (source - place)
        moved[distance] = moved.get(distance, 0) | mask(one.width) << low
    steps = [f"y |= {_shifted(dialect, f'(x & 0x{bits:x})', distance, width)};" for distance, bits in sorted(moved.items())]
    return _whole(dialect, f"{name}_of_{width}", (width, width), steps)


def _shifted(dialect: Dialect, value: str, distance: int, width: int) -> str:
    if distance <= 0:
        return f"{value} >> {-distance}" if distance else value
    return f"{dialect.widened(value, width, width)} << {distance}"


def _multiplied(dialect: Dialect, name: str, one: Matrix, width: int) -> str:
    """Column by column; element 0 of a column is its most significant."""
    size = len(one.rows)
    lows = [one.width * (size - 1 - place) for place in range(size)]
    column = one.width * size
    steps = []
    for place, low in enumerate(lows):
        element = dialect.take("x", width, scaled(column, "i", low), one.width)
        steps.append(f"const {dialect.word(one.width)} x{place} = {element};")
    for low, row in zip(lows, one.rows):
        steps.append(dialect.place("y", width, scaled(column, "i", low), _sum(dialect, name, one, row), one.width))
    body = [f"{dialect.loop('i', width // column)} {{", *indented(steps), "}"]
    return _whole(dialect, f"{name}_of_{width}", (width, width), body)


def _sum(dialect: Dialect, name: str, one: Matrix, row: Sequence[int]) -> str:
    terms = [_times(dialect, name, one, factor, f"x{place}") for place, factor in enumerate(row) if factor]
    return " ^ ".join(terms) or "0"


def _times(dialect: Dialect, name: str, one: Matrix, factor: int, value: str) -> str:
    if factor == 1:
        return value
    helper = f"{name}_times_{factor:02x}"
    if helper not in dialect.helpers:
        dialect.helpers[helper] = _product(dialect, name, helper, one, factor)
    return f"{helper}({value})"


def _product(dialect: Dialect, name: str, helper: str, one: Matrix, factor: int) -> str:
    """The sum of x doubled as often as each bit of the factor says."""
    word, doubled = dialect.word(one.width), f"{name}_doubled"
    if doubled not in dialect.helpers:
        low = one.polynomial & mask(one.width)
        twice = dialect.fitted(f"{dialect.widened('x', one.width, one.width)} << 1 ^ (-(x >> {one.width - 1}) & 0x{low:x})", one.width)
        note = f"/* Twice x in GF(2^{one.width}) modulo 0x{one.polynomial:x}. */\n"
        dialect.helpers[doubled] = note + function(f"static inline {word} {doubled}({word} x)", [f"return {twice};"])
    powers = range(1, factor.bit_length())
    steps = [f"const {word} x{2**power} = {doubled}(x{2 ** (power - 1) if power > 1 else ''});" for power in powers]
    terms = [f"x{2**power if power else ''}" for power in range(factor.bit_length()) if factor >> power & 1]
    return function(f"static inline {word} {helper}({word} x)", [*steps, f"return {' ^ '.join(terms)};"])
