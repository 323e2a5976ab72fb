"""Samples of known answers are spread over all there are, and name none twice."""

import pytest

from cryptagon.classes.samples import spread, thinned


@pytest.mark.parametrize(
    ("count", "chosen"),
    [(0, [0, 1, 2, 3, 4, 5]), (1, [3]), (2, [1, 4]), (3, [1, 3, 5]), (9, [0, 1, 2, 3, 4, 5])],
)
def test_spread_takes_the_middle_of_equal_parts(count, chosen):
    assert spread(range(6), count) == chosen


@pytest.mark.parametrize(
    ("about", "chosen"),
    [(2, [0, 3]), (3, [0, 2, 4]), (4, [0, 1, 2, 3, 4, 5]), (100, [0, 1, 2, 3, 4, 5])],
)
def test_thinned_keeps_the_first(about, chosen):
    assert thinned(range(6), about) == chosen
