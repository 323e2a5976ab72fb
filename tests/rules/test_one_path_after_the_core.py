"""From the Verilog core on one code path serves hand-written and generated cores: nothing there can name which of the two it handles."""

import re

import pytest
from repository_files import committed_files, name_of, text_of

APPROACH = re.compile(r"(?<![a-z])(?:hls|rtl)(?![a-z])|approach", re.IGNORECASE)
PACKAGES = ("simulate", "mutation", "prove", "fpga", "timing", "asic", "vendor", "hwapi")
# Not core.py, whose docstring says that the two become one there.
AFTER_THE_CORE = committed_files(*(f"src/cryptagon/{package}" for package in PACKAGES), "hdl")


@pytest.mark.parametrize("path", AFTER_THE_CORE, ids=name_of)
def test_file_does_not_know_the_approach(path):
    assert [line for line in text_of(path).splitlines() if APPROACH.search(line)] == []


def test_pattern_finds_what_it_should():
    assert APPROACH.search('if approach == "hls":') and APPROACH.search("is_rtl = True") and APPROACH.search("HLS")
    assert not APPROACH.search("RTLIL") and not APPROACH.search("girtle")
