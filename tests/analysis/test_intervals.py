"""The intervals of Kendall's tau over the choice of seeds, and of a mean over that of algorithms."""

from statistics import geometric_mean
from typing import cast

import numpy as np
import pytest
from sample_study import FIRST_THREE, design, searched, study
from scipy.stats import kendalltau

from cryptagon.analysis import groups
from cryptagon.analysis.intervals import kendall_tau, mean_interval, tau_interval
from cryptagon.analysis.metrics import AREA, FMAX, THROUGHPUT


def interval_of(measurements, metric=THROUGHPUT):
    (group,) = groups(measurements)
    return tau_interval(group, metric, "hls")


def test_tau_is_that_of_scipy_with_ties_and_without():
    random = np.random.default_rng(7)
    first, second = (random.integers(0, 9, size=(50, 8)).astype(float) for _ in range(2))
    expected = [
        cast("tuple[float, float]", kendalltau(a, b))[0] for a, b in zip(first, second, strict=True)
    ]
    assert kendall_tau(first, second) == pytest.approx(expected)


def test_tau_of_equal_values_is_not_defined():
    assert np.isnan(kendall_tau(np.ones((1, 3)), np.array([[1.0, 2.0, 3.0]])))


def test_designs_far_apart_have_a_point():
    assert interval_of([searched(m) for m in study(FIRST_THREE)]) == (
        pytest.approx(1),
        pytest.approx(1),
    )


def test_designs_that_the_seed_exchanges_have_an_interval():
    pairs = [(100.0, 101.0), (101.0, 100.0), (102.0, 103.0), (150.0, 151.0)]
    close = [
        searched(design("norx", approach, variant=str(place), fmax_mhz=mhz))
        for place, pair in enumerate(pairs)
        for approach, mhz in zip(("rtl", "hls"), pair, strict=True)
    ]
    low, high = interval_of(close, FMAX) or (0, 0)
    assert -1 <= low < 2 / 3 < high <= 1
    assert interval_of(list(reversed(close)), FMAX) == (low, high), (
        "the same records give the same interval"
    )


@pytest.mark.parametrize(
    ("measurements", "metric"),
    [
        ([searched(m) for m in study(FIRST_THREE[:2])], THROUGHPUT),
        (study(FIRST_THREE), THROUGHPUT),
        ([searched(m) for m in study(FIRST_THREE)], AREA),
    ],
)
def test_no_interval_without_three_designs_or_without_seeds_or_of_an_area(measurements, metric):
    assert interval_of(measurements, metric) is None


def test_interval_of_a_mean_holds_it_and_narrows_with_more_ratios():
    ratios = [0.9, 1.1, 0.95, 1.02, 1.0, 0.97, 1.05, 0.93]
    few, many = mean_interval(ratios), mean_interval(ratios * 4)
    assert few and many
    assert few[0] < many[0] < geometric_mean(ratios) < many[1] < few[1]
    assert mean_interval(ratios) == few


def test_interval_of_equal_ratios_is_a_point():
    assert mean_interval([1.25] * 9) == pytest.approx((1.25, 1.25))


def test_a_mean_of_a_few_has_no_interval():
    assert mean_interval([1.0] * 7) is None
