"""The Verilog of every core by HLS is the committed one, but for comments: a change of the compiler that
changes a core is seen, whether the core becomes larger or not.

Passes have tests of their own; of a core they show nothing. After a change that is meant, and the
figures that hang on it: `REFRESH_GOLDEN=1 pytest -m nightly tests/hls/test_core_verilog.py`, and git
says which cores have changed.
"""

import json
import os
import re
from pathlib import Path

import pytest
from cores_in_c import CORES

from cryptagon import classes
from cryptagon.approaches import made
from cryptagon.catalog import Entry
from cryptagon.toolchain import digest_of

FILE = Path(__file__).with_name("core_verilog.json")
COMMENT = re.compile(r" *//.*")
"""Where a line comes from in the C source."""


def digest(entry: Entry) -> str:
    core = made(entry, classes.class_of(entry.algorithm).module).core
    texts = [COMMENT.sub("", source.read_text()) for source in core.sources]
    return digest_of(*texts)[:16]


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(CORES))
def test_the_verilog_of_a_core_is_the_committed_one(name):
    known = json.loads(FILE.read_text())
    found = digest(CORES[name])
    if os.environ.get("REFRESH_GOLDEN"):
        FILE.write_text(json.dumps({**known, name: found}, indent=1, sort_keys=True) + "\n")
    else:
        assert found == known.get(name), "the Verilog has changed: see the head of this file"


def test_each_core_has_one():
    assert set(json.loads(FILE.read_text())) == set(CORES)


def test_what_is_no_comment_is_seen():
    assert COMMENT.sub("", "  assign a = b;  // core.c:7\n") == "  assign a = b;\n"
