"""C of older standards, by `--std`."""

import json

import pytest
from click.testing import CliRunner
from selection import one_of

from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.source.frontend import NEWEST, STANDARDS

HEAD = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
"""
# Types after the parentheses, or none at all, as Kernighan and Ritchie wrote it.
KERNIGHAN_RITCHIE = (
    HEAD
    + """static times;
static mixed(a, b) unsigned a, b; {
    register i;
    for (i = 0; i < 5; i++) a = (a << 3 | a >> 29) + b;
    return a ^ times++;
}
HARDWARE void unit(void) { stream_write(out, mixed(stream_read(in), 3u)); }
"""
)
OLDER = STANDARDS[STANDARDS.index("gnu17") :]


def _run(folder, *options, text=KERNIGHAN_RITCHIE):
    source = folder / "unit.c"
    source.write_text(text)
    return CliRunner().invoke(main, ["hls", str(source), "-o", str(folder / "out"), *options])


@pytest.mark.parametrize("standard", one_of(2, OLDER))
def test_older_c_does_natively_and_in_hardware_the_same(standard, tmp_path):
    done = _run(tmp_path, "--std", standard)
    assert done.exit_code == 0, done.output
    assert "equal: 200 items" in done.output
    report = json.loads((tmp_path / "out" / "unit.report.json").read_text())
    assert report["design"]["standard"] == standard


# Functions are declared without parameters, and take and give structs.
WITHOUT_PROTOTYPES = (
    HEAD
    + """struct pair { unsigned short a; unsigned b; };
static struct pair both();
static unsigned sum();
static unsigned sum(p) struct pair p; { return p.a + p.b; }
static struct pair both(x) unsigned x; { struct pair p; p.a = x; p.b = x >> 3; return p; }
HARDWARE void unit(void) { stream_write(out, sum(both(stream_read(in)))); }
"""
)


def test_functions_may_be_declared_without_parameters(tmp_path):
    done = _run(tmp_path, "--std", "gnu89", text=WITHOUT_PROTOTYPES)
    assert done.exit_code == 0 and "equal: 200 items" in done.output, done.output


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_standard_has_the_dialect(standard, tmp_path):
    text = (
        HEAD
        + "HARDWARE void unit(void) { uint_t(5) x = any(uint_t(5)); x = 7; stream_write(out, x); }"
    )
    source = tmp_path / "unit.c"
    source.write_text(text)
    assert compile_source(source, tmp_path, standard=standard).standard == standard


def test_newest_standard_refuses_it_and_tells_which_takes_it(tmp_path):
    done = _run(tmp_path)
    assert done.exit_code and f"it is {OLDER[0]}: give --std {OLDER[0]}" in done.output
    assert "unit.c:5" in done.output or "unit.c:4" in done.output
    assert not (tmp_path / "out" / "unit.v").exists()


def test_a_fault_in_every_standard_has_its_own_fix(tmp_path):
    text = KERNIGHAN_RITCHIE.replace("mixed(stream", "missing(stream")
    for standard in (NEWEST, "gnu89"):
        source = tmp_path / "unit.c"
        source.write_text(text)
        with pytest.raises(CryptagonError) as raised:
            compile_source(source, tmp_path, standard=standard)
        assert "--std" not in str(raised.value)
    assert "'missing' is declared nowhere" in str(raised.value)
