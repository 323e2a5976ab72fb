"""The conclusions of the case study beside those of records."""

import pytest
from sample_round3 import CIPHERS, ROUTED, round3
from sample_study import failure

from cryptagon.analysis import conclusions, groups
from cryptagon.analysis.case_study import AHEAD, CHANGING, LEADERS, OUTSIDE, YARDSTICK
from cryptagon.analysis.metrics import THROUGHPUT, THROUGHPUT_PER_AREA
from cryptagon.study.contest import load_contest

TWO = ROUTED[:2]


def changed(measurements, algorithm, approach, **changes):
    """The records with one design on every target as if it had other figures."""
    chosen = [m for m in measurements if (m.algorithm, m.approach) == (algorithm, approach)]
    others = [m for m in measurements if m not in chosen]
    derived = {"throughput_mbps", "throughput_per_area", "time_us"}
    return [
        *others,
        *(type(m)(**{**m.model_dump(exclude=derived), "attempts": (), **changes}) for m in chosen),
    ]


def found(measurements):
    rows = [line.split(" | ") for line in conclusions.conclusions(measurements).splitlines()]
    return {row[0].removeprefix("| "): row[3].removesuffix(" |") for row in rows[2:]}


def test_the_case_study_names_ciphers_of_the_contest():
    names = set(load_contest("contests/caesar-round3.toml").names)
    assert {
        YARDSTICK,
        *LEADERS,
        *CHANGING,
        *(one for names in (*AHEAD.values(), *OUTSIDE.values()) for one in names),
    } <= names
    assert set(CIPHERS) == names


def test_every_conclusion_has_what_was_found():
    text = conclusions.conclusions(round3(on=TWO))
    assert text.startswith("| conclusion | case study | decided here by | here, on 2 targets |")
    assert len(text.splitlines()) == 14 and "not run yet" not in text


def test_a_target_without_some_of_the_ciphers_decides_nothing():
    records = [one for one in round3(on=TWO) if (one.algorithm, one.target) != ("colm", TWO[1])]
    text = conclusions.conclusions([*records, failure("colm", "hls", "no way", target=TWO[1])])
    assert "| here, on 1 target |" in text
    assert text.endswith(
        f"decide nothing: {TWO[1]} (of {len(CIPHERS)} ciphers {len(CIPHERS) - 1} have one)."
    )


def test_before_a_record_every_conclusion_has_what_decides_it():
    rows = [line.strip("| ").split(" | ") for line in conclusions.conclusions([]).splitlines()[2:]]
    assert len(rows) == 12 and all(
        len(row) == 4 and all(row) and row[3] == "not run yet" for row in rows
    )


def test_who_is_ahead_is_set_beside_the_case_study():
    here = found(round3(on=TWO))
    assert here["Ahead of AES-GCM in throughput/area by both approaches"].startswith(
        "8: ACORN-128, AEGIS-128L, AES-OTR"
    )
    assert here["Ahead of AES-GCM in throughput/area by both approaches"].endswith(
        "Tiaoxin-346, the same"
    )
    assert "(besides Ketje-Jr)" in here["Ahead of AES-GCM in throughput by both approaches"]


def test_ahead_by_one_approach_alone_changes_sides():
    here = found(changed(round3(on=TWO), "silc", "hls", luts=1000))
    assert (
        here["Ahead of AES-GCM in throughput/area by one approach alone"]
        == "SILC-AES on crosslink-nx-40-9 and ecp5-85f-8"
    )
    assert "; sometimes SILC-AES" in here["Ahead of AES-GCM in throughput/area by both approaches"]


def test_a_failure_is_ahead_of_nothing():
    kept = [m for m in round3(on=TWO) if (m.algorithm, m.approach) != ("morus1280", "hls")]
    lost = [
        failure("morus1280", "hls", "no way", title="MORUS-1280-128", target=target, attempts=())
        for target in TWO
    ]
    judged = conclusions.ahead([g for g in groups([*kept, *lost]) if g.timed], THROUGHPUT)
    assert judged["morus1280"] == [True, None, True, None]
    assert (
        "without MORUS-1280-128"
        in found([*kept, *lost])["Ahead of AES-GCM in throughput by both approaches"]
    )


def test_ratios_outside_the_band_are_counted_over_targets():
    here = found(round3(on=TWO))
    assert here["RTL/HLS of throughput outside 0.9 to 1.3"] == "NORX32-4-1 (on 2 of 2)"
    assert (
        found(round3(("ocb", "aes128gcm"), on=TWO))["RTL/HLS of throughput outside 0.9 to 1.3"]
        == "none"
    )


@pytest.mark.parametrize(
    ("cycles", "text"),
    [(10.0, "16 of 16; 16 of 16"), (12.0, "15 of 16; 16 of 16"), (12.1, "15 of 16; 15 of 16")],
)
def test_cycles_are_counted_by_cipher(cycles, text):
    all_ways = dict.fromkeys(("encryption", "decryption", "ad_encryption", "ad_decryption"), cycles)
    here = found(changed(round3(on=TWO), "ocb", "hls", cycles=all_ways))
    assert here["HLS takes no more cycles than RTL; at most 1.2 times as many"] == text


def test_a_slower_decryption_and_slower_ad_are_counted():
    slow = {"encryption": 10, "decryption": 11, "ad_encryption": 12, "ad_decryption": 12}
    here = found(changed(round3(on=TWO), "ocb", "rtl", cycles=slow))
    assert (
        here["Decryption takes the cycles of encryption; AD takes no more than data"]
        == "31 of 32 designs; 31 of 32"
    )


def test_exchanged_pairs_have_their_distance_by_hand():
    (group,) = groups(
        changed(round3(("ocb", "silc", "morus1280"), on=TWO[:1]), "silc", "hls", fmax_mhz=10.0)
    )
    ((gap, names),) = conclusions.exchanges(group, THROUGHPUT)
    by_name = {m.algorithm: m.throughput_mbps or 0 for m in group.of("rtl")}
    assert names == ("OCB", "SILC-AES") and gap == pytest.approx(by_name["silc"] / by_name["ocb"])
    assert (
        conclusions.exchanges(
            groups(round3(("ocb", "morus1280"), on=TWO[:1]))[0], THROUGHPUT_PER_AREA
        )
        == []
    )


def test_taus_have_their_span_and_the_lowest_end_of_an_interval():
    text = found(round3(on=TWO))["Rankings by throughput agree"]
    assert text == "0.95 to 1.00; lowest end of an interval 0.90 (ecp5-85f-8)"


def test_estimates_and_lone_approaches_decide_nothing():
    nothing = conclusions.conclusions([])
    assert conclusions.conclusions(round3(on=("xilinx-7",))) == nothing
    assert conclusions.conclusions([m for m in round3(on=TWO) if m.approach == "rtl"]) == nothing
