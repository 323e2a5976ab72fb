"""docs/spt.md shows what is: the operations, the picture, the error, the DML of the toy."""

import re

from drawing import FIGURES, pair

from cryptagon import paths
from cryptagon.cli.faults import styled
from cryptagon.spt import dml, program_of, understood
from cryptagon.spt.code import generate_c
from cryptagon.spt.operations import OPERATIONS, Operation
from cryptagon.spt.picture import picture

DOCS = paths.repository() / "docs"
PAGE = (DOCS / "spt.md").read_text()
PARAMETERS = {0: "", 1: " N", 2: " HIGH..LOW"}


def row(one: Operation) -> str:
    beside = " NAME" if one.definition else " FIRST..LAST" if one.name == "elements" else PARAMETERS[one.numbers]
    words = ", ".join(f"`{word}`".replace("|", "\\|") for word in one.words)
    return f"| `{one.name}{beside}` | {words} | {one.summary} |"


def test_operations_are_those_of_the_table():
    (table,) = re.findall(r"<!-- operations: begin -->\n(.*?)\n<!-- operations: end -->", PAGE, re.DOTALL)
    assert table.splitlines()[2:] == [row(one) for one in OPERATIONS.values()]


def test_dml_of_the_toy():
    assert f"```text\n{dml.written(program_of(FIGURES / 'toy_feistel.uxf'))}```" in PAGE


def test_function_of_speck():
    header = generate_c(program_of(FIGURES / "speck64_128.uxf"), "speck64_128").header
    assert re.findall(r"^void .*;$", header, re.MULTILINE) == re.findall(r"^void .*;$", PAGE, re.MULTILINE)


def test_picture_of_the_toy():
    """Made anew by: cryptagon spt check figures/toy_feistel.uxf -o docs/images/spt-toy-feistel.svg"""
    assert (DOCS / "images" / "spt-toy-feistel.svg").read_text() == picture(understood(FIGURES / "toy_feistel.uxf"))


def test_example_of_a_fault(tmp_path):
    (error,) = understood(pair("xor", second="input b: 16").write(tmp_path, "mine")).errors()
    assert re.sub(r"\x1b\[\d*m", "", styled(error)).replace(f"{tmp_path}/", "") in PAGE
