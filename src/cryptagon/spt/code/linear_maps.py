"""Linear maps over GF(2): a vector is an integer, bit i its coordinate i; a map has the image of
each unit vector.
"""

from collections.abc import Iterable, Sequence

Map = tuple[int, ...]


def image(columns: Sequence[int], vector: int) -> int:
    """What a map makes of a vector."""
    result = 0
    for place, column in enumerate(columns):
        if vector >> place & 1:
            result ^= column
    return result


def composed(second: Sequence[int], first: Sequence[int]) -> Map:
    """`first`, then `second`."""
    return tuple(image(second, column) for column in first)


def values_of(forms: Sequence[int], vector: int) -> int:
    """What linear forms, the rows of a map, give for a vector: coordinate i is that of form i."""
    return sum(parity(form & vector) << place for place, form in enumerate(forms))


def transposed(columns: Sequence[int], height: int) -> Map:
    """The map whose matrix has rows and columns exchanged; `height` is the number of coordinates of
    the images.
    """
    return tuple(
        sum((column >> row & 1) << place for place, column in enumerate(columns))
        for row in range(height)
    )


def inverted(columns: Sequence[int]) -> Map:
    """The inverse of a square map. Raises ValueError where there is none."""
    size = len(columns)
    echelon = Echelon(size)
    for place, column in enumerate(columns):
        if not echelon.add(column | 1 << size + place):
            raise ValueError("the map is not invertible")
    return tuple(echelon.reduced(1 << place) >> size for place in range(size))


def parity(bits: int) -> int:
    """The sum of the bits."""
    return bits.bit_count() & 1


class Echelon:
    """Vectors in echelon form by their lowest `width` bits; what they have above these goes
    along.
    """

    def __init__(self, width: int, vectors: Iterable[int] = ()) -> None:
        self.low = (1 << width) - 1
        self.rows: dict[int, int] = {}
        """By their lowest bit."""
        for one in vectors:
            self.add(one)

    @property
    def rank(self) -> int:
        """How many of the vectors were independent."""
        return len(self.rows)

    def reduced(self, vector: int) -> int:
        """The vector with all coordinates cleared that the others can clear."""
        left = vector & self.low
        while left:
            bit = left & -left
            if row := self.rows.get(bit):
                vector ^= row
            left = vector & self.low & ~(2 * bit - 1)
        return vector

    def add(self, vector: int) -> bool:
        """Whether the vector was independent of those before it."""
        vector = self.reduced(vector)
        if not vector & self.low:
            return False
        self.rows[vector & self.low & -(vector & self.low)] = vector
        return True

    def null_space(self, width: int) -> list[int]:
        """A basis of the vectors whose sums with all rows, bit by bit, are even."""
        free = [place for place in range(width) if 1 << place not in self.rows]
        pivots = sorted(self.rows, reverse=True)
        return [self._completed(1 << place, pivots) for place in free]

    def _completed(self, vector: int, pivots: Sequence[int]) -> int:
        """A vector that has no pivots but those that the rows ask for; they are found from the
        highest on.
        """
        for pivot in pivots:
            if parity(self.rows[pivot] & vector):
                vector |= pivot
        return vector


def rank(vectors: Iterable[int], width: int) -> int:
    """How many of the vectors of `width` bits are independent."""
    return Echelon(width, vectors).rank


def is_affine(values: Sequence[int]) -> bool:
    """Whether a function, by all its values, is a linear map and a constant."""
    columns = [values[1 << place] ^ values[0] for place in range((len(values) - 1).bit_length())]
    return all(
        value == values[0] ^ image(columns, argument) for argument, value in enumerate(values)
    )


def is_wiring(values: Sequence[int]) -> bool:
    """Whether an affine map, by all its values, moves and turns over bits, no more."""
    columns = [values[1 << place] ^ values[0] for place in range((len(values) - 1).bit_length())]
    return all(column.bit_count() == 1 for column in columns)
