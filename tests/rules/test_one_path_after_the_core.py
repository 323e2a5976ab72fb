"""From the Verilog core on one code path serves hand-written and generated cores: nothing there can
name which of the two it handles.
"""

import re

from repository_files import committed_files, name_of, text_of

APPROACH = re.compile(r"(?<![a-z])(?:hls|rtl)(?![a-z])|approach", re.IGNORECASE)
PACKAGES = ("simulate", "mutation", "prove", "fpga", "timing", "asic", "vendor", "hwapi")
# Not core.py, whose docstring says that the two become one there.
AFTER_THE_CORE = committed_files(*(f"src/cryptagon/{package}" for package in PACKAGES), "hdl")


def test_no_file_knows_the_approach():
    lines = [(path, line) for path in AFTER_THE_CORE for line in text_of(path).splitlines()]
    assert [f"{name_of(path)}: {line}" for path, line in lines if APPROACH.search(line)] == []


def test_pattern_finds_what_it_should():
    assert (
        APPROACH.search('if approach == "hls":')
        and APPROACH.search("is_rtl = True")
        and APPROACH.search("HLS")
    )
    assert not APPROACH.search("RTLIL") and not APPROACH.search("girtle")
