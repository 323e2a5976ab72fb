"""What is refused of tasks of Vivado HLS with streams between them: the whole of each message."""

from pathlib import Path

from refusals import Refusal
from refused_runs import AGAIN
from refused_vivado import vivado

from cryptagon.hls.check import check_equivalence
from cryptagon.hls.vivado import compiled, readable

HEAD = """#include <ap_int.h>
#include <hls_stream.h>
typedef hls::stream<ap_uint<8>> words;
static void copy(words &from, words &to) { to.write(from.read()); }
"""


def tasks(text: str, message: str) -> Refusal:
    """A source with tasks, behind four lines that all have."""
    return vivado(HEAD + text.lstrip("\n"), message)


TASKS: dict[str, Refusal] = {
    "an unknown number of streams": tasks(
        """
extern const int COUNT;
void unit(words &in, words &out) {
#pragma HLS DATAFLOW
    words s[COUNT];
    copy(in, s[0]);
    copy(s[0], out);
}
""",
        """
unit.cpp:8: it is not known how many streams 's' has
  why: each is a FIFO between two tasks
  fix: write one number into the brackets, or the name of a macro or of a constant outside of functions""",
    ),
    "a variable between tasks": tasks(
        """
static void first(words &in, words &s, ap_uint<8> &x) { s.write(x = in.read()); }
static void second(words &s, ap_uint<8> x, words &out) { out.write(s.read() + x); }
void unit(words &in, words &out) {
#pragma HLS DATAFLOW
    words s;
    ap_uint<8> x;
    first(in, s, x);
    second(s, x, out);
}
""",
        """
unit.cpp:11: 'x' is shared by task 'first' and task 'second', which run at the same time
  why: one would read it while the other one writes it
  fix: give its value by a stream; or declare no stream in this function, so that its calls run one after another""",
    ),
    "tasks of a function that returns": tasks(
        """
int unit(words &in, words &out) {
#pragma HLS DATAFLOW
    words s;
    copy(in, s);
    copy(s, out);
    return 1;
}
""",
        """
unit.cpp:5: 'unit' has tasks, with streams between them, and returns a value
  why: its tasks run on at the same time; none of them ends for all
  fix: give the value by a reference or a stream from the task that makes it""",
    ),
    "a stream without a writer": tasks(
        """
void unit(words &in, words &out) {
#pragma HLS DATAFLOW
    words s;
    copy(s, out);
}
""",
        """
unit.cpp:7: stream 's' has no task that writes it
  why: a stream between tasks is a FIFO that one task writes and another one reads
  fix: give each pair of tasks a stream of its own""",
    ),
    "a stream with two readers": tasks(
        """
void unit(words &in, words &out, words &other) {
#pragma HLS DATAFLOW
    words s;
    copy(in, s);
    copy(s, out);
    copy(s, other);
}
""",
        """
unit.cpp:7: stream 's' has several tasks that read it: 'copy_2', 'copy_3'
  why: a stream between tasks is a FIFO that one task writes and another one reads
  fix: give each pair of tasks a stream of its own""",
    ),
    "a stream of one task": tasks(
        """
static void turn(words &in, words &s, words &out) { s.write(in.read()); out.write(s.read()); }
void unit(words &in, words &out) {
#pragma HLS DATAFLOW
    words s, t;
    turn(in, s, t);
    copy(t, out);
}
""",
        """
unit.cpp:8: stream 's' is both written and read by task 'turn'
  why: a stream between tasks is a FIFO that one task writes and another one reads
  fix: make it an array in that task""",
    ),
    "an argument of two tasks": tasks(
        """
void unit(words &in, words &out) {
#pragma HLS DATAFLOW
    words s;
    copy(in, s);
    copy(s, out);
    copy(in, out);
}
""",
        """
unit.cpp:10: argument 'in' is shared by tasks 'copy', 'copy_3', which run at the same time
  why: a value or an array that is only read goes to each of them; what is written, or is a stream, has one task
  fix: put a stream between these tasks""",
    ),
    "a variable of two tasks": tasks(
        """
static ap_uint<8> sum;
static void add(words &from, words &to) { to.write(sum += from.read()); }
void unit(words &in, words &out) {
#pragma HLS DATAFLOW
    words s;
    add(in, s);
    add(s, out);
}
""",
        """
unit.cpp:11: variable 'sum' is shared by tasks 'add', 'add_2', which run at the same time
  why: each task is a design of its own, with variables of its own
  fix: give its value by a stream, or give each task a variable""",
    ),
}


def waits_for_room(folder: Path) -> None:
    """The first task writes a stream of four items whole before it writes the one that the second
    task reads first.
    """
    source = folder / "unit.cpp"
    source.write_text(
        HEAD
        + """static void first(words &in, words &a, words &b) {
    for (int i = 0; i < 4; i++) a.write(in.read());
    b.write(1);
}
static void second(words &a, words &b, words &out) {
    ap_uint<8> more = b.read();
    for (int i = 0; i < 4; i++) out.write(a.read() + more);
}
void unit(words &in, words &out) {
    words a, b;
    first(in, a, b);
    second(a, b, out);
}
"""
    )
    found = readable(source, "unit", folder)
    check_equivalence(found.path, compiled(found, folder / "out"), folder / "testbench")


TOO_SMALL: dict[str, Refusal] = {
    "tasks that wait for each other": Refusal(
        waits_for_room,
        f"""\
unit.hls.cpp: the Verilog differs from the native run: stream 'out', item 0: natively 0x81, in Verilog nothing
  why: seen without stalls, on random items from seed 1; natively a stream between tasks holds everything, and here tasks may wait for each other
  fix: give the streams between tasks more room, by #pragma HLS STREAM variable=NAME depth=N; {AGAIN}""",
    ),
}
