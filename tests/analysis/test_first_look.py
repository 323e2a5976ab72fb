"""The page of the first study, and that of all that was measured, show the committed records."""

from cryptagon import paths
from cryptagon.analysis import first_look

PAGE = paths.repository() / "docs" / "first-look.md"
MEASURED = paths.repository() / "docs" / "measured.md"


def test_documents_show_the_records():
    measurements = first_look.records()
    assert first_look.page(PAGE.read_text(), measurements) == PAGE.read_text()
    assert first_look.readme(MEASURED.read_text(), measurements) == MEASURED.read_text()
