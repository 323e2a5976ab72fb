"""The circuit of an S-box as a function of C for hardware."""

from collections.abc import Iterator, Mapping, Sequence

from cryptagon.spt.code.dialect import function
from cryptagon.spt.code.quadratic import Half, Split
from cryptagon.spt.code.sbox_circuit import BITS, HALF, Affine, Circuit

UNITS = 256
"""More than a cycle uses: a function that is compiled once, however often it is called."""
NOTE = """/* Table {name} as logic: an inversion in GF(2^8) between affine maps, by way of GF(2^4).
 *
 * `norm` is the 17th power of what is inverted, `inverse` its inverse as coordinates on a basis of GF(2^4).
 * Each bit of the result is the sum of four products: a coordinate by a linear form of x.
 * A form bears its mask as a name: x45 is the sum of the bits of x that 0x45 selects. */"""


def circuit_function(name: str, circuit: Circuit, *, unit: bool = True) -> str:
    """A function of a byte, a unit that is shared by what cannot happen in one cycle, or logic."""
    names = {1 << bit: f"x{bit}" for bit in range(BITS)} | {
        form: f"x{form:02x}_" for form in circuit.forms
    }
    entries = ", ".join(f"0x{value:x}" for value in circuit.inverse)
    lines = [f"ROM uint_t({HALF}) inverse[{1 << HALF}] = {{{entries}}};"]
    lines += [f"const bit x{bit} = {f'x >> {bit}' if bit else 'x'};" for bit in range(BITS)]
    lines += [f"const bit {names[form]} = {_form(form)};" for form in circuit.forms]
    lines += [
        f"const bit norm{place} = {_norm(one, names)};" for place, one in enumerate(circuit.norm)
    ]
    lines.append(f"const uint_t({HALF}) v = inverse[{_joined('norm', HALF, HALF)}];")
    lines += [f"const bit v{place} = {f'v >> {place}' if place else 'v'};" for place in range(HALF)]
    lines += [
        f"const bit y{place} = {text};" for place, text in enumerate(_outputs(circuit, names))
    ]
    lines.append(f"return {_joined('y', BITS, BITS)};")
    shared = f"SHARED_UNITS({UNITS})\n" if unit else ""
    head = f"{shared}static inline uint_t({BITS}) {name}(uint_t({BITS}) x)"
    return f"{NOTE.format(name=name)}\n{function(head, lines)}"


def _form(form: int) -> str:
    return " ^ ".join(_selected(form, [f"x{bit}" for bit in range(BITS)]))


def _norm(one: Split, names: Mapping[int, str]) -> str:
    return " ^ ".join(f"({_half(half, names)})" for half in one.halves)


def _half(half: Half, names: Mapping[int, str]) -> str:
    """The sum of products; a constant turns it over."""
    of = [names[form] for form in half.forms]
    mask, constant = half.gates.rest
    terms = [f"({_affine_sum(a, of)} & {_affine_sum(b, of)})" for a, b in half.gates.products]
    terms += _selected(mask, of)
    text = " ^ ".join(terms) or "(bit)0"
    return f"(bit)~({text})" if constant else text


def _affine_sum(form: tuple[int, int], of: Sequence[str]) -> str:
    mask, constant = form
    summed = _selected(mask, of)
    text = summed[0] if len(summed) == 1 else f"({' ^ '.join(summed)})"
    return f"(bit)~{text}" if constant else text


def _selected(mask: int, of: Sequence[str]) -> list[str]:
    return [name for place, name in enumerate(of) if mask >> place & 1]


def _outputs(circuit: Circuit, names: Mapping[int, str]) -> Iterator[str]:
    for row, constant in zip(circuit.outputs, circuit.constants):
        products = [f"(v{place} & {_added(one, names)})" for place, one in enumerate(row)]
        text = f"({' ^ '.join(products[: HALF // 2])}) ^ ({' ^ '.join(products[HALF // 2 :])})"
        yield f"(bit)~({text})" if constant else text


def _added(one: Affine, names: Mapping[int, str]) -> str:
    form, constant = one
    return f"(bit)~{names[form]}" if constant else names[form]


def _joined(letter: str, count: int, width: int) -> str:
    """Bits side by side, that of the highest number first."""
    return " | ".join(
        f"(uint_t({width})){letter}{place} << {place}" if place else f"{letter}0"
        for place in reversed(range(count))
    )


def related_function(name: str, other: str, before: Sequence[int], after: Sequence[int]) -> str:
    """A function by that of another S-box, between two affine maps that are given by all their
    values.
    """
    lines = [f"const bit x{bit} = {f'x >> {bit}' if bit else 'x'};" for bit in range(BITS)]
    lines += _affine("a", "x", before)
    lines.append(f"const uint_t({BITS}) z = {other}({_joined('a', BITS, BITS)});")
    lines += [f"const bit z{bit} = {f'z >> {bit}' if bit else 'z'};" for bit in range(BITS)]
    lines += [*_affine("y", "z", after), f"return {_joined('y', BITS, BITS)};"]
    note = f"/* Table {name} as logic: affine maps before and after table {other}, whose units it shares. */\n"
    return note + function(f"static inline uint_t({BITS}) {name}(uint_t({BITS}) x)", lines)


def _affine(letter: str, of: str, values: Sequence[int]) -> Iterator[str]:
    for place in range(BITS):
        terms = [f"{of}{bit}" for bit in range(BITS) if (values[1 << bit] ^ values[0]) >> place & 1]
        text = " ^ ".join(terms)
        yield f"const bit {letter}{place} = {f'(bit)~({text})' if values[0] >> place & 1 else text};"
