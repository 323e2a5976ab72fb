"""The page of the CAESAR round 3 study shows the committed records."""

from cryptagon import paths
from cryptagon.analysis import caesar_round3

PAGE = paths.repository() / "docs" / "caesar-round3.md"


def test_the_page_shows_the_records():
    assert caesar_round3.page(PAGE.read_text(), caesar_round3.records()) == PAGE.read_text()
