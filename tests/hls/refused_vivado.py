"""What is refused of Vivado HLS C++: the whole of each message."""
# ruff: noqa: E501 - messages are told as they are

from pathlib import Path

from refusals import Refusal

from cryptagon.hls import compile_source
from cryptagon.hls.vivado import readable

LINE = "void unit(ap_uint<8> in, ap_uint<8> &out) {{ {} out = in; }}\n"
HEAD = "#include <ap_int.h>\n#include <hls_stream.h>\n"
# In such a source `unit` begins in line 3, and a pragma is in line 4.
PRAGMA = (
    HEAD
    + """void unit(ap_uint<8> in, ap_uint<8> &out) {{
#pragma HLS {}
    out = in;
}}
"""
)


def vivado(text: str, message: str, top: str = "unit") -> Refusal:
    """A source of Vivado HLS."""

    def act(folder: Path) -> None:
        (folder / "unit.cpp").write_text(text)
        found = readable(folder / "unit.cpp", top, folder)
        compile_source(found.path, folder / "verilog", module=found.module)

    return Refusal(act, message.strip())


def pragma(text: str, message: str) -> Refusal:
    """A pragma in a function."""
    return vivado(PRAGMA.format(text), message)


KNOWN = (
    "AGGREGATE, ALIAS, ALLOCATION, ARRAY_MAP, ARRAY_PARTITION, ARRAY_RESHAPE, BIND_OP, BIND_STORAGE, CACHE, "
    "DATAFLOW, DATA_PACK, DEPENDENCE, DISAGGREGATE, EXPRESSION_BALANCE, FUNCTION_INSTANTIATE, INLINE, INTERFACE, "
    "LATENCY, LOOP_FLATTEN, LOOP_MERGE, LOOP_TRIPCOUNT, OCCURRENCE, PERFORMANCE, PIPELINE, PROTOCOL, RESET, RESOURCE, "
    "SHARED, STABLE, STREAM, TOP, UNROLL"
)
VIVADO: dict[str, Refusal] = {
    "unknown pragma": pragma(
        "UNROLLL",
        f"""
unit.cpp:4: there is no pragma HLS UNROLLL
  why: known are {KNOWN}
  fix: correct its name, or leave it out""",
    ),
    "a condition of a template": pragma(
        "if (N == 2) UNROLL",
        """
unit.cpp:4: whether (N == 2) holds is not known where this pragma is read
  why: only numbers and macros are, no parameters of templates and no variables
  fix: make what it hangs on a macro, or write the pragma that is meant""",
    ),
    "behind a pointer": vivado(
        HEAD + "void unit(int *in, int &out) { out = in[0] + in[1]; }\n",
        """
unit.cpp:3: argument 'in' points to one value, and to others behind it
  why: how many there are is not known: its elements come and go on a stream, one after another
  fix: write depth=N into its INTERFACE pragma: #pragma HLS INTERFACE ap_memory port=in depth=N""",
    ),
    "PROTOCOL": pragma(
        "PROTOCOL fixed",
        """
unit.cpp:4: PROTOCOL asks for accesses of ports in certain clock cycles
  why: a port here is a stream, which may make any cycle wait
  fix: leave it out, and write `ap_wait()` of ap_utils.h where a cycle is to end""",
    ),
    "UNROLL region": pragma(
        "UNROLL region",
        """
unit.cpp:4: UNROLL region asks for all loops in a region, and not for the one around it
  why: its form differs between versions of the tool
  fix: write #pragma HLS UNROLL in each of these loops""",
    ),
    "ALLOCATION of nothing": pragma(
        "ALLOCATION instances=mix limit=1 function",
        """
unit.cpp:4: ALLOCATION speaks of function 'mix', of which there is none
  fix: name a function that is defined once in this source and what it includes""",
    ),
    "ALLOCATION of two": vivado(
        HEAD
        + "void mix(int) {}\nvoid mix(char) {}\n"
        + PRAGMA.format("ALLOCATION instances=mix limit=1 function").removeprefix(HEAD),
        """
unit.cpp:6: ALLOCATION speaks of function 'mix', of which there are 2
  fix: name a function that is defined once in this source and what it includes""",
    ),
    "unknown INTERFACE": pragma(
        "INTERFACE ap_magic port=in",
        """
unit.cpp:4: there is no INTERFACE of mode 'ap_magic'
  why: known are ap_ack, ap_ctrl_chain, ap_ctrl_hs, ap_ctrl_none, ap_fifo, ap_hs, ap_memory, ap_none, ap_ovld, ap_stable, ap_vld, axis, bram, m_axi, s_axilite
  fix: correct the mode, or leave the pragma out""",
    ),
    "no such top": vivado(
        HEAD + LINE.format(""),
        """
unit.cpp: there is no function 'elsewhere'
  why: --top names a function that is defined in the source or what it includes
  fix: name the one that is to become the hardware""",
        top="elsewhere",
    ),
    "mistyped top": vivado(
        HEAD + "void units() {}\n" + LINE.format(""),
        """
unit.cpp: there is no function 'unitt'
  why: --top names a function that is defined in the source or what it includes
  fix: did you mean unit or units?""",
        top="unitt",
    ),
    "two tops": vivado(
        HEAD + LINE.format("") + "void unit(int &x) { x = 1; }\n",
        """
unit.cpp: there are 2 functions 'unit'
  why: --top names a function that is defined in the source or what it includes
  fix: name the one that is to become the hardware""",
    ),
    "template": vivado(
        HEAD + "template <int N> void unit(ap_uint<N> in, ap_uint<N> &out) { out = in; }\n",
        """
unit.cpp:3: 'unit' is a template
  why: hardware has the widths and sizes of one instance
  fix: write a function that calls the instance that you want, and name it""",
    ),
    "function as an argument": vivado(
        HEAD + "void unit(int f(int), int &out) { out = f(1); }\n",
        """
unit.cpp:3: a parameter of the top function is a function
  why: no port carries one
  fix: call it by its name""",
    ),
    "pointer to pointers": vivado(
        HEAD + "void unit(int **in, int &out) { out = **in; }\n",
        """
unit.cpp:3: parameter 'in' of the top function points to pointers
  why: no port carries an address
  fix: make it an array of what they point to""",
    ),
    "array of unknown length": vivado(
        HEAD + "void unit(const int in[], int &out) { out = in[3]; }\n",
        """
unit.cpp:3: it is not known how many elements argument 'in' has
  why: its elements come and go on a stream, one after another
  fix: write the length into the brackets, or depth=N into its INTERFACE pragma: #pragma HLS INTERFACE ap_memory port=in depth=N""",
    ),
    "stream of two ways": vivado(
        HEAD + "void unit(hls::stream<int> &both) { both.write(both.read()); }\n",
        """
unit.cpp:3: stream 'both' is both read and written
  why: a port has one direction
  fix: make two arguments of it""",
    ),
    "local stream": vivado(
        HEAD
        + "void unit(int in, int &out) {\n    hls::stream<int> between;\n    between << in;\n    out = between.read();\n}\n",
        """
unit.cpp:4: an hls::stream that is no argument of the top function, and not between tasks that it calls, cannot become hardware
  why: it is a FIFO between two calls of a function that has calls alone; other code is one state machine
  fix: take an array in its place, or give the stream to the functions that write and read it""",
    ),
    "full": vivado(
        HEAD + "void unit(int in, hls::stream<int> &out) {\n    if (!out.full()) out << in;\n}\n",
        """
unit.cpp:4: a question whether an output stream would take an item cannot become hardware
  why: what is written must not hang on when items are taken
  fix: use write, which waits""",
    ),
    "size": vivado(
        HEAD + "void unit(hls::stream<int> &in, int &out) {\n    out = in.size() + in.read();\n}\n",
        """
unit.cpp:4: a question how many items a stream holds cannot become hardware
  why: a port offers one item at a time
  fix: use empty, or count the items""",
    ),
    "missing header": vivado(
        "#include <hls_math.h>\n" + LINE.format(""),
        """
unit.cpp:1: not valid C: there is no file 'hls_math.h' to include
  why: clang refused it
  fix: give --include DIR with the folder that has it, put the file beside the source, or into algorithms/include of your own folder; of the C library there are stdint.h, stdbool.h, stddef.h, limits.h, string.h, ctype.h, stdlib.h, stdio.h, assert.h, inttypes.h, errno.h, math.h, malloc.h, memory.h, strings.h, time.h, uchar.h, unistd.h and sys/types.h""",
    ),
    "no C++": vivado(
        HEAD + LINE.format("in = ;"),
        """
unit.cpp:3: not valid C: expected expression
  why: clang refused it
  fix: correct the C source""",
    ),
}
