"""A design on random items that it need not allow: what hangs on any() or NO_RESET is not compared,
and all else is.
"""

import json
import re

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence, load_stimulus

TEXT = """#include <cryptagon.h>
struct command { uint_t(8) data; uint_t(3) kind; };
struct answer { uint_t(8) data; uint_t(8) count; };
STREAM_IN(struct command, in)
STREAM_OUT(struct answer, out)
HARDWARE void unit(void) {
    NO_RESET REGISTER uint_t(8) key;
    REGISTER uint_t(8) count;
    struct command x = stream_read(in);
    if (x.kind == 5) { key = x.data; return; }
    count += 1;
    struct answer y = {.data = x.data ^ key, .count = count};
    %s
}
"""
WRITES = "stream_write(out, y);"
COMMANDS = {"items": {"in": [{"data": data, "kind": data} for data in range(8)]}}


def compared(folder, body, damage=("", ""), **choices):
    source = folder / "unit.c"
    source.write_text(TEXT % body)
    result = compile_source(source, folder / "out", module="")
    verilog = result.core.sources[0]
    text, places = (
        re.subn(damage[0], damage[1], verilog.read_text())
        if damage[0]
        else (verilog.read_text(), 1)
    )
    assert places == 1
    verilog.write_text(text)
    if "items" in choices:
        choices["stimulus"] = load_stimulus(choices.pop("items"), result.ports)
    return check_equivalence(source, result, folder / "testbench", **choices)


def test_data_before_the_first_key_is_not_compared(tmp_path):
    found = compared(tmp_path, WRITES)
    assert 0 < found.partly_compared < found.compared["out"]
    assert f"of {found.partly_compared} item" in str(found)


@pytest.mark.parametrize("bits", ["8'h01, 8'h00", "8'h00, 8'h01"], ids=["data", "count"])
def test_a_fault_in_what_is_known_is_found(tmp_path, bits):
    """Each field by its least significant bit: data is known behind a key."""
    damage = (r"(assign \{out, out_count\}) = out_item;", rf"\1 = out_item ^ {{{bits}}};")
    with pytest.raises(CryptagonError, match=r"stream 'out', item \d+"):
        compared(tmp_path, WRITES, damage)


def test_whether_something_is_written_may_not_hang_on_it(tmp_path):
    with pytest.raises(CryptagonError, match="an item depends on any"):
        compared(tmp_path, f"if (key & 1) {WRITES}")


def test_nothing_that_a_given_stimulus_gives_may_hang_on_it(tmp_path):
    """Such items are what the design allows."""
    items = tmp_path / "items.json"
    items.write_text(json.dumps(COMMANDS))
    with pytest.raises(CryptagonError, match="an item depends on any"):
        compared(tmp_path, WRITES, items=items)
