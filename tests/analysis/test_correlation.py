import itertools
import warnings

import pytest
from sample_study import FIRST_THREE, design, job, study, study_with_failures

from cryptagon.analysis import groups
from cryptagon.analysis.correlation import agreement
from cryptagon.analysis.metrics import AREA, FMAX, STREAMS, THROUGHPUT, TIME


def test_same_order_gives_full_correlation_with_the_exact_p_value():
    (group,) = groups(study(FIRST_THREE))
    found = agreement(group, THROUGHPUT, "hls")
    assert (found.n, found.same, found.spearman, found.kendall) == (
        3,
        3,
        pytest.approx(1),
        pytest.approx(1),
    )
    assert found.spearman_p == pytest.approx(1 / 3) and found.kendall_p == pytest.approx(1 / 3)
    assert found.note == "with n = 3 even full agreement has p = 0.33: no evidence by itself"
    assert [(pair.label, pair.baseline, pair.other) for pair in found.pairs] == [
        ("ACORN-128", 1, 1),
        ("Ascon-128a", 2, 2),
        ("AES-128-GCM", 3, 3),
    ]


def test_reversed_order_gives_minus_one():
    measurements = [
        design("acorn128", approach, variant=str(n), luts=1000 + n * step)
        for n in range(4)
        for approach, step in (("rtl", 100), ("hls", -100))
    ]
    found = agreement(groups(measurements)[0], AREA, "hls")
    assert (
        found.spearman == pytest.approx(-1)
        and found.kendall == pytest.approx(-1)
        and found.same == 0
    )


def spearman_by_hand(first, second):
    """1 - 6 sum d^2 / (n (n^2 - 1)), for values without ties."""
    n = len(first)
    squares = sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
    return 1 - 6 * squares / (n * (n * n - 1))


@pytest.mark.parametrize("metric", STREAMS.ranked)
def test_correlation_agrees_with_the_textbook(metric):
    found = agreement(groups(study())[0], metric, "hls")
    rtl, hls = [pair.baseline for pair in found.pairs], [pair.other for pair in found.pairs]
    assert found.n == 7 and found.spearman == pytest.approx(spearman_by_hand(rtl, hls))
    signs = [
        (a - c) * (b - d)
        for (a, b), (c, d) in itertools.combinations(zip(rtl, hls, strict=True), 2)
    ]
    assert found.kendall == pytest.approx(sum((s > 0) - (s < 0) for s in signs) / len(signs))
    assert found.note == ""


def test_exact_p_value_counts_the_orders_at_least_as_extreme():
    found = agreement(
        groups(study(("acorn128", "ascon128a", "ketje", "norx", "morus")))[0], FMAX, "hls"
    )
    rtl, hls = [pair.baseline for pair in found.pairs], [pair.other for pair in found.pairs]
    seen = abs(spearman_by_hand(rtl, hls))
    extreme = [
        abs(spearman_by_hand(rtl, order)) >= seen - 1e-9 for order in itertools.permutations(hls)
    ]
    assert found.spearman_p == pytest.approx(sum(extreme) / len(extreme))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_algorithms_are_said_not_to_be_meaningful(count):
    measurements = [*study(FIRST_THREE[:count]), design("norx", "rtl")]
    found = agreement(groups(measurements)[0], THROUGHPUT, "hls")
    assert (
        found.n == count
        and found.spearman is None
        and found.kendall is None
        and "not meaningful" in found.note
    )


def test_all_tied_is_said_not_to_be_defined():
    measurements = [
        design("acorn128", approach, variant=str(n), fmax_mhz=100)
        for n in range(3)
        for approach in ("rtl", "hls")
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = agreement(groups(measurements)[0], FMAX, "hls")
    assert found.spearman is None and "share one rank" in found.note


def test_only_algorithms_with_both_results_are_correlated():
    found = agreement(groups(study_with_failures())[0], THROUGHPUT, "hls")
    assert found.n == 5 and {pair.baseline for pair in found.pairs} == {1, 2, 3, 4, 5}


def test_each_approach_is_correlated_with_the_baseline():
    figures = {"rtl": (1, 2, 3), "hls": (1, 2, 3), "drawing": (3, 2, 1)}
    (group,) = groups(
        design("norx", name, variant=str(n), luts=luts)
        for name, all_luts in figures.items()
        for n, luts in enumerate(all_luts)
    )
    assert {other: agreement(group, AREA, other).same for other in group.others} == {
        "hls": 3,
        "drawing": 1,
    }


def test_different_jobs_are_not_ranked_with_each_other():
    names = {"sha1": "256 blocks", "aes": "a block", "des": "a key"}
    (group,) = groups(
        job(one, approach, 10, name) for one, name in names.items() for approach in ("rtl", "hls")
    )
    found = agreement(group, TIME, "hls")
    assert found.n == 0 and found.note == "not meaningful: the jobs differ"
    (group,) = groups(
        job(one, approach, cycles)
        for cycles, one in enumerate(names, 1)
        for approach in ("rtl", "hls")
    )
    assert agreement(group, TIME, "hls").same == 3
