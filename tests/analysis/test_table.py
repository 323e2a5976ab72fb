import io
import re

import pytest
from rich.console import Console
from sample_study import FIRST_THREE, design, failure, study, study_with_failures

from cryptagon.analysis.table import SORT_COLUMNS, results_table
from cryptagon.errors import CryptagonError


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
    assert ["ACORN-128", "RTL", "1.00", "1,180", "720", "182.4", "5,837", "4.946", "1", "1", "1", "1"] in lines
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
    text = printed([design("norx", "rtl"), design("norx", "rtl", scope="core", interface=None), design("norx", "hls", estimate=True)])
    assert text.count("NORX32") == 3 and "(estimates)" in text and "cores alone" in text


def test_what_the_figures_leave_out_is_said():
    text = printed([design("norx", "rtl", brams=2, dsps=1), design("norx", "hls", cycles={"encryption": 12, "decryption": 14})])
    flat = " ".join(text.split())
    assert "NORX32 RTL uses 2 block memories and 1 multiplier blocks, which its area does not count." in flat
    assert "NORX32 HLS takes 14.00 cycles per block in decryption; its throughput is that of encryption." in flat


def test_no_measurements_are_said_plainly():
    assert printed([]) == "No measurements yet.\n"
