"""A word of the program from its bits: look-ups in tables that were joined with what is linear
behind them, shifts, keys.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.spt.code.layouts.atoms import ONE, Atom, Atoms, Key, Lookup, Word, bits_of
from cryptagon.spt.code.linear_maps import image

BYTE = 8
PER_LINE = 4
MOST_SHIFTS = 4
"""Beyond so many distances that bits of a word move by, a table for each byte is shorter."""


@dataclass
class FusedTables:
    """The tables of a program: each has the values of a table of the figure, or of all bytes, as a
    linear map makes them.
    """

    bits: int
    """Of an entry."""
    names: dict[tuple[int, ...], str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    reads: int = 0
    """How many look-ups were written."""

    def name(self, values: Sequence[int], origin: str, note: str) -> str:
        """The table with these values; tables of one origin are numbered."""
        key = tuple(values)
        if key not in self.names:
            number = self.counts.get(origin, 0)
            self.counts[origin] = number + 1
            self.names[key] = f"{origin}_fused_{number}"
            self.notes[self.names[key]] = note
        self.reads += 1
        return self.names[key]


@dataclass
class Sums:
    """Words of one function, as expressions; `keys` are the words that the schedule makes for it: a
    form for each bit.
    """

    atoms: Atoms
    tables: FusedTables
    keys: list[Sequence[int]] = field(default_factory=list)

    def text(self, forms: Sequence[int]) -> str:
        """The word with these bits, bit 0 first, zeros above them."""
        columns = self.atoms.columns(forms)
        terms = [*self._lookups(columns), *self._words(columns), *self._key(columns, forms)]
        constant = sum((form & ONE) << place for place, form in enumerate(forms))
        return _joined([*terms, *([f"0x{constant:x}"] if constant or not terms else [])])

    def _key(self, columns: Mapping[Atom, list[int]], forms: Sequence[int]) -> Iterator[str]:
        """All that is of the key is one word of the schedule, whatever linear operations are
        between.
        """
        used = [atom for atom in columns if isinstance(atom, Key)]
        if not used:
            return
        inside = sum(((1 << atom.width) - 1) << atom.base for atom in used)
        rows = tuple(form & inside for form in forms)
        if rows not in self.keys:
            self.keys.append(rows)
        yield f"k[{self.keys.index(rows)}]"

    def _words(self, columns: Mapping[Atom, list[int]]) -> Iterator[str]:
        for atom, column in columns.items():
            if isinstance(atom, Word):
                shifts = _distances(column)
                yield from (
                    self._shifted(atom, shifts)
                    if len(shifts) <= MOST_SHIFTS
                    else self._by_bytes(atom, column)
                )

    def _shifted(self, word: Word, shifts: Mapping[int, int]) -> Iterator[str]:
        for distance, bits in sorted(shifts.items()):
            staying = [
                place for place in range(word.width) if 0 <= place + distance < self.tables.bits
            ]
            whole = all(bits >> place & 1 for place in staying)
            value = word.text if whole else f"({word.text} & 0x{bits:x})"
            if distance:
                yield f"({value} {'<<' if distance > 0 else '>>'} {abs(distance)})"
            else:
                yield value

    def _by_bytes(self, word: Word, column: Sequence[int]) -> Iterator[str]:
        """A linear map of a word is the sum of what it makes of its bytes."""
        for low in range(0, word.width, BYTE):
            part = column[low : low + BYTE]
            if any(part):
                values = [image(part, value) for value in range(1 << len(part))]
                yield self._read(values, "wires", "the bits of a byte, each moved", word, low)

    def _lookups(self, columns: Mapping[Atom, list[int]]) -> Iterator[str]:
        """Arguments that lie side by side and have eight bits at most together are looked up
        together.
        """
        lookups = sorted(
            (atom for atom in columns if isinstance(atom, Lookup)),
            key=lambda one: (one.word.base, -one.low),
        )
        while lookups:
            group = [lookups.pop(0)]
            while lookups and lookups[0].word == group[0].word and _fits(group, lookups[0]):
                group.append(lookups.pop(0))
            origin = group[0].table.name
            low, width = group[-1].low, sum(one.table.width for one in group)
            values = [_together(group, columns, argument, low) for argument in range(1 << width)]
            yield self._read(
                values,
                origin,
                "table " + " and ".join(dict.fromkeys(one.table.name for one in group)),
                group[0].word,
                low,
            )

    def _read(self, values: Sequence[int], origin: str, note: str, word: Word, low: int) -> str:
        width = (len(values) - 1).bit_length()
        shifted = f"{word.text} >> {low}" if low else word.text
        argument = shifted if low + width >= word.width else f"{shifted} & 0x{(1 << width) - 1:x}"
        return f"{self.tables.name(values, origin, note)}[{argument}]"


def _joined(terms: Sequence[str]) -> str:
    """A sum, on a line or on several."""
    lines = [
        " ^ ".join(terms[start : start + PER_LINE]) for start in range(0, len(terms), PER_LINE)
    ]
    return "\n        ^ ".join(lines)


def _distances(column: Sequence[int]) -> dict[int, int]:
    """The bits that move by each distance, upwards."""
    found: dict[int, int] = {}
    for place, targets in enumerate(column):
        for target in bits_of(targets):
            found[target - place] = found.get(target - place, 0) | 1 << place
    return found


def _fits(group: Sequence[Lookup], one: Lookup) -> bool:
    """Whether a look-up can be part of the group: its argument is below that of the last one,
    without a gap.
    """
    side_by_side = one.low + one.table.width == group[-1].low
    return side_by_side and sum(each.table.width for each in (*group, one)) <= BYTE


def _together(
    group: Sequence[Lookup], columns: Mapping[Atom, list[int]], argument: int, low: int
) -> int:
    total = 0
    for one in group:
        own = argument >> one.low - low & (1 << one.table.width) - 1
        total ^= image(columns[one], one.table.values[own])
    return total
