"""Boxes that define a table, a permutation or a matrix, as specifications print them."""

import re
from functools import lru_cache
from math import isqrt

from cryptagon.spt.model import MOST_BITS, Definition, Matrix, Permutation, Table
from cryptagon.spt.operations import OPERATIONS, MisfitError, Operation

NAME = r"[A-Za-z_][A-Za-z0-9_]{0,39}"
WIDEST_TABLE = 14
WIDEST_FIELD = 32
LONGEST_NUMBER = 18
LISTED = "write numbers with blanks or commas between them, hexadecimal in tables and matrices"
TABLE = re.compile(
    rf"(?:table|s-?box)\s+({NAME})\s*[:=]?\s*(\d+)\s*(?:->|→)\s*(\d+)\s*(?:bits?\b)?\s*(decimal\b)?\s*[:=]?\s*(.*)",
    re.IGNORECASE,
)
PERMUTATION = re.compile(
    rf"permutation\s+({NAME})\s*[:=]?\s*(\d+)\s*(?:x|\u00d7|of)\s*(\d+)((?:[\s,]*(?:bits?|from|to|lsb|msb)\b)*)\s*[:=]?\s*(.*)",
    re.IGNORECASE,
)
MATRIX = re.compile(
    rf"matrix\s+({NAME})\s*[:=]?\s*(\d+)\s*(?:bits?\b)?\s*mod(?:ulo)?\s*(0x[0-9a-f]+)\s*[:=]?\s*(.*)",
    re.IGNORECASE,
)
KINDS: dict[type[Definition], Operation] = {
    one.definition: one for one in OPERATIONS.values() if one.definition
}


@lru_cache(maxsize=1 << 10)
def definition_in(text: str) -> Definition | None:
    """The definition in the text of a box, which is on one line; None where it defines nothing.

    Raises MisfitError for a wrong one.
    """
    if found := TABLE.fullmatch(text):
        return _table(
            found[1],
            int(found[2][:6]),
            int(found[3][:6]),
            _numbers(found[5], 10 if found[4] else 16),
        )
    if found := PERMUTATION.fullmatch(text):
        return _permutation(
            found[1],
            int(found[2][:6]),
            int(found[3][:6]),
            found[4].lower().split(),
            _numbers(found[5], 10),
        )
    if found := MATRIX.fullmatch(text):
        return _matrix(found[1], int(found[2][:6]), int(found[3][:20], 16), _numbers(found[4], 16))
    return None


def _numbers(text: str, base: int) -> list[int]:
    """Numbers with blanks or commas between them; those that begin with 0x are hexadecimal in any
    case.
    """
    listed = re.sub(r"[,;{}()\[\]]", " ", text).lower()
    if wrong := re.search(r"[^0-9a-fx\s]", listed, re.ASCII):
        raise MisfitError(f'"{wrong[0]}" is in no number of this list', LISTED)
    return [_number(token, base) for token in listed.split()]


def _number(token: str, base: int) -> int:
    try:
        if len(token) <= LONGEST_NUMBER:
            return int(token, 16 if token.startswith("0x") else base)
    except ValueError:
        pass  # told below, as one that is too long is
    raise MisfitError(f'"{token[:40]}" is no number of this list', LISTED)


def _table(name: str, width: int, result: int, values: list[int]) -> Table:
    if not (1 <= width <= WIDEST_TABLE and 1 <= result <= 64):
        raise MisfitError(
            f"a table from {width} to {result} bits cannot be",
            f"write widths of 1 to {WIDEST_TABLE} and 1 to 64 bits",
        )
    if len(values) != 1 << width:
        raise MisfitError(
            f"table {name} has {len(values)} values, {width} bits ask for {1 << width}",
            "write a value for each number of the table's width, from 0 on",
        )
    if max(values) >> result:
        raise MisfitError(
            f"table {name} has the value {max(values):#x}, which does not fit {result} bits",
            "correct the value, or write a wider result behind ->",
        )
    return Table(name, width, result, tuple(values))


def _permutation(
    name: str, count: int, width: int, words: list[str], given: list[int]
) -> Permutation:
    """In the form of the model: sources, counted from the most significant element."""
    if not (1 <= count <= MOST_BITS and width >= 1 and count * width <= MOST_BITS):
        raise MisfitError(
            f"a permutation of {count} elements of {width} bits cannot be",
            f"write numbers from 1 on, at most {MOST_BITS:,} bits together: 16 x 8",
        )
    if sorted(given) != list(range(count)):
        raise MisfitError(
            f"permutation {name} does not have each number from 0 to {count - 1} once",
            "look for one that is there twice, or is left out",
        )
    said = {word.strip(",") for word in words}
    sources = given
    if "to" in said:
        sources = [0] * count
        for source, place in enumerate(given):
            sources[place] = source
    if "lsb" in said:
        sources = [count - 1 - sources[count - 1 - place] for place in range(count)]
    return Permutation(name, width, tuple(sources))


def _matrix(name: str, width: int, polynomial: int, values: list[int]) -> Matrix:
    if not 1 <= width <= WIDEST_FIELD or polynomial.bit_length() != width + 1:
        raise MisfitError(f"{polynomial:#x} has not the degree {width}", "AES has 8 bits mod 0x11b")
    size = isqrt(len(values))
    if not 1 <= size <= 64 or size * size != len(values):
        raise MisfitError(
            f"matrix {name} has {len(values)} elements, which is no square",
            "write as many rows as columns",
        )
    if max(values) >> width:
        raise MisfitError(
            f"matrix {name} has the element {max(values):#x}, which does not fit {width} bits",
            "correct the element",
        )
    return Matrix(
        name,
        width,
        polynomial,
        tuple(tuple(values[row * size : (row + 1) * size]) for row in range(size)),
    )
