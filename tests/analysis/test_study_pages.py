"""The pages of studies show the committed records."""

import pytest

from cryptagon import paths
from cryptagon.analysis import study_pages


@pytest.mark.parametrize("name", study_pages.PAGES)
def test_a_page_shows_the_records(name):
    text = (paths.repository() / "docs" / f"{name}.md").read_text()
    assert study_pages.page(name) == text


@pytest.mark.parametrize("name", study_pages.PAGES)
def test_every_page_has_a_section(name):
    text = (paths.repository() / "docs" / f"{name}.md").read_text()
    assert any(f"<!-- {section}: begin -->" in text for section in study_pages.SECTIONS)
