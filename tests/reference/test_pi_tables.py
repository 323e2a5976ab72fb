"""The tables of Blowfish are the digits of pi."""

import runpy

import pytest

from cryptagon.catalog import kernel


@pytest.fixture(scope="module")
def tables():
    return runpy.run_path(str(kernel("blowfish").folder / "pi_tables.py"))


def test_first_and_last_words_are_those_published(tables):
    words = tables["pi_words"]()
    assert len(words) == 18 + 4 * 256
    assert words[:4] == [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344]
    assert words[-1] == 0x3AC372E6


def test_header_is_up_to_date(tables):
    assert tables["HEADER"].read_text() == tables["header"]()
