"""The words of the schedule that a function on words reads, made of the values that the schedule
gives.

A word may be what linear operations of the rounds make of key bits, as the round keys of the
equivalent inverse cipher of AES are.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from cryptagon.spt.code.dialect import function
from cryptagon.spt.code.layouts.atoms import Key, bits_of
from cryptagon.spt.code.layouts.fused import FusedFunction, KeyBlock
from cryptagon.spt.code.layouts.sources import Workshop
from cryptagon.spt.code.words import WORD, words_of
from cryptagon.spt.operations import mask
from cryptagon.spt.rounds import rounds

SUMS = """/* Bit i is the sum of the bits of `words` that row i selects. */
static inline uint64_t sums_of(const uint64_t *words, int count, const uint64_t *rows, int bits) {
    uint64_t sums = 0;
    for (int i = 0; i < bits; i++) {
        uint64_t sum = 0;
        for (int j = 0; j < count; j++) sum ^= words[j] & rows[i * count + j];
        for (int half = 32; half; half /= 2) sum ^= sum >> half;
        sums |= (sum & 1) << i;
    }
    return sums;
}"""


def packed(shop: Workshop, made: FusedFunction, bits: int, taken: set[str]) -> str:
    """The function that fills the words at `words`."""
    ports = made.key_inputs
    parameters = [
        f"uint{bits}_t *words",
        *(f"{shop.dialect.type(one.type)} {made.key_names[one.name]}" for one in ports),
    ]
    lines = [
        line
        for place, rows in enumerate(made.keys)
        for line in _word(shop, made, place, rows, bits)
    ]
    at = len(made.keys)
    for block in made.blocks:
        count = len(rounds(*block.node.numbers))
        if block.function.count:
            lines.append(_loop(made, block, at, count))
        at += block.function.count * count
    taken.add(f"{made.name}_keys")
    unused = [
        f"(void){one};"
        for one in ("words", *made.key_names.values())
        if not re.search(rf"\b{one}\b", "\n".join(lines))
    ]
    return function(f"static void {made.name}_keys({', '.join(parameters)})", [*unused, *lines])


def _loop(made: FusedFunction, block: KeyBlock, at: int, count: int) -> str:
    """A round's words for each round."""
    names = [one.name for one in block.function.key_inputs]
    texts = {port: made.key_names[given] for port, given in block.given.items()}
    given = [f"{texts[port]}.at[i]" if port in block.turns else texts[port] for port in names]
    place = f"words + {at} + {block.function.count} * i"
    return f"for (int i = 0; i < {count}; i++) {block.function.name}_keys({', '.join([place, *given])});"


def _word(
    shop: Workshop, made: FusedFunction, place: int, rows: Sequence[int], bits: int
) -> Iterator[str]:
    """One word: a part of a value, or sums of bits of one or more."""
    atoms: Mapping[Key, None] = {
        atom: None
        for row in rows
        for bit in bits_of(row)
        if isinstance(atom := made.atoms.at(bit), Key)
    }
    if len(atoms) == 1:
        (atom,) = atoms
        low = rows[0].bit_length() - 1 - atom.base
        if rows[0] and all(row == 1 << atom.base + low + number for number, row in enumerate(rows)):
            yield f"words[{place}] = {shop.dialect.take(atom.text, atom.width, str(low), len(rows))};"
            return
    terms = []
    shop.dialect.helpers.setdefault("sums_of", SUMS)
    for number, atom in enumerate(atoms):
        own = [row >> atom.base & mask(atom.width) for row in rows]
        count = words_of(atom.width)
        entries = [f"0x{row >> WORD * word & mask(WORD):x}" for row in own for word in range(count)]
        name = f"rows_{place}_{number}"
        yield f"static const uint64_t {name}[{len(entries)}] = {{{', '.join(entries)}}};"
        text = f"{atom.text}.word" if atom.width > WORD else f"(const uint64_t[]){{{atom.text}}}"
        terms.append(f"sums_of({text}, {count}, {name}, {len(rows)})")
    cast = f"(uint{bits}_t)" if bits < WORD else ""
    total = " ^\n        ".join(terms)
    yield f"words[{place}] = {cast}{total if len(terms) == 1 else f'({total})'};"
