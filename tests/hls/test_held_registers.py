"""A register that keeps its bits on one way among several does so by its enable, not by a
multiplexer.
"""

import re

from cryptagon.catalog import algorithm
from cryptagon.hls import compile_source


def test_a_state_that_waits_for_the_next_block_is_not_chosen(tmp_path):
    """The state of TinyJAMBU moves by a word or waits, in C with a loop for each permutation: what
    is loaded into its upper half is wiring.
    """
    compile_source(algorithm("tinyjambu128").folder / "hls" / "core.c", tmp_path)
    verilog = next(tmp_path.glob("*.v")).read_text()
    drives = dict(re.findall(r"assign (\w+) = (.*?);", verilog))
    (part,) = (name for name in drives if re.fullmatch(r"next_r_s_bits_95_\d+", name))
    assert re.fullmatch(r"\w+\[127:\d+\]", drives[drives[part]])
    assert "control" in drives[part.replace("next", "load")]
