"""Each operation: what it gives, however it is written, and which operands it refuses."""

import pytest
from drawing import Drawing, column, element, pair

from cryptagon.spt import evaluate
from cryptagon.spt.operations import OPERATIONS

A, B = 0b1100_1010, 0b1010_0111
TWO = [
    ("xor", A ^ B), ("⊕", A ^ B), ("Exclusive OR", A ^ B), ("t = XOR", A ^ B), ("*xor*", A ^ B), ("and", A & B),
    ("∧", A & B), ("or", A | B),
    ("add", A + B & 255), ("+", A + B & 255), ("⊞", A + B & 255), ("add mod 2^8", A + B & 255), ("sub", A - B & 255), ("⊟", A - B & 255),
    ("mul", A * B & 255), ("concat", A << 8 | B), ("‖", A << 8 | B),
]  # fmt: skip
ONE = [
    ("not", A ^ 255), ("<<< 3", (A << 3 | A >> 5) & 255), ("rotl 3", (A << 3 | A >> 5) & 255), ("ROL (3)", (A << 3 | A >> 5) & 255),
    ("3 <<<", (A << 3 | A >> 5) & 255), ("rotate left 3", (A << 3 | A >> 5) & 255), (">>> 3", (A >> 3 | A << 5) & 255), ("rotr 0", A),
    ("<< 3", A << 3 & 255), ("shl 3", A << 3 & 255), (">> 3", A >> 3), ("shift right 3", A >> 3), ("slice 6..2", A >> 2 & 31),
    ("[6:2]", A >> 2 & 31), ("bit 7", 1), ("bits 7..4", 12), ("extend 12", A), ("array 4", (12, 10)), ("•", A), ("wire", A),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TWO)
def test_of_two_operands(text, expected, tmp_path):
    found = pair(text).understood(tmp_path)
    assert found.program, found.faults
    assert evaluate(found.program, "drawn", {"a": A, "b": B}) == {"y": expected}


@pytest.mark.parametrize(("text", "expected"), ONE)
def test_of_one_operand(text, expected, tmp_path):
    found = column("input a: 8", text, "output y").understood(tmp_path)
    assert found.program, found.faults
    assert evaluate(found.program, "drawn", {"a": A}) == {"y": expected}


ARRAY = (1, 2, 3, 250)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("flat", 0x010203FA), ("element 2", 3), ("elements 1..2", (2, 3)), ("reverse", ARRAY[::-1])],
)
def test_of_arrays(text, expected, tmp_path):
    found = column("input a: 8[4]", text, "output y").understood(tmp_path)
    assert found.program, found.faults
    assert evaluate(found.program, "drawn", {"a": ARRAY}) == {"y": expected}


def test_select(tmp_path):
    found = pair("select", "input a: 8[4]", "input b: 2", ("array", "index")).understood(tmp_path)
    assert found.program and [
        evaluate(found.program, "drawn", {"a": ARRAY, "b": index})["y"] for index in range(4)
    ] == list(ARRAY)


DEFINED = [
    ("table T: 4 -> 2 decimal 0 1 2 3 0 1 2 3 3 2 1 0 3 2 1 0", "sbox T", 0b1110_0001, 0b0101),
    ("permutation P: 8 x 1 from msb 7 6 5 4 3 2 1 0", "P", 0b1110_0001, 0b1000_0111),
    ("permutation P: 4 x 2 to 1 2 3 0", "permute P", 0b00_01_10_11, 0b11_00_01_10),
    (
        "permutation P: 8 x 1 bits, to, lsb: 1 2 3 4 5 6 7 0",
        "permutation P",
        0b1000_0001,
        0b0000_0011,
    ),
    ("matrix M: 4 mod 0x13 1 2 0 1", "matrix M", 0x89, 0x9 * 0 + (0x8 ^ 0x1) << 4 | 0x9),
]


@pytest.mark.parametrize(("definition", "use", "given", "expected"), DEFINED)
def test_of_definitions(definition, use, given, expected, tmp_path):
    found = column("input a: 8", use, "output y").box(definition, 400, 0).understood(tmp_path)
    assert found.program, found.faults
    assert evaluate(found.program, "drawn", {"a": given}) == {"y": expected}


CONSTANTS = [
    ("0x1f", 0x1F, "8"),
    ("31: 8", 31, "8"),
    ("constant c: 12 = 5", 5, "12"),
    ("delta = 0x9e", 0x9E, "8"),
    ("c: 4[3] = 1 2 3", (1, 2, 3), "4[3]"),
]


@pytest.mark.parametrize(("text", "value", "width"), CONSTANTS)
def test_constants(text, value, width, tmp_path):
    found = column(text, "output y").understood(tmp_path)
    assert found.program, found.faults
    assert evaluate(found.program, "drawn", {}) == {"y": value}
    assert str(found.program.figures[0].outputs[0].type) == width


def test_splits(tmp_path):
    drawing = (
        column("input a: 8", "split 1, 4, 3").box("concat", 100, 300).box("output y", 100, 400)
    )
    for label, at in (("2 -> 1", 20), ("0 -> 2", 50), ("1 -> 3", 80)):
        drawing.arrow("split 1, 4, 3", "concat", label, at=at)
    found = drawing.arrow("concat", "output y").understood(tmp_path)
    assert found.program, found.faults
    assert evaluate(found.program, "drawn", {"a": 0b1_0110_011}) == {"y": 0b011_1_0110}


def test_labels_tell_operands_apart(tmp_path):
    found = pair("sub", labels=("2", "1")).understood(tmp_path)
    assert found.program and evaluate(found.program, "drawn", {"a": 1, "b": 3}) == {"y": 2}


def test_boxes_that_compute_the_same_are_one_node(tmp_path):
    drawing = (
        Drawing()
        .box("input a: 8", 100, 0)
        .box("not", 0, 100, "one")
        .box("s = not", 200, 100, "other")
        .box("and", 100, 200)
    )
    drawing.box("output y", 100, 300).arrow("input a: 8", "one").arrow("input a: 8", "other").arrow(
        "one", "and", at=20
    )
    found = drawing.arrow("other", "and", at=80).arrow("and", "output y").understood(tmp_path)
    assert found.program
    nodes = found.program.figures[0].nodes
    assert [(one.name, list(map(str, one.operands))) for one in nodes] == [
        ("s", ["a"]),
        ("and1", ["s", "s"]),
    ]
    assert len(nodes[0].places) == 2


def test_words_are_of_one_operation_each():
    words = [word for one in OPERATIONS.values() for word in one.words]
    assert len(words) == len(set(words)) and all(word == word.lower() for word in words)


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_with_one_operand_and_name_are_their_own_word(name):
    assert name in OPERATIONS[name].words or name == "product"


def test_example_of_the_paper(tmp_path):
    """y = (a + b) xor 0xffff, its boxes with their kinds above their names."""
    drawing = (
        pair("add", "«input»\na: 16", "<<input>>\nb: 16")
        .box("«constant»\n0xffff", 300, 100, "ones")
        .box("xor", 200, 300)
    )
    drawing.box("«output»\nz", 200, 400, "z").arrow("operation", "xor", at=20).arrow(
        "ones", "xor", at=80
    ).arrow("xor", "z")
    found = drawing.understood(tmp_path)
    assert found.program, found.faults
    assert evaluate(found.program, "drawn", {"a": 0x1234, "b": 0x1111}) == {
        "y": 0x2345,
        "z": 0xDCBA,
    }


def test_round_that_counts_is_computed_alone(tmp_path):
    found = pair("add", "index i: 8").understood(tmp_path)
    assert found.program and evaluate(found.program, "drawn", {"i": 3, "b": 4}) == {"y": 7}


@pytest.mark.parametrize(
    "text", ["input a: 8", "Input a: 8 bits", "INPUT 8 a", "input a : uint8", "in a 8 bit"]
)
def test_declarations(text, tmp_path):
    found = column(text, "output y").understood(tmp_path)
    assert found.program and [
        (one.name, str(one.type)) for one in found.program.figures[0].inputs
    ] == [("a", "8")]


REPEATS = {
    "round": 1, "call round": 1, "z = repeat 2 round": 2, "repeat 3 round": 3, "3 x round": 3, "round x 3": 3, "3 times round": 3,
    "repeat round 3": 3, "repeat 0..2 round": 3, "repeat 5 to 7 round": 3, "repeat 7..5 round": 3,
}  # fmt: skip


@pytest.mark.parametrize("text", REPEATS)
def test_calls_and_repeats(text, tmp_path):
    """Each round rotates by one bit."""
    drawing = column("input a: 8", text, "output y")
    drawing.elements.append(element("UMLFrame", (300, -50, 400, 500), "figure round"))
    drawing.box("input v: 8", 350, 0, "v").box("rotl 1", 350, 100).box("output v", 350, 200, "out")
    found = drawing.arrow("v", "rotl 1").arrow("rotl 1", "out").understood(tmp_path)
    assert found.program, found.faults
    assert evaluate(found.program, "drawn", {"a": 1}) == {"y": 1 << REPEATS[text]}
