"""Tasks of Vivado HLS with streams between them: a core each, FIFOs between, and the whole beside the
native run.
"""

import json
import re
from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hls import CompiledTasks
from cryptagon.hls.check import check_equivalence, load_stimulus
from cryptagon.hls.check.equivalence import Equivalence
from cryptagon.hls.vivado import Readable, compiled, readable

HEAD = "#include <ap_int.h>\n#include <hls_task.h>\n#include <hls_vector.h>\ntypedef ap_uint<16> word;\n"
LOAD_WORK_STORE = (
    HEAD
    + """static void load(const word *in, hls::stream<word> &s, int n) {
    for (int i = 0; i < n; i++) s.write(in[i]);
}
static void work(hls::stream<word> &s, hls::stream<word> &t, word key, int n) {
    static word kept = 5;
    for (int i = 0; i < n; i++) t.write(kept = s.read() * 3 + key + kept);
}
static void store(hls::stream<word> &t, word *out, int n) {
    for (int i = 0; i < n; i++) out[i] = t.read();
}
void unit(const word in[8], word out[8], word key, int length) {
#pragma HLS DATAFLOW
    static hls::stream<word> s("s");
    hls::stream<word> t;
#pragma HLS STREAM variable=t depth=8
    int n = (length & 7) + 1;
    load(in, s, n);
    work(s, t, key, n);
    store(t, out, n);
}
"""
)
# Regions within regions, two of one template; a task before those that feed it, and one that never ends.
FOREVER = (
    HEAD
    + """typedef hls::vector<unsigned, 4> vec;
struct packet { ap_uint<5> a; unsigned char b[3]; };
template <int K> void odd(hls::stream<vec> &in, hls::stream<vec> &out) {
    static unsigned c;
    out.write((in.read() + K) * 3 ^ c++);
}
void split(hls::stream<packet> &in, hls::stream<vec> &a, hls::stream<vec> &b) {
    packet p = in.read();
    vec v(p.a, p.b[0], p.b[1], p.b[2]);
    if (p.a & 1) a.write(v); else b.write(v << 1);
}
void count(hls::stream<vec> &in, hls::stream<unsigned> &out) {
    while (1) out.write(in.read().reduce_add());
}
template <int K> void middle(hls::stream<vec> &in, hls::stream<unsigned> &out) {
    hls_thread_local hls::stream<vec, 3> between;
    hls_thread_local hls::task t2(count, between, out);
    hls_thread_local hls::task t1(odd<K>, in, between);
}
void unit(hls::stream<packet> &in, hls::stream<unsigned> &left, hls::stream<unsigned> &right) {
    hls_thread_local hls::stream<vec> s[2];
    hls_thread_local hls::task a(middle<3>, s[0], left);
    hls_thread_local hls::task c(middle<5>, s[1], right);
    hls_thread_local hls::task d(split, in, s[0], s[1]);
}
"""
)
# A variable chooses the stream; a loop calls the tasks several times; one of them is in braces of its own.
CHOSEN = (
    HEAD
    + """static void deal(hls::stream<word> &in, hls::stream<word> (&to)[2]) {
    for (int i = 0; i < 4; i++) to[i & 1].write(in.read());
}
template <int ID> static void mix(hls::stream<word> &in, hls::stream<word> &out) {
    for (int i = 0; i < 2; i++) out.write(in.read() * (ID + 2));
}
static void gather(hls::stream<word> (&from)[2], hls::stream<word> &out) {
    for (int i = 0; i < 4; i++) { word got; from[i & 1].read(got); out << got; }
}
void unit(hls::stream<word> &in, hls::stream<word> &out) {
    for (int i = 0; i < 3; i++) {
#pragma HLS DATAFLOW
        hls::stream<word> a[2], b[2];
#pragma HLS STREAM variable=a depth=4
#pragma HLS STREAM variable=b depth=4
        deal(in, a);
        if (true) mix<0>(a[0], b[0]);
        { mix<1>(a[1], b[1]); }
        gather(b, out);
    }
}
"""
)
DEEP = (
    HEAD
    + """static void first(hls::stream<word> &in, hls::stream<word> &a, hls::stream<word> &b) {
    for (int i = 0; i < 4; i++) a.write(in.read());
    for (int i = 0; i < 4; i++) b.write(i);
}
static void second(hls::stream<word> &a, hls::stream<word> &b, hls::stream<word> &out) {
    for (int i = 0; i < 4; i++) { word later = b.read(); out.write(a.read() + later); }
}
void unit(hls::stream<word> &in, hls::stream<word> &out) {
#pragma HLS DATAFLOW
    hls::stream<word> a, b;
PRAGMA
    first(in, a, b);
    second(a, b, out);
}
"""
)


def read(text: str, folder: Path) -> Readable:
    """A source as the compiler takes it."""
    (folder / "unit.cpp").write_text(text)
    return readable(folder / "unit.cpp", "unit", folder)


def with_tasks(text: str, folder: Path) -> tuple[Readable, CompiledTasks]:
    """The tasks of a source, compiled."""
    found = read(text, folder)
    made = compiled(found, folder / "verilog")
    assert isinstance(made, CompiledTasks)
    return found, made


def equal(text: str, folder: Path) -> Equivalence:
    """The check of a source on random items."""
    found, made = with_tasks(text, folder)
    return check_equivalence(found.path, made, folder / "testbench")


def test_values_go_to_all_tasks_and_arrays_to_the_one_that_uses_them(tmp_path: Path) -> None:
    found, made = with_tasks(LOAD_WORK_STORE, tmp_path)
    assert list(made.depths.items()) == [("s", 2), ("t", 8)]
    assert [task.module for task in made.tasks] == ["unit_load", "unit_work", "unit_store"]
    assert {task.module: set(task.ports) for task in made.tasks} == {
        "unit_load": {"in", "length", "s"},
        "unit_work": {"key", "length", "s", "t"},
        "unit_store": {"out", "length", "t"},
    }
    assert set(made.ports) == {"in", "key", "length", "out"}
    assert check_equivalence(found.path, made, tmp_path / "testbench").compared["out"] >= 100


def test_tasks_that_begin_again_forever(tmp_path: Path) -> None:
    compared = equal(FOREVER, tmp_path).compared
    assert compared["left"] + compared["right"] == 200
    assert min(compared.values()) > 50


def test_a_variable_chooses_a_stream(tmp_path: Path) -> None:
    assert equal(CHOSEN, tmp_path).compared["out"] >= 190


def test_a_fifo_that_is_too_small_is_told(tmp_path: Path) -> None:
    with pytest.raises(CryptagonError, match="in Verilog nothing") as caught:
        equal(DEEP.replace("PRAGMA\n", ""), tmp_path)
    assert "STREAM variable=NAME depth=N" in (caught.value.fix or "")
    deep = "#pragma HLS STREAM variable=a depth=4\n"
    assert equal(DEEP.replace("PRAGMA\n", deep), tmp_path).compared["out"] >= 190


def test_native_tasks_give_what_is_left_when_items_end(tmp_path: Path) -> None:
    """Four words go in, with three in each run: the second run ends in its midst, and what it had
    begun comes out, as it does in hardware.
    """
    text = LOAD_WORK_STORE.replace("const word in[8]", "hls::stream<word> &in").replace(
        "const word *in, hls", "hls::stream<word> &in, hls"
    )
    text = text.replace("s.write(in[i])", "s.write(in.read())")
    text = text.replace("word out[8]", "hls::stream<word> &out").replace(
        "word *out", "hls::stream<word> &out"
    )
    text = text.replace("out[i] = t.read()", "out.write(t.read())")
    found, made = with_tasks(text, tmp_path)
    items = {"in": [1, 2, 3, 4], "key": [0, 0], "length": [2, 2]}
    (tmp_path / "items.json").write_text(json.dumps({"items": items}))
    stimulus = load_stimulus(tmp_path / "items.json", made.ports, made.memories)
    whole = check_equivalence(found.path, made, tmp_path / "testbench", stimulus=stimulus)
    assert whole.compared == {"out": 4}


def test_the_network_is_wired_as_its_source_says(tmp_path: Path) -> None:
    """A fault in the wiring is found: the FIFO gives its items to nobody."""
    found, made = with_tasks(LOAD_WORK_STORE, tmp_path)
    verilog = tmp_path / "verilog" / "unit.v"
    text = verilog.read_text()
    wrong = re.sub(r"\.out_ready\(t_taken_ready\)", ".out_ready(1'b1)", text)
    assert wrong != text
    verilog.write_text(wrong)
    with pytest.raises(CryptagonError, match="the Verilog differs"):
        check_equivalence(found.path, made, tmp_path / "testbench")


def test_a_source_without_streams_between_tasks_is_one_design(tmp_path: Path) -> None:
    text = HEAD + "static void f(word a, word &b) { b = a + 1; }\n"
    text += "void unit(word a, word &b) {\n#pragma HLS DATAFLOW\n    word c;\n    f(a, c);\n    f(c, b);\n}\n"
    found = read(text, tmp_path)
    assert found.tasks is None
    assert "one after another" in " ".join(found.notes)
    made = compiled(found, tmp_path / "verilog")
    assert check_equivalence(found.path, made, tmp_path / "testbench").compared == {"b": 200}
