"""Every operation at widths around those of C's integers: C, native run and Verilog give the
interpreter's values.
"""

import pytest
from every_operation import program_of_width
from selection import one_of

from cryptagon.spt.code import generate_c, generate_hls, verify_c, verify_hls
from cryptagon.spt.operations import OPERATIONS

WIDTHS = (1, 7, 8, 31, 32, 64, 65, 128)


def test_figure_has_every_operation():
    for width in WIDTHS:
        (figure,) = program_of_width(width).figures
        assert {node.operation for node in figure.nodes} == OPERATIONS.keys() | {"constant"}


@pytest.mark.parametrize("width", WIDTHS)
def test_c(width, tmp_path):
    program = program_of_width(width)
    made = generate_c(program, "every")
    (tmp_path / "every.h").write_text(made.header)
    (tmp_path / "every.c").write_text(made.source)
    assert verify_c(program, "every", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("width", one_of(2, [7, 65]))
def test_hls(width, tmp_path):
    program = program_of_width(width)
    source = tmp_path / "every_kernel.c"
    source.write_text(generate_hls(program, "every"))
    assert verify_hls(program, "every", source)
