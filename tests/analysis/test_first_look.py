"""The page of the first study, and that of all that was measured, show the committed records."""

from sample_study import design, failure, searched, untimed

from cryptagon import paths
from cryptagon.analysis import first_look

PAGE = paths.repository() / "docs" / "first-look.md"
MEASURED = paths.repository() / "docs" / "measured.md"


def test_documents_show_the_records():
    measurements = first_look.records()
    assert first_look.page(PAGE.read_text(), measurements) == PAGE.read_text()
    assert first_look.readme(MEASURED.read_text(), measurements) == MEASURED.read_text()


def test_a_row_has_both_approaches_and_their_ratio():
    text = first_look.summary([design("norx", "rtl"), design("norx", "hls"), design("morus", "rtl"), failure("morus", "hls", "no way")])
    (row,) = [line for line in text.splitlines() if line.startswith("| ecp5-85f-8")]
    assert row == "| ecp5-85f-8 | LUT4 | 1.677, failed | 0.784, 0.600 | 0.77 | 1 of 1 |"


def test_what_was_not_measured_has_not_failed():
    text = first_look.summary([design("norx", "hls"), design("morus", "rtl")])
    (row,) = [line for line in text.splitlines() if line.startswith("| ecp5-85f-8")]
    assert "| 1.677, \N{EN DASH} | \N{EN DASH}, 0.600 |" in row


def test_estimates_are_compared_by_area():
    text = first_look.summary([untimed(design("norx", "rtl")), untimed(design("norx", "hls"))])
    assert "4,710, 5,322" in text and "HLS/RTL area, estimates" in text


def test_strategies_are_counted_by_their_wins():
    text = first_look.strategies([searched(design("norx", "rtl")), searched(design("norx", "hls"))])
    assert "| ecp5-85f-8 | default 0, narrow 2 | 2 | 10 |" in text
