"""Tiers: what the seed alone could put in another order shares one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cryptagon.analysis.tiers import Reach, tiers

REACHES = st.lists(
    st.tuples(st.floats(1, 100), st.floats(0, 50)).map(lambda pair: Reach(pair[0], sum(pair))),
    max_size=12,
)


@pytest.mark.parametrize(
    ("found", "numbers"),
    [
        ([], []),
        ([Reach(1, 1)], [1]),
        ([Reach(1, 1), Reach(2, 2), Reach(2, 2)], [1, 2, 2]),
        ([Reach(1, 2), Reach(2, 9), Reach(2.1, 9)], [1, 1, 2]),
        ([Reach(3, 4), Reach(1, 2.5), Reach(2, 8), Reach(3.5, 3.6)], [2, 1, 1, 2]),
    ],
)
def test_a_tier_reaches_to_the_worst_of_its_first(found, numbers):
    assert tiers(found) == numbers


def test_speeds_are_given_as_negative_numbers():
    assert tiers([Reach(-142.5, -129.1), Reach(-147.3, -144.9), Reach(-139.0, -130.4)]) == [2, 1, 2]


@given(REACHES)
def test_tiers_follow_the_order_and_hold_no_gap(found):
    numbers = tiers(found)
    assert sorted(set(numbers)) == list(range(1, len(set(numbers)) + 1))
    pairs = sorted(zip((one.best for one in found), numbers, strict=True))
    assert [number for _, number in pairs] == sorted(numbers)


@given(REACHES)
def test_two_of_one_tier_are_within_reach_of_its_first(found):
    numbers = tiers(found)
    for number in set(numbers):
        members = sorted(
            (one for one, own in zip(found, numbers, strict=True) if own == number),
            key=lambda one: (one.best, one.worst),
        )
        assert all(one.best <= members[0].worst for one in members)
