"""Random figures, drawn twice at random places in random order: one DML, and the values that they
were made to have.
"""

import random

import pytest
from drawing import Drawing

from cryptagon.spt import dml, evaluate, program_of

WIDTH = 8
ONES = (1 << WIDTH) - 1
TWO = {
    "xor": lambda a, b: a ^ b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "add": lambda a, b: a + b & ONES,
    "mul": lambda a, b: a * b & ONES,
    "sub": lambda a, b: a - b & ONES,
}
ONE = {
    "not": lambda a: a ^ ONES,
    "<<< 3": lambda a: (a << 3 | a >> 5) & ONES,
    ">> 2": lambda a: a >> 2,
    "•": lambda a: a,
}

Box = tuple[str, tuple[int, ...]]
"""The text of a box, and the boxes that lead to it."""


def boxes_of(source: random.Random) -> list[Box]:
    """A figure with two to four inputs and up to fifteen operations; what nothing else uses is an
    output.
    """
    boxes: list[Box] = [(f"input i{number}: {WIDTH}", ()) for number in range(source.randint(2, 4))]
    for _ in range(source.randint(1, 15)):
        operands = tuple(source.randrange(len(boxes)) for _ in range(source.randint(1, 2)))
        boxes.append((source.choice(list(TWO if len(operands) == 2 else ONE)), operands))
    used = {operand for _, operands in boxes for operand in operands}
    return boxes + [
        (f"output o{number}", (number,)) for number in range(len(boxes)) if number not in used
    ]


def drawn(boxes: list[Box], source: random.Random) -> Drawing:
    """The boxes on a grid, shuffled; operands of a subtraction are labelled, so that their places
    say nothing.
    """
    places = [(200 * (number % 6), 150 * (number // 6)) for number in range(len(boxes))]
    source.shuffle(places)
    drawing = Drawing()
    for number in source.sample(range(len(boxes)), len(boxes)):
        drawing.box(boxes[number][0], *places[number], key=str(number))
    arrows = [
        (number, place, operand)
        for number, (_, operands) in enumerate(boxes)
        for place, operand in enumerate(operands, 1)
    ]
    for number, place, operand in source.sample(arrows, len(arrows)):
        drawing.arrow(
            str(operand),
            str(number),
            str(place) if boxes[number][0] == "sub" else "",
            at=source.randint(10, 90),
        )
    return drawing


def values_of(boxes: list[Box], given: dict[str, int]) -> dict[str, int]:
    """What each output is, box by box."""
    values: list[int] = []
    for text, operands in boxes:
        name = (
            text.split()[-1]
            if text.startswith("output")
            else text.split()[1].rstrip(":")
            if text.startswith("input")
            else ""
        )
        of = [values[operand] for operand in operands]
        values.append(
            given[name]
            if text.startswith("input")
            else of[0]
            if name
            else (TWO if len(of) == 2 else ONE)[text](*of)
        )
    return {
        text.split()[1]: value
        for (text, _), value in zip(boxes, values)
        if text.startswith("output")
    }


@pytest.mark.parametrize("seed", range(40))
def test_random_figure_drawn_twice(seed, tmp_path):
    source = random.Random(seed)
    boxes = boxes_of(source)
    first, second = (program_of(drawn(boxes, source).write(tmp_path)) for _ in range(2))
    assert dml.written(first) == dml.written(second) and first == second
    for _ in range(5):
        given = {
            f"i{number}": source.randrange(ONES + 1)
            for number, (text, _) in enumerate(boxes)
            if text.startswith("input")
        }
        assert evaluate(first, "drawn", given) == values_of(boxes, given)
