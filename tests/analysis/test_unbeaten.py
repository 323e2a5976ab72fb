"""The front of designs that none beats, beside its definition."""

from hypothesis import given
from hypothesis import strategies as st

from cryptagon.analysis.findings import unbeaten

NUMBERS = st.integers(0, 6).map(float)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=25))
def test_front_is_that_of_the_definition(orders):
    def beaten(own):
        return any(one != own and all(a <= b for a, b in zip(one, own)) for one in orders)

    assert unbeaten(orders) == [place for place, own in enumerate(orders) if not beaten(own)]


class Counted(float):
    """A number that counts how often it is compared."""

    comparisons = 0

    def __le__(self, other):
        Counted.comparisons += 1
        return super().__le__(other)


def test_many_designs_take_no_time_squared():
    """Twenty thousand designs, of which one beats all that come before it."""
    orders = [(Counted(20_000 - place), Counted(20_000 - place)) for place in range(20_000)]
    Counted.comparisons = 0
    assert unbeaten(orders) == [19_999]
    assert Counted.comparisons < 10 * len(orders)
