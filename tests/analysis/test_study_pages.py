"""The pages of studies show the committed records."""

import re

import pytest
from sample_round3 import FULL, contest, round3
from sample_study import failure

from cryptagon import paths
from cryptagon.analysis import groups, study_pages

DOCS = paths.repository() / "docs"
OF_ROUND3 = ("caesar-round3", "caesar-against-the-field")


def text_of(name):
    return (DOCS / f"{name}.md").read_text()


def sections_of(text):
    return {
        name: text[begin:].partition("-->\n")[2].partition("\n<!--")[0]
        for name, begin in marks(text)
    }


def marks(text):
    return [(found[1], found.start()) for found in re.finditer(r"<!-- ([\w-]+): begin -->", text)]


@pytest.mark.parametrize("name", study_pages.STUDIES)
def test_every_section_of_a_page_is_made(name):
    found = sections_of(text_of(name))
    assert found and found.keys() <= study_pages.SECTIONS.keys()


@pytest.mark.parametrize("name", OF_ROUND3)
def test_without_records_a_page_says_so(name):
    found = study_pages.sections(text_of(name), [], contest())
    silent = {section for section, text in found.items() if text == study_pages.NOT_RUN}
    assert silent == found.keys() - study_pages.WITHOUT_RECORDS
    assert all(found[section].strip() for section in found)


@pytest.mark.parametrize("name", OF_ROUND3)
def test_with_records_every_section_is_filled(name):
    records = [
        *round3(("ocb", "norx32", "aes128gcm"), on=("ecp5-85f-8", "xilinx-7")),
        failure("colm", "hls", "no way", title="COLM"),
    ]
    found = study_pages.sections(text_of(name), records, contest())
    assert [
        section
        for section, text in found.items()
        if not text.strip() or study_pages.NOT_RUN in text
    ] == []
    if "failures" in found:
        assert found["failures"] == "* COLM HLS on ecp5-85f-8: no way"


def test_pictures_are_of_the_targets_with_most_runs_and_of_all():
    records = round3(("ocb", "norx32"), on=("machxo3-6900-6", *reversed(FULL), "xilinx-7"))
    assert study_pages.pictured(groups(records), contest()) == list(FULL)
    text = study_pages.SECTIONS["pictures"](records, contest())
    shown = re.findall(r"\]\((\S+)\)", text)
    assert len(shown) == 11 and shown[0].endswith("targets-aead-hls.png")
    made = study_pages.pictures(records, contest())
    assert shown == [f"images/caesar-round3/{plot.name}.png" for plot in made]


@pytest.mark.parametrize("name", study_pages.STUDIES)
def test_every_picture_that_a_page_shows_is_there(name):
    shown = re.findall(r"!\[[^\]]*\]\((\S+)\)", text_of(name))
    assert [one for one in shown if not (DOCS / one).is_file()] == []
