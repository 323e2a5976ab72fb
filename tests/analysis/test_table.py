import io
import re

import pytest
from rich.console import Console
from sample_study import FIRST_THREE, design, failure, job, study, study_with_failures

from cryptagon.analysis.table import SORT_COLUMNS, results_table
from cryptagon.errors import CryptagonError
from cryptagon.study.contest import Published


def printed(measurements, width=120, **options) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width).print(results_table(measurements, **options))
    return stream.getvalue()


def first_column(text) -> list[str]:
    return re.findall(r"^ (\S.*?) +(?:RTL|HLS) +[\df]", text, re.MULTILINE)


def test_the_table_fits_in_120_columns_with_nothing_cut():
    text = printed(study_with_failures())
    assert max(map(len, text.splitlines())) <= 120 and "…" not in text


def test_figures_ratio_and_ranks_stand_in_their_rows():
    lines = [line.split() for line in printed(study(FIRST_THREE)).splitlines()]
    assert [
        "ACORN-128",
        "RTL",
        "1.00",
        "1,180",
        "720",
        "182.4",
        "5,837",
        "4.946",
        "1",
        "1",
        "1",
        "1",
    ] in lines
    assert ["HLS", "1.00", "1,216", "726", "176.2", "5,638", "4.637", "1", "1", "1", "1"] in lines
    assert ["HLS/RTL", "1.000", "1.031", "0.966", "0.966", "0.937"] in lines


def test_failures_are_listed_with_their_reason_and_have_no_figures():
    text = printed(study_with_failures())
    assert "failed  NORX32 HLS: did not route: 12 nets unrouted" in text
    assert re.search(r"HLS +failed *\n", text)


def test_a_reason_with_brackets_is_printed_as_it_is():
    assert "net [/q] of [bold]core" in printed([failure("norx", "hls", "net [/q] of [bold]core")])


@pytest.mark.parametrize(
    ("column", "order"),
    [
        ("algorithm", ["ACORN-128", "AES-128-GCM", "Ascon-128a"]),
        ("luts", ["ACORN-128", "Ascon-128a", "AES-128-GCM"]),
        ("ffs", ["ACORN-128", "Ascon-128a", "AES-128-GCM"]),
        ("throughput_mbps", ["ACORN-128", "Ascon-128a", "AES-128-GCM"]),
    ],
)
def test_rows_are_sorted_by_the_chosen_column(column, order):
    assert first_column(printed(study(FIRST_THREE), sort=column)) == order


def test_algorithms_without_a_result_come_last_whatever_the_column():
    measurements = [failure("acorn128", "rtl", "does not fit"), *study(("norx",))]
    for column in SORT_COLUMNS[1:]:
        assert first_column(printed(measurements, sort=column)) == ["NORX32", "ACORN-128"]


def test_an_unknown_column_is_a_users_fault():
    with pytest.raises(CryptagonError, match="no column 'speed'") as caught:
        results_table([], sort="speed")
    assert "throughput_mbps" in caught.value.fix


def test_one_table_for_each_target_and_scope():
    text = printed(
        [
            design("norx", "rtl"),
            design("norx", "rtl", scope="core", interface=None),
            design("norx", "hls", estimate=True),
        ]
    )
    assert (
        text.count("NORX32") == 3
        and "(estimates)" in text
        and "cores alone" in " ".join(text.split())
    )


def test_what_the_figures_leave_out_is_said():
    text = printed(
        [
            design("norx", "rtl", brams=2, dsps=1),
            design("norx", "hls", cycles={"encryption": 12, "decryption": 14}),
        ]
    )
    flat = " ".join(text.split())
    assert (
        "NORX32 RTL uses 2 block memories and 1 multiplier blocks, which its area does not count."
        in flat
    )
    assert (
        "NORX32 HLS takes 14.00 cycles per block in decryption; its throughput is that of encryption."
        in flat
    )


def test_no_measurements_are_said_plainly():
    assert printed([]) == "No measurements yet.\n"


def lines_of(measurements, **options) -> list[list[str]]:
    return [line.split() for line in printed(measurements, width=200, **options).splitlines()]


def test_three_approaches_have_two_ratios_with_the_baseline():
    three = [
        design("norx", approach, luts=luts)
        for approach, luts in (("rtl", 1000), ("hls", 1100), ("drawing", 900))
    ]
    lines = lines_of(three)
    assert [line[:3] for line in lines if line and line[0].endswith("/RTL")] == [
        ["drawing/RTL", "1.200", "0.900"],
        ["HLS/RTL", "1.200", "1.100"],
    ]
    assert [
        line[0]
        for line in lines_of(three, baseline="drawing")
        if line and line[0].endswith("/drawing")
    ] == [
        "HLS/drawing",
        "RTL/drawing",
    ]
    assert "RTL/HLS 0.9 to 1.3" in printed(three) and "RTL/HLS" not in printed(
        three, baseline="drawing"
    )


def test_jobs_have_their_time_and_their_own_order():
    lines = lines_of([job("sha1", "hls", 20480), job("aes", "hls", 11, "one block")])
    assert ["AES", "basic", "one", "block", "HLS", "11", "1,390", "841", "100.0", "0.110"] in lines
    assert [
        "SHA1",
        "basic",
        "256",
        "blocks",
        "HLS",
        "20,480",
        "1,390",
        "841",
        "100.0",
        "204.8",
    ] in lines
    assert first_rows(lines) == ["AES", "SHA1"]
    assert first_rows(
        lines_of([job("sha1", "hls", 9, luts=1), job("aes", "hls", 1)], sort="luts")
    ) == ["SHA1", "AES"]


def first_rows(lines) -> list[str]:
    return [line[0] for line in lines if "HLS" in line]


def test_two_classes_on_one_target_have_tables_of_their_own():
    text = printed([design("norx", "rtl"), job("sha1", "hls", 9)])
    assert (
        "authenticated ciphers, units with caesar-1.0" in " ".join(text.split())
        and "LFE5U: toy, cores alone" in text
    )
    assert "Thr./area" in text and "Time" in text


def test_published_cycles_are_beside_those_measured_of_any_class():
    theirs = Published(
        by="A tool", approach="hls", source="a paper", cycles={"sha1": 81786, "norx": 7.5}
    )
    lines = lines_of(
        [design("norx", "rtl"), job("sha1", "hls", 20480)],
        published=[theirs],
        notes=["Not the same task."],
    )
    assert ["SHA1", "basic,", "256", "blocks", "81,786", "20,480"] in lines
    assert ["NORX32,", "block", "of", "plaintext", "7.50", "10"] in lines
    assert lines[-1] == ["note", "Not", "the", "same", "task."]
