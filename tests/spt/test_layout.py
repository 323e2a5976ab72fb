"""Programs laid out as sheets say what they said, boxes do not touch each other, and lines do not
end at wrong boxes.
"""

from itertools import combinations
from pathlib import Path

import pytest
from drawing import FIGURES, NAMES
from every_operation import program_of_width

from cryptagon.spt import dml, program_of, writing
from cryptagon.spt.layout import laid_out
from cryptagon.spt.reading import understood_sheets
from cryptagon.spt.sheet import Box


def near(first: Box, second: Box) -> bool:
    """Whether two boxes are nearer to each other than a reader tells ends of arrows apart."""
    across = max(first.left, second.left) - min(
        first.left + first.width, second.left + second.width
    )
    down = max(first.top, second.top) - min(first.top + first.height, second.top + second.height)
    return max(across, down) < 30


@pytest.mark.parametrize("name", NAMES)
def test_drawn_ciphers_stay_what_they_are(name, tmp_path):
    program = program_of(FIGURES / f"{name}.uxf")
    sheets = laid_out(program)
    found = understood_sheets(Path("some.dml"), sheets, [])
    assert found.program == program
    for kind, writer in ((".uxf", writing.uxf), (".drawio", writing.drawio)):
        file = tmp_path / f"{name}{kind}"
        file.write_text(writer(sheets))
        assert dml.written(program_of(file)) == dml.written(program)
    assert not [pair for sheet in sheets for pair in combinations(sheet.boxes, 2) if near(*pair)]


def test_every_operation(tmp_path):
    """Operands are in order, arrays have their elements, a box has many ends."""
    first = dml.read(dml.written(program_of_width(8)), Path("some.dml"))
    file = tmp_path / "every.drawio"
    file.write_text(writing.drawio(laid_out(first)))
    again = program_of(file)
    file.write_text(writing.drawio(laid_out(again)))
    assert program_of(file) == again
    assert {one.operation for one in again.figures[0].nodes} == {
        one.operation for one in first.figures[0].nodes
    }


def test_layers_go_down():
    (sheet, _) = laid_out(program_of(FIGURES / "present80.uxf"))[-2:]
    for arrow in sheet.arrows:
        assert arrow.tail and arrow.head and arrow.tail.top + arrow.tail.height < arrow.head.top
        assert [point.y for point in arrow.points] == sorted(point.y for point in arrow.points)
