"""SML: every figure goes through it unchanged, the committed schema, and what is refused."""

import json
import re
from pathlib import Path

import pytest
from drawing import DRAWN, FIGURES

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.spt import dml, evaluate, program_of, sml
from cryptagon.spt.reading import sheets_of
from cryptagon.spt.sheet import Sheet
from cryptagon.spt.xml_text import MOST_CHARACTERS, MOST_ELEMENTS

TOY = json.loads(sml.written(sheets_of(FIGURES / "toy_feistel.drawio")[0]))


def read(content: object) -> list[Sheet]:
    return sml.read(json.dumps(content), Path("some.sml"))[0]


@pytest.mark.parametrize("figure", DRAWN, ids=lambda file: file.name)
def test_every_figure_says_the_same(figure, tmp_path):
    file = tmp_path / f"{figure.stem}.sml"
    file.write_text(sml.written(sheets_of(figure)[0]))
    assert dml.written(program_of(file)) == dml.written(program_of(figure))
    assert sml.written(sheets_of(file)[0]) == file.read_text()


def test_remarks_and_ends_are_kept():
    """A drawing of draw.io says which boxes its arrows join, and has free text."""
    (sheet, *_) = sheets_of(FIGURES / "aes128.drawio")[0]
    (again, *_) = read(json.loads(sml.written([sheet])))
    assert [one.text for one in again.remarks] == [one.text for one in sheet.remarks]
    ends = [
        [(one.tail.text, one.head.text) for one in some.arrows if one.tail and one.head]
        for some in (again, sheet)
    ]
    assert ends[0] == ends[1] and len(ends[0]) == len(sheet.arrows)


def test_schema_is_that_of_the_models():
    """Made anew by: python -m cryptagon.spt.schemas"""
    schema = json.loads(sml.FORMAT.schema_file.read_text())
    assert schema == sml.FORMAT.schema()
    assert schema["properties"]["sml"]["const"] == TOY["sml"] == 1


def changed(*keys: object, to: object) -> dict[str, object]:
    """The toy with one thing in it another one."""
    content = json.loads(json.dumps(TOY))
    place = content
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = to
    return content


BOX = TOY["sheets"][0]["boxes"][0]
CHANGES = [
    (changed("sml", to=2), "this is SML 2, and this Cryptagon reads SML 1 at most"),
    (changed("colour", to="red"), "Extra inputs"),
    (changed("sheets", 0, "boxes", 1, "id", to=1), "two boxes of a sheet have one id"),
    (changed("sheets", 0, "boxes", 0, "corner", to=[1e7, 0]), "less than or equal to 1000000"),
    (changed("sheets", 0, "boxes", 0, "corner", to=[float("nan"), 0]), "finite number"),
    (changed("sheets", 0, "boxes", 0, "size", to=[-1, 5]), "greater than or equal to 0"),
    (changed("sheets", 0, "boxes", 0, "text", to=5), "valid string"),
    (changed("sheets", 0, "arrows", 0, "points", to=[[0, 0]]), "at least 2 items"),
    (changed("sheets", 0, "arrows", 0, "heads", to=3), "less than or equal to 2"),
    (changed("sheets", 0, "arrows", 0, "tail", to=99), "box 99, which is not on its sheet"),
    (changed("sheets", 0, "remarks", to=[BOX] * MOST_ELEMENTS), "more than 2,000 elements"),
    ([1, 2], "should be an object"),
]


@pytest.mark.parametrize(("content", "said"), CHANGES)
def test_what_is_refused(content, said):
    with pytest.raises(CryptagonError) as fault:
        read(content)
    assert said in f"{fault.value.what} {fault.value.why}" and "some.sml" in fault.value.where


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{\n\n}}", "some.sml:3"),
        ("[" * 100_000, "nested too deep"),
        (" " * (MOST_CHARACTERS + 1), "more than 1,048,576 characters"),
    ],
)
def test_text_that_is_refused(text, said):
    with pytest.raises(CryptagonError) as fault:
        sml.read(text, Path("some.sml"))
    assert said in f"{fault.value.where} {fault.value.why}"


def test_example_of_the_page(tmp_path):
    """It is read, and says what its text says."""
    page = (paths.repository() / "docs" / "spt.md").read_text()
    (example,) = re.findall(r"```json\n(\{\n \"sml\".*?)```", page, re.DOTALL)
    file = tmp_path / "copy.sml"
    file.write_text(example)
    assert evaluate(program_of(file), "copy", {"x": 5}) == {"y": 5}
