"""Positions: tiers where the spread over seeds is known, ranks elsewhere."""

from sample_study import FIRST_THREE, design, failure, searched, study

from cryptagon.analysis import groups
from cryptagon.analysis.metrics import AREA, FMAX, THROUGHPUT
from cryptagon.analysis.positions import RANK, TIER, positions, seed_loss


def numbers_of(measurements, metric):
    (group,) = groups(measurements)
    found = positions(group, metric)
    return found.kind, {(m.algorithm, m.approach): found.of(m) for m in group.measurements}


def test_without_a_spread_positions_are_ranks():
    kind, numbers = numbers_of(study(FIRST_THREE), THROUGHPUT)
    assert kind == RANK and [
        numbers[name, "rtl"] for name in ("acorn128", "ascon128a", "aes128gcm")
    ] == ["1", "2", "3"]


def test_one_design_that_was_placed_once_makes_all_positions_ranks():
    (first, *others) = study(FIRST_THREE)
    assert numbers_of([first, *map(searched, others)], THROUGHPUT)[0] == RANK


def test_what_the_worst_seed_reaches_shares_a_tier():
    close = [
        searched(design("norx", "rtl", variant=name, fmax_mhz=mhz))
        for name, mhz in (("a", 100.0), ("b", 96.0), ("c", 94.0))
    ]
    (group,) = groups(close)
    found = positions(group, FMAX)
    assert seed_loss(close[0]) == 1 - 0.95 and found.kind == TIER
    assert [found.of(m) for m in group.measurements] == ["1", "1", "2"]


def test_an_area_has_ranks_whatever_the_seeds_did():
    assert numbers_of([searched(m) for m in study(FIRST_THREE)], AREA)[0] == RANK


def test_approaches_are_not_each_others_rivals_and_a_failure_has_no_position():
    measurements = [searched(m) for m in study(FIRST_THREE)] + [
        failure("norx", "hls", "no way"),
        searched(design("norx", "rtl")),
    ]
    (group,) = groups(measurements)
    found = positions(group, THROUGHPUT)
    pairs = {c.label: found.pair(c, group.present) for c in group.comparisons}
    assert pairs == {
        "ACORN-128": "(1, 1)",
        "NORX32": "(2, \N{EN DASH})",
        "Ascon-128a": "(3, 2)",
        "AES-128-GCM": "(4, 3)",
    }
