"""Tables on consoles of every width: numbers and words are whole, or their column is left out."""

import io
import re

import pytest
from rich.console import Console
from rich.text import Text
from sample_study import study_with_failures

from cryptagon.analysis.fitted_table import FittedTable, cells
from cryptagon.analysis.table import results_table

WIDTHS = (40, 60, 80, 100, 120, 200)
ROWS = cells(
    [
        ["ascon128a", "Ascon-128a (CAESAR v1.2)", "1,345", "144.75"],
        ["aes128gcm", "AES-128-GCM", "4,561", "108.62"],
    ]
)
TABLE = FittedTable(("algorithm", "title", "LUT4", "Fmax, MHz"), ROWS, frozenset({2, 3}))


def printed(renderable, width: int) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width).print(renderable)
    return stream.getvalue()


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d[\d,.]*\d", text))


@pytest.mark.parametrize("width", [12, 20, 25, 30, 38, *WIDTHS])
def test_no_word_is_cut_and_no_line_too_long(width):
    text = printed(TABLE, width)
    assert max(map(len, text.splitlines())) <= width and "…" not in text
    assert {"1,345", "144.75", "4,561", "108.62"} <= numbers(text)


def test_a_wide_console_has_a_line_a_row():
    assert [line.split() for line in printed(TABLE, 80).splitlines()][2] == [
        "aes128gcm",
        "AES-128-GCM",
        "4,561",
        "108.62",
    ]


def test_text_wraps_first():
    lines = [line.split() for line in printed(TABLE, 42).splitlines()]
    assert ["ascon128a", "Ascon-128a", "1,345", "144.75"] in lines and ["(CAESAR", "v1.2)"] in lines


def test_spare_columns_go_next_and_are_named():
    table = FittedTable(TABLE.headings, TABLE.rows, TABLE.right, spare=((1, "titles"), (2, "area")))
    text = printed(table, 30)
    assert (
        "Not shown at this width: titles." in " ".join(text.split())
        and "1,345" in text
        and "Ascon" not in text
    )


def test_in_the_end_each_row_becomes_lines():
    lines = [line.split() for line in printed(TABLE, 22).splitlines()]
    assert ["LUT4", "1,345"] in lines and ["Fmax,", "MHz", "144.75"] in lines


def test_short_rows_and_styles():
    rows = ((Text("a", "red"),), (Text("b"), Text("2")))
    assert [line.split() for line in printed(FittedTable(("", "n"), rows), 40).splitlines()] == [
        ["n"],
        ["a"],
        ["b", "2"],
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_results_keep_every_digit_at_every_width(width):
    whole, text = (
        printed(results_table(study_with_failures()), 200),
        printed(results_table(study_with_failures()), width),
    )
    assert max(map(len, text.splitlines())) <= width and "…" not in text
    assert numbers(text) <= numbers(whole)
    assert {"182.4", "5,837", "4.946", "1,180", "1.031"} <= numbers(text)


@pytest.mark.parametrize(("width", "missing"), [(120, False), (80, True)])
def test_the_results_say_which_columns_are_left_out(width, missing):
    assert (
        "Not shown at this width" in printed(results_table(study_with_failures()), width)
    ) is missing
