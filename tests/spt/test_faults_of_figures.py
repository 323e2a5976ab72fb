"""Every fault of a figure is told with its element, its place and what to do."""

from pathlib import Path

import pytest
from drawing import FIGURES, Drawing, column, element, pair

from cryptagon.errors import CryptagonError
from cryptagon.spt import program_of, understood
from cryptagon.spt.picture import picture

FAULTS = {
    "unknown operation": (column("input a: 8", "rotll 3", "output y"), '"rotll 3" is no operation', "rotll 3", "rotl"),
    "widths": (pair("xor", second="input b: 16"), "its operands have different widths: 8, 16", "xor", "extend or slice one of them"),
    "output's width": (column("input a: 8", "output y: 16"), "output y has 16 bits, and gets 8", "output y: 16", "correct the width"),
    "loose end": (column("input a: 8", "output y").box("input b: 8", 300, 0), "nothing uses what it gives", "input b: 8", "draw an arrow"),
    "undriven": (column("input a: 8", "not", "output y").box("output z", 300, 0), "nothing drives it", "output z", "draw an arrow to it"),
    "one operand": (column("input a: 8", "xor", "output y"), "it has 1 operand, and needs 2", "xor", "draw an arrow"),
    "driven twice": (pair("not"), "2 arrows drive it, and it takes 1", "not", "remove the others"),
    "into an input": (column("input a: 8", "input b: 8", "output y"), "an arrow leads into a box", "input b: 8", "turn"),
    "out of an output": (column("input a: 8", "output y", "output z"), "an arrow leads out of a box", "output y", "turn"),
    "no width": (column("input a", "output y"), '"a" has no width', "input a", "write input a: 32"),
    "no name": (column("input 8", "output y"), 'is no name', "input 8", "write input x: 32"),
    "width of zero": (column("input a: 0", "output y"), "0 is not between 1 and 16,384", "input a: 0", ""),
    "no output": (column("input a: 8", "not"), "this figure has no output", "input a: 8", "output y"),
    "same name": (pair("xor", "input a: 8", "input a: 8"), 'two boxes are called "a"', "input a: 8", "another name"),
    "name of a box": (pair("a = xor"), 'two boxes are called "a"', "a = xor", "another name"),
    "distance": (column("input a: 8", "<<< 8", "output y"), "a distance of 8 does not fit 8 bits", "<<< 8", "write 0 to 7"),
    "distance left out": (column("input a: 8", "<<<", "output y"), "rotl has one number beside it", "<<<", "write rotl 8"),
    "slice": (column("input a: 8", "slice 8..1", "output y"), "bits 8..1 are not in a value of 8 bits", "slice 8..1", "bit 0"),
    "extend": (column("input a: 8", "extend 4", "output y"), "8 bits do not fit 4", "extend 4", "slice"),
    "array of odd elements": (column("input a: 8", "array 3", "output y"), "8 bits cannot be cut into elements of 3", "array 3", ""),
    "array": (column("input a: 8[2]", "not", "output y"), "it takes single values, and gets an array", "not", "element"),
    "no array": (column("input a: 8", "flat", "output y"), "it takes an array, and gets 8 bits", "flat", "array WIDTH"),
    "element": (column("input a: 8[2]", "element 2", "output y"), "element 2 is not in an array of 2", "element 2", "write 0 to 1"),
    "elements": (column("input a: 8[2]", "elements 1..2", "output y"), "elements 1..2 are not", "elements 1..2", ""),
    "index": (pair("select", "input a: 8[3]"), "an index of 8 bits may leave an array of 3", "select", "slice the index to 1 bits"),
    "labels": (pair("sub", labels=("1", "3")), "its arrows are labelled 1, 3", "sub", "label them 1, 2"),
    "no table": (column("input a: 8", "sbox S", "output y"), 'there is no table "S"', "sbox S", ""),
    "short table": (column("input a: 8", "output y").box("table S: 2 -> 2 0 1 2", 300, 0), "table S has 3 values", "table S: 2", ""),
    "table's value": (column("input a: 8", "output y").box("table S: 1 -> 2 0 4", 300, 0), "does not fit 2 bits", "table S: 1", ""),
    "permutation": (column("input a: 8", "output y").box("permutation P: 2 x 1 0 0", 300, 0), "each number from 0 to 1 once", "permut", ""),
    "matrix": (column("input a: 8", "output y").box("matrix M: 8 mod 0x11b 1 2", 300, 0), "which is no square", "matrix M", ""),
    "polynomial": (column("input a: 8", "output y").box("matrix M: 8 mod 0x1b 1", 300, 0), "has not the degree 8", "matrix M", "0x11b"),
    "table's operand": (
        column("input a: 8", "sbox S", "output y").box("table S: 3 -> 1 0 1 0 1 0 1 0 1", 300, 0), "takes 3 bits or a multiple, and gets 8",
        "sbox S", "",
    ),
    "constant": (column("5", "output y"), "this constant has no width", "5", "write 5: 32"),
    "constant's width": (column("0x1ff: 8", "output y"), "0x1ff does not fit 8 bits", "0x1ff: 8", ""),
    "split": (column("input a: 8", "split 3", "output y"), "it has 3 parts, and which of 1 arrows", "split 3", ""),
    "split's widths": (column("input a: 8", "split 3, 4").box("output y", 0, 200).box("output z", 200, 200)
        .arrow("split 3, 4", "output y", "0").arrow("split 3, 4", "output z", "1"), "8 bits cannot be split into 3, 4", "split 3, 4", ""),
    "undirected": (column("input a: 8", "output y").arrow("input a: 8", "output y", line="lt=-"),
        "it has no arrow head", "arrow", "one head"),
    "two heads": (column("input a: 8", "output y").arrow("input a: 8", "output y", line="lt=<->"),
        "a head at both ends", "arrow", "one head"),
    "to itself": (column("input a: 8", "not", "output y").arrow("not", "not"), "leads from a box to itself", "arrow", "repeat"),
    "wrong width on an arrow": (column("input a: 8", "not", "output y").arrow("input a: 8", "not", "/16"),
        "16 bits are written", "arrow", ""),
    "no figure": (column("input a: 8", "call rounds", "output y"), 'there is no figure "rounds"', "call rounds", ""),
    "rounds": (column("input a: 8", "repeat 0 drawn", "output y"), "a figure is repeated 1 to", "repeat 0 drawn", "repeat 10"),
    "itself": (column("input a: 8", "call drawn", "output y"), "these figures call each other: drawn → drawn", "", "cannot call itself"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_told(name, tmp_path):
    drawing, what, named, fix = FAULTS[name]
    found = drawing.understood(tmp_path)
    assert found.program is None
    told = [
        one
        for one in found.faults
        if what in one.what and one.element.startswith(named) and fix in one.fix
    ]
    assert told, found.faults
    assert all(one.fix for one in found.faults)
    assert all(one.figure == "drawn" and (one.place or not named) for one in told)
    assert str(tmp_path / "drawn.uxf") in told[0].where(found.file)
    assert 'fill="#c00"' in picture(found)


def test_loop_is_told_with_its_boxes(tmp_path):
    drawing = (
        Drawing()
        .box("input a: 8", 0, 0)
        .box("xor", 100, 100)
        .box("not", 100, 200)
        .box("output y", 0, 300)
    )
    drawing.arrow("input a: 8", "xor", at=20).arrow("xor", "not", at=30).arrow(
        "not", "output y"
    ).arrow("not", "xor", at=80)
    (fault,) = drawing.understood(tmp_path).faults
    assert (
        "these boxes are a loop" in fault.what
        and '"xor" (100, 100)' in fault.what
        and '"not" (100, 200)' in fault.what
    )
    assert "repeat" in fault.fix


def test_dangling_arrow_is_told_with_the_point(tmp_path):
    drawing = column("input a: 8", "output y")
    drawing.places["nowhere"] = (400, 700)
    faults = drawing.arrow("output y", "nowhere").understood(tmp_path).faults
    assert any("ends at (450, 700), where no box is" in one.what for one in faults)


def test_end_between_two_boxes_is_told_with_both(tmp_path):
    drawing = (
        column("input a: 8", "not")
        .box("first", 0, 200)
        .box("second", 104, 200)
        .box("output y", 100, 300)
    )
    drawing.places["between"] = (52, 200)
    faults = drawing.arrow("not", "between").understood(tmp_path).faults
    assert any(
        'two boxes are near: "first" at (0, 200) and "second" at (104, 200)' in one.what
        for one in faults
    )


def test_order_of_operands_that_cannot_be_seen(tmp_path):
    drawing = (
        Drawing()
        .box("input a: 8", 0, 0)
        .box("input b: 8", 200, 0)
        .box("sub", 100, 100)
        .box("output y", 100, 200)
    )
    faults = (
        drawing.arrow("input a: 8", "sub")
        .arrow("input b: 8", "sub")
        .arrow("sub", "output y")
        .understood(tmp_path)
        .faults
    )
    assert [one.what for one in faults] == [
        "the order of its operands is not clear: arrows end at one place"
    ]


def test_kind_of_element_that_no_figure_has(tmp_path):
    drawing = column("input a: 8", "output y")
    drawing.elements.append(element("UMLActor", (300, 20, 40, 80), "Alice"))
    (fault,) = drawing.understood(tmp_path).faults
    assert (fault.what, fault.element) == (
        'an element of the kind "actor" is no part of a figure',
        "Alice",
    )


def framed(*, main: str, into: str = "", out: str = "") -> Drawing:
    """A figure that calls another, which lies in a frame beside it."""
    drawing = (
        Drawing().box("input x: 8", 0, 0, "x").box(main, 0, 100, "use").box("output z", 0, 200, "z")
    )
    drawing.elements.append(element("UMLFrame", (300, -50, 400, 500), "figure round"))
    drawing.box("input v: 8", 350, 0, "v").box("input k: 8", 500, 0, "k").box("xor", 400, 100).box(
        "output v", 400, 200, "out"
    )
    drawing.arrow("v", "xor", at=20).arrow("k", "xor", at=80).arrow("xor", "out")
    return drawing.arrow("x", "use", into).arrow("use", "z", out)


CALLS = {
    "input missing": (framed(main="round", into="-> v"), "no arrow leads to its input k"),
    "unknown input": (framed(main="round", into="-> w"), 'it has no input "w"'),
    "unclear input": (framed(main="round"), "which input an arrow belongs to is not clear"),
    "unknown output": (framed(main="round", into="-> v", out="u ->"), 'it has no output "u"'),
}


@pytest.mark.parametrize("name", CALLS)
def test_fault_of_a_call_is_told(name, tmp_path):
    drawing, what = CALLS[name]
    assert what in [one.what for one in drawing.understood(tmp_path).faults]


def test_operand_that_does_not_fit_a_call(tmp_path):
    drawing = framed(main="repeat 3 round", into="-> v").box("0x1234", 150, 0)
    faults = drawing.arrow("0x1234", "use", "-> k", at=90).understood(tmp_path).faults
    assert [one.what for one in faults] == ["input k of figure round takes 8 bits, and gets 16"]


BROKEN = {
    "empty.uxf": ("", "it is no XML"),
    "cut.uxf": ("<diagram><element>", "it is no XML"),
    "other.uxf": ("<html/>", "its outermost element is <html>"),
    "other.drawio": ("<html/>", "its outermost element is <html>"),
    "declared.uxf": ('<!DOCTYPE a [<!ENTITY b "c">]><diagram>&b;</diagram>', "it has <!DOCTYPE"),
    "figure.png": ("x", 'no reader knows ".png"'),
    "packed.drawio": ("<mxfile><diagram>AAAA</diagram></mxfile>", "a page cannot be decompressed"),
    "twice.drawio": (
        '<mxGraphModel><mxCell id="1"/><mxCell id="1"/></mxGraphModel>',
        'two cells have the id "1"',
    ),
    "many.uxf": ("<diagram>" + "<element/>" * 2001 + "</diagram>", "it has 2,001 elements"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_file_that_is_no_figure(name, tmp_path):
    text, why = BROKEN[name]
    (tmp_path / name).write_text(text)
    with pytest.raises(CryptagonError) as fault:
        understood(tmp_path / name)
    assert why in fault.value.why
    assert fault.value.where == str(tmp_path / name) and fault.value.fix


@pytest.mark.parametrize("path", ["nothing.uxf", "."])
def test_file_that_is_not_there(path, tmp_path):
    with pytest.raises(CryptagonError, match="cannot be read as a figure"):
        understood(tmp_path / path)


def test_empty_drawing(tmp_path):
    assert [one.what for one in Drawing().understood(tmp_path).faults] == [
        "there is no figure in this file"
    ]


def test_name_of_a_file_that_is_no_name(tmp_path):
    file = column("input a: 8", "output y").write(tmp_path, "my-figure 2")
    assert "is no name of a figure" in understood(file).faults[0].what


def test_program_is_asked_for_in_spite_of_faults(tmp_path):
    with pytest.raises(CryptagonError, match="nothing drives it"):
        program_of(column("input a: 8", "output y").box("output z", 300, 0).write(tmp_path))


def test_state_that_changes_its_width(tmp_path):
    text = (FIGURES / "toy_feistel.uxf").read_text().replace("input left: 8", "input left: 4")
    Path(tmp_path / "toy_feistel.uxf").write_text(text)
    assert any(
        "different widths" in one.what for one in understood(tmp_path / "toy_feistel.uxf").faults
    )
