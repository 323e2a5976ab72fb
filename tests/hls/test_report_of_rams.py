"""What a report tells of memories, against what was counted by hand."""

import pytest

from cryptagon.cli.hls_summary import print_summary
from cryptagon.hls import compile_source
from cryptagon.hls.report import write_report
from cryptagon.hls.report.content import Place

SOURCE = """\
#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
struct pair { uint_t(12) a; uint_t(5) b; };
DISTRIBUTED_RAM_READS(2) static struct pair pairs[40];
BLOCK_RAM static unsigned deep[3000];
HARDWARE void unit(void) {
    unsigned x = stream_read(in), y = pairs[x & 31].a
        + pairs[x >> 5 & 31].b;
    pairs[x >> 10 & 31].a = x;
    unsigned z = deep[x & 2047];
    deep[y & 2047] = z + y;
    stream_write(out, y ^ z);
}
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rams")
    (folder / "unit.c").write_text(SOURCE)
    return write_report(compile_source(folder / "unit.c", folder, module="unit"), folder)


def test_rams(written):
    pairs, deep = written[0].rams
    assert (pairs.kind, pairs.words, pairs.width, pairs.lanes, pairs.read_ports) == (
        "distributed RAM",
        40,
        17,
        (12, 5),
        2,
    )
    assert pairs.cells == {"TRELLIS_DPR16X4": 2 * 3 * (3 + 2)}
    assert (deep.kind, deep.words, deep.width, deep.lanes, deep.read_ports) == (
        "block RAM",
        3000,
        32,
        (32,),
        1,
    )
    assert deep.cells == {"DP16KD": 6}
    assert written[0].design.memory_bits == 40 * 17 + 3000 * 32


def test_accesses_by_line(written):
    pairs, deep = written[0].rams
    assert pairs.place == Place(file="unit.c", line=5) and deep.place.line == 6
    assert [[place.line for place in ram.reads] for ram in (pairs, deep)] == [[8, 9], [11]]
    assert [[place.line for place in ram.writes] for ram in (pairs, deep)] == [[10], [12]]


def test_page_and_console_tell_them(written, capsys):
    page = written[1][0].read_text()
    assert "written in parts of 12, 5" in page and "6 <code>DP16KD</code>" in page
    print_summary(written[0])
    rows = [" ".join(line.split()) for line in capsys.readouterr().err.splitlines()]
    assert "pairs 40 17 distributed RAM 2 30 TRELLIS_DPR16X4 unit.c:8, unit.c:9 unit.c:10" in rows
    assert "deep 3,000 32 block RAM 1 6 DP16KD unit.c:11 unit.c:12" in rows
