"""Three loops that do the same become one, and differ in other places two by two."""

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

# The first and the third loop convert the number of their row, each in every iteration; the second
# has one that needs no conversion. What the third converts is not what the first one had last.
ROWS = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static unsigned summed(unsigned sum, uint_t(8) rows[4][6]) {
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 6; j++) sum = (sum << 5 | sum >> 27) + rows[i][j];
    }
    return sum;
}
HARDWARE void filled(void) {
    uint_t(8) rows[4][6];
    unsigned seed = stream_read(in), sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 6; j++) rows[i][j] = seed;
        seed += 3;
        for (unsigned j = 0; j < 6; j++) rows[i][j] ^= seed >> j;
    }
    sum = summed(sum, rows);
    for (unsigned long i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 6; j++) rows[3 - i][j] = seed;
        seed += 5;
        for (unsigned j = 0; j < 6; j++) rows[3 - i][j] ^= seed >> j;
    }
    sum = summed(sum, rows);
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 6; j++) rows[i][j] = seed;
        seed += 7;
        for (unsigned j = 0; j < 6; j++) rows[i][j] ^= seed >> j;
    }
    stream_write(out, summed(sum, rows));
}
"""


def test_each_loop_has_what_it_converts_itself(tmp_path):
    source = tmp_path / "filled.c"
    source.write_text(ROWS)
    result = compile_source(source, tmp_path)
    assert len(result.machine.became) > 2, "no loops became one"
    assert check_equivalence(source, result, tmp_path / "check").compared["out"] > 5
