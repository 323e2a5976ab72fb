"""The tables of docs/other-hls-tools.md are those that the export works by."""

import re

import pytest

from cryptagon import paths
from cryptagon.hls.source.frontend import INCLUDE
from cryptagon.hlstools.directives import BAMBU, DIRECTIVES, VITIS, directive_table, lost_table

PAGE = (paths.repository() / "docs" / "other-hls-tools.md").read_text()
NOT_DIRECTIVES = {"uint_t", "bit", "stream_read", "stream_write", "wire_read"}
"""What `cryptagon.h` offers that is a type or an access."""


@pytest.mark.parametrize(
    ("name", "table"), [("directives", directive_table()), ("lost", lost_table())]
)
def test_the_page_shows_the_table(name, table):
    assert f"<!-- {name}: begin -->\n{table}<!-- {name}: end -->" in PAGE


def test_every_directive_of_the_header_is_in_the_table():
    header = (INCLUDE / "cryptagon.h").read_text()
    offered = {
        name
        for name in re.findall(r"^#define (\w+)", header, re.MULTILINE)
        if not name.startswith(("CG_", "CRYPTAGON"))
    }
    listed = set(re.findall(r"\w+", " ".join(DIRECTIVES))) | {
        "expect_cycles_between",
        "STREAM_DEPTH",
    }
    assert offered - NOT_DIRECTIVES - listed == set()


def test_names_and_numbers_are_filled_in():
    assert DIRECTIVES["UNROLL_BY(n)"].pragma(VITIS, n=4) == ["#pragma HLS UNROLL factor=4"]
    assert DIRECTIVES["ROM"].pragma(VITIS, "box") == [
        "#pragma HLS BIND_STORAGE variable=box type=rom_np impl=lutram"
    ]
    assert DIRECTIVES["ROM"].pragma(BAMBU, "box") == []
