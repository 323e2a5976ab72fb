from hypothesis import given
from hypothesis import strategies as st
from sample_study import FIRST_THREE, design, failure, job, study

from cryptagon.analysis import contested, groups, rank, ranks_within
from cryptagon.analysis.metrics import AREA, FMAX, THROUGHPUT, THROUGHPUT_PER_AREA, TIME
from cryptagon.analysis.ranking import ranks


def order(measurements, metric):
    return [(entry.rank, entry.measurement.algorithm) for entry in rank(measurements, metric)]


def test_each_metric_ranks_its_own_way():
    rtl = [m for m in study(FIRST_THREE) if m.approach == "rtl"]
    assert order(rtl, THROUGHPUT) == [(1, "acorn128"), (2, "ascon128a"), (3, "aes128gcm")]
    assert order(rtl, AREA) == [(1, "acorn128"), (2, "ascon128a"), (3, "aes128gcm")]
    assert order(rtl, FMAX) == [(1, "acorn128"), (2, "ascon128a"), (3, "aes128gcm")]
    seven = [m for m in study() if m.approach == "rtl"]
    assert order(seven, THROUGHPUT)[0] == (1, "tiaoxin") and order(seven, AREA)[-1] == (
        7,
        "tiaoxin",
    )
    assert order(seven, THROUGHPUT_PER_AREA)[0] == (1, "acorn128")


def test_ties_share_the_best_rank():
    tied = [
        design("acorn128", "rtl", luts=luts, variant=str(n))
        for n, luts in enumerate((300, 200, 200, 100))
    ]
    assert [(entry.rank, entry.measurement.variant) for entry in rank(tied, AREA)] == [
        (1, "3"),
        (2, "1"),
        (2, "2"),
        (4, "0"),
    ]


def test_failures_come_last_and_unranked():
    ranked = rank(
        [
            failure("acorn128", "rtl", "does not fit"),
            design("norx", "rtl"),
            failure("aes128gcm", "rtl", "timeout", fmax_mhz=900),
        ],
        FMAX,
    )
    assert [(entry.rank, entry.measurement.status) for entry in ranked] == [
        (1, "ok"),
        (None, "does not fit"),
        (None, "timeout"),
    ]


@given(st.lists(st.integers(1, 6), min_size=1, max_size=9))
def test_rank_is_one_more_than_the_number_of_better_values(values):
    assert ranks(list(values), AREA) == [
        1 + sum(other < value for other in values) for value in values
    ]
    assert ranks(list(values), FMAX) == [
        1 + sum(other > value for other in values) for value in values
    ]


def test_ranks_are_among_designs_of_one_approach_and_the_only_one_has_none():
    (group,) = groups(
        [
            design("norx", "rtl"),
            design("norx", "hls"),
            design("acorn128", "hls"),
            failure("acorn128", "rtl", "no route"),
        ]
    )
    found = {
        (m.algorithm, m.approach): ranks_within(group, FMAX)[m.key] for m in group.measurements
    }
    assert found == {
        ("norx", "rtl"): None,
        ("norx", "hls"): 2,
        ("acorn128", "hls"): 1,
        ("acorn128", "rtl"): None,
    }
    (group,) = groups([design("norx", "rtl"), design("norx", "hls"), design("acorn128", "hls")])
    found = {
        (m.algorithm, m.approach): ranks_within(group, FMAX)[m.key] for m in group.measurements
    }
    assert found == {
        ("norx", "rtl"): None,
        ("norx", "hls"): 2,
        ("acorn128", "hls"): 1,
    } and contested(group)


def test_only_designs_of_one_job_are_ranked():
    (group,) = groups(
        [
            job("sha1", "hls", 9),
            job("sha1", "hls", 5, variant="x2"),
            job("aes", "hls", 1, "one block"),
        ]
    )
    found = {group.label(m): ranks_within(group, TIME)[m.key] for m in group.measurements}
    assert found == {"SHA1 basic": 2, "SHA1 x2": 1, "AES basic": None}
    (group,) = groups([job("sha1", "hls", 9), job("aes", "hls", 1, "one block")])
    assert not contested(group)
