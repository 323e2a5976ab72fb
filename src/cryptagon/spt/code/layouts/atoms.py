"""Bits as sums over GF(2) of bits that a program has: what linear operations make of them is found
without knowing the cipher.

A form is an integer: bit i is set where bit i of the program is a summand; bit 0 of it is the
constant 1. An atom has bits that follow each other: a word of the program, a value of the key, or
what a table gives for an argument.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.spt.model import Table

ONE = 1
"""The form that is always 1."""
Forms = tuple[int, ...]
"""A value: a form for each bit, bit 0 first."""


@dataclass(frozen=True, eq=False)
class Word:
    """A variable of C of `width` bits; it has zeros above them."""

    base: int
    width: int
    text: str


@dataclass(frozen=True, eq=False)
class Key:
    """A value of the key; `text` is its name in the schedule."""

    base: int
    width: int
    text: str


@dataclass(frozen=True, eq=False)
class Lookup:
    """What `table` gives for the bits of `word` from bit `low` on."""

    base: int
    width: int
    table: Table
    word: Word
    low: int


Atom = Word | Key | Lookup


@dataclass
class Atoms:
    """All atoms of one function of the program."""

    made: list[Atom] = field(default_factory=list)
    _bases: list[int] = field(default_factory=list)
    _next: int = 1

    def word(self, width: int, text: str) -> Word:
        """A new word."""
        atom = Word(self._room(width), width, text)
        self.made.append(atom)
        return atom

    def key(self, width: int, text: str) -> Key:
        """A new value of the key."""
        atom = Key(self._room(width), width, text)
        self.made.append(atom)
        return atom

    def lookup(self, table: Table, word: Word, low: int) -> Lookup:
        """A new look-up."""
        atom = Lookup(self._room(table.result), table.result, table, word, low)
        self.made.append(atom)
        return atom

    def _room(self, width: int) -> int:
        self._bases.append(self._next)
        self._next += width
        return self._bases[-1]

    def at(self, place: int) -> Atom:
        """The atom that has this bit of the program."""
        return self.made[bisect_right(self._bases, place) - 1]

    def columns(self, forms: Sequence[int]) -> Mapping[Atom, list[int]]:
        """For each atom that is in the forms: for each of its bits the bits of the value that it is
        a summand of.
        """
        found: dict[Atom, list[int]] = {}
        for target, form in enumerate(forms):
            for place in bits_of(form & ~ONE):
                atom = self.at(place)
                found.setdefault(atom, [0] * atom.width)[place - atom.base] |= 1 << target
        return found

    def run(self, forms: Sequence[int]) -> tuple[Word, int] | None:
        """The word whose bits these are, one after the other, and the first of them; None where
        they are no such bits.
        """
        first = forms[0]
        if first <= ONE or first & (first - 1):
            return None
        if any(form != first << place for place, form in enumerate(forms)):
            return None
        atom = self.at(first.bit_length() - 1)
        low = first.bit_length() - 1 - atom.base
        return (atom, low) if isinstance(atom, Word) and low + len(forms) <= atom.width else None


def bits_of(form: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while form:
        yield (form & -form).bit_length() - 1
        form &= form - 1


def own(atom: Word | Key | Lookup) -> Forms:
    """The bits of an atom."""
    return tuple(1 << atom.base + place for place in range(atom.width))


def number(value: int, width: int) -> Forms:
    """A constant."""
    return tuple(value >> place & 1 for place in range(width))
