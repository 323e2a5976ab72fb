"""Tables, permutations and matrices as functions of C."""

from collections.abc import Iterable, Iterator, Sequence

from cryptagon.spt.code.dialect import Dialect, function, indented, scaled
from cryptagon.spt.model import Definition, Matrix, Permutation, Table
from cryptagon.spt.operations import mask

WORD = 64


def applied(dialect: Dialect, name: str, one: Definition, value: str, width: int) -> str:
    """A definition, which C knows as `name`, on a value of `width` bits, as an expression."""
    if isinstance(one, Table):
        return _looked_up(dialect, name, one, value, width)
    helper = f"{name}_of_{width}"
    if helper not in dialect.helpers:
        dialect.helpers[helper] = (
            _permuted(dialect, name, one)
            if isinstance(one, Permutation)
            else _multiplied(dialect, name, one, width)
        )
    return f"{helper}({value})"


def _looked_up(dialect: Dialect, name: str, one: Table, value: str, width: int) -> str:
    entry = dialect.looked_up(name, one)
    count = width // one.width
    if count == 1:
        return entry.format(value)
    helper, result = f"{name}_of_{width}", count * one.result
    if helper not in dialect.helpers:
        piece = entry.format(dialect.take("x", width, scaled(one.width, "i"), one.width))
        step = f"{dialect.loop('i', count)} {dialect.place('y', result, scaled(one.result, 'i'), piece, one.result)}"
        dialect.helpers[helper] = _whole(dialect, helper, (width, result), [step])
    return f"{helper}({value})"


def _whole(dialect: Dialect, name: str, widths: tuple[int, int], steps: Iterable[str]) -> str:
    """A function that makes its result `y` piece by piece from `x`."""
    head = f"static inline {dialect.word(widths[1])} {name}({dialect.word(widths[0])} x)"
    return function(head, [dialect.zero("y", widths[1]), *steps, "return y;"])


def _permuted(dialect: Dialect, name: str, one: Permutation) -> str:
    """In software bits that move equally far move together; for hardware each element is a wire."""
    count, width = len(one.sources), one.width * len(one.sources)
    lows = [one.width * (count - 1 - source) for source in reversed(one.sources)]
    if not dialect.straight:
        return _whole(
            dialect,
            f"{name}_of_{width}",
            (width, width),
            _moved_together(dialect, lows, one.width, width),
        )
    sources = f"{name}_sources"
    listed = dialect.listed(f"short {sources}", [str(low) for low in lows])
    dialect.helpers[sources] = f"/* Where each element comes from, the lowest first. */\n{listed}"
    element = dialect.take("x", width, f"{sources}[i]", one.width)
    step = f"{dialect.loop('i', count)} {dialect.place('y', width, scaled(one.width, 'i'), element, one.width)}"
    return _whole(dialect, f"{name}_of_{width}", (width, width), [step])


def _moved_together(dialect: Dialect, lows: Sequence[int], size: int, width: int) -> Iterator[str]:
    """A statement for all bits that move equally far between two words; `lows` says where each
    element comes from, the lowest first.
    """
    moved: dict[tuple[int, int, int], int] = {}
    for bit in range(width):
        source = lows[bit // size] + bit % size
        key = (bit // WORD, source // WORD, bit % WORD - source % WORD)
        moved[key] = moved.get(key, 0) | 1 << source % WORD
    for (to, of, distance), bits in sorted(moved.items()):
        target, value = ("y", "x") if dialect.native(width) else (f"y.word[{to}]", f"x.word[{of}]")
        yield f"{target} |= {_shifted(dialect, f'({value} & 0x{bits:x})', distance, min(width, WORD))};"


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
        steps.append(
            dialect.place(
                "y", width, scaled(column, "i", low), _sum(dialect, name, one, row), one.width
            )
        )
    body = [f"{dialect.loop('i', width // column)} {{", *indented(steps), "}"]
    return _whole(dialect, f"{name}_of_{width}", (width, width), body)


def _sum(dialect: Dialect, name: str, one: Matrix, row: Sequence[int]) -> str:
    """An element of the product by the scheme of Horner: the elements that a bit of their factors
    takes, then all of it doubled.
    """
    total = ""
    for power in reversed(range(max(row).bit_length())):
        total = f"{_doubled(dialect, name, one)}({total})" if total else ""
        terms = [f"x{place}" for place, factor in enumerate(row) if factor >> power & 1]
        total = " ^ ".join([*([total] if total else []), *terms])
    return total or "0"


def _doubled(dialect: Dialect, name: str, one: Matrix) -> str:
    """The function that doubles an element of the field."""
    word, doubled = dialect.word(one.width), f"{name}_doubled"
    if doubled not in dialect.helpers:
        low = one.polynomial & mask(one.width)
        twice = dialect.fitted(
            f"{dialect.widened('x', one.width, one.width)} << 1 ^ (-(x >> {one.width - 1}) & 0x{low:x})",
            one.width,
        )
        note = f"/* Twice x in GF(2^{one.width}) modulo 0x{one.polynomial:x}. */\n"
        dialect.helpers[doubled] = note + function(
            f"static inline {word} {doubled}({word} x)", [f"return {twice};"]
        )
    return doubled
