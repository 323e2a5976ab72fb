"""The syntax of liberty files, and what is said of files that break it."""

import pytest

from cryptagon.asic.function import truth_table
from cryptagon.asic.liberty import numbers, read_liberty
from cryptagon.errors import CryptagonError

SAMPLE = """\
/* a comment { with : marks ( */
library ( "sample" ) {   // another one
  time_unit : "1ns" ;
  no_semicolon : 3
  scaled : 0.5 * VDD ;
  capacitive_load_unit ( 1 , ff ) ;
  values ( "1, 2", \\
           "3, 4" );
  wire_load(w) { fanout_length(1, 2.5); fanout_length(2, 4.5); }
  cell (A) { pin (X, Y) { direction : input; } ; }
  cell (B) { }
}
"""


@pytest.fixture
def read(tmp_path):
    def make(text):
        path = tmp_path / "cells.lib"
        path.write_text(text)
        return read_liberty(path)

    return make


def test_a_library_with_all_its_forms(read):
    library = read(SAMPLE)
    assert library.title == "library sample"
    assert (library.text("time_unit"), library.number("no_semicolon"), library.text("scaled")) == (
        "1ns",
        3.0,
        "0.5 * VDD",
    )
    assert next(library.all_values("capacitive_load_unit")) == ("1", "ff")
    values = library.get("values")
    assert values and numbers(library, values) == (1, 2, 3, 4)
    (wire_load,) = library.all_groups("wire_load")
    assert list(wire_load.all_values("fanout_length")) == [("1", "2.5"), ("2", "4.5")]
    assert [(cell.title, cell.line) for cell in library.all_groups("cell")] == [
        ("cell A", 10),
        ("cell B", 11),
    ]
    assert next(library.all_groups("cell")).groups[0].arguments == ("X", "Y")


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "a name is expected, not 'the end of the file'"),
        ("hello", 1, "'(' is expected after hello"),
        ("module top (input a);", 1, "'(' is expected after module"),
        ("cell (A) { }", 1, "begins with 'cell', not with a library"),
        ("library (a) {\n  cell (B) {\n    area : 1;\n", 2, "cell B is not closed"),
        ("library (a) {\n  area : ;\n}", 2, "a value for area is expected, not ';'"),
        ("library (a) {\n  area 1;\n}", 2, "'(' is expected after area, not '1'"),
        ("library (a) {\n\n  values (1, 2;\n}", 3, "an argument of values is expected, not ';'"),
        ('library (a) {\n\n\n  name : "no end;\n}\n', 4, "a value for name is expected, not '\"'"),
        ("library (a) { }\n\nlibrary (b) { }", 3, "'library' follows the library"),
    ],
)
def test_a_broken_file_is_told_by_its_line(read, tmp_path, text, line, why):
    with pytest.raises(CryptagonError, match="no liberty file") as caught:
        read(text)
    assert caught.value.where == f"{tmp_path / 'cells.lib'}:{line}"
    assert why in caught.value.why


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CryptagonError, match="cannot be read") as caught:
        read_liberty(tmp_path / "none.lib")
    assert caught.value.where.endswith("none.lib")


def test_a_number_that_is_none(read):
    library = read("library (a) {\n  area : wide;\n}")
    with pytest.raises(CryptagonError, match="area of library a is no number") as caught:
        library.number("area")
    assert caught.value.where.endswith(":2")
    with pytest.raises(CryptagonError, match="library a has no height"):
        library.number("height")


@pytest.mark.parametrize(
    ("function", "table"),
    [
        ("!(A & B)", "1110"),
        ("(A B)'", "1110"),
        ("!A + !B", "1110"),
        ("A' | B'", "1110"),
        ("A * B", "0001"),
        ("A ^ B", "0110"),
        ("A + B A'", "0111"),
        ("!A ^ B & A", "1101"),
        ("1", "1111"),
    ],
)
def test_functions_by_their_truth_tables(function, table):
    found = truth_table(function, ("A", "B"))
    assert found is not None and "".join("01"[value] for value in found) == table


@pytest.mark.parametrize("function", ["", "C", "A &", "(A", "A)", "A # B", "IQ"])
def test_what_is_no_function_of_the_inputs(function):
    assert truth_table(function, ("A", "B")) is None
