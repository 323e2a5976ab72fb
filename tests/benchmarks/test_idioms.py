"""The benchmark of ways to write one thing: its forms are those of the files, and its page is what was
measured.
"""

import json
import re
from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results" / "idioms.json"
PAGE = ROOT / "docs" / "hls-idioms.md"
FORM = re.compile(r"^#\s*(?:el)?if\s+defined (\w+)(?: \|\| defined (\w+))?", re.MULTILINE)


@pytest.fixture
def idioms(benchmarks):
    return benchmarks("idioms")


def test_the_page_has_what_was_measured(idioms):
    rows = json.loads(RESULTS.read_text())["rows"]
    measured = [(row["thing"], row["form"]) for row in rows]
    assert measured == [(thing, form) for thing, forms in idioms.FORMS.items() for form in forms]
    assert idioms.table() in PAGE.read_text()


def test_the_forms_are_those_of_the_files(idioms):
    files = {file.stem: file.read_text() for file in idioms.FOLDER.glob("*.c")}
    found = {
        thing: {form for pair in FORM.findall(text) for form in pair if form}
        for thing, text in files.items()
    }
    assert found == {thing: set(forms) for thing, forms in idioms.FORMS.items()}


SOURCE = """#include <cryptagon.h>
#include <stdint.h>
STREAM_IN(uint8_t, in)
STREAM_OUT(uint8_t, out)
HARDWARE void twice(void) {
    uint8_t x = stream_read(in);
#if defined SUM
    stream_write(out, x + x);
#elif defined SHIFT
    stream_write(out, x << 1);
#elif defined WRONG
    stream_write(out, x << 2);
#endif
}
"""


def test_forms_that_write_the_same_are_measured(idioms, tmp_path, monkeypatch):
    (tmp_path / "twice.c").write_text(SOURCE)
    monkeypatch.setattr(idioms, "FOLDER", tmp_path)
    rows = idioms.rows_of("twice", ("SUM", "SHIFT"))
    assert [row["form"] for row in rows] == ["SUM", "SHIFT"]
    assert rows[0]["luts"] == rows[1]["luts"]


def test_a_form_that_writes_something_else_is_an_error(idioms, tmp_path, monkeypatch):
    (tmp_path / "twice.c").write_text(SOURCE)
    monkeypatch.setattr(idioms, "FOLDER", tmp_path)
    with pytest.raises(CryptagonError, match="'twice' do not write the same: WRONG"):
        idioms.rows_of("twice", ("SUM", "WRONG"))
