"""Vivado HLS C++ as published: pragmas, arguments of the top function, and the Verilog beside the
native run.
"""

import re

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.vivado import readable

HEAD = "#include <ap_int.h>\n#include <hls_stream.h>\n#define TWO 2\n"
MIX = (
    HEAD
    + """static ap_uint<16> mixed(ap_uint<16> a, ap_uint<16> b) {{ return a * 3 + (b << 2); }}
void unit(ap_uint<16> start, ap_uint<16> &sum) {{
{}
    static ap_uint<16> kept[64];
{}
    ap_uint<16> x = start;
    LOOP: for (int i = 0; i < 8; i++) {{
{}
        for (int j = 0; j < 4; j++) {{
            x = mixed(x, kept[(x ^ j) & 63]) + i;
        }}
        kept[i] = x;
    }}
    sum = x;
}}
"""
)
CIPHER = (
    HEAD
    + """#include <ap_axi_sdata.h>
typedef ap_axiu<32, 1, 1, 1> packet;
struct pair {{ ap_uint<5> low; ap_int<7> high; }};
void toy(hls::stream<packet> &in, ap_uint<48> key, const unsigned char table[16], pair words[3],
         hls::stream<packet> &out, ap_uint<8> *last, int *unused) {{
#pragma HLS INTERFACE axis port=in
#pragma HLS INTERFACE s_axilite port=key
#pragma HLS ARRAY_PARTITION variable=table complete
    packet item = in.read();
    ap_uint<32> left = item.data;
    for (int r = 0; r < 4; r++) {{
        ap_uint<16> part = key.range(12 * r + 11, 12 * r);
        left = (left(15, 0), left(31, 16) ^ (table[part & 15], ap_uint<8>(part >> 4)));
        left[r] = left[31 - r];
        left += words[r % 3].low * words[(r + 1) % 3].high;
    }}
    words[1].low = left;
    item.data = left;
    out << item;
    *last = left.range(7, 0);
}}
""".format()
)


def read(text, folder, top="unit"):
    """A source as the compiler takes it: the file, and its text."""
    folder.mkdir(exist_ok=True)
    (folder / "unit.cpp").write_text(text)
    found = readable(folder / "unit.cpp", top, folder)
    return found, found.path.read_text()


def built(folder, before="", inside="", loop=""):
    """The design with pragmas in its function, after its array, and in its loop."""
    lines = [f"#pragma HLS {one}" if one else "" for one in (before, inside, loop)]
    found, _ = read(MIX.format(*lines), folder)
    return found, compile_source(found.path, folder / "out", module=found.module)


def test_a_design_with_every_kind_of_argument(tmp_path):
    found, _ = read(CIPHER, tmp_path, "toy")
    result = compile_source(found.path, tmp_path / "out", module=found.module)
    assert result.module == "toy"
    ports = {name: (port.kind, port.bits) for name, port in result.ports.items()}
    item = 32 + 4 + 4 + 1 + 1 + 1 + 1
    assert ports == {
        "in": ("stream_in", item),
        "key": ("stream_in", 48),
        "table_r": ("stream_in", 128),
        "words_i": ("stream_in", 12),
        "words_o": ("stream_out", 12),
        "out": ("stream_out", item),
        "last": ("stream_out", 8),
    }
    assert "argument 'unused' is neither read nor written: it has no port" in found.notes[-1]
    assert check_equivalence(found.path, result, tmp_path).compared["out"] > 5


def test_pragmas_with_a_meaning_here(tmp_path):
    """Each shows in what becomes of the design, or in the source that the compiler is given."""
    _, plain = built(tmp_path / "plain")
    _, unrolled = built(tmp_path / "unrolled", loop="PIPELINE II=1")
    assert len(plain.loops) > len(unrolled.loops)
    _, shared = built(tmp_path / "shared", before="ALLOCATION instances=mixed limit=1 function")
    assert [unit.function.name for unit in shared.units] == ["mixed"]
    _, memory = built(tmp_path / "memory", inside="RESOURCE variable=kept core=RAM_1P_LUTRAM")
    assert [ram.name for ram in memory.rams] == ["kept"] and not plain.rams


@pytest.mark.parametrize(
    ("pragma", "before_loop", "in_loop"),
    [
        ("UNROLL", '_Pragma("clang loop unroll(full)")', ""),
        ("UNROLL factor=TWO", '_Pragma("clang loop unroll_count(2)")', ""),
        ("PIPELINE II = 3", "", 'cg_cycles_about(3); _Pragma("clang loop unroll(full)")'),
        ("unroll factor=1", "", ""),
        ("PIPELINE off", "", ""),
        (
            "if (TWO == 2 && !(TWO > 3)) UNROLL factor=TWO",
            '_Pragma("clang loop unroll_count(2)")',
            "",
        ),
        ("if (TWO == 1 || false) UNROLL", "", ""),
    ],
)
def test_pragmas_of_loops(pragma, before_loop, in_loop, tmp_path):
    _, text = read(MIX.format("", "", f"#pragma HLS {pragma}"), tmp_path)
    loop = re.search(r"LOOP: (.*)for \(int i = 0; i < 8; i\+\+\) \{\n\s*(.*)for", text)
    assert loop and (loop[1].strip(), loop[2].strip()) == (before_loop, in_loop)


LEFT_OUT = """INLINE off
ARRAY_PARTITION variable=kept cyclic factor=2
ARRAY_RESHAPE variable=kept complete
LATENCY min=1 max=4
LOOP_FLATTEN
LOOP_MERGE
DEPENDENCE variable=kept inter false
EXPRESSION_BALANCE off
BIND_OP variable=x op=mul impl=dsp
BIND_STORAGE variable=x type=fifo impl=srl
STREAM variable=x depth=4
RESET variable=kept
ALLOCATION instances=mul limit=1 operation
INTERFACE ap_none port=start
UNROLL
RESOURCE variable=x core=Mul_LUT
FUNCTION_INSTANTIATE variable=start"""
TOLD = (
    "INLINE off", "ARRAY_PARTITION", "ARRAY_RESHAPE", "LATENCY", "LOOP_FLATTEN", "LOOP_MERGE", "DEPENDENCE",
    "EXPRESSION_BALANCE", "BIND_OP", "BIND_STORAGE", "STREAM", "RESET", "ALLOCATION", "INTERFACE ap_none",
    "UNROLL outside of a loop", "RESOURCE", "FUNCTION_INSTANTIATE",
)  # fmt: skip


def test_pragmas_that_are_left_out_are_told_once_each(tmp_path):
    """They change nothing of the source."""
    lines = "\n".join(f"#pragma HLS {one}" for one in (*LEFT_OUT.splitlines(), "INLINE off", "LOOP_TRIPCOUNT min=1"))  # fmt: skip
    found, text = read(MIX.format("", lines, ""), tmp_path)
    kinds = [note.split(": ", 1)[1] for note in found.notes]
    assert len(kinds) == len(TOLD)
    assert all(any(kind.startswith(told) for kind in kinds) for told in TOLD)
    assert "INLINE off, 2 times, is left out" in "\n".join(kinds)
    assert "HLS" not in re.sub(r"CRYPTAGON_HLS_STREAM_H", "", text.split("static ap_uint")[1])


def test_what_the_top_function_does_not_reach_may_be_anything(tmp_path):
    """Only pragmas of functions that it may call count."""
    other = "void other() {\n#pragma HLS DATAFLOW\n#pragma HLS NONSENSE\n}\n"
    found, _ = read(HEAD + other + "void unit(int in, int &out) { out = in; }\n", tmp_path)
    assert not found.notes


def test_lines_are_those_of_the_source(tmp_path):
    """The report and messages speak of the file that was written."""
    _, result = built(tmp_path)
    lines = {str(loop.location) for loop in result.loops}
    assert any(re.search(r"unit\.cpp:10$", line) for line in lines)


def checked(text, folder, suffix=".cpp", **choices):
    """What was compared of a design whose top function is `unit`."""
    folder.mkdir(exist_ok=True)
    source = folder / f"unit{suffix}"
    source.write_text(text)
    found = readable(source, "unit", folder)
    result = compile_source(found.path, folder / "out", module=found.module)
    return result, check_equivalence(found.path, result, folder, **choices)


def test_c_with_the_headers_of_c(tmp_path):
    """The native run has the same types of these headers; a length is an expression of C."""
    text = """#include <stdint.h>
#include <stdlib.h>
#include <inttypes.h>
#define N (1LL << 2)
typedef struct { uint8_t key[4]; struct { uint16_t high, low; } half; } state_t;
void unit(state_t *state, uint8_t block[N << 1], uint64_t count) {
    for (int i = 0; i < N << 1; i++) block[i] ^= state->key[i & 3] + state->half.low + count;
    state->half.high += abs((int)block[0]);
}
"""
    result, compared = checked(text, tmp_path, ".c")
    names = [field.name for field in result.ports["state_i"].fields]
    assert names == ["key_0", "key_1", "key_2", "key_3", "half_high", "half_low"]
    assert compared.compared["block_o"] > 5 and compared.compared["state_o"] > 5


def test_headers_that_a_test_bench_needs(tmp_path):
    """Files and formatted output do nothing."""
    text = """#include <fstream>
#include <iomanip>
#include <iostream>
#include <cmath>
using namespace std;
#include <ap_int.h>
struct inner { ap_uint<5> low; ap_int<7> high; };
struct outer : inner { ap_uint<3> row[2]; };
void unit(outer in, ap_uint<9> &out) {
    ofstream file("trace.txt");
    file << setw(4) << hex << (int)in.low << endl;
    out = in.low + in.high + in.row[0] * in.row[1];
}
"""
    result, compared = checked(text, tmp_path)
    assert [field.name for field in result.ports["in"].fields] == ["low", "high", "row_0", "row_1"]
    assert compared.compared == {"out": 200}


def test_dataflow_between_arrays(tmp_path):
    """One task runs after another, as the source reads."""
    text = (
        HEAD
        + """static void load(const int in[8], int between[8]) { for (int i = 0; i < 8; i++) between[i] = in[i] + i; }
static void store(const int between[8], int out[8]) { for (int i = 0; i < 8; i++) out[i] = between[7 - i]; }
void unit(const int in[8], int out[8]) {
#pragma HLS DATAFLOW
    int between[8];
    load(in, between);
    store(between, out);
}
"""
    )
    found, _ = read(text, tmp_path)
    assert any(
        "DATAFLOW, is left out" in note or "DATAFLOW is left out" in note for note in found.notes
    )
    assert checked(text, tmp_path)[1].compared["out"] > 50


def test_an_interval_is_what_the_tool_aims_at(tmp_path):
    """Three cycles cannot be had of an iteration with one operation: it takes what it needs."""
    text = (
        HEAD
        + """void unit(const int in[8], int out[8]) {
    for (int i = 0; i < 8; i++) {
#pragma HLS PIPELINE II=3
        out[i] = in[i] ^ 5;
    }
}
"""
    )
    _, compared = checked(text, tmp_path)
    assert compared.compared["out"] > 50


def test_arrays_longer_than_the_items_that_are_offered(tmp_path):
    """A design that takes 3,000 items before it gives one is offered as many."""
    text = """void unit(const unsigned char in[3000], unsigned *sum) {
    unsigned all = 0;
    for (int i = 0; i < 3000; i++) all += in[i];
    *sum = all;
}
"""
    _, compared = checked(text, tmp_path, ".c")
    assert compared.compared["sum"] == 1


def test_an_index_that_leaves_an_array_in_another_function(tmp_path):
    """The native run does not see it in that function alone; once the results differ, it does."""
    text = """static void count(int bucket[64], const int in[64]) {
    for (int i = 0; i < 64; i++) bucket[(in[i] & 63) + 1]++;
}
void unit(const int in[64], int out[64]) {
    int bucket[64] = {0};
    count(bucket, in);
    for (int i = 0; i < 64; i++) out[i] = bucket[i];
}
"""
    with pytest.raises(CryptagonError, match="memory outside of a variable"):
        checked(text, tmp_path, ".c", items=640)
